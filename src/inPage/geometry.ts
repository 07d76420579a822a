import {
  clientHeightOf,
  clientLeftOf,
  clientTopOf,
  clientWidthOf,
  contentDocumentOf,
  isElement,
  offsetWidthOf,
  openShadowOf,
  parentOf,
  rectOf,
  rootElementOf,
  rootOf,
  scrollHeightOf,
  scrollTopOf,
  scrollWidthOf,
  slotOf,
  styleOf,
  tagOf,
  viewOf,
} from './safe.js';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One document of this process, and where its viewport lies in the main one. */
export interface Place {
  document: Document;
  index: number;
  parent: Place | null;
  owner: Element | null;
  x: number;
  y: number;
  scale: number;
  /** The part of the main viewport through which this document can be seen. */
  clip: Box;
  /** How far the document is scrolled. */
  scroll: { x: number; y: number };
}

export function intersect(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

export function isApart(a: Box, b: Box): boolean {
  return a.x >= b.x + b.width || a.x + a.width <= b.x || a.y >= b.y + b.height || a.y + a.height <= b.y;
}

export const areaOf = ({ width, height }: Box): number => width * height;

export function toMain(place: Place, { x, y, width, height }: Box): Box {
  const { scale } = place;
  return { x: place.x + x * scale, y: place.y + y * scale, width: width * scale, height: height * scale };
}

export function toLocal(place: Place, point: { x: number; y: number }): { x: number; y: number } {
  return { x: (point.x - place.x) / place.scale, y: (point.y - place.y) / place.scale };
}

/** The next element up in the tree as it is drawn: through slots and shadow roots, within the document. */
export function drawnParent(element: Element): Element | null {
  const slot = slotOf(element);
  if (slot) return slot;
  const parent = parentOf(element);
  if (isElement(parent)) return parent;
  return parent && 'host' in parent ? (parent as ShadowRoot).host : null;
}

/** The place of a document inside an iframe: border, padding and scaling of the iframe element count. */
export function placeInside(owner: Element, outer: Place, document: Document, index: number, seen: Box): Place {
  const content = contentBoxOf(owner, outer);
  return {
    document,
    index,
    parent: outer,
    owner,
    x: content.x,
    y: content.y,
    scale: content.scale,
    clip: intersect(seen, content),
    scroll: scrollOf(document),
  };
}

export function contentBoxOf(owner: Element, outer: Place): Box & { scale: number } {
  const rect = rectOf(owner);
  const style = styleOf(owner);
  const drawn = offsetWidthOf(owner as HTMLElement);
  // A CSS transform or zoom on the way scales what is inside the iframe along with it.
  const scale = drawn > 0 ? rect.width / drawn : 1;
  const left = (clientLeftOf(owner) + parseFloat(style.paddingLeft || '0')) * scale;
  const top = (clientTopOf(owner) + parseFloat(style.paddingTop || '0')) * scale;
  const right = parseFloat(style.paddingRight || '0') + parseFloat(style.borderRightWidth || '0');
  const bottom = parseFloat(style.paddingBottom || '0') + parseFloat(style.borderBottomWidth || '0');
  const inner = {
    x: rect.x + left,
    y: rect.y + top,
    width: Math.max(0, rect.width - left - right * scale),
    height: Math.max(0, rect.height - top - bottom * scale),
  };
  return { ...toMain(outer, inner), scale: outer.scale * scale };
}

export function isFrame(element: Element): element is HTMLIFrameElement {
  const tag = tagOf(element);
  return tag === 'iframe' || tag === 'frame';
}

/** The document inside an iframe of the same process; null when another process draws it. */
export function documentInside(frame: Element): Document | null {
  try {
    return tagOf(frame) === 'iframe'
      ? contentDocumentOf(frame as HTMLIFrameElement)
      : (frame as HTMLFrameElement).contentDocument;
  } catch {
    return null;
  }
}

const CHAIN_LIMIT = 400;

/** What scroll containers leave open, worked out once per element and look. */
export class Views {
  private readonly known = new Map<Element, Box>();
  readonly scrollers = new Set<Element>();

  /** The part of the main viewport through which an element's content can be seen. */
  inside(element: Element, place: Place): Box {
    const chain: Element[] = [];
    let at: Element | null = element;
    while (at && !this.known.has(at) && chain.length < CHAIN_LIMIT) {
      chain.push(at);
      at = containerOf(at, place);
    }
    let clip = (at && this.known.get(at)) || place.clip;
    for (const next of chain.reverse()) {
      clip = this.step(next, clip, place);
      this.known.set(next, clip);
    }
    return clip;
  }

  /** The part through which the element itself can be seen. */
  around(element: Element, place: Place): Box {
    const container = containerOf(element, place);
    return container ? this.inside(container, place) : place.clip;
  }

  private step(element: Element, outer: Box, place: Place): Box {
    const tag = tagOf(element);
    if (tag === 'html' || tag === 'body') return outer;
    const { overflow, display } = styleOf(element);
    if (overflow === 'visible' || display === 'contents' || display === 'inline') return outer;
    if (/auto|scroll/.test(overflow) && overflows(element)) this.scrollers.add(element);
    return intersect(outer, toMain(place, rectOf(element)));
  }
}

function containerOf(element: Element, place: Place): Element | null {
  const { position } = styleOf(element);
  if (position === 'fixed') return null;
  if (position === 'absolute') {
    const { offsetParent } = element as HTMLElement;
    if (offsetParent) return offsetParent;
  }
  const parent = drawnParent(element);
  return parent === rootElementOf(place.document) ? null : parent;
}

export function overflows(element: Element): boolean {
  return scrollHeightOf(element) - clientHeightOf(element) > 50 || scrollWidthOf(element) - clientWidthOf(element) > 50;
}

export function scrollDepth(element: Element): { depth: number; moreBelow: boolean } {
  const room = scrollHeightOf(element) - clientHeightOf(element);
  const top = scrollTopOf(element);
  return { depth: room > 0 ? Math.min(1, Math.max(0, top / room)) : 0, moreBelow: room - top > 20 };
}

/** The deepest element at a point of this document, through open shadow roots. */
export function deepestAt(place: Place, point: { x: number; y: number }): Element | null {
  const { x, y } = toLocal(place, point);
  let found = Document.prototype.elementFromPoint.call(place.document, x, y);
  for (let level = 0; found && level < 30; level++) {
    const root = shadowOf(found);
    const inner = root && innerHit(root, x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

/** Text put into a slot belongs to the host, so a hit on it names the host: what holds the slot is meant. */
function innerHit(root: ShadowRoot, x: number, y: number): Element | null {
  const hit = root.elementFromPoint(x, y);
  if (!hit || rootOf(hit) === root) return hit;
  return root.elementsFromPoint(x, y).find((element) => rootOf(element) === root) ?? null;
}

/** Closed shadow roots that the debugger handed over, by host. */
export const closedRoots = new WeakMap<Element, ShadowRoot>();

/** The shadow root of an element, open or handed over. */
export function shadowOf(element: Element): ShadowRoot | null {
  return openShadowOf(element) ?? closedRoots.get(element) ?? null;
}

function scrollOf(document: Document): Place['scroll'] {
  const view = viewOf(document) ?? window;
  return { x: view.scrollX, y: view.scrollY };
}

export function rootPlace(document: Document, options: { x: number; y: number; scale: number; clip?: Box }): Place {
  const view = viewOf(document) ?? window;
  const { x, y, scale } = options;
  const own = { x, y, width: view.innerWidth * scale, height: view.innerHeight * scale };
  const clip = options.clip ? intersect(options.clip, own) : own;
  return { document, index: 0, parent: null, owner: null, x, y, scale, clip, scroll: scrollOf(document) };
}
