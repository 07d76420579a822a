import { EAST_ASIAN } from './eastAsian.js';
import { ENGLISH } from './english.js';
import { GERMANIC } from './germanic.js';
import type { Language } from './language.js';
import { OTHERS } from './others.js';
import { ROMANCE } from './romance.js';
import { closedUp, gappedRuns, skeletonOf } from './skeleton.js';
import { SLAVIC } from './slavic.js';

export const LANGUAGES: readonly Language[] = [ENGLISH, ...GERMANIC, ...ROMANCE, ...SLAVIC, ...EAST_ASIAN, ...OTHERS];

type Kind = Exclude<keyof Language, 'code'>;

interface Term {
  /** As a person would write it. */
  label: string;
  code: string;
  /** A text without this cannot have the term in it; null when only the pattern tells. */
  part: string | null;
  /** That part is all there is to it. */
  isPlain: boolean;
  /** Made when it is first needed: most of some thousand never are. */
  pattern(): RegExp;
  /** Found inside of words, since its script has no blanks or grows endings. */
  isSolid: boolean;
}

/** A text as the table is held against it: with single blanks around every word, and without any. */
interface Reading {
  spaced: string;
  solid: string;
  /** Letters with gaps between them, closed up. */
  runs: string[];
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const tables = new Map<Kind, readonly Term[]>();

function termsOf(kind: Kind): readonly Term[] {
  const known = tables.get(kind);
  if (known) return known;
  const terms = LANGUAGES.flatMap(({ code, [kind]: words }) =>
    (words ?? '').split('|').flatMap((word) => termOf(word, code)),
  );
  tables.set(kind, terms);
  return terms;
}

function termOf(written: string, code: string): Term[] {
  const word = written.replace(/^[\^=]/, '');
  if (word.trim() === '') return [];
  const isSolid = UNSPACED.test(word);
  const label = word.replaceAll(' ~ ', ' ... ').replaceAll('*', '');
  if (isSolid) {
    const part = solidOf(skeletonOf(word));
    return [{ label, code, isSolid, part, isPlain: true, pattern: once(() => new RegExp(part, 'gu')) }];
  }
  const body = word.split(/\s+/).map(partOf).join(' ').replaceAll(' ~ ', ' (?:\\S+ ){0,3}?');
  const begin = written.startsWith('^') ? `^ (?:(?:${fillerWords()}) )*` : written.startsWith('=') ? '^ ' : '(?<= )';
  const end = written.startsWith('=') ? '(?= $)' : '(?= )';
  const pattern = once(() => new RegExp(`${begin}${body}${end}`, 'gu'));
  // Whatever comes after the last stem ends with a blank in any case.
  const part = body.endsWith('\\S*') ? ` ${body.slice(0, -3)}` : ` ${body} `;
  const isWords = !part.includes('\\S');
  return [{ label, code, isSolid, part: isWords ? part : null, isPlain: isWords && begin === '(?<= )', pattern }];
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Whether it is in there, as far as that can be told without its pattern. */
function mayBeIn({ part, isSolid }: Term, { spaced, solid }: Reading): boolean {
  return part === null || (isSolid ? solid : spaced).includes(part);
}

function isIn(term: Term, reading: Reading): boolean {
  if (!mayBeIn(term, reading)) return false;
  return term.isPlain || (term.isSolid ? reading.solid : reading.spaced).search(term.pattern()) >= 0;
}

function partOf(word: string): string {
  if (word === '~') return word;
  return word.endsWith('*') ? `${skeletonOf(word.slice(0, -1))}\\S*` : skeletonOf(word);
}

/** What may stand before a verb at the beginning of a label: "Yes, send". */
const FILLERS = 'yes|ok|please|now|just|and|then|i|want|to|go|ja|oui|sí|sim|tak';
let fillers: string | undefined;

function fillerWords(): string {
  fillers ??= FILLERS.split('|').map(skeletonOf).join('|');
  return fillers;
}

const solidOf = (skeleton: string): string => skeleton.replaceAll(' ', '');

function readingOf(text: string): Reading {
  const raw = skeletonOf(text.slice(0, 2_000));
  const skeleton = closedUp(raw);
  return { spaced: ` ${skeleton} `, solid: solidOf(skeleton), runs: gappedRuns(raw) };
}

function without(reading: Reading, kind: Kind): Reading {
  const left = { ...reading };
  for (const term of termsOf(kind)) {
    if (!mayBeIn(term, left)) continue;
    if (term.isSolid) left.solid = left.solid.replace(term.pattern(), '¦');
    else left.spaced = left.spaced.replace(term.pattern(), '¦');
  }
  return left;
}

function firstIn(reading: Reading, terms: readonly Term[]): Term | undefined {
  // Characters that both write mean less in Japanese than in Chinese.
  const isJapanese = KANA.test(reading.solid);
  return terms.find((term) => !(term.isSolid && isJapanese && term.code === 'zh') && isIn(term, reading));
}

export type Strength = 'strong' | 'weak' | 'sending';

/**
 * The first word in a text that announces something that cannot be taken back, as the table writes it. On a notice about
 * cookies the words by which those are answered do not count.
 */
export function irreversibleWord(text: string, strength: Strength, onNotice = false): string | null {
  if (text.trim() === '') return null;
  const plain = readingOf(text);
  const noticed = onNotice ? without(plain, 'consent') : plain;
  const reading = without(noticed, 'harmless');
  const found = firstIn(reading, termsOf(strength));
  return found?.label ?? (strength === 'strong' ? tornWord(reading) : null);
}

/** Where a text begins with such a word, or is that short that it can hardly be about something else. */
export function isUpFront(text: string): boolean {
  const reading = without(readingOf(text), 'harmless');
  const words = reading.spaced.trim().split(' ');
  if (words.length <= 5 && reading.solid.length <= 40) return true;
  const start = words.slice(0, 2).join(' ');
  return irreversibleWord(start, 'strong') !== null;
}

let singles: ReadonlyMap<string, string> | undefined;

/** Words of the table that are long enough not to come about by chance, by what they look like. */
function longSingles(): ReadonlyMap<string, string> {
  singles ??= new Map(
    LANGUAGES.flatMap(({ strong, weak }) => `${strong}|${weak}`.split('|'))
      .filter((word) => !/[\s*=^]/.test(word) && !UNSPACED.test(word))
      .map((word) => [skeletonOf(word), word] as const)
      .filter(([skeleton]) => skeleton.length >= 5),
  );
  return singles;
}

/** A word in pieces, as "Can" and "cel" side by side, or several in a row of letters with gaps. */
function tornWord({ spaced, runs }: Reading): string | null {
  const words = longSingles();
  const pieces = spaced.trim().split(' ').slice(0, 12);
  const pairs = pieces.map((piece, at) => `${piece}${pieces[at + 1] ?? ''}`).slice(0, -1);
  const triples = pieces.map((_, at) => pieces.slice(at, at + 3).join('')).slice(0, -2);
  const torn = [...words.keys()].find((word) => runs.some((letters) => letters.includes(word)));
  const found = torn ?? [...pairs, ...triples].find((joined) => words.has(joined));
  return (found !== undefined && words.get(found)) || null;
}

export function isDismissal(text: string): boolean {
  return isWhole(text, 'dismiss');
}

/** The stems of what is cancelled: a question about cancelling makes "Cancel" mean two things. */
export function speaksOfDismissal(text: string): boolean {
  const { spaced, solid } = readingOf(text);
  return termsOf('dismiss').some(({ label, isSolid }) => {
    const stem = skeletonOf(label).split(' ')[0] ?? '';
    if (stem.length < 2) return false;
    return isSolid
      ? solid.includes(solidOf(skeletonOf(label)))
      : stem.length > 3 && spaced.includes(` ${stem.slice(0, 6)}`);
  });
}

/** Nothing but words that say nothing by themselves: "Yes", "I understand, go ahead". */
export function isProceeding(text: string): boolean {
  if (isWhole(text, 'proceed')) return true;
  const { spaced, solid } = without(readingOf(text), 'proceed');
  return spaced.includes('¦') ? new RegExp(`^ (?:¦ |(?:${fillerWords()}) )*$`).test(spaced) : /^¦+$/.test(solid);
}

export function isWayOut(text: string): boolean {
  return begins(text, 'escape');
}

export function isAboutCookies(text: string): boolean {
  return firstIn(readingOf(text), termsOf('cookies')) !== undefined;
}

/** A question or the name of a text about something, as links to explanations have it. */
export function isExplanation(text: string): boolean {
  if (/[?？]\s*$/.test(text)) return true;
  const reading = readingOf(text);
  const { spaced } = reading;
  return termsOf('inform').some((term) => {
    if (term.isSolid || !mayBeIn(term, reading)) return isIn(term, reading);
    const at = [...spaced.matchAll(term.pattern())];
    return at.some(({ index, 0: word }) => index === 1 || index + word.length === spaced.length - 1);
  });
}

function isWhole(text: string, kind: Kind): boolean {
  const reading = readingOf(text);
  const { spaced, solid } = reading;
  return termsOf(kind).some((term) => {
    if (!mayBeIn(term, reading)) return false;
    const whole = term.isSolid ? solid : spaced.trim();
    const [match] = (term.isSolid ? solid : spaced).match(term.pattern()) ?? [];
    return match !== undefined && match.trim() === whole;
  });
}

function begins(text: string, kind: Kind): boolean {
  const reading = readingOf(text);
  return termsOf(kind).some((term) => {
    if (!mayBeIn(term, reading)) return false;
    const at = (term.isSolid ? reading.solid : reading.spaced).search(term.pattern());
    return at === (term.isSolid ? 0 : 1);
  });
}

const COVERED =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether it is written in letters that the table knows too few words of, or none. */
export function isInUnknownScript(text: string): boolean {
  return [...text.normalize('NFKC')].some((letter) => /\p{L}/u.test(letter) && !COVERED.test(letter));
}
