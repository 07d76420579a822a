import { attr, closest, designModeOf, documentOf, has, isEditable, matches, tabIndexOf, tagOf } from './safe.js';

/** Roles a person acts on; the first ones are those the snapshot ranks highest. */
export const INTERACTIVE_ROLES: ReadonlySet<string> = new Set([
  ...['button', 'link', 'checkbox', 'radio', 'textbox', 'combobox', 'listbox', 'menuitem', 'menuitemcheckbox'],
  ...['menuitemradio', 'tab', 'switch', 'slider', 'searchbox', 'spinbutton', 'option', 'treeitem'],
]);

const ARIA_ROLES: ReadonlySet<string> = new Set([
  ...INTERACTIVE_ROLES,
  ...['alert', 'alertdialog', 'application', 'article', 'banner', 'blockquote', 'caption', 'cell', 'columnheader'],
  ...['complementary', 'contentinfo', 'dialog', 'directory', 'document', 'feed', 'figure', 'form', 'generic', 'grid'],
  ...['gridcell', 'group', 'heading', 'image', 'img', 'list', 'listitem', 'log', 'main', 'marquee', 'math', 'menu'],
  ...['menubar', 'meter', 'navigation', 'none', 'note', 'paragraph', 'presentation', 'progressbar', 'radiogroup'],
  ...['region', 'row', 'rowgroup', 'rowheader', 'scrollbar', 'search', 'separator', 'status', 'table', 'tablist'],
  ...['tabpanel', 'term', 'time', 'timer', 'toolbar', 'tooltip', 'tree', 'treegrid'],
]);

const TAG_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  summary: 'button',
  textarea: 'textbox',
  dialog: 'dialog',
  img: 'image',
  iframe: 'iframe',
  frame: 'iframe',
  nav: 'navigation',
  main: 'main',
  form: 'form',
  fieldset: 'group',
  details: 'group',
  ul: 'list',
  ol: 'list',
  li: 'listitem',
  table: 'table',
  tr: 'row',
  td: 'cell',
  th: 'columnheader',
  hr: 'separator',
  p: 'paragraph',
  progress: 'progressbar',
  meter: 'meter',
  output: 'status',
  video: 'group',
  audio: 'group',
  svg: 'image',
};

const INPUT_ROLES: Readonly<Record<string, string>> = {
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
  submit: 'button',
  button: 'button',
  reset: 'button',
  image: 'button',
  file: 'button',
};

const computed = Object.getOwnPropertyDescriptor(Element.prototype, 'computedRole')?.get;

/** True where the browser lends us its own roles and names. */
export const browserNames = computed !== undefined;

/** The role the author wrote, if it is one. */
export function writtenRole(element: Element): string | undefined {
  const written = attr(element, 'role');
  if (written === null) return undefined;
  return written
    .slice(0, 200)
    .toLowerCase()
    .split(/\s+/)
    .find((role) => ARIA_ROLES.has(role));
}

/** The role by tag, type and attributes alone: what ranks elements before they are looked at closely. */
export function staticRole(element: Element): string {
  const written = writtenRole(element);
  if (written === 'img') return 'image';
  if (written && written !== 'none' && written !== 'presentation') return written;
  const tag = tagOf(element);
  if (tag === 'a' || tag === 'area') return has(element, 'href') || has(element, 'onclick') ? 'link' : 'generic';
  if (tag === 'input') return inputRole(element);
  if (tag === 'select') return has(element, 'multiple') || Number(attr(element, 'size')) > 1 ? 'listbox' : 'combobox';
  if (/^h[1-6]$/.test(tag)) return 'heading';
  if (tag === 'section') return has(element, 'aria-label') || has(element, 'aria-labelledby') ? 'region' : 'generic';
  return TAG_ROLES[tag] ?? 'generic';
}

function inputRole(element: Element): string {
  const type = inputTypeOf(element);
  const plain = INPUT_ROLES[type] ?? 'textbox';
  return has(element, 'list') && (plain === 'textbox' || plain === 'searchbox') ? 'combobox' : plain;
}

export function inputTypeOf(element: Element): string {
  return (element as HTMLInputElement).type || 'text';
}

/** Elements whose role only the author can change, and did not: no need to ask. */
function isPlain(element: Element): boolean {
  return PLAIN.test(tagOf(element)) && !has(element, 'role') && !has(element, 'aria-pressed');
}

const PLAIN = /^(?:button|textarea|input|h[1-6])$/;

/** The role as Chromium computes it, with its own dialect put into ARIA's words. */
export function roleOf(element: Element, trustBrowser: boolean): string {
  if (!computed || !trustBrowser || isPlain(element)) return staticRole(element);
  const role = computed.call(element) as string;
  if (role === '' || role === 'Iframe') return staticRole(element);
  if (role === 'presentation') return 'none';
  return role;
}

let mayAskBrowser = false;

/** Said at the start of a look: whether Chromium may be asked while elements are only collected. */
export function allowAsking(isAllowed: boolean): void {
  mayAskBrowser = isAllowed;
}

/** The role a custom element gives itself from the inside, which no attribute shows. */
export function innerRole(element: Element): string {
  return mayAskBrowser && matches(element, ':defined') ? roleOf(element, true) : '';
}

/** An area that takes text is a textbox to whoever fills it, although ARIA has no word for it. */
export function roleInUse(element: Element, trustBrowser: boolean): string {
  const role = roleOf(element, trustBrowser);
  return role === 'generic' && isEditingHost(element) ? 'textbox' : role;
}

/** Reached by the keyboard: by tabindex, or by nature. */
export function isFocusable(element: Element): boolean {
  const tag = tagOf(element);
  if (isDesignBody(element)) return true;
  if (has(element, 'tabindex')) return tabIndex(element) >= 0;
  if (tag === 'a' || tag === 'area') return has(element, 'href');
  if (tag === 'iframe' || tag === 'frame' || tag === 'object' || tag === 'embed') return false;
  if (tag === 'dialog') return false;
  if (has(element, 'contenteditable')) return isEditingHost(element);
  return tabIndex(element) >= 0;
}

function tabIndex(element: Element): number {
  if (element instanceof HTMLElement) return tabIndexOf(element);
  try {
    // Elements of other documents of this process have prototypes of their own.
    return tabIndexOf(element as HTMLElement);
  } catch {
    return has(element, 'tabindex') ? Number(attr(element, 'tabindex')) : -1;
  }
}

/** The outermost element of an editable area: the one that takes the text. */
export function isEditingHost(element: Element): boolean {
  if (isDesignBody(element)) return true;
  if (!has(element, 'contenteditable')) return false;
  try {
    return isEditable(element as HTMLElement);
  } catch {
    return false;
  }
}

/** The body of a document that is edited as a whole, as older editors do in a frame. */
export function isDesignBody(element: Element): boolean {
  return tagOf(element) === 'body' && designModeOf(documentOf(element)) === 'on';
}

export function isDisabled(element: Element): boolean {
  if (attr(element, 'aria-disabled') === 'true') return true;
  return matches(element, ':disabled') || closest(element, '[aria-disabled=true], [inert]') !== null;
}
