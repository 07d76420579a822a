import { placesOf, wordsOf } from './words.js';

/** What the words of a query say about what is needed to answer it. Always whole words: "list" is not in "listen". */
export interface Cues {
  /** It asks for something to be read off the page. */
  extracts: string | null;
  /** It speaks of what only a picture shows. */
  visual: string | null;
  /** It says where something is: on the page, or beside something else. */
  placed: string | null;
  besides: string | null;
}

const EXTRACT = ['price', 'total', 'cost', 'amount', 'count', 'list', 'analyze', 'analyse', 'compare'];
const EXTRACT_PHRASES = ['how much', 'how many', 'show me', 'tell me', 'find out', 'figure out'];
const EXTRACT_STARTS = new Set(['which', 'who', 'where', 'when']);

const VISUAL = [
  ...['icon', 'image', 'logo', 'picture', 'photo', 'avatar', 'thumbnail', 'banner', 'shape', 'symbol', 'emoji'],
  ...['color', 'colour', 'colored', 'coloured', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'violet', 'pink'],
  ...['brown', 'black', 'white', 'grey', 'gray', 'cyan', 'magenta', 'turquoise', 'teal', 'golden', 'silver', 'beige'],
  ...['gear', 'cog', 'cogwheel', 'hamburger', 'kebab', 'magnifier', 'chevron'],
];
const VISUAL_PHRASES = ['magnifying glass', 'three dots', 'trash can'];
/** Groups that are drawn and not told: with a number before them no box of a control says which is meant. */
const LAYOUT = ['card', 'tile', 'panel', 'column', 'widget', 'block'];

const ORDINAL = /^(?:first|second|third|last|nth|\d+(?:st|nd|rd|th))$/;
const PLACES = ['top', 'bottom', 'left', 'right', 'corner', 'center', 'centre', 'middle'];
const BESIDE = ['above', 'below', 'beside', 'near', 'between', 'under', 'over'];

/** `words` may hold "" for what is no word of the user's own: labels of the page and quoted text. */
export function cuesIn(words: readonly string[]): Cues {
  const phrase = (list: readonly string[]): string | null =>
    list.find((one) => placesOf(wordsOf(one), words).length > 0) ?? null;
  const word = (list: readonly string[]): string | null => words.find((one) => isOneOf(list, one)) ?? null;
  const start = words[0] ?? '';
  const counted = words.find((one, at) => isOneOf(LAYOUT, one) && ORDINAL.test(words[at - 1] ?? ''));
  return {
    extracts: (EXTRACT_STARTS.has(start) ? start : null) ?? phrase(EXTRACT_PHRASES) ?? word(EXTRACT),
    visual: word(VISUAL) ?? phrase(VISUAL_PHRASES) ?? counted ?? null,
    placed: word(PLACES) ?? words.find((one) => ORDINAL.test(one)) ?? null,
    besides: phrase(['next to']) ?? word(BESIDE),
  };
}

/** In the singular or the plural. */
function isOneOf(list: readonly string[], word: string): boolean {
  return list.includes(word) || (word.endsWith('s') && list.includes(word.slice(0, -1)));
}
