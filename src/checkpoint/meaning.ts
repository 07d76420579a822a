import type { RawNode, RawPage } from '../page/raw.js';
import { commandInForm, commandInLink, isExplanationAddress, isPlainLink } from './address.js';
import { isForeignFrame } from './domains.js';
import type { PlannedAct, Reason } from './gate.js';
import { isInUnknownScript, isProceeding, isWayOut } from './lexicon/lexicon.js';
import { headingReason, isNameless } from './surroundings.js';
import { buttonWords, irreversible, linkWords, opensSomething, sayingsOf, sendsForm, wordReason } from './wording.js';

/**
 * Why a human has to be asked before this, for sites that nobody has described: by what is really on the element and
 * around it, never by what a model says about it. Looking and scrolling need nobody.
 */
export function reasonToAskAnywhere({ action, node, page }: PlannedAct): Reason | null {
  if (action.kind === 'scroll' || action.kind === 'reveal') return null;
  if (!node?.details) return { id: 'unreadable', words: 'nobody could see what this would be done to' };
  if (isForeignFrame(node, page)) return foreignReason(page, node.frame);
  switch (action.kind) {
    case 'click':
      return clickReason(node, page);
    case 'fill':
      return fillReason(node, action.submit);
    case 'select':
      return selectReason(node, action.values);
  }
}

function foreignReason({ frames, nodes }: RawPage, frame: number): Reason {
  const asksForSecret = nodes.some((node) => node.frame === frame && node.secret);
  const url = frames.find(({ index }) => index === frame)?.url ?? '';
  const place = `a frame of another site (${url.split(/[?#]/)[0] || 'unknown'})`;
  return { id: 'foreign_frame', words: `it is inside ${place}${asksForSecret ? ', which asks for a secret' : ''}` };
}

const AUTO_SUBMIT: Reason = { id: 'auto_submit', words: 'its form is sent as soon as it changes' };

function fillReason(node: RawNode, isEntered: boolean): Reason | null {
  if (node.secret || node.inputType === 'password') return { id: 'secret_field', words: 'a secret would be entered' };
  if (sendsAtOnce(node)) return AUTO_SUBMIT;
  if (!isEntered) return null;
  const form = node.details?.form;
  if (form && form.secrets.length > 0) return secretForm(form.secrets);
  if (form?.search || node.role === 'searchbox' || node.inputType === 'search') return null;
  if (form?.method === 'GET' && !form.scripted && commandInForm(form) === null) return null;
  return { id: 'enter', words: 'Enter may send what is in the form' };
}

function secretForm(kinds: readonly string[]): Reason {
  const names = kinds.map((kind) => (kind === 'code' ? 'one-time code' : kind));
  return { id: 'secret_form', words: `its form holds a field for a ${names.join(' and a ')}` };
}

function selectReason(node: RawNode, values: readonly string[]): Reason | null {
  if (sendsAtOnce(node)) return AUTO_SUBMIT;
  const chosen = (node.options ?? []).filter(({ value, text }) => values.includes(value) || values.includes(text));
  const said = [...values, ...chosen.map(({ text }) => text)].map((text) => ({ where: 'in what is chosen', text }));
  return wordReason(said, ['strong']);
}

/** What is only looked for or sorted can be so again. */
function sendsAtOnce({ details }: RawNode): boolean {
  const form = details?.form;
  const isHarmless = form?.search || (form?.method === 'GET' && !form.scripted);
  return details?.autoSubmits === true && !isHarmless;
}

/** Where a click only puts the cursor, or shows another part of the same. */
const PASSIVE: ReadonlySet<string> = new Set([
  ...['textbox', 'searchbox', 'combobox', 'listbox', 'slider', 'spinbutton', 'tab', 'scrollbar', 'heading'],
]);
const TOGGLES: ReadonlySet<string> = new Set(['checkbox', 'radio', 'menuitemcheckbox', 'menuitemradio']);

function clickReason(node: RawNode, page: RawPage): Reason | null {
  const { tag, role, href } = node;
  if (tag === 'summary' || (PASSIVE.has(role) && href === undefined)) return null;
  if (TOGGLES.has(role) || role === 'switch' || role === 'option') return toggleReason(node);
  const url = page.frames.find(({ index }) => index === node.frame)?.url ?? page.url;
  if (href !== undefined && isPlainLink(node, url)) return linkReason(node, href);
  return secretReason(node) ?? buttonWords(node) ?? headingReason(node) ?? blindReason(node);
}

/** In a form a tick means nothing before the form is sent; alone it may act at once. */
function toggleReason(node: RawNode): Reason | null {
  if (sendsAtOnce(node)) return AUTO_SUBMIT;
  const form = node.details?.form;
  if (TOGGLES.has(node.role) && form && form.method !== 'NONE') return null;
  return wordReason(sayingsOf(node), ['strong']);
}

function linkReason(node: RawNode, href: string): Reason | null {
  const command = commandInLink(href);
  return (
    linkWords(node, isExplanationAddress(href)) ?? (command === null ? null : irreversible(command, 'in its address'))
  );
}

/** What sends a secret. Without a form around both, any button beside the field may be the one. */
function secretReason(node: RawNode): Reason | null {
  const form = node.details?.form;
  if (!form || form.secrets.length === 0) return null;
  if (node.submits !== undefined && !node.submits.startsWith('DIALOG ')) return secretForm(form.secrets);
  const isAside = opensSomething(node) || node.pressed || node.details?.resets || isWayOut(node.name || node.text);
  return form.method === 'NONE' && !isAside ? secretForm(form.secrets) : null;
}

/** Where nobody can tell from its words what a button sends. */
function blindReason(node: RawNode): Reason | null {
  const form = node.details?.form;
  const isSending = sendsForm(node) || (form !== undefined && !/^(?:GET|DIALOG|NONE)$/.test(form.method));
  if (!isSending || form?.search || opensSomething(node)) return null;
  if (isNameless(node)) return { id: 'unnamed_submit', words: 'a form may be sent by a button without a name' };
  // Nothing is left to fill in, and the button says yes to what was decided before.
  if (form?.fillable === 0 && isProceeding(node.name || node.text)) {
    return { id: 'blind_submit', words: 'something may be confirmed that the button does not name' };
  }
  const isForeign = isInUnknownScript(`${node.name} ${node.text}`);
  return isForeign
    ? { id: 'unknown_script', words: 'a form may be sent by a button in letters that are not known' }
    : null;
}
