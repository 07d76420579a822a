import type { RawNode } from './raw.js';

/** The thirteen roles of the contract, and four more that people click or fill and no rule names. */
const SEED_ROLES = [
  ...['button', 'link', 'checkbox', 'radio', 'textbox', 'combobox', 'listbox', 'menuitem', 'menuitemcheckbox'],
  ...['menuitemradio', 'tab', 'switch', 'slider'],
];
const INTERACTIVE: ReadonlySet<string> = new Set([...SEED_ROLES, 'searchbox', 'spinbutton', 'option', 'treeitem']);
const LANDMARKS: ReadonlySet<string> = new Set(['region', 'dialog', 'alert', 'alertdialog']);

export function isInteractive({ role, clickable, focusable }: RawNode): boolean {
  return INTERACTIVE.has(role) || clickable !== undefined || focusable;
}

/** The inclusion rules of the snapshot. Focusable or clickable elements are in although their role is generic. */
export function isIncluded(node: RawNode): boolean {
  if (node.role === 'iframe') return false;
  if (node.role === 'heading') return (node.level ?? 2) <= 3 || isInteractive(node);
  return LANDMARKS.has(node.role) || isInteractive(node);
}

/** Which roles matter more than others; the script in the page is sent it, so that both choose alike. */
export const ROLE_RANK: Readonly<Record<string, number>> = {
  button: 0,
  link: 0,
  checkbox: 1,
  radio: 1,
  textbox: 1,
  combobox: 2,
  listbox: 2,
  heading: 3,
  region: 4,
  dialog: 4,
};
const VIEW_RANK = { full: 0, partial: 1, none: 2 } as const;

/** Lower is more worth keeping: first how much of it is seen, then its role. */
export function rankOf({ inView, role }: RawNode): number {
  return VIEW_RANK[inView] * 10 + (ROLE_RANK[role] ?? 5);
}

export const MAX_ELEMENTS = 100;
const MAX_DEPTH = 10;

/** Positions of what the rules let in: included, in view if only that is wanted, at most ten included ancestors deep. */
export function admit(nodes: readonly RawNode[], viewportOnly: boolean): number[] {
  const depths = new Map<number, number>();
  const admitted: number[] = [];
  nodes.forEach((node, index) => {
    const around = depths.get(node.parent) ?? 0;
    const isIn = isIncluded(node) && !(viewportOnly && node.inView === 'none');
    depths.set(index, around + (isIn ? 1 : 0));
    if (isIn && around < MAX_DEPTH) admitted.push(index);
  });
  return admitted;
}

/** The nearest ancestor that was kept, -1 at the top. */
export function keptParent(
  nodes: readonly RawNode[],
  position: number,
  kept: { has(position: number): boolean },
): number {
  let up = nodes[position]?.parent ?? -1;
  while (up >= 0 && !kept.has(up)) up = nodes[up]?.parent ?? -1;
  return up;
}

/** The best `limit` of them, in document order again. */
export function keepBest(nodes: readonly RawNode[], positions: readonly number[], limit: number): number[] {
  if (positions.length <= limit) return [...positions];
  const rank = (index: number): number => rankOf(nodes[index] as RawNode);
  return [...positions]
    .sort((a, b) => rank(a) - rank(b) || a - b)
    .slice(0, limit)
    .sort((a, b) => a - b);
}
