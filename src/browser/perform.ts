import type { Action } from '../page/action.js';
import type { RawNode } from '../page/raw.js';
import { type Problem, refused } from './act.js';
import { type Capture, processOf } from './capture.js';
import { causedBy, type EnterMark, hasEntered, markEnter, NOTHING_CAUSED } from './caused.js';
import { click } from './click.js';
import { DeadlineError, withDeadline } from './deadline.js';
import type { Acted, Deed, Hold } from './driver.js';
import { readChoiceAgain } from './dropdown.js';
import { type Eyes, isLost, whileThere } from './eyes.js';
import { fill, readAgain } from './fill.js';
import { reveal, scrollPage } from './scroll.js';
import { select } from './select.js';
import { type Settled, type StateNow, settle, stateNow } from './settle.js';
import { setTripwire } from './tripwire.js';
import { type Watch, watchPage } from './watch.js';
import type { World } from './world.js';

/** How long an action may take, and then what it started. */
export const LIMITS: Record<Action['kind'], number> = {
  click: 2_000,
  fill: 2_000,
  select: 2_000,
  scroll: 1_000,
  reveal: 1_000,
};
const SETTLE_MS = 1_500;
const NAVIGATION_MS = 3_000;
const PATIENCE_MS = 400;
/** A page that has been silent for a whole action gets this long to give a sign of life. */
const RESPONSE_MS = 500;
const READ_MS = 1_500;
/** All in all: the action, and what it started. */
const EXTRA_MS = 1_100;

const UNWATCHED: Problem = { error: 'timeout', message: 'the page does not answer; it was not done' };

/** When whatever an action started has had its time. */
export function endOf(action: Action): number {
  return performance.now() + LIMITS[action.kind] + EXTRA_MS;
}

/** Does one thing to a page, once, and waits for what it started. Whatever the page does, there is an answer. */
export async function perform(
  eyes: Eyes,
  capture: Capture,
  node: RawNode | null,
  action: Action,
  hold?: Hold,
): Promise<Deed> {
  const end = endOf(action);
  const inner = node ? innerWorld(eyes, capture, node) : undefined;
  const [before, innerBefore, tripwire] = await Promise.all([
    stateIfThere(eyes, eyes.main),
    inner ? stateIfThere(eyes, inner) : null,
    hold ? setTripwire(eyes, hold).catch(() => null) : undefined,
  ]);
  // What cannot be watched is not done.
  if (tripwire === null && !isLost(eyes)) return { acted: refused(UNWATCHED), caused: NOTHING_CAUSED };
  const watch = watchPage(eyes);
  eyes.touched = false;
  eyes.guests.approved = action.dialog;
  try {
    const world = inner ?? eyes.main;
    let mark: EnterMark | null = null;
    let acted = await actInTime(eyes, capture, node, action, async () => {
      mark = await markEnter(watch, world);
    });
    const settled = await settleAfter(eyes, watch, acted, {
      since: before?.changes ?? -1,
      patienceMs: patienceFor(action, node),
      end,
      ...(inner ? { inner: { world: inner, since: innerBefore?.changes ?? -1 } } : {}),
    });
    const after = await stateAfter(eyes, acted, settled.settled);
    if (node) acted = await readOnceMore(eyes, capture, node, action, acted);
    acted = lostSince(eyes, acted, action);
    if (acted.ok && mark && !isLost(eyes) && !(await hasEntered(mark, watch, world))) {
      acted = { ...acted, read: { ...acted.read, entered: false } };
    }
    const caused = causedBy(watch, settled, before, after, tripwire?.held ?? []);
    for (const guest of watch.guests()) if (guest.kind !== 'frameCrash') eyes.guests.untold.delete(guest);
    return { acted, caused };
  } finally {
    eyes.guests.approved = undefined;
    tripwire?.stop();
    watch.stop();
  }
}

/** Some pages put back, or change a moment later, what was entered or chosen. */
async function readOnceMore(eyes: Eyes, capture: Capture, node: RawNode, action: Action, acted: Acted): Promise<Acted> {
  // A page that is being left is asked nothing: it would not answer before the next one has.
  if (!acted.ok || isLost(eyes) || eyes.leaving) return acted;
  const isFilled = action.kind === 'fill' && !action.submit;
  if (!isFilled && action.kind !== 'select') return acted;
  const reading = isFilled ? readAgain(capture, node, acted, action.value) : readChoiceAgain(acted);
  const read = await withDeadline('reading it once more', READ_MS, whileThere(eyes, reading)).catch(() => null);
  if (read === null && !isLost(eyes) && !eyes.leaving) eyes.hung = true;
  return read ?? acted;
}

function innerWorld(eyes: Eyes, capture: Capture, node: RawNode): World | undefined {
  const { world } = processOf(capture, node);
  return world === eyes.main ? undefined : world;
}

/** Suggestions come a moment after the text; what a click brings about may begin with a timer. */
function patienceFor(action: Action, node: RawNode | null): number {
  if (action.kind === 'click') return PATIENCE_MS;
  const suggests = node?.role === 'combobox' || node?.role === 'searchbox' || node?.haspopup !== undefined;
  return action.kind === 'fill' && (suggests || action.submit) ? PATIENCE_MS : 0;
}

async function actInTime(
  eyes: Eyes,
  capture: Capture,
  node: RawNode | null,
  action: Action,
  beforeEnter: () => Promise<void>,
): Promise<Acted> {
  if (isLost(eyes)) return interrupted(eyes, action, false);
  turns += 1;
  eyes.turn = turns;
  try {
    const work = whileThere(eyes, act(eyes, capture, node, action, beforeEnter));
    return await withDeadline(`the ${action.kind}`, LIMITS[action.kind], work);
  } catch (error) {
    eyes.turn = undefined;
    const isLate = error instanceof DeadlineError;
    // A crash is known a moment later than the failure it brings; a page that lives answers.
    const state = isLost(eyes) || eyes.leaving ? undefined : await signOfLife(eyes);
    if (isLate && state === null && !isLost(eyes) && !eyes.leaving) eyes.hung = true;
    // Held up by a navigation, and not by itself.
    const isElsewhere = !!state && state.id !== capture.processes[0]?.documentId;
    return interrupted(eyes, action, isLate && !isElsewhere);
  } finally {
    eyes.turn = undefined;
  }
}

let turns = 0;

function act(
  eyes: Eyes,
  capture: Capture,
  node: RawNode | null,
  action: Action,
  beforeEnter: () => Promise<void>,
): Promise<Acted> {
  if (action.kind === 'scroll') return scrollPage(eyes, action);
  if (!node) throw new Error(`a ${action.kind} needs an element`);
  switch (action.kind) {
    case 'click':
      return click(eyes, capture, node);
    case 'fill':
      return fill(eyes, capture, node, { ...action, beforeEnter }, LIMITS.fill);
    case 'select':
      return select(eyes, capture, node, action.values, LIMITS.select);
    case 'reveal':
      return reveal(capture, node);
  }
}

/** What came in between: told by what is known of the page, never by the words of an error. */
function interrupted(eyes: Eyes, action: Action, isLate: boolean): Acted {
  const dispatched = eyes.touched;
  const when = dispatched ? 'after' : 'before';
  const gone = (what: string): Acted => ({
    ok: false,
    dispatched,
    error: dispatched ? 'action_failed' : 'ref_invalid',
    message: `the page ${what} ${when} it was acted on`,
  });
  if (eyes.crashed) return gone('crashed');
  if (eyes.page.isClosed()) {
    return dispatched ? { ok: true, dispatched, read: { note: 'the page closed' } } : gone('was closed');
  }
  if (eyes.hung) return silent(eyes, action, dispatched);
  // The next page was asked for with the click, and nothing more can be asked of this one.
  if (eyes.leaving && dispatched && action.kind === 'click') return { ok: true, dispatched, read: {} };
  if (isLate && !eyes.leaving) {
    const message = `the ${action.kind} took too long and was given up`;
    return { ok: false, dispatched, error: 'timeout', message };
  }
  return gone('went elsewhere');
}

function silent({ guests }: Eyes, { kind }: Action, dispatched: boolean): Acted {
  const why = guests.stormy ? 'the page opens one dialog after the other' : 'the page does not answer';
  const message = `${why}; the ${kind} was ${dispatched ? 'done, its effect is not known' : 'not done'}`;
  return { ok: false, dispatched, error: 'timeout', message };
}

/** An action is not well done when the page broke before its effect could be seen. */
function lostSince(eyes: Eyes, acted: Acted, action: Action): Acted {
  if (!acted.ok || !isLost(eyes) || eyes.page.isClosed()) return acted;
  return interrupted(eyes, action, false);
}

function signOfLife(eyes: Eyes): Promise<StateNow | null> {
  return stateIfThere(eyes, eyes.main, RESPONSE_MS);
}

function stateIfThere(eyes: Eyes, world: World, milliseconds?: number): Promise<StateNow | null> {
  // Of a page that crashed or was closed nothing is known.
  return whileThere(eyes, stateNow(world, milliseconds)).catch(() => null);
}

interface Patience {
  since: number;
  patienceMs: number;
  end: number;
  inner?: { world: World; since: number };
}

async function settleAfter(eyes: Eyes, watch: Watch, acted: Acted, { end, ...patience }: Patience): Promise<Settled> {
  if ((!acted.ok && !acted.dispatched) || isLost(eyes)) return { settled: true, milliseconds: 0 };
  const left = Math.max(0, end - performance.now());
  const limits = { limitMs: Math.min(SETTLE_MS, left), navigationMs: Math.min(NAVIGATION_MS, left) };
  return settle(eyes, watch, { ...patience, ...limits });
}

/** Null when there is nobody to ask. A page that did not come to rest may have stopped answering at all. */
async function stateAfter(eyes: Eyes, acted: Acted, settled: boolean): Promise<StateNow | null> {
  if ((!acted.ok && !acted.dispatched) || isLost(eyes)) return null;
  if (eyes.leaving) return null;
  const state = await signOfLife(eyes);
  if (state === null && !settled && !isLost(eyes) && !eyes.leaving) eyes.hung = true;
  return state;
}
