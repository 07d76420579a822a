import { meaningChanges } from '../page/live.js';
import type { RawNode } from '../page/raw.js';
import { type Capture, processOf } from './capture.js';
import type { ActError, Acted, Blocker } from './driver.js';
import { type Eyes, takeTurn } from './eyes.js';
import { probeElement } from './probe.js';
import { askHere } from './world.js';

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
  if (node.occluded || !node.freePoint) return covered({ words: node.coveredBy ?? 'something else', ...idOf(node) });
  return null;
}

function idOf({ coveredById }: RawNode): { vaultyId?: string } {
  return coveredById === undefined ? {} : { vaultyId: coveredById };
}

function covered(blocker: Blocker): Problem {
  return { error: 'element_obscured', message: `it is covered by ${blocker.words}`, blocker };
}

/** Why this is not the element that was looked at before; null when it is, unchanged in all that it means. */
export function whyChanged(before: RawNode, now: RawNode): Problem | null {
  const changes = meaningChanges(before, now);
  if (changes.length === 0) return null;
  const what = changes.map(({ field, was, is }) => `${field} was ${JSON.stringify(was)} and is ${JSON.stringify(is)}`);
  return { error: 'ref_invalid', message: `it is no longer what it was: ${what.join('; ')}` };
}

export const GONE: Problem = { error: 'ref_invalid', message: 'it is gone from the page' };
export const HIDDEN: Problem = { error: 'element_not_visible', message: 'it is hidden now' };

/** The element as it is now, ready to be acted on; or why not. */
async function ready(capture: Capture, node: RawNode, call: 'probe' | 'probeAndArm'): Promise<RawNode | Problem> {
  const live = await probeElement(capture, node, call);
  if (!live.connected) return GONE;
  if (!live.visible) return HIDDEN;
  return whyChanged(node, live.node) ?? live.node;
}

export function readyToFill(capture: Capture, node: RawNode): Promise<RawNode | Problem> {
  return ready(capture, node, 'probe');
}

export function isProblem(found: RawNode | Problem): found is Problem {
  return 'error' in found;
}

interface GuardReport {
  heard: boolean;
  pressed: boolean;
  clicked: boolean;
  blocked?: { event: string; reason: 'elsewhere' | 'changed' | 'gone'; by?: number };
}

const ATTEMPTS = 3;

/**
 * A real click of the mouse at a point that reaches the element. A guard inside the page lets it through to this element
 * only, so one that missed because the element moved has touched nothing and may be tried again.
 */
export async function click(eyes: Eyes, capture: Capture, node: RawNode): Promise<Acted> {
  const touch = takeTurn(eyes);
  for (let attempt = 1; ; attempt++) {
    const now = await ready(capture, node, 'probeAndArm');
    const problem = isProblem(now) ? now : whyNot(now);
    if (problem || isProblem(now) || !now.freePoint) {
      await disarm(capture, node);
      return refused(problem ?? { error: 'action_failed', message: 'no point of it can be reached' });
    }
    const { x, y } = now.freePoint;
    eyes.pointer = { x, y };
    touch();
    await eyes.page.mouse.click(x, y);
    const report = await disarm(capture, node);
    if (report && !report.heard) return unheard(eyes);
    if (!report?.blocked) return { ok: true, dispatched: true, read: {} };
    if (report.pressed) return blockedLate(report.blocked.reason);
    eyes.touched = false;
    if (attempt === ATTEMPTS) return refused(await missed(capture, node, report));
  }
}

/** Input that goes nowhere: behind a link to another program the browser may hold a question that nobody can see or answer. */
function unheard(eyes: Eyes): Acted {
  if (eyes.askedOutside) eyes.hung = true;
  return { ok: false, dispatched: true, error: 'action_failed', message: 'the click did not arrive at the page' };
}

/** Null when the document is not there any more, and with it the guard. */
async function disarm(capture: Capture, node: RawNode): Promise<GuardReport | null> {
  const { world, documentId } = processOf(capture, node);
  return askHere<GuardReport | null>(world, documentId, 'disarm()').catch(() => null);
}

async function missed(capture: Capture, node: RawNode, { blocked }: GuardReport): Promise<Problem> {
  if (blocked?.reason === 'changed') return { error: 'ref_invalid', message: 'it changed as the mouse came to it' };
  if (blocked?.reason === 'gone') return { error: 'ref_invalid', message: 'it went away as the mouse came to it' };
  const cover = blocked?.by === undefined ? null : await probeElement(capture, { ...node, handle: blocked.by });
  if (!cover?.connected || !cover.visible) return covered({ words: 'something that comes up under the mouse' });
  const { role, name, vaultyId } = cover.node;
  return covered({ words: name ? `${role} ${JSON.stringify(name.slice(0, 60))}` : role, vaultyId });
}

const LATE = {
  elsewhere: 'something else came under the mouse while the button was down; the click on that was stopped',
  changed: 'it became something else while the button was down; the click was stopped',
  gone: 'it went away while the button was down; the click on what lay behind was stopped',
} as const;

function blockedLate(reason: keyof typeof LATE): Acted {
  return {
    ok: false,
    dispatched: true,
    error: reason === 'changed' ? 'ref_invalid' : 'action_failed',
    message: LATE[reason],
  };
}
