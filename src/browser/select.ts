import { type Choice, type Choices, pickOption, unknownOption } from '../page/choice.js';
import type { RawNode } from '../page/raw.js';
import { GONE, isProblem, type Problem, ready, refused, whyNot } from './act.js';
import { type Capture, processOf } from './capture.js';
import { click } from './click.js';
import type { Acted } from './driver.js';
import { choicesOf, chosen, type Dropdown, tell } from './dropdown.js';
import { type Eyes, takeTurn } from './eyes.js';
import { probeElement } from './probe.js';
import { releaseKeys, typistFor } from './typing.js';
import { ask } from './world.js';

/** The rest of the time is for the click and for reading back. */
const SEARCH_SHARE = 0.75;
const OPEN_MS = 1_000;
/** Where one can type, a list that does not open by itself is typed for. */
const OPEN_FIELD_MS = 250;
const ATTEMPTS = 3;

/** Chooses by value or by the words that are shown; in native selects, and in the ones that pages build themselves. */
export async function select(
  eyes: Eyes,
  capture: Capture,
  node: RawNode,
  values: readonly string[],
  limitMs: number,
): Promise<Acted> {
  const started = performance.now();
  const touch = takeTurn(eyes);
  const now = await ready(capture, node);
  const problem = isProblem(now) ? now : whyNot(now);
  if (problem) return refused(problem);
  const dropdown: Dropdown = {
    ...{ eyes, capture, node, place: processOf(capture, node), touch },
    end: started + limitMs * SEARCH_SHARE,
    limit: started + limitMs,
    before: null,
    shown: ['', ''],
  };
  const choices = await choicesOf(dropdown);
  dropdown.shown = choices.shown;
  if (choices.kind === 'none') return refused(notADropdown(node));
  if (choices.kind === 'menu') return refused(MENU);
  const isClosed = choices.kind === 'aria' && choices.options.length === 0;
  if (values.length > 1 && !choices.multiple && !isClosed) return refused(ONE_ONLY);
  switch (choices.kind) {
    case 'native':
      return selectNative(dropdown, values);
    case 'list':
      return selectSuggestion(dropdown, choices, values);
    case 'aria':
      return selectAria(dropdown, values);
  }
}

const ONE_ONLY: Problem = { error: 'invalid_params', message: 'it takes one option only; give no additional_values' };
const MENU: Problem = {
  error: 'action_failed',
  message: 'it opens a menu of things to do, not a list to choose from; click them with browser_click',
};

function notADropdown({ role }: RawNode): Problem {
  const hint = role === 'textbox' ? '; enter text with browser_fill' : '; click it with browser_click';
  return { error: 'action_failed', message: `it is a ${role} and offers nothing to choose from${hint}` };
}

async function selectNative(dropdown: Dropdown, values: readonly string[]): Promise<Acted> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { options } = await choicesOf(dropdown);
    const picked: Choice[] = [];
    for (const value of values) {
      const found = pickOption(options, value) ?? unknownOption(options, value);
      if ('error' in found) return refused(found);
      picked.push(found);
    }
    dropdown.touch();
    const handles = JSON.stringify(picked.map(({ handle }) => handle));
    const isDone = await tell<boolean>(dropdown, `chooseNative(${dropdown.node.handle}, ${handles})`);
    if (isDone) return chosen(dropdown, values, picked);
    dropdown.eyes.touched = false;
  }
  return refused(GONE);
}

/** Suggestions that the browser draws itself: choosing one is entering it. */
async function selectSuggestion(dropdown: Dropdown, { options }: Choices, values: readonly string[]): Promise<Acted> {
  const [value = ''] = values;
  const found = pickOption(options, value) ?? unknownOption(options, value);
  if ('error' in found) return refused(found);
  const problem = await typeInto(dropdown, dropdown.node.handle, found.value);
  return problem ? refused(problem) : chosen(dropdown, values, [{ ...found, text: found.value }]);
}

async function selectAria(dropdown: Dropdown, values: readonly string[]): Promise<Acted> {
  const picked: Choice[] = [];
  for (const value of values) {
    const found = await chooseOne(dropdown, value, values.length > 1);
    if ('error' in found) {
      const done = picked.map(({ text }) => JSON.stringify(text)).join(', ');
      const message = done === '' ? found.message : `${found.message}; chosen before that: ${done}`;
      return { ...refused(found), dispatched: dropdown.eyes.touched, message } as Acted;
    }
    picked.push(found);
  }
  return chosen(dropdown, values, picked);
}

/** Opens it where it is closed, finds the option and clicks it; again when the page drew the list anew under the mouse. */
async function chooseOne(dropdown: Dropdown, value: string, isOneOfMany: boolean): Promise<Choice | Problem> {
  for (let attempt = 1; ; attempt++) {
    const choices = await openIfClosed(dropdown);
    if ('error' in choices) return choices;
    if (choices.kind === 'menu') return MENU;
    if (isOneOfMany && !choices.multiple) return ONE_ONLY;
    const found = await findOption(dropdown, choices, value);
    // Another click on what is chosen already would take it away again.
    if ('error' in found || (choices.multiple && found.selected)) return found;
    const clicked = await clickOption(dropdown, found);
    if (clicked.ok) return found;
    if (clicked.dispatched || attempt === ATTEMPTS || performance.now() >= dropdown.end) return clicked;
  }
}

async function openIfClosed(dropdown: Dropdown): Promise<Choices | Problem> {
  const { eyes, capture, node } = dropdown;
  const choices = await choicesOf(dropdown);
  if (choices.options.length > 0 || choices.kind === 'menu') return choices;
  dropdown.before ??= choices.standing;
  const clicked = await click(eyes, capture, node, dropdown.touch);
  if (!clicked.ok && !clicked.dispatched) return clicked;
  const limit = choices.field ? OPEN_FIELD_MS : OPEN_MS;
  const opened = await waitForOptions(dropdown, ({ options, kind }) => options.length > 0 || kind === 'menu', limit);
  // Many open as the button goes down, with a layer over everything that the rest of the click would hit.
  return clicked.ok || opened.options.length > 0 ? opened : clicked;
}

/** Looks again whenever the page has come to rest, until the test holds or time is up. */
async function waitForOptions(
  dropdown: Dropdown,
  test: (choices: Choices) => boolean,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<Choices> {
  const end = Math.min(dropdown.end, performance.now() + limitMs);
  for (;;) {
    const choices = await choicesOf(dropdown);
    if (test(choices) || performance.now() >= end) return choices;
    await ask(dropdown.place.world, 'quiet(20, 100)');
  }
}

/** The option among those on show; else further down a list that draws as it goes; else by typing for it. */
async function findOption(dropdown: Dropdown, choices: Choices, wanted: string): Promise<Choice | Problem> {
  const shown = pickOption(choices.options, wanted);
  if (shown) return shown;
  const { field } = choices;
  const left = Math.max(0, (dropdown.end - performance.now()) / (field ? 3 : 1));
  const call = `seekChoice(${dropdown.node.handle}, ${JSON.stringify(dropdown.before)}, ${JSON.stringify(wanted)}, ${left})`;
  const seen = await tell<Choice[]>(dropdown, call);
  const further = pickOption(seen, wanted);
  if (further) return further;
  if (!field) return unknownOption(seen, wanted);
  const problem = await typeInto(dropdown, field.handle, wanted);
  if (problem) return problem;
  const typed = await waitForOptions(dropdown, ({ options }) => pickOption(options, wanted) !== null);
  const found = pickOption(typed.options, wanted);
  if (found) return found;
  await typeInto(dropdown, field.handle, field.text);
  return unknownOption(seen.length > 0 ? seen : typed.options, wanted);
}

async function typeInto(
  { eyes, capture, node, limit, touch }: Dropdown,
  handle: number,
  text: string,
): Promise<Problem | null> {
  const typist = typistFor(eyes, capture, { ...node, handle }, limit, touch);
  try {
    const { problem } = await typist.prepare(true);
    if (problem) return problem;
    if (text === '') await typist.press('Delete');
    else await typist.insert(text);
    return await typist.strayed();
  } finally {
    await releaseKeys(typist);
  }
}

type Clicked = { ok: true } | ({ ok: false; dispatched: boolean } & Problem);

async function clickOption(dropdown: Dropdown, option: Choice): Promise<Clicked> {
  const { eyes, capture, node } = dropdown;
  const asNode = { ...node, handle: option.handle };
  let live = await probeElement(capture, asNode);
  if (live.connected && live.visible && live.node.inView !== 'full') {
    await tell(dropdown, `bringIntoView(${option.handle}, "nearest", "nearest")`);
    live = await probeElement(capture, asNode);
  }
  // A list that draws as it goes uses its rows again: the same row may be another option by now.
  const now = (await choicesOf(dropdown)).options.find(({ handle }) => handle === option.handle);
  if (!live.connected || !live.visible || now?.text !== option.text || now.value !== option.value) {
    const message = `the option ${JSON.stringify(option.text)} went away`;
    return { ok: false, dispatched: false, error: 'action_failed', message };
  }
  return click(eyes, capture, live.node, dropdown.touch);
}
