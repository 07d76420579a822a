import type { LiveElement } from '../page/live.js';
import { describe } from './describe.js';
import { focusOf } from './focus.js';
import { type Box, contentBoxOf, type Place, placeInside, rootPlace, Views } from './geometry.js';
import { blockerAt, renewHitBudget } from './hits.js';
import { elementOf } from './identity.js';
import { measure } from './measure.js';
import { documentOf, viewOf } from './safe.js';
import { Sight } from './sight.js';

/** Where this process's outermost viewport lies in the main one. */
export interface Origin {
  x: number;
  y: number;
  scale: number;
  clip?: Box;
}

/** An element as it is now, by its number; null when the page no longer has it. */
export function probe(handle: number, trustBrowser: boolean, origin: Origin): LiveElement {
  const element = elementOf(handle);
  if (!element) return { connected: false };
  const place = placeOf(documentOf(element), origin);
  if (!place) return { connected: false };
  const views = new Views();
  const found = measure(element, 'role', null, place, views);
  if (!found) return { connected: true, visible: false };
  renewHitBudget();
  const node = describe(found, -1, { sight: new Sight(), trustBrowser, focus: focusOf(), details: true });
  return { connected: true, visible: true, node };
}

/** The way from this process's outermost document to one inside it. */
function placeOf(document: Document, origin: Origin): Place | null {
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

/** Which points of an iframe drawn by another process really reach it in this one. */
export function reaches(handle: number, points: { x: number; y: number }[], origin: Origin): boolean[] {
  const element = elementOf(handle);
  const place = element && placeOf(documentOf(element), origin);
  if (!element || !place) return points.map(() => false);
  return points.map((point) => blockerAt(element, place, point) === null);
}
