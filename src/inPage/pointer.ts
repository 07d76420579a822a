import type { Found, FoundText, Level, Walk } from './found.js';
import { areaOf } from './geometry.js';
import { isAllowed, type Modals, measure } from './measure.js';
import { contains, firstChildOf, firstElementOf, nextSiblingOf, styleOf, tagOf, textOf, typeOf } from './safe.js';

export function isLeaf(element: Element): boolean {
  if (firstElementOf(element) === null) return true;
  for (let child = firstChildOf(element), step = 0; child && step < 8; child = nextSiblingOf(child), step++) {
    if (typeOf(child) === 3 && (textOf(child) ?? '').trim() !== '') return true;
  }
  return false;
}

/**
 * A leaf under a hand-shaped cursor is part of something clickable. The cursor is inherited, so the thing itself is
 * the outermost ancestor that has it; that one takes its place in the list, before what was found inside it.
 */
export function findPointer(leaf: Element, stack: Level[], result: Walk, modals: Modals): Found | null {
  const level = stack[stack.length - 1] as Level;
  const { place } = level;
  const { clip } = place;
  if (styleOf(leaf).cursor !== 'pointer' || !isAllowed(leaf, place, modals)) return null;
  let depth = stack.length;
  let element = leaf;
  while (depth > 1) {
    const outer = stack[depth - 1] as Level;
    if (outer.place !== place || styleOf(outer.element).cursor !== 'pointer') break;
    if (tagOf(outer.element) === 'body' || tagOf(outer.element) === 'html') break;
    element = outer.element;
    depth -= 1;
  }
  if (tagOf(element) === 'label' && (element as HTMLLabelElement).control) return null;
  const holder = stack[depth - 1] as Level;
  if (level.parent?.reason === 'pointer' && contains(element, level.parent.element)) return null;
  const known = result.known.get(element);
  if (known) {
    // A heading that is clicked, as accordions have them.
    if (known.reason === 'landmark') known.reason = 'pointer';
    return null;
  }
  const found = measure(element, 'pointer', holder.parent, place, result.views);
  // A hand over half the window is a habit of the style sheet, not a thing to click.
  if (!found || areaOf(found.seen) > areaOf(clip) / 2) return null;
  if (element === leaf) return found;
  insertAround(found, depth, stack, result);
  return null;
}

/** Puts a late-discovered ancestor before its descendants and makes it their parent. */
function insertAround(found: Found, depth: number, stack: Level[], { items, known }: Walk): void {
  known.set(found.element, found);
  const own = stack[depth] as Level;
  const outerParent = found.parent;
  for (let i = own.start; i < items.length; i++) {
    const item = items[i] as Found | FoundText;
    if (item.parent === outerParent) item.parent = found;
  }
  // What was told as text so far is now the name of something.
  const inside = items.splice(own.start).filter((item) => item.text === undefined || item.parent !== found);
  items.push(found, ...inside);
  for (const level of stack.slice(depth)) {
    if (level.parent === outerParent) level.parent = found;
    level.atomic = true;
    level.named = true;
  }
}
