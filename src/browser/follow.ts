import { changeInWords, type LiveElement, type MeaningChange, meaningChanges } from '../page/live.js';
import type { RawNode } from '../page/raw.js';
import { findRef } from '../page/refs.js';
import type { Projection } from '../page/snapshot.js';
import type { Capture } from './capture.js';
import { probeElement } from './probe.js';

/** What was shown last: the look itself and the refs that it gave. */
export interface Shown {
  capture: Capture;
  projection: Projection;
}

export type Followed =
  | { ok: true; before: RawNode; live: Extract<LiveElement, { visible: true }> }
  | {
      ok: false;
      error: 'ref_invalid' | 'invalid_params' | 'element_not_visible';
      message: string;
      changes?: MeaningChange[];
    };

/** From a ref to the very element it was given to, as it is now. One that became something else is not it any more. */
export async function followRef({ capture, projection }: Shown, ref: string, snapshotId: string): Promise<Followed> {
  const found = findRef(projection, ref, snapshotId);
  if (!found.ok) return found;
  const live = await probeElement(capture, found.node);
  if (!live.connected) return { ok: false, error: 'ref_invalid', message: `the element behind ${ref} is gone` };
  if (!live.visible)
    return { ok: false, error: 'element_not_visible', message: `the element behind ${ref} is hidden now` };
  const changes = meaningChanges(found.node, live.node);
  if (changes.length > 0) {
    const what = changes.map(changeInWords).join('; ');
    return { ok: false, error: 'ref_invalid', message: `${ref} is no longer what it was: ${what}`, changes };
  }
  return { ok: true, before: found.node, live };
}
