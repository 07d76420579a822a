import { documentInside, isFrame, shadowOf } from './geometry.js';
import { inputTypeOf, isDisabled, isEditingHost } from './roles.js';
import {
  attr,
  childNodesOf,
  firstElementOf,
  fold,
  isElement,
  nextElementOf,
  parentOf,
  rootElementOf,
  styleOf,
  tagOf,
  textOf,
  typeOf,
} from './safe.js';
import { cleaned, holdsCardNumber, isSecretField, mask, maskNumbers } from './secrets.js';

const DROPPED: ReadonlySet<string> = new Set([
  ...['script', 'style', 'svg', 'head', 'template', 'noscript', 'link', 'meta', 'canvas', 'source', 'track'],
]);
const VOID: ReadonlySet<string> = new Set(['input', 'img', 'br', 'hr', 'wbr', 'area', 'embed', 'col']);
const KEPT =
  /^(?:id|class|name|type|href|src|alt|title|role|for|placeholder|action|method|target|colspan|rowspan|tabindex|contenteditable|aria-.*|data-testid|data-test|data-qa|data-uia|data-has-popup|data-state|data-expanded)$/;

/**
 * The page as short HTML: no scripts, styles, drawings, comments, inline style or data attributes (they change
 * without anything happening for a person), with live values and states written out (they change without the
 * source changing). Cut at `limit`; what follows a cut is not looked at.
 */
export function simplifiedDom(document: Document, limit: number): string {
  const root = rootElementOf(document);
  if (!root) return '';
  const parts: string[] = [];
  let length = 0;
  const write = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  const stack: (Node | string)[] = [root];
  for (let next = stack.pop(); next !== undefined && length < limit; next = stack.pop()) {
    if (typeof next === 'string') write(next);
    else if (typeOf(next) === 3) {
      const text = cleaned(textOf(next), 2000);
      if (text) write(escapeHtml(text));
    } else if (isElement(next)) {
      const tag = tagOf(next);
      if (DROPPED.has(tag) || isUnrendered(next)) continue;
      write(`<${tag}${attributes(next, tag)}>`);
      if (VOID.has(tag)) continue;
      stack.push(`</${tag}>`);
      pushChildren(next, tag, stack);
    }
  }
  return parts.join('').slice(0, limit);
}

function isUnrendered(element: Element): boolean {
  return styleOf(element).display === 'none';
}

function pushChildren(element: Element, tag: string, stack: (Node | string)[]): void {
  const inner = isFrame(element) ? documentInside(element) : null;
  const body = inner && rootElementOf(inner);
  if (body) {
    stack.push(body);
    return;
  }
  if (tag === 'textarea') return;
  const root = shadowOf(element);
  const children = [...(root ? childNodesOf(root) : []), ...childNodesOf(element)];
  for (let i = children.length - 1; i >= 0; i--) stack.push(children[i] as Node);
}

function attributes(element: Element, tag: string): string {
  let text = '';
  for (const name of Element.prototype.getAttributeNames.call(element).slice(0, 40)) {
    if (!KEPT.test(name)) continue;
    const value = attr(element, name) ?? '';
    const short = value.startsWith('data:') || value.startsWith('blob:') ? value.slice(0, 5) : fold(value, 200);
    text += short === '' ? ` ${name}` : ` ${name}="${escapeHtml(maskNumbers(short))}"`;
  }
  return text + liveState(element, tag);
}

function liveState(element: Element, tag: string): string {
  let text = isDisabled(element) ? ' disabled' : '';
  if (tag === 'input') {
    const { checked, value } = element as HTMLInputElement;
    if (/^(?:checkbox|radio)$/.test(inputTypeOf(element))) text += checked ? ' checked' : '';
    else if (value !== '') text += ` value="${escapeHtml(shown(element, value))}"`;
  } else if (tag === 'textarea') {
    const { value } = element as HTMLTextAreaElement;
    if (value !== '') text += ` value="${escapeHtml(shown(element, value))}"`;
  } else if (tag === 'option' && (element as HTMLOptionElement).selected) text += ' selected';
  else if ((tag === 'details' || tag === 'dialog') && attr(element, 'open') !== null) text += ' open';
  else if (isEditingHost(element)) text += ' editable';
  return text;
}

function shown(element: Element, value: string): string {
  return isSecretField(element) || holdsCardNumber(value) ? mask(value) : fold(value, 200);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Quick facts that decide whether the browser's accessibility tree may be asked for: it recurses and takes its time. */
export function survey(document: Document, limit: number): { elements: number; depth: number } {
  const elements = Document.prototype.getElementsByTagName.call(document, '*').length;
  let deepest = 0;
  if (elements > limit) return { elements, depth: deepest };
  const root = rootElementOf(document);
  let at: Element | null = root;
  let depth = 0;
  while (at) {
    const child = firstElementOf(at);
    if (child) {
      at = child;
      depth += 1;
      if (depth > deepest) deepest = depth;
      continue;
    }
    while (at && at !== root && !nextElementOf(at)) {
      const parent: Node | null = parentOf(at);
      at = isElement(parent) ? parent : null;
      depth -= 1;
    }
    at = at && at !== root ? nextElementOf(at) : null;
  }
  return { elements, depth: deepest };
}
