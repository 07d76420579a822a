import type { PlannedAct, Question } from '../checkpoint/gate.js';
import type { Action } from '../page/action.js';
import { cleanText } from '../page/cleanText.js';
import type { RawNode, RawPage } from '../page/raw.js';
import { elementDetails, elementFacts, elementWarnings, elementWords } from './element.js';
import type { Fact, Told } from './fact.js';
import { linkFacts, placeFacts } from './place.js';
import type { Quoter } from './quote.js';
import { hiddenWords, sendingFacts, sentTo } from './sending.js';

/** What the model says is its own affair, and never much of the screen. */
const MODEL_LIMIT = 300;

/** A question in words, from the page itself; what a model says comes last and is marked. */
export function toldOf(question: Question, picture: string, quoter: Quoter): Told {
  const pictureFact = { label: 'picture', text: cleanText(picture) };
  switch (question.kind) {
    case 'act':
      return actTold(question.act, question, pictureFact, quoter);
    case 'state': {
      const { node, page } = question;
      if (node) return actTold({ action: { kind: 'click' }, node, page }, question, pictureFact, quoter);
      return {
        title: approve('go on from this page'),
        facts: [...placeFacts(null, page, quoter), ...becauseFacts(question, pictureFact, quoter)],
        details: pageDetails(page, quoter),
      };
    }
    case 'model':
      return {
        title: approve('what the model asks for below'),
        facts: [
          ...placeFacts(null, question.page, quoter),
          pictureFact,
          { label: 'a yes', text: 'is only told to the model: whatever is critical is still asked about' },
          ...modelFacts('it wants', question.action, quoter),
          ...modelFacts('because', question.reason, quoter),
        ],
        details: pageDetails(question.page, quoter),
      };
    case 'wall':
      return {
        title: `${sentence(quoter.plain(question.wall.words))}. Do it in the window, then go on.`,
        facts: [...placeFacts(null, question.page, quoter), pictureFact],
        details: pageDetails(question.page, quoter),
      };
  }
}

function approve(what: string): string {
  return `The system wants to proceed with: ${what}. Approve?`;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

type Asking = Extract<Question, { kind: 'act' | 'state' }>;

function actTold(act: PlannedAct, question: Asking, picture: Fact, quoter: Quoter): Told {
  const { action, node, page } = act;
  const what = node ? elementWords(node, quoter) : 'the page';
  const facts = [
    ...(node ? elementWarnings(node, quoter) : []),
    ...dialogFacts(action, quoter),
    ...requestFacts(act, quoter),
    ...inputFacts(action, node, quoter),
    ...(node ? elementFacts(node, quoter) : []),
    ...(node && action.kind === 'click' ? linkFacts(node, page, quoter) : []),
    ...sendingFacts(act, quoter),
    ...passedFacts(act, quoter),
    ...placeFacts(node, page, quoter),
    ...becauseFacts(question, picture, quoter),
  ];
  const details = [
    { label: 'rule', text: quoter.plain(question.reason.id) },
    ...(node ? elementDetails(node, quoter) : []),
    ...sendingFacts(act, quoter, Number.POSITIVE_INFINITY),
    ...pageDetails(page, quoter),
  ];
  const answer = action.dialog ? ` and answer OK to ${quoter.quote(action.dialog.message)}` : '';
  const sending = action.request ? ' and let it send what is shown below' : '';
  return { title: approve(`${action.kind} ${what}${answer}${sending}`), facts: warningsFirst(facts), details };
}

/** What else a click is used by, because it lies inside or around. */
function passedFacts({ action, node, page }: PlannedAct, quoter: Quoter): Fact[] {
  const used = action.kind === 'click' ? node?.details?.passesTo : null;
  if (!used) return [];
  return [
    { label: '', text: `the click is also one on ${elementWords(used, quoter)}`, tone: 'warning' },
    ...linkFacts(used, page, quoter),
    ...sendingFacts({ action, node: used, page }, quoter),
  ];
}

function warningsFirst(facts: Fact[]): Fact[] {
  const isWarning = ({ tone }: Fact): boolean => tone === 'warning';
  return [...facts.filter(isWarning), ...facts.filter((fact) => !isWarning(fact))];
}

function dialogFacts({ dialog }: Action, { plain, quote }: Quoter): Fact[] {
  if (!dialog) return [];
  return [{ label: 'asks back', text: `${plain(dialog.kind)} ${quote(dialog.message)}; OK would be answered` }];
}

function requestFacts({ action: { request }, page }: PlannedAct, quoter: Quoter): Fact[] {
  if (!request) return [];
  return [{ label: 'sends', text: sentTo(request.method, request.url, page, quoter) }];
}

/** What would be entered or chosen. */
function inputFacts(action: Action, node: RawNode | null, { quote }: Quoter): Fact[] {
  switch (action.kind) {
    case 'fill': {
      const text = node?.secret ? hiddenWords(action.value.length) : quote(action.value);
      const rest = [...(action.clear ? [] : ['added to what is there']), ...(action.submit ? ['then Enter'] : [])];
      return [{ label: 'text', text: [text, ...rest].join(', ') }];
    }
    case 'select':
      return [{ label: 'choice', text: action.values.map((value) => choiceWords(value, node, quote)).join(', ') }];
    case 'click':
    case 'scroll':
    case 'reveal':
      return [];
  }
}

function choiceWords(value: string, node: RawNode | null, quote: Quoter['quote']): string {
  const option = node?.options?.find((one) => one.value === value || one.text === value);
  if (!option || option.text === option.value) return quote(value);
  return `${quote(option.text)} (sent as ${quote(option.value)})`;
}

function becauseFacts({ reason, modelWords }: Asking, picture: Fact, quoter: Quoter): Fact[] {
  return [
    { label: 'because', text: quoter.plain(reason.words, MODEL_LIMIT) },
    picture,
    ...(modelWords ? modelFacts('says', modelWords, quoter) : []),
  ];
}

function modelFacts(verb: string, words: string, { quote }: Quoter): Fact[] {
  return [{ label: 'model', text: `${verb}: ${quote(words, MODEL_LIMIT)}`, tone: 'aside' }];
}

function pageDetails({ title, url, frames }: RawPage, { quote }: Quoter): Fact[] {
  return [
    { label: 'page', text: quote(title, 600) },
    { label: 'address', text: quote(url, 2_000) },
    ...frames.slice(1, 6).map((frame) => ({ label: 'frame', text: quote(frame.url, 600) })),
  ];
}
