import { shadowOf } from './geometry.js';
import {
  INTERACTIVE_ROLES,
  innerRole,
  inputTypeOf,
  isDesignBody,
  isEditingHost,
  isFocusable,
  writtenRole,
} from './roles.js';
import { attr, find, firstChildOf, has, hasAttributes, matches } from './safe.js';

/** Why an element may be of interest before it is looked at closely. */
export type Reason = 'role' | 'focus' | 'listener' | 'pointer' | 'landmark' | 'frame';

const NEVER: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'noscript', 'head', 'meta', 'link', 'title', 'base', 'option', 'optgroup'],
  ...['datalist', 'param', 'source', 'track', 'br', 'wbr'],
]);
const CONTROLS: ReadonlySet<string> = new Set(['button', 'select', 'textarea', 'summary']);
/** Tags that hold a few words rather than a part of the page. */
const SMALL_THINGS = /^(?:th|td|li|span|a|p|b|i|em|strong|label|dt|dd|img|svg)$/;
const LANDMARKS: ReadonlySet<string> = new Set(['region', 'dialog', 'alert', 'alertdialog', 'heading']);

/** Elements that hold nothing of interest, whatever they contain. */
export function isDead(element: Element, tag: string): boolean {
  if (NEVER.has(tag)) return true;
  return hasAttributes(element) && (attr(element, 'aria-hidden') === 'true' || has(element, 'inert'));
}

export function reasonFor(element: Element, tag: string): Reason | undefined {
  if (CONTROLS.has(tag)) return 'role';
  if (tag === 'input') return inputTypeOf(element) === 'hidden' ? undefined : 'role';
  if (tag === 'a' || tag === 'area') return linkReason(element);
  if (tag === 'iframe' || tag === 'frame') return 'frame';
  if (tag === 'h1' || tag === 'h2' || tag === 'h3' || tag === 'dialog') {
    return (hasAttributes(element) && attributeReason(element, tag)) || 'landmark';
  }
  if (tag === 'body' && isDesignBody(element)) return 'focus';
  if (tag.includes('-') && INTERACTIVE_ROLES.has(innerRole(element))) return 'role';
  if (!hasAttributes(element)) return undefined;
  return attributeReason(element, tag);
}

function linkReason(element: Element): Reason | undefined {
  if (has(element, 'href') || has(element, 'onclick') || writtenRole(element) !== undefined) return 'role';
  return has(element, 'tabindex') && isFocusable(element) ? 'focus' : undefined;
}

function attributeReason(element: Element, tag: string): Reason | undefined {
  const role = has(element, 'role') ? writtenRole(element) : undefined;
  if (role && INTERACTIVE_ROLES.has(role)) return 'role';
  if (has(element, 'tabindex') && isFocusable(element)) return 'focus';
  if (has(element, 'contenteditable') && isEditingHost(element)) return 'focus';
  if (has(element, 'onclick') && tag !== 'body' && tag !== 'html') return 'listener';
  if (role && LANDMARKS.has(role)) return 'landmark';
  if (tag === 'section' && (has(element, 'aria-label') || has(element, 'aria-labelledby'))) return 'landmark';
  if ((tag === 'video' || tag === 'audio') && has(element, 'controls')) return 'focus';
  return undefined;
}

/** Text inside these belongs to their name or value and is not told again. */
export function ownsItsText(element: Element, tag: string, reason: Reason | undefined): boolean {
  // Whether a listener makes its element one thing to click is known only when all is seen.
  if (reason === 'listener') return false;
  if (reason === 'role' || reason === 'pointer') return true;
  if (reason === 'focus') return isEditingHost(element) || SMALL_THINGS.test(tag);
  if (reason === 'landmark') return /^h[1-3]$/.test(tag) || attr(element, 'role') === 'heading';
  return tag === 'label' && (element as HTMLLabelElement).control !== null;
}

/** A drawing is one thing, unless parts of it can be acted on. */
export function isOpaque(element: Element, tag: string): boolean {
  if (tag === 'select' || tag === 'textarea' || tag === 'input' || tag === 'video' || tag === 'audio') return true;
  return tag === 'svg' && find(element, 'a, [role], [tabindex], [onclick]') === null;
}

/** Elements the debugger saw a click listener on. */
export const listening = new WeakSet<Element>();

/** A custom element or an empty box that is nevertheless drawn may hold a closed shadow root. */
export function mayHoldClosedRoot(element: Element, tag: string): boolean {
  const isEmpty = firstChildOf(element) === null;
  // Some frameworks give such names to boxes of no kind of their own, by the hundred; what those hold is in the open.
  const isCustom = tag.includes('-') && (isEmpty || matches(element, ':defined'));
  const isBare = (tag === 'div' || tag === 'span') && isEmpty && !has(element, 'class');
  return (isCustom || isBare) && !shadowOf(element);
}
