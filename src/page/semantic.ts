import type { PageStateRequest } from '../contracts/generated.js';
import { cut } from './cut.js';
import type { RawNode, RawPage } from './raw.js';
import { type Projection, stateOf } from './snapshot.js';

export type SemanticNode = PageStateRequest['interactiveTree'][number];

const MAX_NAME = 100;
const MAX_VALUE = 200;

const SHORT_ROLES: Readonly<Record<string, string>> = {
  button: 'btn',
  textbox: 'inp',
  searchbox: 'inp',
  spinbutton: 'inp',
  link: 'link',
  checkbox: 'chk',
  radio: 'radio',
  combobox: 'sel',
  listbox: 'sel',
  menuitem: 'menu',
  menuitemcheckbox: 'menu',
  menuitemradio: 'menu',
  tab: 'tab',
  option: 'opt',
  switch: 'switch',
  slider: 'slider',
  treeitem: 'tree',
  listitem: 'item',
  heading: 'h',
  row: 'row',
  cell: 'cell',
  gridcell: 'cell',
  columnheader: 'th',
  rowheader: 'th',
};

export function shortRole(role: string): string {
  return SHORT_ROLES[role] ?? role.slice(0, 4);
}

/** The snapshot's elements in the short form of semantic_v3; `i` is the N of `@eN`. */
export function semanticTree(raw: RawPage, { nodes, positions }: Projection): SemanticNode[] {
  return nodes.map((node, index) => semanticNode(node, String(index), raw, positions[index] ?? -1));
}

function semanticNode(node: RawNode, i: string, raw: RawPage, position: number): SemanticNode {
  const { x, y, width, height } = node.box;
  const states = semanticStates(node);
  const scroll = raw.scrollables.find((one) => one.node === position);
  return {
    i,
    r: shortRole(node.role),
    n: cut(node.name || (node.hint?.text ?? ''), MAX_NAME),
    ...(node.value ? { v: cut(node.value, MAX_VALUE) } : {}),
    ...(states === '' ? {} : { s: states }),
    xy: [Math.round(x + width / 2), Math.round(y + height / 2)],
    box: [Math.round(x), Math.round(y), Math.round(width), Math.round(height)],
    ...(node.frame > 0 ? { f: node.frame } : {}),
    ...(node.occluded ? { occ: true } : {}),
    ...(scroll ? { scr: { depth: percent(scroll.depth), h: scroll.moreBelow } } : {}),
  };
}

/** What is worth a word: not that it is visible, enabled or unchecked, which nearly everything is. */
function semanticStates(node: RawNode): string {
  const quiet = new Set(['visible', 'enabled', 'unchecked', 'hidden']);
  return [
    ...stateOf(node).filter((state) => !quiet.has(state)),
    ...(node.selected ? ['selected'] : []),
    ...(node.pressed ? ['pressed'] : []),
    ...(node.required ? ['required'] : []),
  ].join(',');
}

export function percent(part: number): string {
  return `${Math.round(part * 100)}%`;
}
