import { firstLine } from '../contracts/failure.js';
import type { Condition, Snapshot } from '../contracts/generated.js';
import type { RawPage } from './raw.js';

/** What a condition is held against. A Snapshot fits; `factsOf` takes everything that a look saw. */
export interface PageFacts {
  snapshot: Pick<Snapshot, 'page' | 'truncated'> & { elements: readonly { role: string; name: string }[] };
  /** What can be read on the page beside its headings, one piece each; a snapshot does not have it. */
  texts: readonly string[];
  /** False when the page holds more than this: then of nothing it can be said that it is not there. */
  isWhole?: boolean;
}

/** Everything that one look saw, not only the hundred elements of a snapshot. Of a look at the whole page, please. */
export function factsOf({ url, title, nodes, texts, messages, outOfView, truncated }: RawPage): PageFacts {
  const { above, below, elsewhere } = outOfView;
  const read = [
    ...texts.map(({ text }) => text),
    // What was typed into a field is no word of the page.
    ...nodes.filter(({ value }) => value === undefined).map(({ text }) => text),
    ...messages.map(({ text }) => text),
  ];
  return {
    snapshot: { page: { url, title }, elements: nodes.map(({ role, name }) => ({ role, name })) },
    texts: [...new Set(read.filter((text) => text !== ''))],
    isWhole: truncated.length === 0 && above + below + elsewhere === 0,
  };
}

export interface Finding {
  condition: Condition;
  /** Yes only when it is known to be so. */
  holds: boolean;
  /** Why it cannot be told, in words; it counts as not holding. */
  problem?: string;
}

export function holds(condition: Condition, facts: PageFacts): boolean {
  return examine(condition, facts).holds;
}

/**
 * Whether a condition is known to hold. What is broken or cannot be told counts as no, and "not" does not turn that
 * into a yes.
 */
export function examine(condition: Condition, facts: PageFacts): Finding {
  const problems: string[] = [];
  const answer = answerOf(condition, facts, (problem) => problems.push(problem));
  const [problem] = problems;
  return { condition, holds: answer === true, ...(problem === undefined ? {} : { problem }) };
}

/** Null: it cannot be told. */
type Answer = boolean | null;
type Report = (problem: string) => void;

function answerOf(condition: Condition, facts: PageFacts, report: Report): Answer {
  try {
    return evaluate(condition, facts, report);
  } catch (error) {
    report(firstLine(error));
    return null;
  }
}

function evaluate(condition: Condition, facts: PageFacts, report: Report): Answer {
  const { page, elements } = facts.snapshot;
  const among = (texts: readonly string[], part: string): Answer => {
    if (texts.some(containing(part))) return true;
    if (facts.isWhole !== false && !facts.snapshot.truncated) return false;
    report(`${JSON.stringify(part)} was not seen, but not the whole page was looked at`);
    return null;
  };
  if ('title_contains' in condition) return containing(condition.title_contains)(page.title);
  if ('url_contains' in condition) return containing(condition.url_contains)(page.url);
  if ('heading_contains' in condition) return among(namesOf(elements, ['heading']), condition.heading_contains);
  if ('text_contains' in condition)
    return among([...facts.texts, ...namesOf(elements, ['heading'])], condition.text_contains);
  if ('element' in condition) return among(namesOf(elements, condition.element.roles), condition.element.name_contains);
  if ('any' in condition) return anyOf(condition.any.map((one) => answerOf(one, facts, report)));
  if ('all' in condition) return opposite(anyOf(condition.all.map((one) => opposite(answerOf(one, facts, report)))));
  if ('not' in condition) return opposite(answerOf(condition.not, facts, report));
  return unknownForm(condition);
}

function unknownForm(condition: never): never {
  throw new Error(`this is no condition: ${JSON.stringify(condition)}`);
}

function anyOf(answers: readonly Answer[]): Answer {
  if (answers.length === 0) throw new Error('a list of conditions is empty');
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}

function opposite(answer: Answer): Answer {
  return answer === null ? null : !answer;
}

function namesOf(elements: PageFacts['snapshot']['elements'], roles: readonly string[] | undefined): string[] {
  const wanted = roles?.map((role) => role.toLowerCase());
  return elements.filter(({ role }) => !wanted || wanted.includes(role)).map(({ name }) => name);
}

/** Without regard to case, to the kind of blanks, and to what cannot be seen. */
function containing(part: string): (text: string) => boolean {
  const wanted = fold(part);
  if (wanted === '') throw new Error('a condition compares with an empty text, which everything contains');
  return (text) => fold(text).includes(wanted);
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
