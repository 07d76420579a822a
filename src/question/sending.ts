import { frameUrlOf } from '../checkpoint/domains.js';
import type { PlannedAct } from '../checkpoint/gate.js';
import type { RawForm } from '../page/raw.js';
import type { Fact } from './fact.js';
import { absolute, elsewhere } from './place.js';
import type { Quoter } from './quote.js';

/** More than these are for whoever asks for details. */
const SHORT = 10;

/** What would be sent, where to, and how sure that is: what a script does nobody can tell beforehand. */
export function sendingFacts({ action, node, page }: PlannedAct, quoter: Quoter, most = SHORT): Fact[] {
  const form = node?.details?.form;
  if (!node || !form) return [];
  const isSent = node.submits !== undefined || (action.kind === 'fill' && action.submit) || node.details?.autoSubmits;
  const isAside = node.href !== undefined || (action.kind !== 'click' && !isSent);
  if (isAside) return [];
  const label = isSent ? 'sends' : 'may send';
  return [...targetFacts(label, form, frameUrlOf(node, page), page, quoter), ...fieldFacts(form, quoter, most)];
}

function targetFacts(label: string, form: RawForm, base: string, page: PlannedAct['page'], quoter: Quoter): Fact[] {
  const { method, action } = form;
  if (method === 'NONE') return [{ label, text: 'what stands beside it, by a script' }];
  if (method === 'DIALOG') return [{ label, text: 'nothing: its form only closes a dialog' }];
  const target = absolute(action, base);
  const script = form.scripted ? ', or wherever a script sends it' : '';
  return [{ label, text: `${sentTo(method, target, page, quoter)}${script}` }];
}

export function sentTo(method: string, url: string, page: PlannedAct['page'], quoter: Quoter): string {
  return `${quoter.plain(method)} ${quoter.quote(url)}${elsewhere(url, page, quoter)}`;
}

function fieldFacts({ fields, moreFields = 0 }: RawForm, quoter: Quoter, most: number): Fact[] {
  const shown = fields.slice(0, most);
  const rest = fields.length - shown.length + moreFields;
  const lines = [
    ...shown.map((field) => fieldWords(field, quoter)),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(fields.length === 0 ? ['none'] : []),
  ];
  return lines.map((text, index) => ({ label: index === 0 ? 'fields' : '', text }));
}

function fieldWords({ name, value, masked, hidden }: RawForm['fields'][number], { quote }: Quoter): string {
  const shown = masked ? maskWords(value) : value === '' ? '(empty)' : quote(value);
  return `${quote(name, 60)} = ${shown}${hidden ? ' (not seen on the page)' : ''}`;
}

/** A mask is of our own making: of it only the length is taken. */
function maskWords(mask: string): string {
  const length = Number(/\((\d+)\)$/.exec(mask)?.[1] ?? 0);
  return length === 0 ? '(empty)' : hiddenWords(length);
}

export function hiddenWords(length: number): string {
  return `**** (${length} ${length === 1 ? 'character' : 'characters'}, kept secret)`;
}
