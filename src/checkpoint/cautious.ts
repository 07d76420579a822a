import type { RawNode } from '../page/raw.js';
import type { PlannedAct, Reason } from './gate.js';

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
export function reasonToAskAnywhere(act: PlannedAct): Reason | null {
  const words = wordsToAsk(act);
  return words === null ? null : { id: 'irreversible', words };
}

function wordsToAsk({ action, node }: PlannedAct): string | null {
  if (!node || action.kind === 'scroll' || action.kind === 'reveal') return null;
  if (node.secret || SECRET_TYPES.has(node.inputType ?? '')) return 'a secret would be entered';
  if (action.kind === 'fill') return action.submit && !isSearch(node) ? 'Enter may send what is in the form' : null;
  if (action.kind === 'select') return reasonIn(action.values);
  if (isPlainToggle(node)) return null;
  return reasonOf(node);
}

function isPlainToggle({ role }: RawNode): boolean {
  return role === 'checkbox' || role === 'radio' || role === 'tab' || role === 'option';
}

/** What is searched for can be searched for again. */
function isSearch({ role, inputType }: RawNode): boolean {
  return role === 'searchbox' || inputType === 'search';
}

function reasonIn(said: readonly string[]): string | null {
  const found = said.map((words) => WORDS.exec(words)?.[0]).find((word) => word !== undefined);
  return found === undefined ? null : `"${found.toLowerCase()}" may not be taken back`;
}

function reasonOf(node: RawNode): string | null {
  const { name, text, hint, value, details } = node;
  const said = [name, text, hint?.text, details?.title, details?.ariaLabel, node.role === 'button' ? value : undefined];
  const reason = reasonIn(said.filter((words) => words !== undefined));
  if (reason) return reason;
  const isUnnamed = name === '' && text === '' && node.tag === 'button' && details?.formAction !== undefined;
  return isUnnamed ? 'a form would be sent by a button without a name' : null;
}
