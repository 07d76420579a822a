import { deepestAt, documentInside, drawnParent, isFrame, overflows, placeInside, rootPlace } from './geometry.js';
import { lastClicked } from './guard.js';
import { elementOf, handleOf } from './identity.js';
import { modalAround } from './names.js';
import {
  clientHeightOf,
  contains,
  documentOf,
  findAllIn,
  isDrawn,
  rectOf,
  rootElementOf,
  scrollHeightOf,
  scrollingElementOf,
  scrollTopOf,
  scrollToTop,
  styleOf,
  viewOf,
} from './safe.js';

type Direction = 'up' | 'down' | 'top' | 'bottom';

export interface ScrollWish {
  direction: Direction;
  amount: number;
}

export interface Scrolled {
  moved: boolean;
  /** Pixels, down is positive. */
  by: number;
  /** The page itself, or an area inside it. */
  what: 'page' | 'area';
  atEnd: boolean;
  /** Nothing of this process can be scrolled, but here is a frame of another one that may. */
  frame?: number;
}

/**
 * Scrolls what a person would: the area that was clicked into last; else the page; where that does not move, or a
 * dialog lies over it, the area in the middle, or the largest one in view.
 */
export function scrollBy(wish: ScrollWish): Scrolled {
  const page = scrollingElementOf(document) ?? rootElementOf(document);
  const target = areaFor(wish, page);
  if (!target || isFrame(target)) {
    return { moved: false, by: 0, what: 'page', atEnd: true, ...(target ? { frame: handleOf(target) } : {}) };
  }
  const before = scrollTopOf(target);
  const tops = {
    up: before - wish.amount,
    down: before + wish.amount,
    top: 0,
    bottom: scrollHeightOf(target),
  };
  scrollToTop(target, tops[wish.direction]);
  const by = Math.round(scrollTopOf(target) - before);
  return { moved: by !== 0, by, what: target === page ? 'page' : 'area', atEnd: !canMove(target, wish.direction) };
}

/** What to scroll; an iframe that another process draws when there is nothing else. */
function areaFor({ direction }: ScrollWish, page: Element | null): Element | null {
  const spots = [lastClicked(), spotAt({ x: innerWidth / 2, y: innerHeight / 2 })].filter((spot) => spot !== null);
  const modal = modalOver(spots);
  const fits = (area: Element): boolean => area !== page && (!modal || contains(modal, area) || contains(area, modal));
  const clicked = clickedArea(direction);
  if (clicked && fits(clicked)) return clicked;
  if (page && !modal && canMove(page, direction)) return page;
  for (const spot of spots) {
    const around = areasAround(spot).find((area) => fits(area) && canMove(area, direction));
    if (around) return around;
  }
  const inView = areasInside(modal ?? document);
  const movable = inView.filter((area) => canMove(area, direction));
  if (movable.length > 0) return largest(movable);
  // At the end of what a dialog has to scroll, the page behind it stays where it is.
  const own = modal && [...inView, ...areasAround(modal).filter((area) => area !== page && overflows(area))];
  if (own) return own.length === 0 && page && canMove(page, direction) ? page : null;
  return largest(findAllIn(document, 'iframe, frame').filter((frame) => !documentInside(frame) && isInView(frame)));
}

/** A box with something to scroll that was clicked into: there a person's wheel would be. */
function clickedArea(direction: Direction): Element | null {
  const clicked = lastClicked();
  const areas = clicked ? areasAround(clicked) : [];
  return areas.find((area) => overflows(area) && isInView(area) && canMove(area, direction)) ?? null;
}

/** The dialog that a person is in. */
function modalOver(spots: Element[]): Element | null {
  const around = spots.map(modalAround).find((found) => found !== null);
  const open = findAllIn(document, ':modal, [aria-modal=true]').filter((one) => isDrawn(one) && isInView(one));
  return around ?? open.at(-1) ?? null;
}

/** The deepest element at a point, through the frames of this process. */
function spotAt(point: { x: number; y: number }): Element | null {
  let place = rootPlace(document, { x: 0, y: 0, scale: 1 });
  let spot = deepestAt(place, point);
  for (let level = 0; spot && level < 10; level++) {
    const inner = isFrame(spot) ? documentInside(spot) : null;
    if (!inner) break;
    place = placeInside(spot, place, inner, 0, place.clip);
    const deeper = deepestAt(place, point);
    if (!deeper) break;
    spot = deeper;
  }
  return spot;
}

/** Everything that scrolls around an element, from the inside out, through the frames of this process. */
function areasAround(element: Element): Element[] {
  const areas: Element[] = [];
  let at: Element | null = element;
  while (at) {
    if (isScroller(at)) areas.push(at);
    at = drawnParent(at) ?? frameAround(at);
  }
  return areas;
}

function frameAround(element: Element): Element | null {
  const own = documentOf(element);
  return own === document ? null : (viewOf(own)?.frameElement ?? null);
}

const MAX_LOOKED_AT = 20_000;

/** Everything in view that has more to show than fits, in the frames of this process too. */
function areasInside(root: Node): Element[] {
  const areas: Element[] = [];
  for (const element of findAllIn(root, '*').slice(0, MAX_LOOKED_AT)) {
    const inner = isFrame(element) && isInView(element) ? documentInside(element) : null;
    if (inner) areas.push(...areasInside(inner));
    // The cheap question first: few elements are taller inside than outside.
    if (scrollHeightOf(element) - clientHeightOf(element) < 5) continue;
    if (isScroller(element) && isDrawn(element) && isInView(element)) areas.push(element);
  }
  return areas;
}

function largest(elements: Element[]): Element | null {
  const sizeOf = (element: Element): number => {
    const { width, height } = rectOf(element);
    return width * Math.min(height, clientHeightOf(element));
  };
  let best: Element | null = null;
  for (const element of elements) if (!best || sizeOf(element) > sizeOf(best)) best = element;
  return best;
}

function isInView(element: Element): boolean {
  const { bottom, top, width, height } = rectOf(element);
  const view = viewOf(documentOf(element)) ?? window;
  return width > 0 && height > 0 && bottom > 0 && top < view.innerHeight;
}

function isScroller(element: Element): boolean {
  return /auto|scroll|overlay/.test(styleOf(element).overflowY) || element === scrollingElementOf(documentOf(element));
}

function canMove(element: Element, direction: Direction): boolean {
  const top = scrollTopOf(element);
  if (direction === 'up' || direction === 'top') return top > 0;
  return scrollHeightOf(element) - clientHeightOf(element) - top > 1;
}

/** True when the element was there to be brought into view. */
export function bringIntoView(handle: number, block: ScrollLogicalPosition, inline: ScrollLogicalPosition): boolean {
  const element = elementOf(handle);
  if (!element) return false;
  Element.prototype.scrollIntoView.call(element, { block, inline, behavior: 'instant' });
  return true;
}
