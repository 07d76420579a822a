import { areaOf, type Box, deepestAt, drawnParent, intersect, type Place, toMain } from './geometry.js';
import { contains, documentOf, isElement, parentOf, rectOf, rectsOf, tagOf } from './safe.js';

export interface HitTest {
  /** Fewer than half of the points that were tried reach the element. */
  occluded: boolean;
  freePoint?: { x: number; y: number };
  cover?: Element;
}

const SPOTS: readonly [number, number][] = [
  [0.5, 0.5],
  [0.25, 0.25],
  [0.75, 0.75],
  [0.75, 0.25],
  [0.25, 0.75],
];

const SMALL = 20_000;
const BUDGET_MS = 400;
let spent = 0;

/** On pages with tens of thousands of siblings every test takes milliseconds: a look may only spend so much. */
export function renewHitBudget(): void {
  spent = 0;
}

/**
 * Which points of the part in view a click would really reach. The middle of a small control is enough to know; of a
 * larger one three good points out of five.
 */
export function hitTest(element: Element, place: Place, seen: Box): HitTest {
  if (spent > BUDGET_MS) return { occluded: false };
  const started = performance.now();
  const result = testPoints(element, place, seen);
  spent += performance.now() - started;
  return result;
}

function testPoints(element: Element, place: Place, seen: Box): HitTest {
  let reached = 0;
  let freePoint: { x: number; y: number } | undefined;
  let cover: Element | undefined;
  const area = largestPiece(element, place, seen);
  for (const [right, down] of SPOTS) {
    const point = { x: area.x + area.width * right, y: area.y + area.height * down };
    const blocker = blockerAt(element, place, point);
    if (blocker === null) {
      reached += 1;
      freePoint ??= point;
      if (reached === 3 || (reached === 1 && !cover && areaOf(area) <= SMALL)) return { occluded: false, freePoint };
    } else {
      cover ??= blocker;
      // Under a cover that spans all of it, no other point is free.
      if (reached === 0 && spans(blocker, place, area)) break;
    }
  }
  return {
    occluded: reached * 2 < SPOTS.length,
    ...(freePoint ? { freePoint } : {}),
    ...(cover ? { cover } : {}),
  };
}

/** All the points that reach the element, of those that are tried. */
export function freePoints(element: Element, place: Place, seen: Box): { x: number; y: number }[] {
  const area = largestPiece(element, place, seen);
  return SPOTS.map(([right, down]) => ({ x: area.x + area.width * right, y: area.y + area.height * down })).filter(
    (point) => blockerAt(element, place, point) === null,
  );
}

function spans(cover: Element, place: Place, { x, y, width, height }: Box): boolean {
  if (documentOf(cover) !== place.document) return false;
  const over = toMain(place, rectOf(cover));
  return over.x <= x && over.y <= y && over.x + over.width >= x + width && over.y + over.height >= y + height;
}

const ONE_LINE = 28;
const WHOLE = /^(?:button|input|select|textarea|div|li|td)$/;

/** A link that wraps over lines is several boxes; the middle of their union may belong to somebody else. */
function largestPiece(element: Element, place: Place, seen: Box): Box {
  if (seen.height < ONE_LINE || WHOLE.test(tagOf(element))) return seen;
  const pieces = rectsOf(element);
  if (pieces.length < 2 || pieces.length > 50) return seen;
  let best: Box | undefined;
  for (const piece of pieces) {
    const inView = intersect(toMain(place, piece), seen);
    if (!best || areaOf(inView) > areaOf(best)) best = inView;
  }
  return best && areaOf(best) > 0 ? best : seen;
}

/** What is in the way at a point, in this document or in one around it; null when nothing is. */
export function blockerAt(element: Element, place: Place, point: { x: number; y: number }): Element | null {
  const hit = deepestAt(place, point);
  if (!hit) return element;
  if (!belongsTo(hit, element)) return hit;
  let at: Place = place;
  while (at.parent && at.owner) {
    const outer = deepestAt(at.parent, point);
    if (outer !== at.owner) return outer ?? at.owner;
    at = at.parent;
  }
  return null;
}

/** The hit is the element, inside it, or a label that passes the click on to it. An ancestor does not count. */
export function belongsTo(hit: Element, element: Element): boolean {
  let at: Element | null = hit;
  for (let level = 0; at && level < 200; level++) {
    if (at === element) return true;
    if (tagOf(at) === 'label' && (at as HTMLLabelElement).control === element) return true;
    at = drawnParent(at);
  }
  const slotted = parentOf(element);
  return isElement(slotted) && tagOf(element) === 'option' && contains(slotted, hit);
}
