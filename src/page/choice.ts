/** One thing that a dropdown offers. */
export interface Choice {
  /** Of the element to click; native options are set through their select instead. */
  handle: number;
  value: string;
  text: string;
  selected: boolean;
  disabled: boolean;
}

/** What a dropdown offers now: nothing while it is closed. */
export interface Choices {
  /** `list`: a field whose suggestions the browser itself draws. `menu`: it offers things to do, not to choose. */
  kind: 'native' | 'list' | 'aria' | 'menu' | 'none';
  multiple: boolean;
  /** The field to type into for an option, if there is one, and what is in it. */
  field?: { handle: number; text: string };
  /** What it shows as chosen: as one would say it, and word by word, because things side by side have no blank between. */
  shown: [string, string];
  options: Choice[];
  /** Lists that stand open on the page: whatever is in them does not belong to a dropdown that is yet to be opened. */
  standing: number[];
}

export interface ChoiceProblem {
  error: 'action_failed' | 'element_disabled';
  message: string;
}

const MAX_LISTED = 15;

/** By value, then by the words as they are shown, then without regard to case and blanks. Never by a part of them. */
const TESTS: readonly ((option: Choice, wanted: string) => boolean)[] = [
  ({ value }, wanted) => value !== '' && value === wanted,
  ({ text }, wanted) => text === wanted,
  ({ text }, wanted) => text !== '' && plain(text) === plain(wanted),
  ({ value }, wanted) => value === wanted,
];

/** The one option that is meant; why none can be taken; or null when there is none of that name. */
export function pickOption(options: readonly Choice[], wanted: string): Choice | ChoiceProblem | null {
  for (const test of TESTS) {
    const fitting = options.filter((option) => test(option, wanted));
    const [first] = fitting;
    if (!first) continue;
    const name = JSON.stringify(first.text || first.value);
    const distinct = new Set(fitting.map(({ value, text }) => JSON.stringify([value, text])));
    if (distinct.size > 1 || (fitting.length > 1 && first.value === '')) return ambiguous(fitting, name);
    // The same one twice, as in a list that repeats the usual ones at its top.
    const free = fitting.find(({ disabled }) => !disabled);
    return free ?? { error: 'element_disabled', message: `the option ${name} is disabled` };
  }
  return null;
}

function ambiguous(fitting: readonly Choice[], name: string): ChoiceProblem {
  const values = new Set(fitting.map(({ value }) => value));
  const isTold = values.size === fitting.length;
  const how = isTold ? `; by value: ${[...values].map((value) => JSON.stringify(value)).join(', ')}` : '';
  return { error: 'action_failed', message: `${fitting.length} options are called ${name}${how}` };
}

export function unknownOption(options: readonly Choice[], wanted: string): ChoiceProblem {
  const free = options.filter(({ disabled }) => !disabled);
  const names = [...new Set(free.map(({ text, value }) => JSON.stringify(text || value)))];
  const rest = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : '';
  const list = names.length > 0 ? `there are ${names.slice(0, MAX_LISTED).join(', ')}${rest}` : 'it offers none';
  return { error: 'action_failed', message: `there is no option ${JSON.stringify(wanted)}; ${list}` };
}

/** Whether what a dropdown shows says that this option was chosen: these words alone, or these words added to others. */
export function showsChoice(before: string, shown: string, text: string): boolean {
  if (text === '') return false;
  if (plain(shown) === plain(text)) return true;
  const [was, is] = [wordsOf(before), wordsOf(shown)];
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start += 1;
  let end = 0;
  const shorter = Math.min(was.length, is.length) - start;
  while (end < shorter && was[was.length - 1 - end] === is[is.length - 1 - end]) end += 1;
  return is.slice(start, is.length - end).join(' ') === wordsOf(text).join(' ');
}

/** Commas and crosses between the things chosen are no part of them. */
function wordsOf(text: string): string[] {
  return plain(text)
    .split(/[\s,;×✕✖•|]+/)
    .filter((word) => word !== '');
}

export function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}
