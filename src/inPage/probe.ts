import type { LiveElement } from '../page/live.js';
import { type Cover, coverFacts, forgetCovers } from './cover.js';
import { describe } from './describe.js';
import { focusOf } from './focus.js';
import { type Box, contentBoxOf, deepestAt, type Place, placeInside, rootPlace, Views } from './geometry.js';
import { blockerAt, freePoints, renewHitBudget } from './hits.js';
import { elementOf } from './identity.js';
import { measure } from './measure.js';
import { passedTo } from './passing.js';
import { contains, documentOf, viewOf } from './safe.js';
import { cleaned } from './secrets.js';
import { Sight } from './sight.js';

/** Where this process's outermost viewport lies in the main one. */
export interface Origin {
  x: number;
  y: number;
  scale: number;
  clip?: Box;
}

interface Point {
  x: number;
  y: number;
}

/** An element as it is now, by its number, with what a click on it is passed on to. */
export function probe(
  handle: number,
  trustBrowser: boolean,
  origin: Origin,
  aim: (used: Element | null) => void = () => {},
): LiveElement {
  const element = elementOf(handle);
  if (!element) return { connected: false };
  const place = placeOf(documentOf(element), origin);
  if (!place) return { connected: false };
  const views = new Views();
  const found = measure(element, 'role', null, place, views);
  if (!found) return { connected: true, visible: false };
  renewHitBudget();
  forgetCovers();
  const manner = { sight: new Sight(), trustBrowser, focus: focusOf(), details: true, judged: true };
  const node = describe(found, -1, manner);
  const hit = node.freePoint && deepestAt(place, node.freePoint);
  const used = passedTo(hit && contains(element, hit) ? hit : element, element);
  aim(used);
  const passesTo = used && describe({ ...found, element: used }, -1, manner);
  const details = node.details && { ...node.details, passesTo };
  const urls = { page: window.document.URL, frame: documentOf(element).URL };
  return { connected: true, visible: true, node: { ...node, ...(details ? { details } : {}) }, urls };
}

const MAX_TEXT = 4_000;

/** All that a person reads in an element; null when the page no longer has it. */
export function readText(handle: number): string | null {
  const element = elementOf(handle);
  return element ? cleaned(new Sight().textInside(element, MAX_TEXT).text, MAX_TEXT) : null;
}

/** The way from this process's outermost document to one inside it. */
export function placeOf(document: Document, origin: Origin): Place | null {
  if (document === window.document) return rootPlace(document, origin);
  const owner = viewOf(document)?.frameElement ?? null;
  const outer = owner && placeOf(documentOf(owner), origin);
  return outer && owner ? placeInside(owner, outer, document, 1, outer.clip) : null;
}

/** Where the inside of an iframe lies now; null when it is gone. */
export function frameOrigin(handle: number, origin: Origin): Origin | null {
  const element = elementOf(handle);
  const place = element && placeOf(documentOf(element), origin);
  if (!element || !place) return null;
  const { x, y, scale } = contentBoxOf(element, place);
  return { x, y, scale, clip: new Views().around(element, place) };
}

/** What lies over an iframe drawn by another process at each of these points; null where nothing does. */
export function coversOver(handle: number, points: Point[], origin: Origin): (Cover | null)[] {
  const element = elementOf(handle);
  const place = element && placeOf(documentOf(element), origin);
  if (!element || !place) return points.map(() => null);
  return points.map((point) => {
    const hit = blockerAt(element, place, point);
    return hit && coverFacts(hit);
  });
}

/** Every point by which an element can be reached, for when something outside of this process may lie over some. */
export function pointsOf(handle: number, origin: Origin): Point[] {
  const element = elementOf(handle);
  const place = element && placeOf(documentOf(element), origin);
  const found = element && place && measure(element, 'role', null, place, new Views());
  return found ? freePoints(found.proxy ?? element, found.place, found.seen) : [];
}
