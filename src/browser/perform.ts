import type { Action } from '../page/action.js';
import type { RawNode } from '../page/raw.js';
import { refused } from './act.js';
import { type Capture, processOf } from './capture.js';
import { click } from './click.js';
import { DeadlineError, withDeadline } from './deadline.js';
import type { Acted, Caused, Deed, PageEvent } from './driver.js';
import { readChoiceAgain } from './dropdown.js';
import type { Eyes } from './eyes.js';
import { fill, readAgain } from './fill.js';
import type { Guest } from './guests.js';
import { reveal, scrollPage } from './scroll.js';
import { select } from './select.js';
import { type StateNow, settle, stateNow } from './settle.js';
import { type Watch, watchPage } from './watch.js';
import type { World } from './world.js';

/** How long an action may take, and then what it started. */
const LIMITS: Record<Action['kind'], number> = {
  click: 2_000,
  fill: 2_000,
  select: 2_000,
  scroll: 1_000,
  reveal: 1_000,
};
const SETTLE_MS = 1_500;
const NAVIGATION_MS = 3_500;
const PATIENCE_MS = 400;
const RESPONSE_MS = 300;

/** Does one thing to a page, once, and waits for what it started. Whatever the page does, there is an answer. */
export async function perform(eyes: Eyes, capture: Capture, node: RawNode | null, action: Action): Promise<Deed> {
  const inner = node ? innerWorld(eyes, capture, node) : undefined;
  const [before, innerBefore] = await Promise.all([stateNow(eyes.main), inner ? stateNow(inner) : null]);
  const watch = watchPage(eyes);
  eyes.touched = false;
  eyes.guests.dialogs = 0;
  try {
    let acted = await actInTime(eyes, capture, node, action);
    const settled = await settleAfter(eyes, watch, acted, {
      since: before?.mutations ?? -1,
      patienceMs: patienceFor(action, node),
      ...(inner ? { inner: { world: inner, since: innerBefore?.mutations ?? -1 } } : {}),
    });
    if (node) acted = await readOnceMore(capture, node, action, acted);
    return { acted, caused: causedBy(watch, settled, before, await stateAfter(eyes, acted)) };
  } finally {
    watch.stop();
  }
}

/** Some pages put back, or change a moment later, what was entered or chosen. */
async function readOnceMore(capture: Capture, node: RawNode, action: Action, acted: Acted): Promise<Acted> {
  if (!acted.ok) return acted;
  if (action.kind === 'fill' && !action.submit) return readAgain(capture, node, acted, action.value);
  return action.kind === 'select' ? readChoiceAgain(acted) : acted;
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

async function actInTime(eyes: Eyes, capture: Capture, node: RawNode | null, action: Action): Promise<Acted> {
  try {
    const work = Promise.race([act(eyes, capture, node, action), eyes.gone]);
    return await withDeadline(`the ${action.kind}`, LIMITS[action.kind], work);
  } catch (error) {
    return interrupted(eyes, error, action);
  }
}

function act(eyes: Eyes, capture: Capture, node: RawNode | null, action: Action): Promise<Acted> {
  if (action.kind === 'scroll') return scrollPage(eyes, action);
  if (!node) throw new Error(`a ${action.kind} needs an element`);
  switch (action.kind) {
    case 'click':
      return click(eyes, capture, node);
    case 'fill':
      return fill(eyes, capture, node, action, LIMITS.fill);
    case 'select':
      return select(eyes, capture, node, action.values, LIMITS.select);
    case 'reveal':
      return reveal(capture, node);
  }
}

/** What came in between: told by what is known of the page, never by the words of an error. */
async function interrupted(eyes: Eyes, error: unknown, action: Action): Promise<Acted> {
  const dispatched = eyes.touched;
  const done = dispatched ? ' after it was acted on' : ' before it was acted on';
  const failed = (message: string): Acted => ({ ok: false, dispatched, error: 'action_failed', message });
  if (eyes.crashed) return failed(`the page crashed${done}`);
  if (eyes.page.isClosed()) {
    return dispatched ? { ok: true, dispatched, read: { note: 'the page closed' } } : failed('the page was closed');
  }
  if (error instanceof DeadlineError || eyes.hung) {
    if (!eyes.hung) eyes.hung = await isHung(eyes);
    const why = eyes.hung ? ': the page does not answer' : '';
    const message = `the ${action.kind} took longer than ${LIMITS[action.kind]} ms${why}`;
    return { ok: false, dispatched, error: 'timeout', message };
  }
  if (!dispatched) return refused({ error: 'ref_invalid', message: 'the page went elsewhere before it was acted on' });
  return failed('the page went elsewhere while it was acted on');
}

async function isHung({ main }: Eyes): Promise<boolean> {
  return withDeadline('asking the page', RESPONSE_MS, stateNow(main)).then(
    (state) => state === null,
    () => true,
  );
}

interface Patience {
  since: number;
  patienceMs: number;
  inner?: { world: World; since: number };
}

async function settleAfter(eyes: Eyes, watch: Watch, acted: Acted, patience: Patience) {
  if ((!acted.ok && !acted.dispatched) || isLost(eyes)) return { settled: true, milliseconds: 0 };
  return settle(eyes, watch, { ...patience, limitMs: SETTLE_MS, navigationMs: NAVIGATION_MS });
}

function isLost({ crashed, hung, page }: Eyes): boolean {
  return crashed || hung || page.isClosed();
}

async function stateAfter(eyes: Eyes, acted: Acted): Promise<StateNow | null> {
  return (acted.ok || acted.dispatched) && !isLost(eyes) ? stateNow(eyes.main) : null;
}

export function nothingCaused(): Caused {
  return {
    settled: true,
    milliseconds: 0,
    requests: 0,
    addedCount: 0,
    removedCount: 0,
    navigated: false,
    leaving: false,
    wasLoading: false,
    dialogs: [],
    events: [],
  };
}

function causedBy(
  watch: Watch,
  { settled, milliseconds }: { settled: boolean; milliseconds: number },
  before: StateNow | null,
  after: StateNow | null,
): Caused {
  const guests = watch.guests();
  // A new document counts from zero: what it is made of is no change of the old one.
  const isSame = !watch.navigated && before !== null && after !== null;
  return {
    settled,
    milliseconds,
    requests: watch.requests,
    addedCount: isSame ? Math.max(0, after.added - before.added) : 0,
    removedCount: isSame ? Math.max(0, after.removed - before.removed) : 0,
    navigated: watch.navigated,
    leaving: watch.leaving,
    wasLoading: before?.loading ?? false,
    dialogs: guests.flatMap((guest) => (guest.kind === 'dialog' ? [{ kind: guest.type, message: guest.message }] : [])),
    events: [
      ...guests.flatMap(eventOf),
      ...watch.failures.slice(0, 5).map((words) => ({ kind: 'request_failed' as const, words })),
    ],
  };
}

/** Dialogs are told by themselves, and tabs by whoever keeps them. */
function eventOf(guest: Guest): PageEvent[] {
  switch (guest.kind) {
    case 'download':
      return [{ kind: 'download', words: `a download was refused: ${JSON.stringify(guest.name.slice(0, 100))}` }];
    case 'chooser':
      return [{ kind: 'chooser', words: 'the page asked for a file; files are not uploaded' }];
    case 'dialog':
    case 'popup':
      return [];
  }
}
