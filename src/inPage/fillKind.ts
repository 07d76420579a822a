import { inputTypeOf, isEditingHost } from './roles.js';
import { tagOf } from './safe.js';

/** How an element takes text: by the keyboard, as a value that is set, or not at all. */
export type FillKind = 'keys' | 'value' | 'none';

const SET_TYPES = /^(?:date|time|datetime-local|month|week|color|range)$/;
const NO_TEXT = /^(?:checkbox|radio|file|submit|button|reset|image|hidden)$/;

export function fillKindOf(element: Element): FillKind {
  const tag = tagOf(element);
  if (tag === 'textarea' || isEditingHost(element)) return 'keys';
  if (tag !== 'input') return 'none';
  const type = inputTypeOf(element);
  if (NO_TEXT.test(type)) return 'none';
  return SET_TYPES.test(type) ? 'value' : 'keys';
}
