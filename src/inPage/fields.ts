import type { RawNode } from '../page/raw.js';
import { inputTypeOf, isEditingHost } from './roles.js';
import { attr, fold, has, matches } from './safe.js';
import { cleaned, holdsCardNumber, isSecretField, mask, maskNumbers } from './secrets.js';

type FieldState = Partial<
  Pick<
    RawNode,
    | 'value'
    | 'secret'
    | 'inputType'
    | 'multiline'
    | 'multiple'
    | 'options'
    | 'optionCount'
    | 'readonly'
    | 'required'
    | 'invalid'
    | 'checked'
  >
>;

const MAX_OPTIONS = 50;
const MAX_VALUE = 1000;
const BUTTON_TYPES = /^(?:submit|button|reset|image)$/;

/** What is special about fields: value, kind, options, and whether they are checked, required or invalid. */
export function fieldState(element: Element, tag: string, role: string, text: string): FieldState {
  const { value, secret } = shownValue(element, tag, role, text);
  const inputType = tag === 'input' ? inputTypeOf(element) : undefined;
  const multiline = tag === 'textarea' || attr(element, 'aria-multiline') === 'true' || isEditingHost(element);
  return {
    ...(value === undefined ? {} : { value }),
    ...(secret ? { secret: true } : {}),
    ...(inputType && inputType !== 'text' ? { inputType } : {}),
    ...(multiline && role === 'textbox' ? { multiline: true } : {}),
    ...(tag === 'select' ? selectState(element as HTMLSelectElement) : {}),
    ...(isReadonly(element) ? { readonly: true } : {}),
    ...(has(element, 'required') || attr(element, 'aria-required') === 'true' ? { required: true } : {}),
    ...(isInvalid(element) ? { invalid: true } : {}),
    ...checkedState(element, tag, role),
  };
}

function shownValue(element: Element, tag: string, role: string, text: string): { value?: string; secret?: boolean } {
  const raw = rawValue(element, tag, role, text);
  if (raw === undefined) return {};
  // An empty one is secret, too: whoever is about to fill it has to know.
  if (isSecretField(element) || holdsCardNumber(raw)) return { value: mask(raw), secret: true };
  return { value: headAndTail(maskNumbers(raw)) };
}

function rawValue(element: Element, tag: string, role: string, text: string): string | undefined {
  if (tag === 'input') {
    const input = element as HTMLInputElement;
    const type = inputTypeOf(element);
    if (type === 'checkbox' || type === 'radio' || BUTTON_TYPES.test(type)) return undefined;
    if (type === 'file') return [...(input.files ?? [])].map(({ name }) => name).join(', ');
    return input.value;
  }
  if (tag === 'textarea') return (element as HTMLTextAreaElement).value;
  if (tag === 'select') {
    const chosen = [...(element as HTMLSelectElement).selectedOptions].slice(0, 20);
    return chosen.map((option) => fold(option.label || option.text, 100)).join(', ');
  }
  if (role === 'slider' || role === 'spinbutton' || role === 'scrollbar') {
    return attr(element, 'aria-valuetext') ?? attr(element, 'aria-valuenow') ?? undefined;
  }
  if (role === 'combobox') return text;
  return isEditingHost(element) || role === 'textbox' || role === 'searchbox' ? text : undefined;
}

/** The end of a long text matters as much as its beginning. */
function headAndTail(value: string): string {
  if (value.length <= MAX_VALUE) return value;
  const half = MAX_VALUE / 2;
  return `${value.slice(0, half)}…(${value.length - MAX_VALUE} more)…${value.slice(-half)}`;
}

function selectState(select: HTMLSelectElement): FieldState {
  const { options } = select;
  const shown = [];
  for (let i = 0; i < Math.min(options.length, MAX_OPTIONS); i++) {
    const option = options[i];
    if (!option) continue;
    const text = cleaned(option.label || option.text, 100);
    shown.push({ value: cleaned(option.value, 100), text, selected: option.selected });
  }
  return { options: shown, optionCount: options.length, ...(select.multiple ? { multiple: true } : {}) };
}

function isReadonly(element: Element): boolean {
  if (attr(element, 'aria-readonly') === 'true') return true;
  return matches(element, 'input, textarea') && (element as HTMLInputElement).readOnly;
}

function isInvalid(element: Element): boolean {
  const written = attr(element, 'aria-invalid');
  if (written !== null && written !== 'false' && written !== '') return true;
  // An untouched required field is not an error yet; one the user left wrong is.
  return matches(element, ':user-invalid');
}

function checkedState(element: Element, tag: string, role: string): FieldState {
  if (tag === 'input') {
    const input = element as HTMLInputElement;
    const type = inputTypeOf(element);
    if (type !== 'checkbox' && type !== 'radio') return {};
    if (input.indeterminate && type === 'checkbox') return { checked: 'mixed' };
    return { checked: input.checked ? 'true' : 'false' };
  }
  if (!/^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role)) return {};
  const written = attr(element, 'aria-checked');
  if (written === 'mixed' && role !== 'radio' && role !== 'switch') return { checked: 'mixed' };
  return { checked: written === 'true' ? 'true' : 'false' };
}
