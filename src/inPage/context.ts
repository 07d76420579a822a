import type { RawDetails, RawNode } from '../page/raw.js';
import { drawnParent } from './geometry.js';
import { labelledBy, modalAround, ownName } from './names.js';
import {
  attr,
  childrenOf,
  closest,
  closestDeep,
  contains,
  find,
  findAll,
  fold,
  formActionOf,
  has,
  isElement,
  isFollowedBy,
  matches,
  previousElementOf,
  previousSiblingOf,
  tagOf,
  textOf,
} from './safe.js';
import { cleaned } from './secrets.js';
import type { Sight } from './sight.js';

const HEADINGS = 'legend, h1, h2, h3, h4, h5, [role=heading]';
const SECTIONS = 'section, fieldset, form, article, dialog, [role=group], [role=region], [role=dialog], [role=form]';

/** Where on the page an element stands, in one word. */
export function contextOf(element: Element): RawDetails['context'] {
  if (modalAround(element)) return 'MODAL';
  if (closestDeep(element, 'nav, [role=navigation], [role=menubar]')) return 'NAV';
  if (closestDeep(element, 'form, [role=form]')) return 'FORM';
  if (closestDeep(element, 'main, [role=main]')) return 'MAIN';
  return 'PAGE';
}

/** The heading a person would say the element is under: the last one before it, in the nearest section that has one. */
export function sectionHeading(element: Element): string | undefined {
  let at: Element | null = element;
  for (let level = 0; at && level < 8; level++) {
    let sibling = previousElementOf(at);
    for (let step = 0; sibling && step < 3; step++) {
      const heading = matches(sibling, HEADINGS) ? sibling : find(sibling, HEADINGS);
      const text = heading ? cleaned(textOf(heading), 120) : '';
      if (text) return text;
      sibling = previousElementOf(sibling);
    }
    const parent: Element | null = drawnParent(at);
    const before =
      parent && matches(parent, SECTIONS) ? lastBefore(element, findAll(parent, HEADINGS).slice(0, 50)) : null;
    if (before) return cleaned(textOf(before), 120) || undefined;
    at = parent;
  }
  return undefined;
}

function lastBefore(element: Element, headings: Element[]): Element | null {
  const isBefore = (heading: Element): boolean => isFollowedBy(heading, element) && !contains(heading, element);
  return headings.filter(isBefore).at(-1) ?? null;
}

export function modalTitle(element: Element): string | undefined {
  const modal = modalAround(element);
  if (!modal) return undefined;
  const heading = find(modal, HEADINGS);
  return cleaned(labelledBy(modal) || attr(modal, 'aria-label') || (heading && textOf(heading)), 120) || undefined;
}

const OTHER_CONTROLS = 'input, select, textarea, button, a[href], [role=button], [role=link], label';

/** Text of the row, list item or card around an element, other controls left out: what tells one "Delete" from the next. */
export function rowText(element: Element, name: string, sight: Sight): string | undefined {
  let at = drawnParent(element);
  for (let level = 0; at && level < 6; level++) {
    const tag = tagOf(at);
    if (/^(?:body|table|tbody|form|main|ul|ol)$/.test(tag)) return undefined;
    if (tag !== 'label') {
      const text = sight.plainText(at, OTHER_CONTROLS);
      if (/[\p{L}\p{N}]/u.test(text) && text !== name) return text.length < 300 ? cleaned(text, 80) : undefined;
    }
    at = drawnParent(at);
  }
  return undefined;
}

export function formOf(element: Element): { formId?: string; formAction?: string } {
  const form = (element as HTMLInputElement).form ?? closest(element, 'form');
  if (!form) return {};
  const name = attr(form, 'id') || attr(form, 'name') || fold(attr(form, 'aria-label'), 80);
  const action = has(form, 'action') ? formActionOf(form as HTMLFormElement) : '';
  return {
    ...(name ? { formId: fold(name, 120) } : {}),
    ...(typeof action === 'string' && action ? { formAction: action.slice(0, 300) } : {}),
  };
}

const CONTROLS = 'input, select, textarea, button, a[href]';

type Hint = NonNullable<RawNode['hint']>;

/** Words for an element that has no accessible name: what a person would go by. */
export function hintFor(element: Element, text: string, isField: boolean, sight: Sight): Hint | undefined {
  const near = isField ? fieldHint(element, sight) : undefined;
  if (near) return near;
  const words = text.replace(/[\ue000-\uf8ff]/g, '').trim();
  if (!isField && words) return { text: cleaned(words, 120), from: 'text' };
  const title = cleaned(
    attr(element, 'title') ?? attr(element, 'data-tooltip') ?? attr(element, 'data-original-title'),
    80,
  );
  if (title) return { text: title, from: 'title' };
  return iconHint(element) ?? idHint(element) ?? linkHint(element) ?? rowHint(element, sight);
}

function fieldHint(element: Element, sight: Sight): Hint | undefined {
  const label = labelLike(element, sight);
  if (label) return { text: label, from: 'label' };
  const placeholder = cleaned(attr(element, 'placeholder') ?? attr(element, 'data-placeholder'), 80);
  if (placeholder) return { text: placeholder, from: 'placeholder' };
  const header = columnHeader(element);
  if (header) return { text: header, from: 'header' };
  return undefined;
}

/** Text beside or above a field that reads like its label. */
function labelLike(element: Element, sight: Sight): string | undefined {
  let at: Element | null = element;
  for (let level = 0; at && level < 3; level++) {
    let sibling: Node | null = previousSiblingOf(at);
    for (let step = 0; sibling && step < 4; step++) {
      const text = isElement(sibling) ? siblingText(sibling, sight) : cleaned(textOf(sibling), 60);
      if (text && text.length >= 2 && text.length < 50) return text;
      if (isElement(sibling) && matches(sibling, 'input, select, textarea, button, fieldset')) break;
      sibling = previousSiblingOf(sibling);
    }
    const parent: Element | null = drawnParent(at);
    if (!parent || matches(parent, 'form, fieldset, td, th, tr, body, ul, main, section, dialog')) return undefined;
    // A wrapper that holds several fields has no single label.
    if (findAll(parent, 'input:not([type=hidden]), select, textarea').length > 1) return undefined;
    at = parent;
  }
  return undefined;
}

function siblingText(sibling: Element, sight: Sight): string {
  if (tagOf(sibling) === 'script' || tagOf(sibling) === 'style') return '';
  const isControl = matches(sibling, CONTROLS) || find(sibling, CONTROLS) !== null;
  return isControl ? '' : cleaned(sight.textInside(sibling, 60).text, 60);
}

/** The header of the column, else of the row, for fields inside tables. */
function columnHeader(element: Element): string | undefined {
  const cell = closest(element, 'td, th, [role=cell], [role=gridcell]');
  const row = cell && closest(cell, 'tr, [role=row]');
  const table = row && closest(row, 'table, [role=table], [role=grid]');
  if (!cell || !row || !table) return undefined;
  const column = [...childrenOf(row)].indexOf(cell);
  const headRow = find(table, 'thead tr') ?? find(table, 'tr, [role=row]');
  const head = headRow && headRow !== row ? childrenOf(headRow)[column] : undefined;
  const rowHead = childrenOf(row)[0];
  const words = [head, rowHead !== cell ? rowHead : undefined].map((part) => cleaned(part && textOf(part), 40));
  return words.filter((word) => word !== '').join(', ') || undefined;
}

const ICON =
  /(?:^|[\s_-])(?:fa|fas|far|fab|bi|icon|icons|glyphicon|mdi|ti|ion|ico|feather|lucide|octicon|ri|bx|material-icons|svg)[-_]+([a-z0-9-_]+)/i;
const ICON_NOISE = /^(?:fw|lg|sm|xs|xl|\dx|spin|solid|regular|light|icon|button|btn|\d+)$/i;

/** What an icon shows, by its class, its file or its symbol. */
function iconHint(element: Element): Hint | undefined {
  const parts = [element, ...findAll(element, 'i, span, svg, img, use, [class]').slice(0, 6)];
  for (const part of parts) {
    const alt = cleaned(attr(part, 'alt'), 60) || (tagOf(part) === 'svg' ? ownName(part) : '');
    if (alt) return { text: alt, from: 'title' };
    const named = attr(part, 'data-icon') ?? ICON.exec(attr(part, 'class') ?? '')?.[1];
    if (named && !ICON_NOISE.test(named)) return { text: plainWords(named), from: 'class' };
    const file = attr(part, 'src') ?? attr(part, 'href') ?? attr(part, 'xlink:href') ?? backgroundFile(part);
    const base = part !== element || tagOf(part) === 'img' ? fileName(file) : fileName(backgroundFile(part));
    if (base) return { text: plainWords(base), from: 'file' };
  }
  return undefined;
}

function backgroundFile(part: Element): string | null {
  for (const pseudo of [null, '::before', '::after']) {
    const style = getComputedStyle(part, pseudo);
    const url = /url\("?([^")]{1,300})/.exec(
      `${style.backgroundImage} ${pseudo ? style.content : style.maskImage}`,
    )?.[1];
    if (url) return url;
  }
  return null;
}

function fileName(path: string | null): string | undefined {
  if (!path || path.startsWith('data:') || path.startsWith('blob:')) return undefined;
  const name = /([^/#?]+?)(?:\.[a-z0-9]{2,5})?(?:[?].*)?$/i.exec(path.slice(-200))?.[1];
  return name && /[a-z]{2}/i.test(name) && name.length <= 40 ? name : undefined;
}

function idHint(element: Element): Hint | undefined {
  const id = attr(element, 'data-testid') ?? attr(element, 'name') ?? attr(element, 'id');
  if (id && /[a-z]{3}/i.test(id) && id.length <= 60) return { text: plainWords(id), from: 'id' };
  const named = (attr(element, 'class') ?? '').split(/\s+/).find((word) => /^[a-z][a-z_-]{3,30}$/i.test(word));
  return named ? { text: plainWords(named), from: 'class' } : undefined;
}

/** Where a link without a word leads. */
function linkHint(element: Element): Hint | undefined {
  const href = tagOf(element) === 'a' ? (element as HTMLAnchorElement).pathname : undefined;
  const name =
    typeof href === 'string' ? (fileName(href.replace(/\/$/, '')) ?? (href === '/' ? 'home' : undefined)) : undefined;
  return name ? { text: plainWords(name), from: 'file' } : undefined;
}

function rowHint(element: Element, sight: Sight): Hint | undefined {
  const row = rowText(element, '', sight);
  if (row && row.length < 60) return { text: row, from: 'row' };
  const sibling = previousElementOf(element);
  const text = sibling ? cleaned(sight.textInside(sibling, 60).text, 60) : '';
  return text ? { text, from: 'near' } : undefined;
}

function plainWords(identifier: string): string {
  return cleaned(
    identifier
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/[-_.]+/g, ' ')
      .toLowerCase(),
    60,
  );
}
