import type { RawNode } from '../page/raw.js';
import type { PlannedAct } from './gate.js';
import type { Descriptor } from './memory.js';

/** The document, where it is, the element and all it means, what its form would send, and what would be done with it. */
export function descriptorOf({ action, node, page }: PlannedAct, document: string): Descriptor {
  const passesTo = node?.details?.passesTo;
  return JSON.stringify({
    document,
    url: page.url,
    frame: node ? page.frames[node.frame]?.url : undefined,
    element: node ? meaningOf(node) : undefined,
    form: node?.details?.form?.hash,
    passesTo: passesTo ? [meaningOf(passesTo), passesTo.details?.form?.hash] : undefined,
    action,
  });
}

/** The same thing wherever and whenever it comes up again: what was refused once is refused then, too. */
export function deniedKeyOf({ action, node, page }: PlannedAct): string {
  return JSON.stringify({ place: placeOf(page.url), element: node ? meaningOf(node) : undefined, action });
}

/** Where a page is, without what changes from visit to visit. */
export function placeOf(url: string): string {
  const [place = ''] = url.split(/[?#]/);
  return place;
}

function meaningOf({ vaultyId, tag, role, name, text, value, href, submits, addressHash, inputType }: RawNode) {
  // What stands in a field is told by its form; while it is being filled it changes.
  return { vaultyId, tag, role, name, href, submits, addressHash, inputType, text: value === undefined ? text : '' };
}
