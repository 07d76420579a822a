import { listening, reasonFor } from './candidates.js';
import { drawnParent } from './geometry.js';
import { contains, matches, tagOf } from './safe.js';

const USED = 'a[href], area[href], button, input, select, textarea, summary';

/**
 * What else is used when a click arrives here and not on the element alone: the nearest control inside of it, or the
 * link, button or field around it, or the field of a label.
 */
export function passedTo(hit: Element, element: Element): Element | null {
  for (let at: Element | null = hit; at; at = drawnParent(at)) {
    const used = matches(at, USED) || isOwnControl(at, element) ? at : labelled(at);
    if (used) return used === element ? null : used;
  }
  return null;
}

function labelled(at: Element): Element | null {
  return tagOf(at) === 'label' ? (at as HTMLLabelElement).control : null;
}

/** What scripts made a control of. Inside of the element it hears the click first; around it only one that says so counts. */
function isOwnControl(at: Element, element: Element): boolean {
  if (at === element) return false;
  const reason = reasonFor(at, tagOf(at));
  if (reason === 'role') return true;
  return (reason === 'listener' || listening.has(at)) && contains(element, at);
}
