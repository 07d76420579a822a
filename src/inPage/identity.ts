import { hash } from './address.js';
import { staticRole } from './roles.js';
import {
  attr,
  fold,
  has,
  isConnected,
  isElement,
  openShadowOf,
  parentOf,
  rootOf,
  shortAttr,
  tagOf,
  textOf,
} from './safe.js';
import { maskNumbers } from './secrets.js';

/** Numbers by which an element is found again. Elements are held weakly: what the page drops is gone. */
const handles = new WeakMap<Element, number>();
const elements = new Map<number, WeakRef<Element>>();
let lastHandle = 0;

export function handleOf(element: Element): number {
  const known = handles.get(element);
  if (known !== undefined) return known;
  lastHandle += 1;
  handles.set(element, lastHandle);
  elements.set(lastHandle, new WeakRef(element));
  return lastHandle;
}

export function elementOf(handle: number): Element | undefined {
  const element = elements.get(handle)?.deref();
  return element && isConnected(element) ? element : undefined;
}

export function forgetTheGone(): void {
  if (elements.size < 5000) return;
  for (const [handle, reference] of elements) if (!reference.deref()) elements.delete(handle);
  for (const [name, reference] of holders) if (!reference.deref()) holders.delete(name);
}

/** Stable names of elements: an element keeps its own as long as it lives, an equal successor inherits it. */
const names = new WeakMap<Element, string>();
const holders = new Map<string, WeakRef<Element>>();

export function vaultyIdOf(element: Element): string {
  const known = names.get(element);
  // One that comes back to the page may find its name given to another by then; two of one name would be mistaken.
  if (known !== undefined && holders.get(known)?.deref() === element) return known;
  const id = fold(attr(element, 'id'), 100);
  const base = id ? `id:${id}` : `v-${hash(identityText(element))}`;
  let name = base;
  for (let twin = 1; isTaken(name); twin++) name = `${base}~${twin}`;
  names.set(element, name);
  holders.set(name, new WeakRef(element));
  return name;
}

function isTaken(name: string): boolean {
  const holder = holders.get(name)?.deref();
  return holder !== undefined && isConnected(holder);
}

/** Never the value: what is typed must not name the field, least of all a password. */
function identityText(element: Element): string {
  const text = /^(?:input|select|textarea)$/.test(tagOf(element)) ? '' : fold(textOf(element)?.slice(0, 2000), 100);
  return [attr(element, 'name'), testIdOf(element), attr(element, 'aria-label'), text, staticRole(element)]
    .map((part) => fold(part, 200))
    .join('|');
}

export function testIdOf(element: Element): string | undefined {
  for (const name of ['data-testid', 'data-test', 'data-qa', 'data-cy', 'data-test-id']) {
    if (has(element, name)) return shortAttr(element, name);
  }
  return undefined;
}

/** At most six levels, ids where there are any: for people reading a trace, not for finding elements. */
export function domPath(element: Element): string {
  const parts: string[] = [];
  let at: Element | null = element;
  for (let level = 0; at && level < 6; level++) {
    parts.unshift(step(at));
    const parent = parentOf(at);
    at = isElement(parent) ? parent : null;
  }
  if (at) parts.unshift('...');
  return parts.join('>');
}

function step(element: Element): string {
  const id = fold(attr(element, 'id'), 40);
  return maskNumbers(id ? `${tagOf(element)}#${id}` : tagOf(element));
}

/** The hosts on the way from the document to an element inside shadow roots; undefined outside of them. */
export function shadowPath(element: Element): string[] | undefined {
  const path: string[] = [];
  let at: Element = element;
  for (let level = 0; level < 20; level++) {
    const root = rootOf(at);
    if (!('host' in root)) break;
    const { host } = root as ShadowRoot;
    path.unshift(step(host), openShadowOf(host) ? 'shadowRoot' : 'closedShadowRoot');
    at = host;
  }
  return path.length > 0 ? [...path, step(element)] : undefined;
}
