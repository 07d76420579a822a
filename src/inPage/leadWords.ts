import { attr, childrenOf, isElement, parentOf, tagOf } from './safe.js';
import { holdsCardNumber } from './secrets.js';

/** Names that a site's own tests go by: they stay when everything else changes. The first ones count most. */
const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy', 'data-uia'];
const MAX_LENGTH = 120;

/** By a test id, or an id that a person gave. */
export function strongLeads(element: Element): string[] {
  const ids = TEST_IDS.flatMap((name) => byAttribute(element, name));
  const id = attr(element, 'id');
  return id !== null && isStableId(id) ? [...ids, `#${CSS.escape(id)}`] : ids;
}

const MADE_ID =
  /^(?:react|headlessui|chakra|radix|mui|ember|yui|ext-gen|mantine|rc[_-]|:)|:r|[0-9a-f]{8}-[0-9a-f]{4}|\d{3}/i;

/** Frameworks number their elements anew on every visit. */
function isStableId(id: string): boolean {
  return id.length <= 64 && /^[a-z][\w-]*$/i.test(id) && !MADE_ID.test(id);
}

/** By what else is written on it, the more telling first. */
export function weakLeads(element: Element): string[] {
  const tag = tagOf(element);
  const type = attr(element, 'type') ?? '';
  const name = byAttribute(element, 'name').map((lead) => `${tag}${lead}`);
  const isOneOfMany = tag === 'input' && /^(?:radio|checkbox)$/i.test(type);
  const values = isOneOfMany ? byAttribute(element, 'value') : [];
  return [
    ...byAttribute(element, 'aria-label'),
    ...(values.length > 0 ? name.flatMap((lead) => values.map((value) => `${lead}${value}`)) : name),
    ...(tag === 'a' ? addressLead(element) : []),
    ...byAttribute(element, 'placeholder').map((lead) => `${tag}${lead}`),
    ...byClass(element, tag),
  ];
}

/** Not the query: that is of one visit. */
function addressLead(element: Element): string[] {
  const href = attr(element, 'href') ?? '';
  if (!/^(?:\/|\.|https?:|[\w-]+\/?)/.test(href) || /[?#]|\d{3}/.test(href)) return [];
  return byAttribute(element, 'href').map((lead) => `a${lead}`);
}

const MADE_CLASS = /\d{3}|^(?:css|sc|jss|emotion|svelte)-|[_-]{2,}\w{5,}$|[:[\]/!@]/;

function byClass(element: Element, tag: string): string[] {
  const classes = (attr(element, 'class') ?? '').split(/\s+/);
  const stable = classes.filter(
    (one) => one !== '' && one.length <= 48 && /^[a-z]/i.test(one) && !MADE_CLASS.test(one),
  );
  return stable.slice(0, 3).map((one) => `${tag}.${CSS.escape(one)}`);
}

function byAttribute(element: Element, name: string): string[] {
  const value = attr(element, name) ?? '';
  if (value.trim() === '' || value.length > MAX_LENGTH || holdsCardNumber(value)) return [];
  return [`[${name}=${quoted(value)}]`];
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&').replace(/[\n\r\f]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`;
}

const ANCHOR_LEVELS = 10;

/** The nearest element around it that can be named; inside the same tree, where CSS reaches. */
export function anchorAbove(element: Element): string | undefined {
  let at = parentOf(element);
  for (let level = 0; isElement(at) && level < ANCHOR_LEVELS; level++) {
    const [lead] = strongLeads(at);
    if (lead !== undefined) return lead;
    at = parentOf(at);
  }
  return undefined;
}

const PATH_LEVELS = 20;

/** Where it stands, for elements that nothing else tells from others; never only what kind of element it is. */
export function pathFrom(element: Element, isOnly: (selector: string) => boolean): string | undefined {
  let path = '';
  let at: Node | null = element;
  for (let level = 0; isElement(at) && level < PATH_LEVELS; level++) {
    const parent = parentOf(at);
    const [lead] = level === 0 ? [] : strongLeads(at);
    path = `${lead ?? stepOf(at, parent)}${path === '' ? '' : ` > ${path}`}`;
    if (level > 0 && isOnly(path)) return path;
    at = parent;
  }
  return undefined;
}

function stepOf(element: Element, parent: Node | null): string {
  const tag = tagOf(element);
  if (!isElement(parent)) return tag;
  const alike = [...childrenOf(parent)].filter((child) => tagOf(child) === tag);
  return alike.length > 1 ? `${tag}:nth-of-type(${alike.indexOf(element) + 1})` : tag;
}
