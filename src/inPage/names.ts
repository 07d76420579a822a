import { inputTypeOf, staticRole } from './roles.js';
import {
  attr,
  childNodesOf,
  childrenOf,
  closestDeep,
  findIn,
  fold,
  isElement,
  rootOf,
  styleOf,
  tagOf,
  textOf,
  typeOf,
} from './safe.js';

const computed = Object.getOwnPropertyDescriptor(Element.prototype, 'computedName')?.get;

const NAMED_BY_CONTENT: ReadonlySet<string> = new Set([
  ...['button', 'link', 'checkbox', 'radio', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'switch'],
  ...['option', 'treeitem', 'heading', 'cell', 'gridcell', 'columnheader', 'rowheader', 'row', 'tooltip'],
]);

/** The accessible name: Chromium's own where it lends it, else worked out here. */
export function nameOf(element: Element, role: string, trustBrowser: boolean): string {
  if (computed && trustBrowser) {
    const name = fold(computed.call(element) as string) || (isSkipped(element) ? ownName(element, role) : '');
    // Chromium appends the chosen file to the name; for us it is the value.
    return tagOf(element) === 'input' && inputTypeOf(element) === 'file' ? name.replace(/: [^:]*$/, '') : name;
  }
  return ownName(element, role);
}

/** Left out of the drawing, and so of the accessibility tree, until it comes near the viewport. */
function isSkipped(element: Element): boolean {
  return !Element.prototype.checkVisibility.call(element, { contentVisibilityAuto: true });
}

/**
 * The name for browsers that keep theirs to themselves, and for pages so large that asking would take seconds: the
 * steps of the accessible-name computation that real pages use.
 */
export function ownName(element: Element, role = staticRole(element)): string {
  const labelled = labelledBy(element);
  if (labelled) return labelled;
  const label = fold(attr(element, 'aria-label'));
  if (label) return label;
  const native = nativeName(element);
  if (native) return native;
  if (NAMED_BY_CONTENT.has(role)) {
    const content = contentName(element);
    if (content) return content;
  }
  return fold(attr(element, 'title')) || fold(attr(element, 'placeholder')) || fold(attr(element, 'aria-placeholder'));
}

export function labelledBy(element: Element): string {
  const parts = namedBy(element, 'aria-labelledby', 500).map(
    (part) => fold(attr(part, 'aria-label')) || contentName(part),
  );
  return fold(parts.join(' '));
}

/** Text of the labels that belong to a field: by `for`, or around it. */
export function labelText(element: Element): string {
  const { labels } = element as HTMLInputElement;
  if (!labels || labels.length === 0) return '';
  return fold(
    [...labels]
      .slice(0, 5)
      .map((label) => contentName(label, element))
      .join(' '),
    300,
  );
}

function nativeName(element: Element): string {
  const tag = tagOf(element);
  if (tag === 'input') {
    const type = inputTypeOf(element);
    const { value } = element as HTMLInputElement;
    if (type === 'submit') return fold(value) || 'Submit';
    if (type === 'reset') return fold(value) || 'Reset';
    if (type === 'file') return labelText(element) || 'Choose File';
    if (type === 'button') return fold(value) || labelText(element);
    if (type === 'image') return labelText(element) || fold(attr(element, 'alt')) || fold(value) || 'Submit';
  }
  if (tag === 'img' || tag === 'area') return fold(attr(element, 'alt'));
  if (tag === 'fieldset') return firstChildText(element, 'legend');
  if (tag === 'svg') return firstChildText(element, 'title');
  if (tag === 'iframe') return fold(attr(element, 'title'));
  return labelText(element);
}

function firstChildText(element: Element, tag: string): string {
  const child = [...childrenOf(element)].slice(0, 20).find((candidate) => tagOf(candidate) === tag);
  return child ? fold(textOf(child)) : '';
}

const NODE_LIMIT = 400;
/** Stands for the gap behind a block. */
const BLANK = document.createTextNode(' ');

/** Names of what is inside, in order; hidden parts and the field itself left out. */
export function contentName(element: Element, except?: Element): string {
  const parts: string[] = [];
  const stack: Node[] = [];
  let visited = 0;
  let length = 0;
  const push = (parent: Node): void => {
    stack.push(...childNodesOf(parent, NODE_LIMIT).reverse());
  };
  push(element);
  for (let next = stack.pop(); next && visited < NODE_LIMIT && length < 4000; next = stack.pop()) {
    visited += 1;
    if (typeOf(next) === 3) {
      const text = (textOf(next) ?? '').slice(0, 4000);
      parts.push(text);
      length += text.length;
    } else if (isElement(next) && next !== except && attr(next, 'aria-hidden') !== 'true') {
      const tag = tagOf(next);
      if (tag === 'script' || tag === 'style' || tag === 'template') continue;
      const { display, visibility } = styleOf(next);
      if (display === 'none' || visibility === 'hidden') continue;
      const label = attr(next, 'aria-label') ?? (tag === 'img' || tag === 'svg' ? nativeName(next) : '');
      const gap = display.startsWith('inline') && tag !== 'br' ? '' : ' ';
      if (label) parts.push(` ${label} `);
      else {
        parts.push(gap);
        if (gap !== '') stack.push(BLANK);
        push(next);
      }
    }
  }
  return fold(parts.join(''));
}

/** Whether the name was written for the element and not gathered from what it shows. */
export function isNamedByAuthor(element: Element): boolean {
  return attr(element, 'aria-label') !== null || attr(element, 'aria-labelledby') !== null;
}

export function headingLevel(element: Element): number {
  const written = Number(attr(element, 'aria-level'));
  if (Number.isInteger(written) && written >= 1) return Math.min(written, 6);
  const tag = /^h([1-6])$/.exec(tagOf(element));
  return tag ? Number(tag[1]) : 2;
}

/** The elements whose ids an attribute lists, in the same tree as the one that names them. */
export function namedBy(element: Element, attribute: string, limit: number): Element[] {
  const ids = (attr(element, attribute) ?? '').slice(0, limit).split(/\s+/);
  return ids.flatMap((id) => (id === '' ? [] : (findIn(rootOf(element), `#${CSS.escape(id)}`) ?? [])));
}

/** The modal a person is in, if any. */
export function modalAround(element: Element): Element | null {
  return closestDeep(element, 'dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]');
}
