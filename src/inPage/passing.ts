import { drawnParent } from './geometry.js';
import { matches, tagOf } from './safe.js';

const USED = 'a[href], area[href], button, input, select, textarea, summary';

/**
 * What the browser itself uses when a click arrives here and it is not the element that is meant: the nearest link,
 * button or field, inside of it or around it, or the field of a label.
 */
export function passedTo(hit: Element, element: Element): Element | null {
  for (let at: Element | null = hit; at; at = drawnParent(at)) {
    const used = matches(at, USED) ? at : tagOf(at) === 'label' ? (at as HTMLLabelElement).control : null;
    if (used) return used === element ? null : used;
  }
  return null;
}
