import { focusOf } from './focus.js';
import { elementOf } from './identity.js';
import { inputTypeOf, isEditingHost } from './roles.js';
import { contains, documentOf, tagOf, viewOf } from './safe.js';

/** How an element takes text: by the keyboard, as a value that is set, or not at all. */
export type FillKind = 'keys' | 'value' | 'none';

const SET_TYPES = /^(?:date|time|datetime-local|month|week|color|range)$/;
const NO_TEXT = /^(?:checkbox|radio|file|submit|button|reset|image|hidden)$/;

/** What was in a field when text was to go behind it; kept here, because it may be a secret. */
const before = new WeakMap<Element, string>();

/**
 * Focuses a field and selects what typing shall replace: everything, or the place after the last character. A page can
 * move the focus on at once; then nothing must be typed, because it would land in another field.
 */
export function prepareFill(handle: number, clear: boolean): { kind: FillKind; focused: boolean } {
  const element = elementOf(handle);
  const kind = element ? fillKindOf(element) : 'none';
  if (!element || kind === 'none') return { kind, focused: false };
  before.set(element, clear ? '' : contentOf(element));
  (element as HTMLElement).focus({ preventScroll: true });
  if (kind === 'value') return { kind, focused: true };
  const field = element as HTMLInputElement;
  if (isEditingHost(element)) selectInside(element, clear);
  else if (clear) field.select();
  else putCaretBehind(field);
  return { kind, focused: holdsFocus(element) };
}

function holdsFocus(element: Element): boolean {
  const focus = focusOf();
  return focus === element || (focus !== null && isEditingHost(element) && contains(element, focus));
}

function contentOf(element: Element): string {
  return isEditingHost(element) ? (element.textContent ?? '') : (element as HTMLInputElement).value;
}

export function fillKindOf(element: Element): FillKind {
  const tag = tagOf(element);
  if (tag === 'textarea' || isEditingHost(element)) return 'keys';
  if (tag !== 'input') return 'none';
  const type = inputTypeOf(element);
  if (NO_TEXT.test(type)) return 'none';
  return SET_TYPES.test(type) ? 'value' : 'keys';
}

function putCaretBehind(field: HTMLInputElement): void {
  try {
    field.setSelectionRange(field.value.length, field.value.length);
  } catch {
    // Number and email fields have no caret to set; a fresh focus puts it behind the text or selects it, so type there.
  }
}

function selectInside(element: Element, clear: boolean): void {
  const document = documentOf(element);
  const range = Document.prototype.createRange.call(document);
  range.selectNodeContents(element);
  if (!clear) range.collapse(false);
  const selection = viewOf(document)?.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** For fields that no keyboard can fill reliably: the value as the browser's own picker would leave it. */
export function setValue(handle: number, value: string): boolean {
  const element = elementOf(handle);
  if (!element || fillKindOf(element) !== 'value') return false;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value);
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
  return (element as HTMLInputElement).value === value;
}

/** Whether a field holds what was entered. Compared here, so that a secret never leaves the page. */
export function holdsValue(handle: number, entered: string): boolean {
  const element = elementOf(handle);
  if (!element) return false;
  const actual = contentOf(element);
  const expected = (before.get(element) ?? '') + entered;
  return actual === expected || actual.replace(/\r\n/g, '\n') === expected.replace(/\r\n/g, '\n');
}
