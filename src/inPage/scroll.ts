import { deepestAt, drawnParent, rootPlace } from './geometry.js';
import { elementOf } from './identity.js';
import { modalAround } from './names.js';
import {
  clientHeightOf,
  contains,
  findAllIn,
  isDrawn,
  rectOf,
  rootElementOf,
  scrollHeightOf,
  scrollingElementOf,
  scrollTopOf,
  scrollToTop,
  styleOf,
} from './safe.js';

export interface ScrollWish {
  direction: 'up' | 'down' | 'top' | 'bottom';
  amount: number;
  /** Where the mouse is; the middle of the window when it was not moved yet. */
  pointer?: { x: number; y: number };
}

export interface Scrolled {
  moved: boolean;
  /** Pixels, down is positive. */
  by: number;
  /** The page itself, or an area inside it. */
  what: 'page' | 'area';
  atEnd: boolean;
}

/**
 * Scrolls what a person would: the page; where it does not move, or a dialog lies over it, the area under the pointer,
 * in the middle, or the largest one in view.
 */
export function scrollBy(wish: ScrollWish): Scrolled {
  const page = scrollingElementOf(document) ?? rootElementOf(document);
  const target = areaFor(wish, page) ?? page;
  if (!target) return { moved: false, by: 0, what: 'page', atEnd: true };
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

function areaFor(wish: ScrollWish, page: Element | null): Element | null {
  const { direction, pointer } = wish;
  const middle = { x: innerWidth / 2, y: innerHeight / 2 };
  const place = rootPlace(document, { x: 0, y: 0, scale: 1 });
  const spots = [...(pointer ? [pointer] : []), middle].map((point) => deepestAt(place, point));
  const modal = spots.map((spot) => spot && modalAround(spot)).find((found) => found) ?? null;
  if (page && !modal && canMove(page, direction)) return page;
  for (const spot of spots) {
    for (let at: Element | null = spot; at && at !== page; at = drawnParent(at)) {
      if (isScroller(at) && canMove(at, direction) && (!modal || contains(modal, at) || contains(at, modal))) return at;
    }
  }
  return largest(findAllIn(modal ?? document, '*'), direction);
}

function largest(elements: Element[], direction: ScrollWish['direction']): Element | null {
  let best: { element: Element; area: number } | null = null;
  for (const element of elements.slice(0, 20_000)) {
    // The cheap question first: few elements are taller inside than outside.
    if (scrollHeightOf(element) - clientHeightOf(element) < 5 || !canMove(element, direction)) continue;
    if (!isScroller(element) || !isDrawn(element)) continue;
    const { width, height, bottom, top } = rectOf(element);
    if (bottom <= 0 || top >= innerHeight) continue;
    if (!best || width * height > best.area) best = { element, area: width * height };
  }
  return best?.element ?? null;
}

function isScroller(element: Element): boolean {
  return /auto|scroll|overlay/.test(styleOf(element).overflowY);
}

function canMove(element: Element, direction: ScrollWish['direction']): boolean {
  const top = scrollTopOf(element);
  if (direction === 'up' || direction === 'top') return top > 0;
  return scrollHeightOf(element) - clientHeightOf(element) - top > 1;
}

/** True when the element was there to be brought into view. */
export function bringIntoView(handle: number, block: 'center' | 'nearest'): boolean {
  const element = elementOf(handle);
  if (!element) return false;
  Element.prototype.scrollIntoView.call(element, { block, inline: 'nearest', behavior: 'instant' });
  return true;
}
