import { type Choice, showsChoice } from '../page/choice.js';
import type { RawNode } from '../page/raw.js';
import type { Capture, Process } from './capture.js';
import type { Acted, Reading } from './driver.js';
import type { Eyes } from './eyes.js';
import { askHere } from './world.js';

export interface Choices {
  kind: 'native' | 'list' | 'aria' | 'menu' | 'none';
  multiple: boolean;
  field?: { handle: number; text: string };
  shown: string;
  options: Choice[];
  standing: number[];
}

/** Everything about one dropdown while something is chosen from it. */
export interface Dropdown {
  eyes: Eyes;
  capture: Capture;
  node: RawNode;
  place: Process;
  /** Until when options may still appear. */
  end: number;
  /** Until when anything may be done at all. */
  limit: number;
  /** The lists that stood open before it was opened; null until then. */
  before: number[] | null;
  /** What it showed at first. */
  shown: string;
}

/** How to read once more what a dropdown shows, when the page has come to rest. */
const again = new WeakMap<Reading, () => Promise<Chosen | null>>();
type Chosen = NonNullable<Reading['choice']>['actual'];

/** Success, with what the dropdown shows now. */
export async function chosen(dropdown: Dropdown, values: readonly string[], picked: Choice[]): Promise<Acted> {
  const look = async (): Promise<Chosen | null> => {
    const now = await choicesOf(dropdown);
    return now.kind === 'none' ? null : chosenNow(now, picked, dropdown.shown);
  };
  const actual = (await look().catch(() => null)) ?? [];
  const read: Reading = { choice: { expected: [...values], actual } };
  again.set(read, look);
  return { ok: true, dispatched: true, read };
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
function chosenNow({ kind, shown, options }: Choices, picked: Choice[], before: string): Chosen {
  if (kind === 'native') return options.filter(({ selected }) => selected).map(({ value, text }) => ({ value, text }));
  const marked = new Set(options.filter(({ selected }) => selected).map(({ handle }) => handle));
  const all = picked.map(({ text }) => text).join(' ');
  const isShown = ({ text }: Choice): boolean => showsChoice(before, shown, text) || showsChoice(before, shown, all);
  const certain = picked.filter((option) => marked.has(option.handle) || isShown(option));
  return [{ value: shown, text: shown }, ...certain.map(({ value, text }) => ({ value, text }))];
}

export function choicesOf(dropdown: Dropdown): Promise<Choices> {
  return tell<Choices>(dropdown, `choices(${dropdown.node.handle}, ${JSON.stringify(dropdown.before)})`);
}

export function tell<T>({ place: { world, documentId } }: Dropdown, call: string): Promise<T> {
  return askHere<T>(world, documentId, call);
}
