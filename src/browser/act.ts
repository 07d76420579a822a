import { meaningChanges, whyOther } from '../page/live.js';
import type { RawDetails, RawNode } from '../page/raw.js';
import type { Capture } from './capture.js';
import type { ActError, Acted, Blocker } from './driver.js';
import { probeElement } from './probe.js';

export interface Problem {
  error: ActError;
  message: string;
  blocker?: Blocker;
}

export function refused({ error, message, blocker }: Problem): Acted {
  return { ok: false, dispatched: false, error, message, ...(blocker ? { blocker } : {}) };
}

/** Why an element cannot be acted on as it is now; null when it can. Found by looking, before anything is dispatched. */
export function whyNot(node: RawNode): Problem | null {
  if (node.disabled) return { error: 'element_disabled', message: 'it is disabled' };
  if (node.inView === 'none')
    return { error: 'element_not_visible', message: 'it is outside the viewport; scroll to it first' };
  if (!node.freePoint) return covered({ words: node.coveredBy ?? 'something else', ...idOf(node) });
  return null;
}

function idOf({ coveredById }: RawNode): { vaultyId?: string } {
  return coveredById === undefined ? {} : { vaultyId: coveredById };
}

export function covered(blocker: Blocker): Problem {
  return { error: 'element_obscured', message: `it is covered by ${blocker.words}`, blocker };
}

/** Why this is not the element that was looked at before; null when it is, unchanged in all that it means. */
function whyChanged(before: RawNode, now: RawNode): Problem | null {
  const other = whyOther(before, now);
  return other === null ? whyUsedOtherwise(before.details, now.details) : { error: 'ref_invalid', message: other };
}

/** The same for what a click on it is passed on to, and for what its form would send where a human approved of that. */
function whyUsedOtherwise(before: RawDetails | undefined, now: RawDetails | undefined): Problem | null {
  const changed = (what: string): Problem => ({
    error: 'ref_invalid',
    message: `it is no longer what it was: ${what}`,
  });
  if (before?.form && before.form.hash !== now?.form?.hash) return changed('its form would send something else');
  if (before?.passesTo === undefined || now?.passesTo === undefined) return null;
  const [was, is] = [before.passesTo, now.passesTo];
  const isSame = was && is ? meaningChanges(was, is).length === 0 : was === is;
  return isSame ? null : changed('a click on it would use another element');
}

export const GONE: Problem = { error: 'ref_invalid', message: 'it is gone from the page' };
export const HIDDEN: Problem = { error: 'element_not_visible', message: 'it is hidden now' };

/** The element as it is now, ready to be acted on; or why not. */
export async function ready(
  capture: Capture,
  node: RawNode,
  call: 'probe' | 'probeAndArm' = 'probe',
): Promise<RawNode | Problem> {
  const live = await probeElement(capture, node, call);
  if (!live.connected) return GONE;
  if (!live.visible) return HIDDEN;
  return whyChanged(node, live.node) ?? live.node;
}

export function isProblem(found: RawNode | Problem): found is Problem {
  return 'error' in found;
}
