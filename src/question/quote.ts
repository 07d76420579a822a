import { cellsOf, type Unit, unitsOf } from './cells.js';

/** How words of strangers are put into a line of ours. */
export interface Quoter {
  /** In quotes that they cannot close, on one line, cut in the middle: the end of a name counts as much as its start. */
  quote(text: string, limit?: number): string;
  /** Without quotes, for what is ours but may hold a word of a page. */
  plain(text: string, limit?: number): string;
}

const LIMIT = 120;

export function quoterFor(isUtf8: boolean): Quoter {
  const plain = (text: string, limit = LIMIT): string => cutInside(harmless(text, isUtf8), limit);
  return { plain, quote: (text, limit) => `"${plain(text.replace(/"/g, "'"), limit)}"` };
}

/**
 * What moves a cursor, turns the direction of a line, takes no room or is of no known letter: shown as its code. Lines
 * and blocks are what frames and pictures of ours are made of.
 */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2500-\u259f\u2800]/u;
/** A tower of accents reaches into the lines around it. */
const MAX_ACCENTS = 2;

function harmless(text: string, isUtf8: boolean): Unit[] {
  const units: Unit[] = [];
  let accents = MAX_ACCENTS;
  for (const char of text.replace(/\r\n|\r|\n/g, '\u23ce')) {
    const isAccent = /\p{M}/u.test(char);
    accents = isAccent ? accents + 1 : 0;
    const last = units.at(-1);
    if (isAccent && accents <= MAX_ACCENTS && last && isUtf8) last.text += char;
    else if (isAccent || UNSAFE.test(char) || (!isUtf8 && !/[ -~]/.test(char))) units.push(code(char));
    else units.push(...unitsOf(/\p{Zs}/u.test(char) ? ' ' : char));
  }
  return units;
}

function code(char: string): Unit {
  const text = char === '\u23ce' ? '\\n' : `\\u{${char.codePointAt(0)?.toString(16)}}`;
  return { text, cells: text.length };
}

function cutInside(units: Unit[], limit: number): string {
  if (cellsOf(units) <= limit) return textOf(units);
  const mark = (gone: number): string => `...(+${gone})...`;
  const room = limit - mark(units.length).length;
  const head = upTo(units, Math.ceil((room * 2) / 3));
  const tail = upTo([...units].reverse(), room - cellsOf(head)).reverse();
  return `${textOf(head)}${mark(units.length - head.length - tail.length)}${textOf(tail)}`;
}

function upTo(units: readonly Unit[], room: number): Unit[] {
  let used = 0;
  const end = units.findIndex(({ cells }) => {
    used += cells;
    return used > room;
  });
  return units.slice(0, end < 0 ? units.length : end);
}

function textOf(units: readonly Unit[]): string {
  return units.map(({ text }) => text).join('');
}
