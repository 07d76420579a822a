import type { Choice, Choices } from '../page/choice.js';
import { focusOf } from './focus.js';
import { drawnParent } from './geometry.js';
import { elementOf, handleOf } from './identity.js';
import { holdsActions, isDropdown, isList, listsFor, openLists, optionsIn } from './lists.js';
import { contentName } from './names.js';
import {
  attr,
  closest,
  contains,
  documentOf,
  findAllIn,
  fold,
  has,
  isDrawn,
  isElement,
  matches,
  parentOf,
  rectOf,
  tagOf,
  textOf,
} from './safe.js';
import { cleaned, isSecretField } from './secrets.js';

const MAX_CHOICES = 5_000;
const MAX_STANDING = 100;

/** With `before`, the lists that stood open when it was opened. */
export function choicesOf(handle: number, before: number[] | null): Choices {
  const element = elementOf(handle);
  if (!element) return none();
  if (tagOf(element) === 'select') return nativeChoices(element as HTMLSelectElement);
  if (tagOf(element) === 'input' && has(element, 'list')) return suggestions(element as HTMLInputElement);
  if (!isDropdown(element) && !isList(element)) return none();
  const lists = listsFor(element, before);
  const field = fieldOf(element, lists);
  return {
    kind: lists.some(holdsActions) ? 'menu' : 'aria',
    multiple: [element, ...lists].some((list) => attr(list, 'aria-multiselectable') === 'true'),
    ...(field
      ? { field: { handle: handleOf(field), text: isSecretField(field) ? '' : field.value.slice(0, 300) } }
      : {}),
    shown: shownBy(element),
    options: lists.flatMap(optionsIn).slice(0, MAX_CHOICES),
    standing: openLists(element).slice(0, MAX_STANDING).map(handleOf),
  };
}

function none(): Choices {
  return { kind: 'none', multiple: false, shown: ['', ''], options: [], standing: [] };
}

function nativeChoices(select: HTMLSelectElement): Choices {
  return {
    ...none(),
    kind: 'native',
    multiple: select.multiple,
    options: choicesFrom(select.options),
  };
}

function suggestions(field: HTMLInputElement): Choices {
  const options = field.list?.options;
  const own = { handle: handleOf(field), text: field.value.slice(0, 300) };
  return {
    ...none(),
    kind: 'list',
    field: own,
    shown: [own.text, own.text],
    options: options ? choicesFrom(options) : [],
  };
}

function choicesFrom(options: Iterable<HTMLOptionElement>): Choice[] {
  return [...options].slice(0, MAX_CHOICES).map((option) => ({
    handle: handleOf(option),
    value: option.value,
    text: fold(option.label || option.text, 200),
    selected: option.selected,
    disabled: option.disabled || closest(option, 'optgroup[disabled]') !== null,
  }));
}

const TYPED_INTO = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=button], [type=submit]), textarea';

/** Itself, one inside it, or one that got the focus in what it opened. */
function fieldOf(element: Element, lists: Element[]): HTMLInputElement | undefined {
  const focus = focusOf();
  const candidates = [element, ...findAllIn(element, TYPED_INTO)];
  if (focus && lists.some((list) => isInPopup(focus, list))) candidates.push(focus);
  return candidates.find((one): one is HTMLInputElement => {
    return matches(one, TYPED_INTO) && !(one as HTMLInputElement).readOnly && !(one as HTMLInputElement).disabled;
  });
}

const POPUP_LEVELS = 4;

function isInPopup(focus: Element, list: Element): boolean {
  let at: Element | null = list;
  for (let level = 0; at && level < POPUP_LEVELS && !matches(at, 'body, form, main'); level++) {
    if (contains(at, focus)) return true;
    at = drawnParent(at);
  }
  return false;
}

/** What it shows: what is marked in it, typed text, the words inside it, or those beside a field that is left empty. */
function shownBy(element: Element): [string, string] {
  if (isList(element)) {
    const chosen = optionsIn(element).filter(({ selected }) => selected);
    const text = fold(chosen.map(({ text }) => text).join(', '), 300);
    return [text, text];
  }
  const field = matches(element, TYPED_INTO) ? element : findAllIn(element, TYPED_INTO)[0];
  const typed = field ? fold(cleaned((field as HTMLInputElement).value), 300) : '';
  if (field === element && typed === '') return shownAround(element);
  const words = field === element ? '' : wordsIn(element);
  return words === '' ? [typed, typed] : [fold(cleaned(contentName(element)), 300), words];
}

const AROUND_LEVELS = 4;
const ONE_FIELD_HIGH = 90;

/** Fields that show what was chosen as words of their own, next to the place where one types. */
function shownAround(field: Element): [string, string] {
  let at = drawnParent(field);
  for (let level = 0; at && level < AROUND_LEVELS; level++) {
    if (rectOf(at).height > ONE_FIELD_HIGH || findAllIn(at, 'input:not([type=hidden]), select').length > 1) break;
    const words = wordsIn(at);
    if (words !== '') return [fold(cleaned(contentName(at)), 300), words];
    at = drawnParent(at);
  }
  return ['', ''];
}

const MAX_PIECES = 200;

/** Each piece of text by itself, without the names of the buttons between them. */
function wordsIn(element: Element): string {
  const pieces: string[] = [];
  const walker = Document.prototype.createTreeWalker.call(documentOf(element), element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), count = 0; node && count < MAX_PIECES; node = walker.nextNode(), count++) {
    const parent = parentOf(node);
    if (isElement(parent) && isDrawn(parent) && !closest(parent, '[aria-hidden=true]')) pieces.push(textOf(node) ?? '');
  }
  return fold(cleaned(pieces.join(' ')), 300);
}

/**
 * Chooses options of a native select the way its own list would: set, then told to the page. False, and nothing set,
 * when the options are not there any more: some pages fill a select only when it gets the focus.
 */
export function chooseNative(handle: number, options: number[]): boolean {
  const select = elementOf(handle) as HTMLSelectElement | undefined;
  select?.focus({ preventScroll: true });
  const wanted = options.map(elementOf);
  if (!select || wanted.some((option) => option === undefined || !contains(select, option))) return false;
  const all = [...select.options];
  const before = all.map(({ selected }) => selected);
  if (select.multiple) for (const option of all) option.selected = wanted.includes(option);
  else (wanted[0] as HTMLOptionElement).selected = true;
  // Whoever chooses what is chosen already changes nothing, and the page is told nothing.
  if (all.every(({ selected }, index) => selected === before[index])) return true;
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}
