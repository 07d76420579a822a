import type { ChalkInstance } from 'chalk';
import { wrapCells } from '../../question/cells.js';
import type { Fact } from '../../question/fact.js';
import type { Screen } from './screen.js';

const LABEL = 10;
/** Narrower than this, a label has a line of its own. */
const NARROW = 48;

/** What stands in front of every line of ours. No line of a page ever begins anywhere, and none holds these signs. */
export function edgeOf({ isUtf8 }: Pick<Screen, 'isUtf8'>): string {
  return isUtf8 ? '┃' : '|';
}

/** Facts as lines of the terminal, none wider than it: whatever it would wrap by itself could pose as a line. */
export function frameLines(facts: readonly Fact[], screen: Screen, paint: ChalkInstance): string[] {
  const edge = paint.yellow(edgeOf(screen));
  return facts.flatMap((fact) => linesOf(fact, screen).map((line) => `${edge}${paintLine(line, fact, paint)}`));
}

interface Line {
  label: string;
  text: string;
}

function linesOf({ label, text, tone }: Fact, { columns, isUtf8 }: Screen): Line[] {
  // One cell stays free: in the last one some terminals wrap at once.
  const room = Math.max(8, columns - 3);
  const more = isUtf8 ? '┊ ' : ': ';
  if (tone === 'title' || tone === 'warning') {
    const mark = tone === 'title' ? '' : '! ';
    const [first = '', ...rest] = wrapCells(text, room - 2);
    return [{ label: ' ', text: `${mark}${first}` }, ...rest.map((part) => ({ label: ' ', text: `${more}${part}` }))];
  }
  if (columns < NARROW) {
    const parts = wrapCells(text, room - 2);
    return [
      ...(label ? [{ label: ` ${label}`, text: '' }] : []),
      ...parts.map((part) => ({ label: ' ', text: `${more}${part}` })),
    ];
  }
  const [first = '', ...rest] = wrapCells(text, room - LABEL);
  const indent = ' '.repeat(LABEL - 1);
  return [
    { label: ` ${label.padEnd(LABEL)}`, text: first },
    ...rest.map((part) => ({ label: indent, text: `${more}${part}` })),
  ];
}

function paintLine({ label, text }: Line, { tone }: Fact, paint: ChalkInstance): string {
  if (tone === 'title') return `${label}${paint.bold(text)}`;
  if (tone === 'warning') return `${label}${paint.red.bold(text)}`;
  return `${paint.dim(label)}${tone === 'aside' ? paint.dim(text) : text}`;
}
