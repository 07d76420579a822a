import type { RawForm } from '../page/raw.js';
import { submitsOf } from './address.js';
import { drawnParent } from './geometry.js';
import { labelText } from './names.js';
import { inputTypeOf, isEditingHost } from './roles.js';
import {
  attr,
  closestDeep,
  findAll,
  formActionOf,
  formElementsOf,
  formMethodOf,
  has,
  isDrawn,
  isLaidOut,
  matches,
  tagOf,
  textOf,
} from './safe.js';
import { cleaned, holdsCardNumber, isSecretField, mask, secretKindOf } from './secrets.js';
import { sha256 } from './sha256.js';

const FIELDS = 'input:not([type=hidden]), select, textarea, [contenteditable]';
const BUTTONS = /^(?:submit|button|reset|image)$/;
const SEARCHED_BY = /^(?:q|qs|query|s|search\w*|kw|keywords?|terms?|k|find|lookup|text|wd|p)$/i;
const TOKENS = /token|csrf|xsrf|nonce|secret|auth|session|signature|captcha|viewstate|(?:^|[_-])(?:key|sid|sig)$/i;
const MAX_SHOWN = 20;

/** Drawn anew for every document and never told: without it a hash cannot be tried out value by value. */
const salt = crypto.getRandomValues(new Uint32Array(8)).join('.');

interface Group {
  form: HTMLFormElement | null;
  fields: Element[];
}

/** What would be sent when this element is used; undefined when there is nothing to send. */
export function formFacts(element: Element): RawForm | undefined {
  const group = groupOf(element);
  if (!group) return undefined;
  const { form, fields } = group;
  const [method = '', action = ''] = (submitsOf(element) ?? ownTarget(form)).split(' ');
  const secrets = fields.filter((field) => isSecretField(field) || holdsCardNumber(contentOf(field)));
  const isScripted = form !== null && !has(form, 'action') && !has(form, 'method');
  const isSearch = secrets.length === 0 && looksForSomething(element, group);
  const sent = sentBy(element, fields);
  return {
    method,
    action: cleaned(action, 300),
    fields: sent.slice(0, MAX_SHOWN),
    ...(sent.length > MAX_SHOWN ? { moreFields: sent.length - MAX_SHOWN } : {}),
    secrets: [...new Set(secrets.map(secretKindOf))],
    hash: sha256(JSON.stringify([salt, method, action, attr(form ?? element, 'target'), fields.map(stateOf)])),
    fillable: fields.filter((field) => isFillable(field) && isDrawn(field)).length,
    ...(isSearch ? { search: true } : {}),
    ...(isScripted ? { scripted: true } : {}),
  };
}

function ownTarget(form: HTMLFormElement | null): string {
  return form ? `${formMethodOf(form).toUpperCase()} ${formActionOf(form)}` : 'NONE ';
}

function groupOf(element: Element): Group | undefined {
  const owner = (element as HTMLInputElement).form ?? closestDeep(element, 'form');
  const form = owner && tagOf(owner) === 'form' ? (owner as HTMLFormElement) : null;
  if (form) return { form, fields: [...formElementsOf(form)] };
  const fields = fieldsBeside(element);
  return fields.length > 0 ? { form: null, fields } : undefined;
}

const NEAR = 5;

/** Without a form, a person takes those fields for its own that stand in the same box. */
function fieldsBeside(element: Element): Element[] {
  let at = drawnParent(element);
  for (let level = 0; at && level < NEAR && !matches(at, 'body, main, html'); level++) {
    const fields = findAll(at, FIELDS).filter((field) => field !== element && isDrawn(field));
    if (fields.length > 0) return fields;
    at = drawnParent(at);
  }
  return [];
}

function looksForSomething(element: Element, { form, fields }: Group): boolean {
  if (closestDeep(element, '[role=search], search')) return true;
  if (matches(element, '[type=search], [role=searchbox]')) return true;
  const filled = fields.filter((field) => isFillable(field) && isDrawn(field));
  if (filled.length > 0 && filled.every((field) => matches(field, '[type=search], [role=searchbox]'))) return true;
  const isGet = form !== null && formMethodOf(form) === 'get' && has(form, 'action');
  return isGet && filled.some((field) => SEARCHED_BY.test(attr(field, 'name') ?? ''));
}

function isFillable(field: Element): boolean {
  const tag = tagOf(field);
  if (tag === 'input') return inputTypeOf(field) !== 'hidden' && !BUTTONS.test(inputTypeOf(field));
  return tag === 'select' || tag === 'textarea' || has(field, 'contenteditable');
}

function contentOf(field: Element): string {
  const tag = tagOf(field);
  if (tag === 'select') return [...(field as HTMLSelectElement).selectedOptions].map(({ value }) => value).join(', ');
  if (tag === 'input' && inputTypeOf(field) === 'file') {
    const files = [...((field as HTMLInputElement).files ?? [])];
    return files.map(({ name, size, lastModified }) => `${name} (${size} bytes, ${lastModified})`).join(', ');
  }
  if (tag === 'input' || tag === 'textarea' || tag === 'button') return (field as HTMLInputElement).value;
  return isEditingHost(field) ? (textOf(field) ?? '') : '';
}

/** Everything about a field that decides what is sent of it. */
function stateOf(field: Element): unknown[] {
  const { checked } = field as HTMLInputElement;
  const type = tagOf(field) === 'input' ? inputTypeOf(field) : '';
  const isOff = matches(field, ':disabled');
  return [tagOf(field), type, attr(field, 'name'), contentOf(field), checked === true, isOff];
}

/** What a person may know of it, in the order in which it is sent. */
function sentBy(element: Element, fields: Element[]): RawForm['fields'] {
  return fields.flatMap((field) => {
    if (!isSent(field, element)) return [];
    const name = attr(field, 'name') ?? '';
    const label = cleaned(labelText(field) || attr(field, 'aria-label') || name || attr(field, 'placeholder'), 80);
    if (label === '') return [];
    const value = contentOf(field);
    const isHushed = isSecretField(field) || holdsCardNumber(value) || isToken(field, name);
    return [
      {
        name: label,
        value: isHushed ? mask(value) : cleaned(value, 200),
        ...(isHushed ? { masked: true } : {}),
        ...(isLaidOut(field) ? {} : { hidden: true }),
      },
    ];
  });
}

function isSent(field: Element, submitter: Element): boolean {
  if (matches(field, ':disabled')) return false;
  if (field === submitter) return attr(field, 'name') !== null;
  const type = tagOf(field) === 'input' || tagOf(field) === 'button' ? inputTypeOf(field) : '';
  if (type === 'checkbox' || type === 'radio') return (field as HTMLInputElement).checked;
  return !BUTTONS.test(type) && !/^(?:fieldset|output|object)$/.test(tagOf(field));
}

/** What a site gives a form to know it again is nobody else's to know. */
function isToken(field: Element, name: string): boolean {
  return tagOf(field) === 'input' && inputTypeOf(field) === 'hidden' && TOKENS.test(name);
}
