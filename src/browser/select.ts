import type { RawNode } from '../page/raw.js';
import { click, isProblem, type Problem, readyToFill, refused, whyNot } from './act.js';
import { type Capture, type Process, processOf } from './capture.js';
import type { Acted, Reading } from './driver.js';
import { type Eyes, takeTurn } from './eyes.js';
import { probeElement } from './probe.js';
import { ask, askHere } from './world.js';

interface Choice {
  handle: number;
  value: string;
  text: string;
  selected: boolean;
  disabled: boolean;
}

interface Choices {
  kind: 'native' | 'aria' | 'none';
  multiple: boolean;
  typeable: boolean;
  expanded: boolean;
  shown: string;
  options: Choice[];
}

/** Everything about one dropdown while something is chosen from it. */
interface Dropdown {
  eyes: Eyes;
  capture: Capture;
  node: RawNode;
  place: Process;
  touch: () => void;
  /** Until when options may still appear. */
  end: number;
}

/** Chooses by value or by the words that are shown; in native selects, and in the ones that pages build themselves. */
export async function select(
  eyes: Eyes,
  capture: Capture,
  node: RawNode,
  values: readonly string[],
  limitMs: number,
): Promise<Acted> {
  const touch = takeTurn(eyes);
  const now = await readyToFill(capture, node);
  const problem = isProblem(now) ? now : whyNot(now);
  const end = performance.now() + limitMs * 0.8;
  const dropdown: Dropdown = { eyes, capture, node, place: processOf(capture, node), touch, end };
  if (problem) return refused(problem);
  const choices = await choicesOf(dropdown);
  if (choices.kind === 'none') return refused(notADropdown(node));
  if (values.length > 1 && !choices.multiple) {
    return refused({ error: 'invalid_params', message: 'it takes one option only; give no additional_values' });
  }
  return choices.kind === 'native' ? selectNative(dropdown, choices, values) : selectAria(dropdown, choices, values);
}

function notADropdown({ role }: RawNode): Problem {
  const hint = role === 'textbox' ? '; enter text with browser_fill' : '; click it with browser_click';
  return { error: 'action_failed', message: `it is a ${role} and offers nothing to choose from${hint}` };
}

async function selectNative(dropdown: Dropdown, { options }: Choices, values: readonly string[]): Promise<Acted> {
  const picked = values.map((value) => pick(options, value) ?? unknownOption(options, value));
  const wrong = picked.find((one): one is Problem => 'error' in one);
  if (wrong) return refused(wrong);
  dropdown.touch();
  const handles = picked.map((one) => (one as Choice).handle);
  await tell<boolean>(dropdown, `chooseNative(${dropdown.node.handle}, ${JSON.stringify(handles)})`);
  const after = await choicesOf(dropdown).catch(() => null);
  const actual = after?.options.filter(({ selected }) => selected).map(({ value, text }) => ({ value, text })) ?? [];
  return { ok: true, dispatched: true, read: { choice: { expected: [...values], actual } } };
}

async function selectAria(dropdown: Dropdown, first: Choices, values: readonly string[]): Promise<Acted> {
  const actual: Chosen = [];
  let choices = first;
  for (const value of values) {
    const opened = choices.options.length === 0 ? await open(dropdown) : null;
    if (opened && !opened.ok) return opened;
    const found = await findOption(dropdown, value);
    if ('error' in found) return { ok: false, dispatched: opened !== null, error: found.error, message: found.message };
    const before = (await choicesOf(dropdown)).shown;
    const clicked = await clickOption(dropdown, found);
    if (!clicked.ok) return { ...clicked, dispatched: clicked.dispatched || opened !== null };
    const after = await choicesOf(dropdown).catch(() => null);
    if (after) actual.push(...chosenNow(after, found, before));
    choices = after ?? choices;
  }
  const read: Reading = { choice: { expected: [...values], actual } };
  return { ok: true, dispatched: true, read };
}

type Chosen = NonNullable<Reading['choice']>['actual'];

/** It shows the words of the option, or did not show them before and does now, or has the option marked. */
function chosenNow({ shown, options }: Choices, { handle, value, text }: Choice, before: string): Chosen {
  const isMarked = options.some((option) => option.handle === handle && option.selected);
  const words = ` ${plain(shown)} `;
  const isShown = shown !== before && text !== '' && words.includes(` ${plain(text)} `);
  return [{ value: shown, text: shown }, ...(isMarked || isShown ? [{ value, text }] : [])];
}

async function open(dropdown: Dropdown): Promise<Acted> {
  const { eyes, capture, node } = dropdown;
  const clicked = await click(eyes, capture, node);
  if (clicked.ok) await waitForOptions(dropdown, ({ options }) => options.length > 0, 600);
  return clicked;
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

/** The option among those on show; else by typing for it where one can type; else further down a list that draws as it goes. */
async function findOption(dropdown: Dropdown, wanted: string): Promise<Choice | Problem> {
  let choices = await choicesOf(dropdown);
  let found = pick(choices.options, wanted);
  if (!found && choices.typeable) {
    await typeFor(dropdown, wanted);
    choices = await waitForOptions(dropdown, ({ options }) => pick(options, wanted) !== null);
    found = pick(choices.options, wanted);
  }
  while (!found && performance.now() < dropdown.end) {
    if (!(await tell<boolean>(dropdown, `scrollChoices(${dropdown.node.handle})`))) break;
    await ask(dropdown.place.world, 'quiet(20, 100)');
    found = pick((await choicesOf(dropdown)).options, wanted);
  }
  return found ?? unknownOption(choices.options, wanted);
}

async function typeFor({ eyes, node, place, touch }: Dropdown, text: string): Promise<void> {
  const call = `prepareFill(${node.handle}, true)`;
  const { focused } = await askHere<{ focused: boolean }>(place.world, place.documentId, call);
  if (!focused) return;
  touch();
  await eyes.page.keyboard.insertText(text);
}

async function clickOption({ eyes, capture, node, place }: Dropdown, option: Choice): Promise<Acted> {
  const asNode = { ...node, handle: option.handle };
  let live = await probeElement(capture, asNode);
  if (live.connected && live.visible && live.node.inView !== 'full') {
    await askHere(place.world, place.documentId, `bringIntoView(${option.handle})`);
    live = await probeElement(capture, asNode);
  }
  if (!live.connected || !live.visible) {
    return refused({ error: 'action_failed', message: `the option ${JSON.stringify(option.text)} went away` });
  }
  return click(eyes, capture, { ...live.node, frame: node.frame });
}

const MAX_LISTED = 15;

/** By value, then by the words as they are shown, then without regard to case and blanks. Never by a part of them. */
function pick(options: readonly Choice[], wanted: string): Choice | Problem | null {
  const tests: ((option: Choice) => boolean)[] = [
    ({ value }) => value !== '' && value === wanted,
    ({ text }) => text === wanted,
    ({ text }) => plain(text) === plain(wanted),
    ({ value }) => value === wanted,
  ];
  for (const test of tests) {
    const fitting = options.filter(test);
    const [only] = fitting;
    if (!only) continue;
    const name = JSON.stringify(only.text || only.value);
    if (fitting.length > 1) {
      const values = fitting.map(({ value }) => JSON.stringify(value)).join(', ');
      return { error: 'action_failed', message: `${fitting.length} options are called ${name}; by value: ${values}` };
    }
    return only.disabled ? { error: 'element_disabled', message: `the option ${name} is disabled` } : only;
  }
  return null;
}

function unknownOption(options: readonly Choice[], wanted: string): Problem {
  const names = options.filter(({ disabled }) => !disabled).map(({ text, value }) => JSON.stringify(text || value));
  const rest = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : '';
  const list = names.length > 0 ? `there are ${names.slice(0, MAX_LISTED).join(', ')}${rest}` : 'it offers none';
  return { error: 'action_failed', message: `there is no option ${JSON.stringify(wanted)}; ${list}` };
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

function choicesOf(dropdown: Dropdown): Promise<Choices> {
  return tell<Choices>(dropdown, `choices(${dropdown.node.handle})`);
}

function tell<T>({ place: { world, documentId } }: Dropdown, call: string): Promise<T> {
  return askHere<T>(world, documentId, call);
}
