import { areaBox } from './areas.js';
import { areaOf, drawnParent, intersect, type Place, shadowOf, toMain } from './geometry.js';
import { inputTypeOf } from './roles.js';
import {
  childNodesOf,
  childrenOf,
  findAll,
  firstChildOf,
  fold,
  isDrawn,
  isElement,
  matches,
  nextSiblingOf,
  parentOf,
  rectOf,
  slottedInto,
  styleOf,
  tagOf,
  textOf,
  typeOf,
} from './safe.js';

const NODE_LIMIT = 300;

/** What a person can read on the page, and what is only in its source. Lives for one look. */
export class Sight {
  private readonly readable = new Map<Element, boolean>();
  private readonly backgrounds = new Map<Element, string>();

  /** Whether text directly inside this element can be read by a person who scrolls there. */
  canRead(element: Element): boolean {
    const known = this.readable.get(element);
    if (known !== undefined) return known;
    const answer = this.look(element);
    this.readable.set(element, answer);
    return answer;
  }

  private look(element: Element): boolean {
    const style = styleOf(element);
    // A slot or another wrapper without a box shows its text in the box around it.
    if (style.display === 'contents') {
      const parent = drawnParent(element);
      return parent !== null && this.canRead(parent);
    }
    if (!isDrawn(element)) return false;
    if (parseFloat(style.fontSize) < 2 || Number(style.opacity) < 0.05) return false;
    const { color } = style;
    if (isClear(color)) return hasBackgroundClip(style);
    if (color === this.backgroundOf(element) && style.textShadow === 'none') return false;
    return !isClippedAway(element, style);
  }

  /** The nearest background colour, or "" when something else may lie behind the text. */
  private backgroundOf(element: Element): string {
    const trail: Element[] = [];
    let colour: string | undefined;
    let at: Element | null = element;
    while (at && colour === undefined) {
      colour = this.backgrounds.get(at) ?? ownBackground(at);
      if (trail.push(at) > 40) colour ??= '';
      at = drawnParent(at);
    }
    // The canvas is white where nobody painted it.
    const known = colour ?? 'rgb(255, 255, 255)';
    for (const passed of trail) this.backgrounds.set(passed, known);
    return known;
  }

  private readonly plain = new Map<Element, string>();

  /** The readable text inside an element without that of its controls; several of those will ask. */
  plainText(element: Element, controls: string): string {
    const known = this.plain.get(element) ?? this.textInside(element, 300, controls).text;
    this.plain.set(element, known);
    return known;
  }

  /** The text inside an element that a person can read, and the pieces that are there but cannot be read. */
  textInside(element: Element, limit = 300, except?: string, isName = false): { text: string; unreadable: string[] } {
    const only = firstChildOf(element);
    // Most controls hold one piece of text and nothing else.
    if (only && typeOf(only) === 3 && nextSiblingOf(only) === null && !shadowOf(element)) {
      const text = fold(textOf(only), limit);
      // What a control says as a whole is its name anyway, readable or not.
      return isName || this.canRead(element) ? { text, unreadable: [] } : { text: '', unreadable: text ? [text] : [] };
    }
    const parts: string[] = [];
    const unreadable: string[] = [];
    const stack: Node[] = [element];
    let length = 0;
    let visited = 0;
    for (let next = stack.pop(); next && visited < NODE_LIMIT && length < limit * 2; next = stack.pop()) {
      visited += 1;
      if (typeOf(next) === 3) {
        const text = (textOf(next) ?? '').slice(0, limit * 4);
        const parent = parentOf(next);
        const holder = isElement(parent) ? parent : element;
        if (text.trim() === '') parts.push(' ');
        else if (this.canRead(holder)) {
          parts.push(text);
          length += text.length;
        } else unreadable.push(fold(text, limit));
      } else if (isElement(next)) {
        const tag = tagOf(next);
        if (tag === 'script' || tag === 'style' || tag === 'template' || tag === 'noscript') continue;
        if (except && next !== element && matches(next, except)) continue;
        const { display } = styleOf(next);
        if (display === 'none') continue;
        if (tag === 'br' || !display.startsWith('inline')) parts.push(' ');
        stack.push(...drawnChildren(next).reverse());
      }
    }
    return { text: fold(parts.join(''), limit), unreadable };
  }
}

function drawnChildren(element: Element): Node[] {
  const slotted = slottedInto(element);
  return slotted.length > 0 ? slotted.slice(0, NODE_LIMIT) : childNodesOf(shadowOf(element) ?? element, NODE_LIMIT);
}

/** The colour an element paints; "" for pictures and for boxes that float over who knows what; undefined for none. */
function ownBackground(element: Element): string | undefined {
  const style = styleOf(element);
  if (style.backgroundImage !== 'none') return '';
  if (!isClear(style.backgroundColor)) return style.backgroundColor;
  return style.position === 'absolute' || style.position === 'fixed' ? '' : undefined;
}

function isClear(colour: string): boolean {
  return colour === 'transparent' || /^rgba\(.*,\s*0\)$/.test(colour) || /\/\s*0\)$/.test(colour);
}

function hasBackgroundClip(style: CSSStyleDeclaration): boolean {
  return style.getPropertyValue('background-clip').includes('text') || style.textShadow !== 'none';
}

/** The usual ways to keep text for screen readers only: a one-pixel box, everything clipped off, pushed far left. */
function isClippedAway(element: Element, style: CSSStyleDeclaration, level = 0): boolean {
  const rect = rectOf(element);
  const isTiny = rect.width <= 2 || rect.height <= 2;
  if (isTiny && style.overflow !== 'visible' && style.display !== 'inline') return true;
  if (style.clipPath !== 'none' && /inset\((?:50%|100%)/.test(style.clipPath)) return true;
  if (style.position === 'absolute' && /^rect\((?:0px|1px)[, ]+(?:0px|1px)[, ]+(?:0px|1px)[, ]/.test(style.clip))
    return true;
  if (style.textIndent !== '0px' && parseFloat(style.textIndent) < -900) return true;
  if (level === 3 || (!isTiny && style.display !== 'inline')) return false;
  // An inline piece is cut off by the box around it.
  const parent = drawnParent(element);
  return parent !== null && tagOf(parent) !== 'body' && isClippedAway(parent, styleOf(parent), level + 1);
}

/** The box people see: the element's own, or that of what stands for it. */
export function visibleBox(element: Element, place: Place): { x: number; y: number; width: number; height: number } {
  const own = toMain(place, rectOf(element));
  if (areaOf(own) > 0) return own;
  if (tagOf(element) === 'area') return toMain(place, areaBox(element) ?? rectOf(element));
  // An inline or `display: contents` wrapper may have no box although what is inside it has one.
  const pieces = [...childrenOf(element)].slice(0, 10).map((child) => toMain(place, rectOf(child)));
  return pieces.find((piece) => areaOf(piece) > 0) ?? own;
}

/** What is seen and clicked in place of a hidden checkbox, radio button or file field: its label, or a box drawn for it. */
export function standIn(element: Element): Element | null {
  const label = (element as HTMLInputElement).labels?.[0];
  if (label && areaOf(rectOf(label)) > 4) return label;
  const box = drawnParent(element);
  if (!box || findAll(box, 'input').length !== 1) return null;
  const { width, height } = rectOf(box);
  // A file field is stretched over the whole button that stands for it.
  const [widest, highest] = inputTypeOf(element) === 'file' ? [400, 120] : [80, 80];
  return width > 4 && height > 4 && width <= widest && height <= highest ? box : null;
}

export function seenPart(box: ReturnType<typeof visibleBox>, clip: ReturnType<typeof visibleBox>) {
  const seen = intersect(box, clip);
  const whole = areaOf(box);
  const ratio = whole > 0 ? areaOf(seen) / whole : 0;
  // A sliver counts when it is large enough to be seen: of an endless element only ever a sliver is.
  const isSeen = ratio > 0.01 || areaOf(seen) > 400;
  const inView: 'full' | 'partial' | 'none' = ratio > 0.98 ? 'full' : isSeen ? 'partial' : 'none';
  return { seen, inView };
}
