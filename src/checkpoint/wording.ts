import type { RawNode } from '../page/raw.js';
import { commandInForm } from './address.js';
import type { Reason } from './gate.js';
import {
  irreversibleWord,
  isAboutCookies,
  isDismissal,
  isExplanation,
  isUpFront,
  type Strength,
  speaksOfDismissal,
} from './lexicon/lexicon.js';

interface Saying {
  where: string;
  text: string;
}

export function irreversible(word: string, where: string): Reason {
  return { id: 'irreversible_words', words: `"${word}" (${where}) may not be taken back` };
}

/** The first of these words in any of what is said. */
export function wordReason(said: readonly Saying[], strengths: readonly Strength[], onNotice = false): Reason | null {
  for (const { where, text } of said) {
    for (const strength of strengths) {
      const word = irreversibleWord(text, strength, onNotice);
      if (word !== null) return irreversible(word, where);
    }
  }
  return null;
}

/** Everything by which an element tells a person what it does. */
export function sayingsOf({ name, text, value, role, hint, details }: RawNode): Saying[] {
  // Words near it are of its neighbours.
  const shown = hint && !['row', 'near', 'header'].includes(hint.from) ? hint.text : '';
  const said: [string, string | undefined][] = [
    ['in its name', name],
    ['in its text', text],
    ['in its label', details?.label],
    ['in its label', details?.ariaLabel],
    ['in its value', role === 'button' ? value : ''],
    ['in its title', details?.title],
    ['in its picture', details?.alt],
    ['in its picture', shown],
    ['in what its script is told', details?.scripted],
  ];
  return said.flatMap(([where, words]) => (words ? [{ where, text: words }] : []));
}

/** Links lead to texts about everything: only what begins like a command, or is as short as one, is taken for it. */
export function linkWords(node: RawNode, isExplained: boolean): Reason | null {
  const said = sayingsOf(node).filter(({ text }) => {
    const isTitle = isExplained && text.trim().split(/\s+/).length > 2;
    return !isTitle && !isDismissal(text) && !isExplanation(text) && isUpFront(text);
  });
  return wordReason(said, ['strong']);
}

const BOXES: ReadonlySet<string> = new Set([
  ...['row', 'listitem', 'article', 'generic', 'cell', 'gridcell', 'treeitem', 'group', 'region', 'paragraph'],
]);
const LONGEST_LABEL = 8;

/** A row or a card that is opened by a click says a lot, and little of it is about the click. */
function isBox({ role, text }: RawNode): boolean {
  return BOXES.has(role) && text.split(/\s+/).length > LONGEST_LABEL;
}

/** What a button says, read as what it is: one that opens something, sends a form, or acts by itself. */
export function buttonWords(node: RawNode): Reason | null {
  if (isBox(node)) return linkWords(node, false);
  const said = sayingsOf(node);
  if (said.length > 0 && said.every(({ text }) => isDismissal(text))) return dismissalReason(node);
  const isNotice = isOnNotice(node);
  const own = wordReason(said, strengthsOf(node), isNotice);
  if (own) return own;
  const form = node.submits === undefined || isNotice ? undefined : node.details?.form;
  const command = form ? commandInForm(form) : null;
  return command === null ? null : irreversible(command, 'in what its form is sent to');
}

function strengthsOf(node: RawNode): Strength[] {
  const isOpener = opensSomething(node) || node.details?.resets === true || node.details?.form?.search === true;
  return ['strong', ...(isOpener ? [] : (['weak'] as const)), ...(sendsForm(node) ? (['sending'] as const) : [])];
}

/** Where a click only unfolds what is to be decided then. */
export function opensSomething({ expanded, haspopup }: RawNode): boolean {
  return expanded !== undefined || haspopup !== undefined;
}

/** A form that changes something is sent by it; one that names neither way nor place is sent by a script. */
export function sendsForm({ submits, details }: RawNode): boolean {
  if (submits === undefined || details?.form?.search) return false;
  return !/^(?:GET|DIALOG) /.test(submits) || details?.form?.scripted === true;
}

function isOnNotice({ name, details }: RawNode): boolean {
  const { modalTitle = '', sectionHeading = '', around = '' } = details ?? {};
  return [name, modalTitle, sectionHeading, around].some(isAboutCookies);
}

/** "Cancel" closes what is open, unless there is nothing open to close, or cancelling is what it is about. */
function dismissalReason(node: RawNode): Reason | null {
  const { details, submits, name } = node;
  const { modalTitle = '', sectionHeading = '', around = '', form, context } = details ?? {};
  const asked = irreversible(name, 'in its name');
  if (submits !== undefined && !/^(?:GET|DIALOG) /.test(submits)) return asked;
  if (details?.scripted !== undefined && details.scripted !== 'script') return asked;
  const command = submits !== undefined && form ? commandInForm(form) : null;
  if (command !== null) return irreversible(command, 'in what its form is sent to');
  const isOpen = context === 'MODAL' || (form?.fillable ?? 0) > 0;
  return isOpen && ![modalTitle, sectionHeading, around].some(speaksOfDismissal) ? null : asked;
}
