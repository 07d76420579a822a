/**
 * Reading the DOM through prototypes. Page scripts cannot reach this world, but a page's markup can: a form or a
 * document answers with its named children first, so `<input name="parentNode">` would replace the form's own parent.
 */
function reader<O extends object, K extends keyof O>(prototype: O, key: K): (object: O) => O[K] {
  const getter = Object.getOwnPropertyDescriptor(prototype, key)?.get;
  if (!getter) throw new Error(`no getter for ${String(key)}`);
  return (object) => getter.call(object) as O[K];
}

const element = Element.prototype;
const node = Node.prototype;

export const tagOf = reader(element, 'localName');
export const openShadowOf = reader(element, 'shadowRoot');
export const slotOf = reader(element, 'assignedSlot');
export const firstElementOf = reader(element, 'firstElementChild');
export const nextElementOf = reader(element, 'nextElementSibling');
export const previousElementOf = reader(element, 'previousElementSibling');
export const childrenOf = reader(element, 'children');
export const clientWidthOf = reader(element, 'clientWidth');
export const clientHeightOf = reader(element, 'clientHeight');
export const clientLeftOf = reader(element, 'clientLeft');
export const clientTopOf = reader(element, 'clientTop');
export const scrollTopOf = reader(element, 'scrollTop');
export const scrollLeftOf = reader(element, 'scrollLeft');
export const scrollHeightOf = reader(element, 'scrollHeight');
export const scrollWidthOf = reader(element, 'scrollWidth');
export const parentOf = reader(node, 'parentNode');
export const firstChildOf = reader(node, 'firstChild');
export const nextSiblingOf = reader(node, 'nextSibling');
export const typeOf = reader(node, 'nodeType');
export const textOf = reader(node, 'textContent');
export const previousSiblingOf = reader(node, 'previousSibling');
export const isConnected = reader(node, 'isConnected');
const ownerDocumentOf = reader(node, 'ownerDocument');
export const tabIndexOf = reader(HTMLElement.prototype, 'tabIndex');
export const isEditable = reader(HTMLElement.prototype, 'isContentEditable');
export const offsetWidthOf = reader(HTMLElement.prototype, 'offsetWidth');
export const contentDocumentOf = reader(HTMLIFrameElement.prototype, 'contentDocument');
export const rootElementOf = reader(Document.prototype, 'documentElement');
export const viewOf = reader(Document.prototype, 'defaultView');
export const titleOf = reader(Document.prototype, 'title');
export const urlOf = reader(Document.prototype, 'URL');
export const designModeOf = reader(Document.prototype, 'designMode');
export const scrollingElementOf = reader(Document.prototype, 'scrollingElement');
export const activeElementOf = reader(Document.prototype, 'activeElement');
export const formActionOf = reader(HTMLFormElement.prototype, 'action');
export const formMethodOf = reader(HTMLFormElement.prototype, 'method');
export const formElementsOf = reader(HTMLFormElement.prototype, 'elements');

export const attr = (target: Element, name: string): string | null => element.getAttribute.call(target, name);
export const has = (target: Element, name: string): boolean => element.hasAttribute.call(target, name);
export const hasAttributes = (target: Element): boolean => element.hasAttributes.call(target);
export const rectOf = (target: Element): DOMRect => element.getBoundingClientRect.call(target);
export const rectsOf = (target: Element): DOMRectList => element.getClientRects.call(target);
export const matches = (target: Element, selector: string): boolean => element.matches.call(target, selector);
export const closest = (target: Element, selector: string): Element | null => element.closest.call(target, selector);
export const find = (target: Element, selector: string): Element | null => element.querySelector.call(target, selector);
export const findAll = (target: Element, selector: string): Element[] => [
  ...element.querySelectorAll.call(target, selector),
];
/** At once, whatever the style sheet says about gliding. */
export const scrollToTop = (target: Element, top: number): void => {
  Reflect.apply(element.scrollTo, target, [{ top, behavior: 'instant' }]);
};
export const contains = (target: Node, other: Node): boolean => node.contains.call(target, other);
/** Whether `other` comes after `target` in the document. */
export const isFollowedBy = (target: Node, other: Node): boolean =>
  (node.compareDocumentPosition.call(target, other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
export const rangeOver = (target: Node): DOMRect => {
  const range = Document.prototype.createRange.call(documentOf(target));
  range.selectNodeContents(target);
  return range.getBoundingClientRect();
};
export const captures = (target: Element, pointer: number): boolean => element.hasPointerCapture.call(target, pointer);
export const rootOf = (target: Node): Node => node.getRootNode.call(target);

/** Query below a document, a shadow root or an element. */
export function findIn(root: Node, selector: string): Element | null {
  if (typeOf(root) === 9) return Document.prototype.querySelector.call(root, selector);
  if (typeOf(root) === 11) return DocumentFragment.prototype.querySelector.call(root, selector);
  return element.querySelector.call(root, selector);
}

export function findAllIn(root: Node, selector: string): Element[] {
  if (typeOf(root) === 9) return [...Document.prototype.querySelectorAll.call(root, selector)];
  if (typeOf(root) === 11) return [...DocumentFragment.prototype.querySelectorAll.call(root, selector)];
  return findAll(root as Element, selector);
}

/** `closest`, on through the hosts of shadow roots. */
export function closestDeep(target: Element, selector: string): Element | null {
  let at: Element | null = target;
  for (let level = 0; at && level < 30; level++) {
    const found = closest(at, selector);
    if (found) return found;
    const root: Node = rootOf(at);
    at = 'host' in root ? (root as ShadowRoot).host : null;
  }
  return null;
}

export function documentOf(target: Node): Document {
  return ownerDocumentOf(target) ?? (target as Document);
}

export function styleOf(target: Element): CSSStyleDeclaration {
  return getComputedStyle(target);
}

/** Drawn, and no ancestor makes it transparent. */
export function isDrawn(target: Element): boolean {
  return element.checkVisibility.call(target, DRAWN);
}

/** There to be clicked, seen or not. */
export function isLaidOut(target: Element): boolean {
  return element.checkVisibility.call(target, { visibilityProperty: true });
}

const DRAWN = { opacityProperty: true, visibilityProperty: true } as const;

export function isElement(target: Node | null): target is Element {
  return target !== null && typeOf(target) === 1;
}

/** Child nodes, at most so many. */
export function childNodesOf(target: Node, limit = Number.POSITIVE_INFINITY): Node[] {
  const children: Node[] = [];
  for (let child = firstChildOf(target); child && children.length < limit; child = nextSiblingOf(child))
    children.push(child);
  return children;
}

/** What was put into a slot; nothing for a slot that shows its own content, and for any other element. */
export function slottedInto(target: Element): Node[] {
  return tagOf(target) === 'slot' ? ((target as HTMLSlotElement).assignedNodes?.() ?? []) : [];
}

/** An attribute never longer than we are willing to carry. */
export function shortAttr(target: Element, name: string, limit = 200): string | undefined {
  const value = attr(target, name);
  return value === null ? undefined : value.slice(0, limit);
}

/** White space folded, and never longer than `limit`. A cut name ends in "..." only where it is shown. */
export function fold(text: string | null | undefined, limit = 1000): string {
  if (!text) return '';
  return text
    .slice(0, limit * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limit);
}
