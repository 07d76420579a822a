import type { RawNode } from '../page/raw.js';
import type { Reason } from './gate.js';
import { irreversibleWord, isAboutCookies, isDismissal, isProceeding, isWayOut } from './lexicon/lexicon.js';
import { irreversible, opensSomething } from './wording.js';

/** A button that says "Yes" means what stands above it. */
export function headingReason(node: RawNode): Reason | null {
  const { modalTitle = '', sectionHeading = '', around = '', form } = node.details ?? {};
  const label = node.name || node.text;
  const saysNothing = isNameless(node) || isProceeding(label);
  if (opensSomething(node) || form?.search || [modalTitle, around].some(isAboutCookies)) return null;
  const title = irreversibleWord(modalTitle, 'strong');
  if (title !== null && (saysNothing || !(isWayOut(label) || isDismissal(label)))) {
    return irreversible(title, 'in the title of its dialog');
  }
  if (!saysNothing) return null;
  const heading = commandIn(modalTitle) ?? irreversibleWord(sectionHeading, 'strong') ?? commandIn(sectionHeading);
  if (heading !== null) return irreversible(heading, 'in the heading above it');
  const question =
    /[?？]/.test(around) || node.details?.context === 'MODAL' ? irreversibleWord(around, 'strong') : null;
  return question === null ? null : irreversible(question, 'in the words around it');
}

/** A heading that begins like a command is one. */
function commandIn(heading: string): string | null {
  const start = heading.trim().split(/\s+/).slice(0, 2).join(' ');
  return irreversibleWord(heading, 'weak') === null ? null : irreversibleWord(start, 'weak');
}

/** Without a word of its own. Icon fonts draw letters that say nothing. */
export function isNameless({ name, text }: RawNode): boolean {
  return !/[\p{L}\p{N}]/u.test(`${name}${text}`);
}
