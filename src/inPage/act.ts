import { nextFrame } from './events.js';
import { type FillKind, fillKindOf } from './fillKind.js';
import { focusOf } from './focus.js';
import { elementOf } from './identity.js';
import { inputTypeOf, isEditingHost } from './roles.js';
import { attr, contains, documentOf, isConnected, rootOf, viewOf } from './safe.js';
import { holdKeys } from './typing.js';

/** What was in a field when text was to go behind it; kept here, because it may be a secret. */
const before = new WeakMap<Element, string>();

export interface Prepared {
  kind: FillKind;
  focused: boolean;
  /** It is not part of the page, or not any more since it got the focus. */
  gone?: true;
}

/**
 * Focuses a field and selects what typing shall replace: everything, or the place after the last character. From then
 * on keys reach this field only. A page can move the focus on at once; then nothing must be typed at all.
 */
export async function prepareFill(handle: number, clear: boolean): Promise<Prepared> {
  const element = elementOf(handle);
  if (!element) return { kind: 'none', focused: false, gone: true };
  const kind = fillKindOf(element);
  if (kind === 'none') return { kind, focused: false };
  before.set(element, clear ? '' : contentOf(element));
  (element as HTMLElement).focus({ preventScroll: true });
  if (!isConnected(element)) return { kind, focused: false, gone: true };
  if (kind === 'value') return { kind, focused: true };
  const field = element as HTMLInputElement;
  holdKeys(handle);
  if (isEditingHost(element)) {
    selectInside(element, clear);
    // An editor hears of a selection only a moment after it was made.
    await nextFrame();
    if (!isConnected(element)) return { kind, focused: false, gone: true };
  } else if (clear) field.select();
  else putCaretBehind(field);
  return { kind, focused: holdsFocus(element) };
}

/** For a key that comes after the text: whether it will still reach the field. */
export function focusAgain(handle: number): boolean {
  const element = elementOf(handle);
  if (!element) return false;
  if (!holdsFocus(element)) (element as HTMLElement).focus({ preventScroll: true });
  return holdsFocus(element);
}

function holdsFocus(element: Element): boolean {
  const focus = focusOf();
  const isThere = focus === element || (focus !== null && isEditingHost(element) && contains(element, focus));
  // A document around this one, of another process, may have taken the focus back.
  return isThere && documentOf(element).hasFocus();
}

function contentOf(element: Element): string {
  return isEditingHost(element) ? (element as HTMLElement).innerText : (element as HTMLInputElement).value;
}

function putCaretBehind(field: HTMLInputElement): void {
  try {
    field.setSelectionRange(field.value.length, field.value.length);
  } catch {
    // Number and email fields let nobody set their caret, but it can be moved as the End key does.
    viewOf(documentOf(field))?.getSelection()?.modify('move', 'forward', 'documentboundary');
  }
}

function selectInside(element: Element, clear: boolean): void {
  const document = documentOf(element);
  const range = Document.prototype.createRange.call(document);
  range.selectNodeContents(element);
  if (!clear) range.collapse(false);
  const selection = selectionIn(element);
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** Inside a shadow root, Chromium keeps the selection with the root. */
function selectionIn(element: Element): Selection | null {
  const root = rootOf(element) as ShadowRoot & { getSelection?: () => Selection | null };
  return ('host' in root ? root.getSelection?.() : null) ?? viewOf(documentOf(element))?.getSelection() ?? null;
}

/** For fields that no keyboard can fill reliably: the value as the browser's own picker would leave it. */
export function setValue(handle: number, value: string): boolean {
  const element = elementOf(handle);
  if (!element || fillKindOf(element) !== 'value' || !takes(element, value)) return false;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value);
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** Tried on a field of the same kind that is not part of the page: what it does not take would empty the real one. */
function takes(element: Element, value: string): boolean {
  const type = inputTypeOf(element);
  if (type === 'range') return value.trim() !== '' && Number.isFinite(Number(value));
  const trial = document.createElement('input');
  trial.type = type;
  trial.value = value;
  return trial.value.toLowerCase() === value.toLowerCase() || (/time/.test(type) && trial.value !== '');
}

/**
 * How what a field holds compares to what was entered: `same`; `alike` when the page put it into a form of its own or
 * cut it off at the field's length; `other`. Compared here, so that a secret never leaves the page.
 */
export function compareValue(handle: number, entered: string): 'same' | 'alike' | 'other' {
  const element = elementOf(handle);
  if (!element) return 'other';
  const isRich = isEditingHost(element);
  const actual = linesOf(contentOf(element), isRich);
  const expected = linesOf((before.get(element) ?? '') + entered, isRich);
  if (actual === expected) return 'same';
  if (isRich || inputTypeOf(element) === 'number') return 'other';
  if (isCutOff(element, actual, expected)) return 'alike';
  return signsOf(entered) !== '' && signsOf(actual) === signsOf(expected) ? 'alike' : 'other';
}

function isCutOff(element: Element, actual: string, expected: string): boolean {
  const limit = Number(attr(element, 'maxlength') ?? '-1');
  return limit > 0 && actual.length === limit && expected.startsWith(actual);
}

function signsOf(text: string): string {
  return text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
}

/** An editor draws lines as blocks and blanks as ones that do not break. */
function linesOf(text: string, isRich: boolean): string {
  const plain = text.replace(/\r\n?/g, '\n');
  return isRich
    ? plain
        .replace(/\u00a0/g, ' ')
        .replace(/\n+/g, '\n')
        .trim()
    : plain;
}
