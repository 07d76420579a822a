import type { Reason } from './candidates.js';
import type { Found } from './found.js';
import {
  areaOf,
  type Box,
  deepestAt,
  drawnParent,
  isApart,
  type Place,
  toLocal,
  toMain,
  type Views,
} from './geometry.js';
import { inputTypeOf } from './roles.js';
import {
  attr,
  childrenOf,
  contains,
  findAllIn,
  isDrawn,
  isLaidOut,
  rectOf,
  rectsOf,
  scrollingElementOf,
  scrollLeftOf,
  scrollTopOf,
  styleOf,
  tagOf,
} from './safe.js';
import { seenPart, standIn, visibleBox } from './sight.js';

/** The topmost modal dialog of each document, null where there is none. */
export type Modals = Map<Document, Element | null>;

/** While a modal dialog is open, nothing outside of it can be acted on. */
export function isAllowed(element: Element, { document }: Place, modals: Modals): boolean {
  let modal = modals.get(document);
  if (modal === undefined) {
    modal = findAllIn(document, ':modal').at(-1) ?? null;
    modals.set(document, modal);
  }
  if (!modal || contains(modal, element) || contains(element, modal)) return true;
  for (let at: Element | null = element; at; at = drawnParent(at)) if (at === modal) return true;
  return false;
}

const PLAIN_CONTROLS = /^(?:a|button|input|select|textarea|summary|h\d|iframe)$/;
const NOTHING = { x: 0, y: 0, width: 0, height: 0 };

/** Where an element is and how much of it is seen; null when no person can see or reach it. */
export function measure(
  element: Element,
  reason: Reason,
  parent: Found | null,
  place: Place,
  views: Views,
  brief = false,
): Found | null {
  const tag = tagOf(element);
  let box = visibleBox(element, place);
  // Most of a long page is far away: nothing more needs to be known of it than where it is.
  if (brief && areaOf(box) > 4 && isApart(box, place.clip)) {
    return { element, place, reason, parent, box, seen: NOTHING, inView: 'none' };
  }
  let shown = element;
  const isLandmark = reason === 'landmark' || reason === 'frame';
  if (areaOf(box) <= 4 || !(isShown(element, tag) || isSeeThrough(element, tag, box, place))) {
    const proxy = proxyOf(element);
    if (proxy) {
      shown = proxy;
      box = toMain(place, rectOf(proxy));
    } else if (reason !== 'landmark' || (rectsOf(element).length === 0 && styleOf(element).display !== 'contents')) {
      // Inside a landmark that is not drawn something may be; inside a frame nothing is.
      return null;
    }
  }
  if (!isLandmark && isOutOfReach(shown, box, place)) return null;
  const { seen, inView } = seenPart(box, views.around(shown, place));
  // A box that may scroll by itself is noted as one even if nothing inside it is of interest.
  if (inView !== 'none' && !PLAIN_CONTROLS.test(tag)) views.inside(element, place);
  return { element, place, reason, parent, box, seen, inView, ...(shown === element ? {} : { proxy: shown }) };
}

/** A box to tick that cannot be seen is clicked through what a page draws in its place. */
function proxyOf(element: Element): Element | null {
  return tagOf(element) === 'input' && /^(?:checkbox|radio|file)$/.test(inputTypeOf(element)) ? standIn(element) : null;
}

/** What is clicked in the place of an element that cannot be seen itself; null when it can. */
export function standInFor(element: Element): Element | null {
  const isTiny = areaOf(rectOf(element)) <= 4;
  return isTiny || !isShown(element, tagOf(element)) ? proxyOf(element) : null;
}

/** Drawn itself, or by what is inside it, or as part of a picture. */
function isShown(element: Element, tag: string): boolean {
  if (isDrawn(element) || tag === 'area') return true;
  return styleOf(element).display === 'contents' && [...childrenOf(element)].slice(0, 10).some(isDrawn);
}

/** A dropdown made transparent and laid over a drawing of itself: what is seen is the drawing, what is clicked is this. */
function isSeeThrough(element: Element, tag: string, box: Box, place: Place): boolean {
  if (tag !== 'select' && !(tag === 'input' && attr(element, 'role') === 'combobox')) return false;
  if (!isLaidOut(element) || styleOf(element).pointerEvents === 'none') return false;
  const hit = deepestAt(place, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  // Out of view nothing is hit; whether something lies over it shows when it is scrolled to.
  return hit === element || (hit === null && isApart(box, place.clip));
}

/** A box that no scrolling brings into view: left of or above the start of its page and of every area around it. */
function isOutOfReach(element: Element, box: Box, place: Place): boolean {
  const { x, y } = toLocal(place, { x: box.x + box.width, y: box.y + box.height });
  let right = x + place.scroll.x;
  let bottom = y + place.scroll.y;
  if (right > 0 && bottom > 0) return false;
  const page = scrollingElementOf(place.document);
  for (let at = drawnParent(element); at && at !== page; at = drawnParent(at)) {
    right += scrollLeftOf(at);
    bottom += scrollTopOf(at);
  }
  return right <= 0 || bottom <= 0;
}
