import { cut } from './cut.js';
import { keptParent } from './include.js';
import type { RawNode, RawPage } from './raw.js';
import type { Projection } from './snapshot.js';

const MAX_SKELETON = 100_000;
const MAX_TEXT = 100;
const TAGS: Readonly<Record<string, string>> = { textbox: 'input', searchbox: 'input', spinbutton: 'input', link: 'a' };
const VOID: ReadonlySet<string> = new Set(['input', 'img']);

/** The structure around the snapshot's elements as short HTML; `data-llm-id` is the `i` of semantic_v3. */
export function skeletonDom(raw: RawPage, { positions }: Projection): string {
  const ids = new Map(positions.map((position, index) => [position, index]));
  const inside = new Map<number, number[]>();
  for (const position of positions) {
    const up = keptParent(raw.nodes, position, ids);
    inside.set(up, [...(inside.get(up) ?? []), position]);
  }
  // Written from the inside out, last to first: a page may nest deeper than a call stack.
  const written = new Map<number, string>();
  const childrenOf = (position: number): string => (inside.get(position) ?? []).map((one) => written.get(one)).join('');
  for (const position of [...positions].reverse()) {
    written.set(position, tagFor(raw.nodes[position] as RawNode, ids.get(position) ?? 0, childrenOf(position)));
  }
  return cut(childrenOf(-1), MAX_SKELETON - 3);
}

function tagFor(node: RawNode, id: number, children: string): string {
  const tag = /^[a-z][a-z0-9-]*$/.test(node.tag) ? node.tag : (TAGS[node.role] ?? 'div');
  const open = `<${tag} data-llm-id="${id}"${attributes(node, tag)}>`;
  if (VOID.has(tag)) return open;
  const options = (node.options ?? []).map(
    ({ value, text, selected }) =>
      `<option value="${escapeHtml(value)}"${selected ? ' selected' : ''}>${escapeHtml(text)}</option>`,
  );
  const text = children === '' && options.length === 0 ? escapeHtml(cut(node.text || node.name, MAX_TEXT)) : '';
  return `${open}${text}${options.join('')}${children}</${tag}>`;
}

function attributes(node: RawNode, tag: string): string {
  const implied = node.role === 'generic' || node.role === tag || (node.role === 'link' && tag === 'a');
  const values: [string, string | undefined][] = [
    ['role', implied ? undefined : node.role],
    ['id', node.details?.attributes.id],
    ['name', node.details?.attributes.name],
    ['data-testid', node.details?.attributes.dataTestId],
    ['type', node.inputType],
    ['aria-label', node.name !== '' && node.name !== node.text ? node.name : undefined],
    ['title', node.details?.title],
    ['placeholder', node.placeholder],
    ['href', node.href],
    ['value', node.options ? undefined : node.value],
  ];
  const flags = [
    ...(node.disabled ? [' disabled'] : []),
    ...(node.readonly ? [' readonly'] : []),
    ...(node.checked === 'true' ? [' checked'] : []),
    ...(node.selected ? [' selected'] : []),
  ];
  const written = values.flatMap(([key, value]) => (value ? [` ${key}="${escapeHtml(cut(value, 200))}"`] : []));
  return [...written, ...flags].join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
