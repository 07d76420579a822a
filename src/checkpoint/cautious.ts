import type { RawNode } from '../page/raw.js';
import type { PlannedAct } from './gate.js';

/** Words on a control that announce something that cannot be taken back, or that binds, pays or publishes. */
const IRREVERSIBLE = [
  ...[
    'cancel',
    'cancellation',
    'delete',
    'remove',
    'erase',
    'terminate',
    'deactivate',
    'close account',
    'end membership',
  ],
  ...[
    'unsubscribe',
    'confirm',
    'finish',
    'pay',
    'buy',
    'purchase',
    'order',
    'checkout',
    'subscribe',
    'upgrade',
    'downgrade',
  ],
  ...['send', 'post', 'publish', 'submit', 'transfer', 'withdraw', 'donate', 'book', 'reserve', 'agree', 'accept'],
  ...['authorize', 'authorise', 'allow', 'grant', 'revoke', 'reset', 'discard', 'sign out'],
];
const WORDS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${IRREVERSIBLE.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
const SECRET_TYPES: ReadonlySet<string> = new Set(['password']);

/**
 * Why a human has to be asked before this, for sites that nobody has described: by the words that are really on the
 * element, never by what a model says about it. Looking and scrolling need nobody.
 */
export function reasonToAskAnywhere({ action, node }: PlannedAct): string | null {
  if (!node || action.kind === 'scroll' || action.kind === 'reveal') return null;
  if (action.kind === 'fill' || action.kind === 'select') {
    if (node.secret || SECRET_TYPES.has(node.inputType ?? '')) return 'a secret would be entered';
    return action.kind === 'fill' && action.submit ? reasonOf(node) : null;
  }
  if (isPlainToggle(node)) return null;
  return reasonOf(node);
}

function isPlainToggle({ role }: RawNode): boolean {
  return role === 'checkbox' || role === 'radio' || role === 'tab' || role === 'option';
}

function reasonOf(node: RawNode): string | null {
  const { name, text, hint, value, details } = node;
  const said = [name, text, hint?.text, details?.title, details?.ariaLabel, node.role === 'button' ? value : undefined];
  for (const words of said) {
    const found = WORDS.exec(words ?? '')?.[0];
    if (found) return `"${found.toLowerCase()}" may not be taken back`;
  }
  const isUnnamed = name === '' && text === '' && node.tag === 'button' && details?.formAction !== undefined;
  return isUnnamed ? 'a form would be sent by a button without a name' : null;
}
