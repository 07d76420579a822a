import { hrefOf, submitsOf } from './address.js';
import { ownName } from './names.js';
import { attr, closest, fold, has, tagOf, textOf } from './safe.js';

/**
 * What a person, or whoever approved a click, goes by: its words and where it leads. Class, style and state are not part
 * of it, because buttons change those under the mouse.
 */
export function printOf(element: Element): string {
  return JSON.stringify([
    tagOf(element),
    attr(element, 'role'),
    attr(element, 'type'),
    fold(textOf(element), 500),
    ownName(element),
    hrefOf(element) ?? null,
    submitsOf(element) ?? null,
    has(element, 'download'),
  ]);
}

/** The field that a click anywhere inside a label is passed on to. */
export function controlOf(element: Element): Element | null {
  const label = closest(element, 'label');
  return label ? (label as HTMLLabelElement).control : null;
}
