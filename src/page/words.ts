/** The words of a text, for comparing: one case, one form of each letter, nothing that cannot be seen. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]|\p{Cf}/gu, '');
  return plain.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

export interface Word {
  word: string;
  /** Somebody's very words: a label or a value, never a way to speak about the page. */
  isQuoted: boolean;
}

const QUOTED = /["“”„«»]([^"“”„«»]*)["“”„«»]/g;

/** The words of what a user asked, with those in double quotes marked. */
export function queryWords(query: string): Word[] {
  const words: Word[] = [];
  const add = (text: string, isQuoted: boolean): void => {
    for (const word of wordsOf(text)) words.push({ word, isQuoted });
  };
  let end = 0;
  for (const match of query.matchAll(QUOTED)) {
    add(query.slice(end, match.index), false);
    add(match[1] ?? '', true);
    end = match.index + match[0].length;
  }
  add(query.slice(end), false);
  return words;
}

/** Where a phrase stands in a text, in words: never inside a word, so "count" is not in "account". */
export function placesOf(phrase: readonly string[], words: readonly string[]): number[] {
  if (phrase.length === 0) return [];
  return words.flatMap((_, at) => (phrase.every((word, offset) => words[at + offset] === word) ? [at] : []));
}
