import type { Choice } from '../page/choice.js';
import { shadowOf } from './geometry.js';
import { handleOf } from './identity.js';
import { contentName, namedBy } from './names.js';
import { isDisabled } from './roles.js';
import { attr, contains, documentOf, find, findAllIn, fold, has, isDrawn, matches, rectOf, rootOf } from './safe.js';
import { cleaned } from './secrets.js';

const OPTIONS = '[role=option], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem]';
/** A menu is a list to choose from only if its items can be ticked; else it is a list of things to do. */
const MENUS = '[role=menu]';
const LISTS =
  '[role=listbox], [role=tree], [role=grid], [role=menu]:has([role=menuitemradio], [role=menuitemcheckbox])';
/** Lists without roles, by the names that are usual for them. */
const UNMARKED = [
  ...['.dropdown-menu', '.select2-results', '.choices__list--dropdown', '.autocomplete-results', '.typeahead'],
  ...['[class*="dropdown-menu"]', '[class*="listbox"]', '[class*="select__menu"]', '[class*="autocomplete"] ul'],
].join(', ');
const THINGS_TO_DO = 'a[href], button, [role=menuitem], [role=link], [role=button], input, form';
const DROPDOWN_CLASS = /dropdown|combobox|autocomplete|select2|choices|multiselect|typeahead/i;
const NEAR = 24;

export function isList(element: Element): boolean {
  return matches(element, LISTS);
}

/** Something that opens a list to choose from; a menu of things to do is none. */
export function isDropdown(element: Element): boolean {
  const popup = attr(element, 'aria-haspopup') ?? '';
  if (popup === 'menu' || controlled(element).some(isMenu)) return false;
  if (attr(element, 'role') === 'combobox' || popup === 'listbox' || popup === 'tree' || popup === 'grid') return true;
  if (!has(element, 'aria-expanded') || popup === 'dialog') return false;
  return popup === 'true' || DROPDOWN_CLASS.test(attr(element, 'class') ?? '');
}

function isMenu(element: Element): boolean {
  return matches(element, MENUS) && !isList(element);
}

function controlled(element: Element): Element[] {
  return ['aria-controls', 'aria-owns'].flatMap((name) => namedBy(element, name, 500));
}

/** Lists and menus that stand open on the page. */
export function openLists(element: Element): Element[] {
  const around = [rootOf(element), documentOf(element)];
  const marked = around.flatMap((root) => findAllIn(root, `${LISTS}, ${MENUS}, ${UNMARKED}`));
  return unique(marked).filter(isOpen);
}

/**
 * The open lists that belong to a dropdown: the ones it names or holds, else one that came up since `before`; as long
 * as nobody opened it, one that stands right beside it. Any other list on the page is somebody else's.
 */
export function listsFor(element: Element, before: number[] | null): Element[] {
  if (isList(element)) return [element];
  const inner = findAllIn(element, '[aria-controls], [aria-owns]').slice(0, 5);
  const named = [element, ...inner].flatMap(controlled);
  const own = unique([...named, ...findAllIn(element, LISTS)]).filter((list) => isOpen(list) && holdsOptions(list));
  if (own.length > 0) return outermost(own);
  if (!before && attr(element, 'aria-expanded') !== 'true') return [];
  const others = openLists(element).filter((list) =>
    before ? !before.includes(handleOf(list)) : isBeside(list, element),
  );
  const marked = others.filter((list) => isList(list) || isMenu(list));
  if (marked.length > 0) return marked.slice(-1);
  return others.filter(holdsOptions).slice(0, 1);
}

/** What came up is a menu of things to do, and none of it is a choice. */
export function holdsActions(list: Element): boolean {
  return isMenu(list) || (optionsIn(list).length === 0 && find(list, '[role=menuitem]') !== null);
}

function holdsOptions(list: Element): boolean {
  return isMenu(list) || optionsIn(list).length > 0;
}

function isBeside(list: Element, element: Element): boolean {
  const a = rectOf(list);
  const b = rectOf(element);
  return a.left < b.right && a.right > b.left && a.top < b.bottom + NEAR && a.bottom > b.top - NEAR;
}

function unique(elements: Element[]): Element[] {
  return [...new Set(elements)];
}

function outermost(lists: Element[]): Element[] {
  return lists.filter((list) => !lists.some((other) => other !== list && contains(other, list)));
}

function isOpen(list: Element): boolean {
  const { width, height } = rectOf(list);
  return width > 0 && height > 0 && isDrawn(list);
}

export function optionsIn(list: Element): Choice[] {
  const marked = withShadows(list, OPTIONS);
  const options = marked.length > 0 || isMenu(list) ? marked : unmarkedOptions(list);
  return options.filter(isDrawn).map((option) => ({
    handle: handleOf(option),
    value: (attr(option, 'data-value') ?? attr(option, 'value') ?? '').slice(0, 200),
    text: fold(cleaned(attr(option, 'aria-label') ?? contentName(option)), 200),
    selected: attr(option, 'aria-selected') === 'true' || attr(option, 'aria-checked') === 'true',
    disabled: isDisabled(option) || /(?:^|[\s_-])disabled(?:\s|$)/.test(attr(option, 'class') ?? ''),
  }));
}

/** Items without roles are choices only if a click on them can do nothing else. */
function unmarkedOptions(list: Element): Element[] {
  const items = findAllIn(list, 'li, [data-value]');
  return items.filter(
    (item) => find(item, `li, [data-value], ${THINGS_TO_DO}`) === null && !matches(item, THINGS_TO_DO),
  );
}

function withShadows(root: Element, selector: string): Element[] {
  const found = findAllIn(root, selector);
  if (found.length > 0) return found;
  return [root, ...findAllIn(root, '*').slice(0, 500)].flatMap((host) => {
    const shadow = shadowOf(host);
    return shadow ? findAllIn(shadow, selector) : [];
  });
}
