/** Letters that look like Latin ones, and what a reader takes them for. */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    // Cyrillic
    'аa вb еe ёe кk мm нh оo рp сc тt уy хx іi їi јj ѕs ԁd ԛq ԝw һh ӏl ѵv гr пn ьb зз',
    // Greek
    'αa βb εe ηn ιi κk νv οo ρp τt υu χx ωw γy σo ςc',
    // Letters of other alphabets, small capitals and signs
    'ɑa ɡg ɩi ɪi ʀr ʏy ɴn ʟl ꜱs ᴀa ᴄc ᴅd ᴇe ᴊj ᴋk ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz ʙb ɢg ʜh ƒf ⅼl ⅽc ⅾd ⅿm øo đd łl ħh ŧt',
    'օo սu հh ցg զq ոn ѡw ꮯc ꮪs ꓓd ꓰe ꓡl ꓔt ꓮa ꓚc ꓠn',
    // One class: nobody tells them apart in every typeface
    'li 1i |i ıi !i 0o $s @a',
  ]
    .join(' ')
    .split(' ')
    .map((pair) => [...pair])
    .map(([from = '', to = '']) => [from, to]),
);

const INVISIBLE = /\p{Cf}|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5]|[\ufe00-\ufe0f]/gu;
/** How invisible characters of a page arrive here. */
const TOLD_CODES = /\\u\{[0-9a-f]{1,6}\}/gi;
const ACCENTS = /[\u0300-\u036f]/g;
/** Signs that stand for letters do so inside words only: a price is no word, and an exclamation mark ends one. */
const SIGNS = /(?<=\p{L})[10|!$@](?=\p{L})/gu;

/**
 * What a text looks like to whoever reads it fast: without case, accents, invisible characters, and with every letter
 * that resembles another one as that other. Words are separated by single blanks. The table goes through the same, so it
 * does not matter that a skeleton is no word of any language.
 */
export function skeletonOf(text: string): string {
  const bare = PLAIN.test(text) ? text.toLowerCase() : bareLetters(text);
  const letters = [...bare].map(asSeen).join('');
  const words = letters.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  return words.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** Nothing in it but letters that need no folding: most labels, and most of the table. */
const PLAIN = /^[a-z ]*$/i;

function bareLetters(text: string): string {
  const plain = text
    .replace(TOLD_CODES, '')
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase();
  // Case folding brings new accents along: İ.
  const bare = plain.replace(ACCENTS, '').replace(/ß/g, 'ss').replace(/æ/g, 'ae').replace(/œ/g, 'oe');
  return bare.replace(SIGNS, lookAlike);
}

const seen = new Map<string, string>();

/** A letter as that which it looks like. Kept, because asking whether it is one takes long. */
function asSeen(letter: string): string {
  const known = seen.get(letter);
  if (known !== undefined) return known;
  const looks = /\p{L}/u.test(letter) ? lookAlike(letter) : letter;
  if (seen.size < MAX_SEEN) seen.set(letter, looks);
  return looks;
}

const MAX_SEEN = 10_000;

function lookAlike(letter: string): string {
  const other = LOOK_ALIKES[letter] ?? letter;
  return LOOK_ALIKES[other] ?? other;
}

/** The words of an identifier or a path: `cancelPlan`, `close_account`. */
export function identifierWords(text: string): string {
  return skeletonOf(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
}

const GAPS = /(?<!\S)(?:[^\s\p{N}] ){2,}[^\s\p{N}](?!\S)/gu;

/** Letters with gaps between them, read as the word that they make: "D e l e t e". */
export function closedUp(skeleton: string): string {
  return skeleton.replace(GAPS, (run) => run.replaceAll(' ', ''));
}

/** The same, alone: where one word ends and the next begins cannot be seen in them. */
export function gappedRuns(skeleton: string): string[] {
  return (skeleton.match(GAPS) ?? []).map((run) => run.replaceAll(' ', ''));
}
