import type { RawNode } from '../page/raw.js';
import type { Fact } from './fact.js';
import type { Quoter } from './quote.js';

/** What it is called, in the words that the page gives it. */
export function elementWords({ role, name, text, hint, clickable }: RawNode, { quote, plain }: Quoter): string {
  const kind = clickable !== undefined && (role === 'generic' || role === 'none') ? 'clickable' : plain(role);
  if (name !== '') return `${kind} ${quote(name)}`;
  if (text !== '') return `${kind} ${quote(text)}`;
  return hint ? `${kind} without a name, near ${quote(hint.text)}` : `${kind} without a name`;
}

export function elementFacts(node: RawNode, { quote, plain }: Quoter): Fact[] {
  const { tag, inputType, rowText, details } = node;
  const { modalTitle, sectionHeading } = details ?? {};
  const places = [
    ...(modalTitle ? [`in the dialog ${quote(modalTitle, 60)}`] : []),
    ...(sectionHeading && sectionHeading !== modalTitle ? [`under ${quote(sectionHeading, 60)}`] : []),
    ...(rowText ? [`in the row ${quote(rowText, 80)}`] : []),
  ];
  const kind = inputType === undefined ? '' : `, type ${plain(inputType)}`;
  return [{ label: 'element', text: [`tag ${plain(tag)}${kind}`, ...places].join(', ') }];
}

/** What a person might be misled by. */
export function elementWarnings(node: RawNode, { quote }: Quoter): Fact[] {
  const warnings = [
    ...mismatch(node, quote),
    ...(node.hiddenText ? ['it holds words that no person can read; they are left out here'] : []),
  ];
  return warnings.map((text) => ({ label: '', text, tone: 'warning' }));
}

function mismatch({ name, text, value, tag }: RawNode, quote: Quoter['quote']): string[] {
  // The text of a field is what was entered, and a frame or a picture has none.
  if (value !== undefined || name === '' || text === '' || tag === 'select') return [];
  return sameWords(name, text) ? [] : [`it is called ${quote(name)}, but the page shows ${quote(text)}`];
}

function sameWords(name: string, text: string): boolean {
  const words = (said: string): string =>
    said
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');
  return words(name) === words(text);
}

/** Everything that is known of it. */
export function elementDetails(node: RawNode, { quote }: Quoter): Fact[] {
  const { details } = node;
  const known: [string, string | undefined][] = [
    ['role', node.role],
    ['name', node.name],
    ['text', node.text],
    ['value', node.value],
    ['label', details?.label],
    ['aria', details?.ariaLabel],
    ['title', details?.title],
    ['picture', details?.alt],
    ['hint', node.hint?.text],
    ['script', details?.scripted],
    ['around', details?.around],
    ['row', node.rowText],
    ['heading', details?.sectionHeading],
    ['dialog', details?.modalTitle],
    ['covered', node.coveredBy],
    ['link', node.href],
    ['id', details?.attributes.id],
    ['attribute', details?.attributes.name],
    ['path', details?.domPath],
  ];
  return known.flatMap(([label, text]) => (text ? [{ label, text: quote(text, LONGEST) }] : []));
}

const LONGEST = 600;
