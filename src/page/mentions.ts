import { type SemanticNode, shortRole } from './semantic.js';
import { placesOf, queryWords, wordsOf } from './words.js';

/** A name that stands in the query, and the controls that have it. */
export interface Mention {
  name: string;
  controls: SemanticNode[];
}

export interface Reading {
  mentions: Mention[];
  /** The words that are the user's own; "" stands for labels of the page and for quoted text. */
  words: string[];
}

const PASSIVE: ReadonlySet<string> = new Set([
  'page',
  ...['heading', 'row', 'cell', 'columnheader', 'listitem', 'region', 'dialog', 'alert', 'alertdialog'].map(shortRole),
]);

const ROLE_WORDS: ReadonlyMap<string, string> = new Map([
  ['button', 'btn'],
  ['link', 'link'],
  ['checkbox', 'chk'],
  ['field', 'inp'],
  ['input', 'inp'],
  ['textbox', 'inp'],
  ['dropdown', 'sel'],
  ['radio', 'radio'],
  ['tab', 'tab'],
  ['switch', 'switch'],
  ['slider', 'slider'],
]);

const QUESTIONS = new Set([
  ...['what', 'which', 'who', 'whose', 'where', 'when', 'why', 'how', 'is', 'are', 'was', 'were', 'do', 'does', 'did'],
]);

export function isControl({ r }: SemanticNode): boolean {
  return !PASSIVE.has(r);
}

/**
 * Which controls a query names. "Open My List" names a link and asks for no list, so the words of a label are not
 * the user's own; in a question they are, because "what is the price" is not about the field called "Price".
 */
export function readQuery(query: string, tree: readonly SemanticNode[]): Reading {
  const told = queryWords(query);
  const all = told.map(({ word }) => word);
  const named = mentioned(all, tree);
  const isQuestion = QUESTIONS.has(all[0] ?? '');
  const isOwn = (at: number): boolean => !told[at]?.isQuoted && (isQuestion || !named.taken.has(at));
  const rest = new Set(all.filter((_, at) => !named.taken.has(at)));
  return {
    mentions: named.mentions.map((mention) => ofNamedRole(mention, rest)),
    words: all.map((word, at) => (isOwn(at) ? word : '')),
  };
}

/** Longer names first: "Delete account" does not name the button "Delete". */
function mentioned(words: readonly string[], tree: readonly SemanticNode[]) {
  const byName = new Map<string, { phrase: string[]; controls: SemanticNode[] }>();
  for (const node of tree.filter(isControl)) {
    const phrase = wordsOf(node.n);
    const known = byName.get(phrase.join(' '));
    byName.set(phrase.join(' '), { phrase, controls: [...(known?.controls ?? []), node] });
  }
  const longestFirst = [...byName.values()].sort((a, b) => b.phrase.length - a.phrase.length);
  const taken = new Set<number>();
  const mentions = longestFirst.flatMap(({ phrase, controls }): Mention[] => {
    const free = placesOf(phrase, words).filter((at) => phrase.every((_, offset) => !taken.has(at + offset)));
    for (const at of free) for (const offset of phrase.keys()) taken.add(at + offset);
    return free.length > 0 ? [{ name: controls[0]?.n ?? '', controls: controls.filter(({ occ }) => !occ) }] : [];
  });
  return { mentions, taken };
}

/** "The Cancel button" leaves out a link of that name, if there is such a button. */
function ofNamedRole(mention: Mention, words: ReadonlySet<string>): Mention {
  const roles = new Set([...words].map((word) => ROLE_WORDS.get(word)));
  const those = mention.controls.filter(({ r }) => roles.has(r));
  return those.length > 0 ? { ...mention, controls: those } : mention;
}
