import { type Choice, type Choices, showsChoice } from '../page/choice.js';
import type { RawNode } from '../page/raw.js';
import type { Capture, Process } from './capture.js';
import type { Acted, Reading } from './driver.js';
import type { Eyes } from './eyes.js';
import { ask, askHere } from './world.js';

/** Everything about one dropdown while something is chosen from it. */
export interface Dropdown {
  eyes: Eyes;
  capture: Capture;
  node: RawNode;
  place: Process;
  /** The right to touch the page. */
  touch: () => void;
  /** Until when options may still appear. */
  end: number;
  /** Until when anything may be done at all. */
  limit: number;
  /** The lists that stood open before it was opened; null until then. */
  before: number[] | null;
  /** What it showed at first. */
  shown: [string, string];
}

/** How to read once more what a dropdown shows, when the page has come to rest. */
const again = new WeakMap<Reading, () => Promise<Chosen | null>>();
type Chosen = NonNullable<Reading['choice']>['actual'];

const PROOF_MS = 400;

/** Success, with what the dropdown shows now: some show the choice only when their list has faded away. */
export async function chosen(dropdown: Dropdown, values: readonly string[], picked: Choice[]): Promise<Acted> {
  const look = async (): Promise<Chosen | null> => {
    const now = await choicesOf(dropdown);
    return now.kind === 'none' ? null : chosenNow(dropdown, now, picked);
  };
  const end = Math.min(performance.now() + PROOF_MS, dropdown.end);
  let actual = await look().catch(() => null);
  while (actual && !isProven(actual, picked) && performance.now() < end) {
    await ask(dropdown.place.world, 'quiet(20, 100)').catch(() => {});
    actual = await look().catch(() => null);
  }
  const read: Reading = { choice: { expected: [...values], actual: actual ?? [] } };
  again.set(read, look);
  return { ok: true, dispatched: true, read };
}

function isProven(actual: Chosen, picked: Choice[]): boolean {
  return picked.every(({ text, value }) => actual.some((one) => one.text === text && one.value === value));
}

export async function readChoiceAgain(acted: Extract<Acted, { ok: true }>): Promise<Acted> {
  const { choice } = acted.read;
  // With the dropdown gone, the last that was seen of it stands.
  const actual = await again
    .get(acted.read)?.()
    .catch(() => null);
  return choice && actual ? { ...acted, read: { ...acted.read, choice: { ...choice, actual } } } : acted;
}

/** What a native select has selected. Of others: what they show, and which options are marked or shown as chosen. */
function chosenNow({ node, shown: before }: Dropdown, now: Choices, picked: Choice[]): Chosen {
  const { kind, shown, options, multiple } = now;
  if (kind === 'native') return options.filter(({ selected }) => selected).map(({ value, text }) => ({ value, text }));
  // In a list that was opened to choose one, the mark often follows the mouse and proves nothing.
  const isMarking = multiple || /^(?:listbox|tree|grid)$/.test(node.role);
  const marked = new Set(options.filter(({ selected }) => isMarking && selected).map(({ handle }) => handle));
  const all = picked.map(({ text }) => text).join(' ');
  const shows = (text: string): boolean => shown.some((words, way) => showsChoice(before[way] ?? '', words, text));
  const isShown = ({ text }: Choice): boolean => shows(text) || shows(all);
  const certain = picked.filter((option) => marked.has(option.handle) || isShown(option));
  return [{ value: shown[0], text: shown[0] }, ...certain.map(({ value, text }) => ({ value, text }))];
}

export function choicesOf(dropdown: Dropdown): Promise<Choices> {
  return tell<Choices>(dropdown, `choices(${dropdown.node.handle}, ${JSON.stringify(dropdown.before)})`);
}

export function tell<T>({ place: { world, documentId } }: Dropdown, call: string): Promise<T> {
  return askHere<T>(world, documentId, call);
}
