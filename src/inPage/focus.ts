import { documentInside, isFrame, shadowOf } from './geometry.js';
import { activeElementOf } from './safe.js';

/** The element that has the focus, through shadow roots and frames of this process. */
export function focusOf(): Element | null {
  let at = activeElementOf(document);
  for (let level = 0; at && level < 30; level++) {
    const root = shadowOf(at);
    const inner = isFrame(at) ? documentInside(at) : null;
    const next: Element | null = root ? root.activeElement : inner ? activeElementOf(inner) : null;
    if (!next) break;
    at = next;
  }
  return at;
}
