import type { RawNode } from '../page/raw.js';
import { rowText, sectionHeading } from './context.js';
import type { Found, Walk } from './found.js';
import { areaOf } from './geometry.js';
import { measure } from './measure.js';
import { INTERACTIVE_ROLES, staticRole } from './roles.js';
import { childrenOf, contains, isFollowedBy, styleOf, tagOf } from './safe.js';

export function isFound(item: Walk['items'][number]): item is Found {
  return item.text === undefined;
}

/**
 * A listener on a box that holds other controls usually serves those, not the box. One on a list of equal children
 * serves the children: they are what a person clicks.
 */
export function settleListeners(walk: Walk): void {
  const busy = new Set<Found>();
  for (const item of walk.items) {
    if (!isFound(item) || item.reason === 'landmark' || item.reason === 'listener') continue;
    for (let up = item.parent; up && !busy.has(up); up = up.parent) busy.add(up);
  }
  const items: Walk['items'] = [];
  const gone = new Set<Found>();
  let wholes: Found[] = [];
  for (const item of walk.items) {
    while (item.parent && gone.has(item.parent)) item.parent = item.parent.parent;
    // Text inside what is clicked as a whole is its name.
    if (!isFound(item)) {
      wholes = wholes.filter((whole) => !isPassed(whole.element, item.block));
      if (wholes.some(({ element }) => contains(element, item.block))) continue;
    }
    const kept = isFound(item) && item.reason === 'listener' ? whatIsClicked(item, busy.has(item), walk) : [item];
    if (isFound(item) && item.reason === 'listener') {
      if (!kept.includes(item)) gone.add(item);
      wholes.push(...kept.filter(isFound));
    }
    items.push(...kept);
  }
  walk.items = items;
}

/** The element itself, the equal children it serves, or nothing that was not found anyway. */
function whatIsClicked(item: Found, isBusy: boolean, walk: Walk): Found[] {
  const isWindow = areaOf(item.seen) > areaOf(item.place.clip) / 2;
  if (isWindow) return [];
  if (styleOf(item.element).cursor === 'pointer') return [item];
  if (isBusy) return [];
  const parts = delegates(item, walk);
  return parts.length > 0 ? parts : [item];
}

/** Behind the end of the element, so that nothing that follows can be inside it. */
function isPassed(element: Element, at: Element): boolean {
  return isFollowedBy(element, at) && !contains(element, at);
}

function delegates({ element, place, parent }: Found, { views }: Walk): Found[] {
  const children = [...childrenOf(element)].slice(0, 60);
  const tag = children[0] && tagOf(children[0]);
  if (children.length < 2 || children.some((child) => tagOf(child) !== tag)) return [];
  if (!/^(?:ul|ol|menu|table|tbody|tr|div|section|nav)$/.test(tagOf(element)) || tag === 'br') return [];
  return children.flatMap((child) => measure(child, 'listener', parent, place, views) ?? []);
}

/** A box that is nearly filled by one real control is only its wrapping, as web components have it. */
export function dropWrappings(walk: Walk): void {
  const wrappings = new Set<Found>();
  for (const item of walk.items) {
    if (!isFound(item) || (item.reason !== 'role' && item.reason !== 'focus')) continue;
    const area = areaOf(item.box);
    for (let up = item.parent; up && isHunch(up); up = up.parent) if (area > areaOf(up.box) * 0.6) wrappings.add(up);
  }
  if (wrappings.size === 0) return;
  walk.items = walk.items.filter((item) => !isFound(item) || !wrappings.has(item));
  for (const item of walk.items) while (item.parent && wrappings.has(item.parent)) item.parent = item.parent.parent;
}

function isHunch({ reason }: Found): boolean {
  return reason === 'pointer' || reason === 'listener';
}

/** The ones worth describing, in document order: in view before out of view, then by role, then as they come. */
export function select(found: Found[], limit: number, roleRank: Readonly<Record<string, number>>): Set<Found> {
  if (found.length <= limit) return new Set(found);
  const order = { full: 0, partial: 1, none: 2 };
  const ranked = found.map((item, index) => ({
    item,
    index,
    rank: item.reason === 'frame' ? -1 : order[item.inView] * 10 + (roleRank[staticRole(item.element)] ?? 5),
  }));
  ranked.sort((a, b) => a.rank - b.rank || a.index - b.index);
  return new Set(ranked.slice(0, limit).map(({ item }) => item));
}

/** Elements that look alike get the text of their row or the heading above them, so that they can be told apart. */
export function tellTwinsApart(nodes: RawNode[], found: Found[], { sight }: Walk): void {
  const counts = new Map<string, number>();
  const keyOf = ({ frame, role, name, hint }: RawNode): string => `${frame}|${role}|${hint?.text ?? name}`;
  for (const node of nodes) counts.set(keyOf(node), (counts.get(keyOf(node)) ?? 0) + 1);
  nodes.forEach((node, index) => {
    const item = found[index];
    const isControl = INTERACTIVE_ROLES.has(node.role) || node.clickable !== undefined;
    if (!item || !isControl || (counts.get(keyOf(node)) ?? 0) < 2) return;
    const row = rowOf(item.element, node.name, sight);
    if (row) node.rowText = row;
  });
}

export function rowOf(element: Element, name: string, sight: Walk['sight']): string | undefined {
  return rowText(element, name, sight) ?? sectionHeading(element);
}
