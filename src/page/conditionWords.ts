import type { Condition } from '../contracts/generated.js';

/** A condition as a sentence: `a heading contains "cancelled"`. */
export function wordsFor(condition: Condition): string {
  try {
    return sentence(condition, true, '') || JSON.stringify(condition);
  } catch {
    // Whoever holds it against a page is told what is wrong with it; here it only has to be shown.
    return JSON.stringify(condition);
  }
}

function sentence(condition: Condition, isSo: boolean, around: string): string {
  const contains = (what: string, part: string): string =>
    `${what} ${isSo ? 'contains' : 'does not contain'} ${JSON.stringify(part)}`;
  const one = (what: string): string => (isSo ? withArticle(what) : `no ${what}`);
  if ('title_contains' in condition) return contains('the title', condition.title_contains);
  if ('url_contains' in condition) return contains('the URL', condition.url_contains);
  if ('heading_contains' in condition)
    return `${one('heading')} contains ${JSON.stringify(condition.heading_contains)}`;
  if ('text_contains' in condition)
    return `the page ${isSo ? 'says' : 'does not say'} ${JSON.stringify(condition.text_contains)}`;
  if ('element' in condition) {
    const { roles, name_contains } = condition.element;
    return `there is ${one(roles?.join(' or ') ?? 'element')} whose name contains ${JSON.stringify(name_contains)}`;
  }
  if ('not' in condition) return sentence(condition.not, !isSo, around);
  // "Not any of these" is "none of these", so every part is turned round and "or" becomes "and".
  const parts = 'any' in condition ? condition.any : condition.all;
  const joint = 'any' in condition === isSo ? ' or ' : ' and ';
  const said = parts.map((part) => sentence(part, isSo, joint)).join(joint);
  return around === '' || around === joint || parts.length === 1 ? said : `(${said})`;
}

function withArticle(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}
