import { documentInside, isFrame, shadowOf } from './geometry.js';
import { elementOf, handleOf } from './identity.js';
import { contentName, namedBy } from './names.js';
import { isDisabled } from './roles.js';
import { attr, closest, documentOf, findAllIn, fold, has, isDrawn, matches, rectOf, rootOf, tagOf } from './safe.js';
import { cleaned } from './secrets.js';

export interface Choice {
  /** Of the element to click; native options are set through their select instead. */
  handle: number;
  value: string;
  text: string;
  selected: boolean;
  disabled: boolean;
}

/** What a dropdown offers now: nothing while it is closed. */
export interface Choices {
  kind: 'native' | 'aria' | 'none';
  multiple: boolean;
  /** Text can be typed into it to find an option. */
  typeable: boolean;
  expanded: boolean;
  /** What it shows as chosen. */
  shown: string;
  options: Choice[];
}

const MAX_CHOICES = 5_000;
const OPTIONS = '[role=option], [role=menuitemradio], [role=menuitemcheckbox], [role=menuitem], [role=treeitem]';
const LISTS = '[role=listbox], [role=menu], [role=tree], [role=grid]';
/** Lists without roles, by the names that are usual for them. */
const UNMARKED = [
  ...['.dropdown-menu', '.select2-results', '.choices__list--dropdown', '.autocomplete-results', '.typeahead'],
  ...['[class*="dropdown-menu"]', '[class*="listbox"]', '[class*="select__menu"]', '[class*="autocomplete"] ul'],
].join(', ');

export function choicesOf(handle: number): Choices {
  const element = elementOf(handle);
  if (!element) return none();
  if (tagOf(element) === 'select') return nativeChoices(element as HTMLSelectElement);
  const typeable = matches(element, 'input, textarea') && !(element as HTMLInputElement).readOnly;
  if (!isDropdown(element) && !matches(element, LISTS)) return none();
  const lists = listsFor(element);
  return {
    kind: 'aria',
    multiple: [element, ...lists].some((list) => attr(list, 'aria-multiselectable') === 'true'),
    typeable,
    expanded: attr(element, 'aria-expanded') === 'true' || lists.length > 0,
    shown: shownBy(element),
    options: lists.flatMap(optionsIn).slice(0, MAX_CHOICES),
  };
}

const DROPDOWN_CLASS = /dropdown|combobox|autocomplete|select2|choices|multiselect|typeahead/i;

/** Something that opens a list to choose from; a menu of things to do is none. */
function isDropdown(element: Element): boolean {
  if (attr(element, 'role') === 'combobox' || has(element, 'list')) return true;
  const popup = attr(element, 'aria-haspopup') ?? '';
  if (popup === 'listbox' || popup === 'tree' || popup === 'grid') return true;
  if (!has(element, 'aria-expanded') || popup === 'menu' || popup === 'dialog') return false;
  return popup === 'true' || DROPDOWN_CLASS.test(attr(element, 'class') ?? '');
}

function none(): Choices {
  return { kind: 'none', multiple: false, typeable: false, expanded: false, shown: '', options: [] };
}

function nativeChoices(select: HTMLSelectElement): Choices {
  const options = [...select.options].slice(0, MAX_CHOICES);
  return {
    kind: 'native',
    multiple: select.multiple,
    typeable: false,
    expanded: false,
    shown: fold([...select.selectedOptions].map((option) => option.label).join(', '), 300),
    options: options.map((option) => ({
      handle: handleOf(option),
      value: option.value,
      text: fold(option.label || option.text, 200),
      selected: option.selected,
      disabled: option.disabled || closest(option, 'optgroup[disabled]') !== null,
    })),
  };
}

/** What it shows: typed text, or the words inside it. */
function shownBy(element: Element): string {
  if (matches(element, 'input, textarea')) return fold((element as HTMLInputElement).value, 300);
  const field = findAllIn(element, 'input:not([type=hidden])')[0] as HTMLInputElement | undefined;
  return fold(cleaned(contentName(element)) || field?.value, 300);
}

/** The open lists that belong to a dropdown: the one it names, one inside it, else whichever stands open on the page. */
function listsFor(element: Element): Element[] {
  if (matches(element, LISTS)) return [element];
  const named = ['aria-controls', 'aria-owns'].flatMap((name) => namedBy(element, name, 500));
  const field = findAllIn(element, '[aria-controls], [aria-owns]')[0];
  const inner = field ? ['aria-controls', 'aria-owns'].flatMap((name) => namedBy(field, name, 500)) : [];
  const near = [...named, ...inner, ...findAllIn(element, LISTS)].filter(isOpen);
  if (near.length > 0) return unique(near);
  if (attr(element, 'aria-expanded') === 'false') return [];
  const around = [rootOf(element), documentOf(element)];
  const open = unique(around.flatMap((root) => findAllIn(root, LISTS))).filter(isOpen);
  if (open.length > 0) return open.slice(-1);
  return unique(around.flatMap((root) => findAllIn(root, UNMARKED)))
    .filter((list) => isOpen(list) && optionsIn(list).length > 0)
    .slice(0, 1);
}

function unique(elements: Element[]): Element[] {
  return [...new Set(elements)];
}

function isOpen(list: Element): boolean {
  const { width, height } = rectOf(list);
  return width > 0 && height > 0 && isDrawn(list);
}

function optionsIn(list: Element): Choice[] {
  const marked = withShadows(list, OPTIONS);
  const options = marked.length > 0 ? marked : findAllIn(list, 'li, [data-value], option');
  return options.filter(isDrawn).map((option) => ({
    handle: handleOf(option),
    value: (attr(option, 'data-value') ?? attr(option, 'value') ?? '').slice(0, 200),
    text: fold(cleaned(attr(option, 'aria-label') ?? contentName(option)), 200),
    selected: attr(option, 'aria-selected') === 'true' || attr(option, 'aria-checked') === 'true',
    disabled: isDisabled(option),
  }));
}

function withShadows(root: Element, selector: string): Element[] {
  const found = findAllIn(root, selector);
  if (found.length > 0) return found;
  return [root, ...findAllIn(root, '*').slice(0, 500)].flatMap((host) => {
    const shadow = shadowOf(host);
    return shadow ? findAllIn(shadow, selector) : [];
  });
}

/** Chooses options of a native select the way its own list would: set, then told to the page. Says what is chosen then. */
export function chooseNative(handle: number, options: number[]): boolean {
  const select = elementOf(handle) as HTMLSelectElement | undefined;
  const wanted = options.map(elementOf);
  if (!select || wanted.some((option) => option === undefined)) return false;
  select.focus({ preventScroll: true });
  if (select.multiple) for (const option of select.options) option.selected = wanted.includes(option);
  else (wanted[0] as HTMLOptionElement).selected = true;
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** Shows more of a list that only draws what is in view; false when it is at its end. */
export function scrollChoices(handle: number): boolean {
  const element = elementOf(handle);
  const list = element && listsFor(element)[0];
  if (!list) return false;
  const areas = [list, ...findAllIn(list, '*').slice(0, 50)];
  const area = areas.find(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight > 4 && clientHeight > 0);
  if (!area) return false;
  const before = area.scrollTop;
  area.scrollTo({ top: before + area.clientHeight * 0.9, behavior: 'instant' });
  return area.scrollTop !== before;
}

/** Elements that a CSS selector or an XPath finds, through open shadow roots and the frames of this process. */
export function query(by: 'css' | 'xpath', selector: string, limit: number): number[] | { problem: string } {
  const found: Element[] = [];
  try {
    const roots: Node[] = [document];
    for (let root = roots.shift(); root && found.length < limit; root = roots.shift()) {
      found.push(...(by === 'css' ? findAllIn(root, selector) : byXPath(root, selector)));
      for (const element of findAllIn(root, '*')) {
        const inner = shadowOf(element) ?? (isFrame(element) ? documentInside(element) : null);
        if (inner) roots.push(inner);
      }
    }
  } catch (error) {
    return { problem: fold(error instanceof Error ? error.message : String(error), 200) };
  }
  return found.slice(0, limit).map(handleOf);
}

function byXPath(root: Node, expression: string): Element[] {
  // Shadow roots are not part of the tree that XPath knows.
  if (root.nodeType !== 9) return [];
  const type = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
  const result = Document.prototype.evaluate.call(root, expression, root, null, type, null);
  const nodes = Array.from({ length: result.snapshotLength }, (_, index) => result.snapshotItem(index));
  return nodes.filter((node): node is Element => node?.nodeType === 1);
}
