import { cleanText } from '../page/cleanText.js';
import type { RawNode } from '../page/raw.js';
import { covered, isProblem, type Problem, ready, refused, whyNot } from './act.js';
import { type Capture, type Process, processOf } from './capture.js';
import type { Cover, Point } from './covers.js';
import { withDeadline } from './deadline.js';
import type { ActError, Acted } from './driver.js';
import { type Eyes, takeTurn } from './eyes.js';
import { prefixOf } from './probe.js';
import { ask, askHere } from './world.js';

type BlockReason = 'changed' | 'elsewhere' | 'replaced' | 'left';

interface GuardReport {
  heard: boolean;
  clicked: boolean;
  blocked?: { event: string; reason: BlockReason; by?: Cover };
}

const ATTEMPTS = 3;
/** Frames that do not answer hear no mouse either. */
const OTHERS_MS = 250;

/**
 * A real click of the mouse at a point that reaches the element. The mouse is brought there first, because pages change
 * under it; then the element is compared once more and a guard inside the page lets the click through to this element
 * only. So a click that missed because the element moved has touched nothing and may be tried again.
 */
export async function click(eyes: Eyes, capture: Capture, node: RawNode, touch = takeTurn(eyes)): Promise<Acted> {
  const wasTouched = eyes.touched;
  for (let attempt = 1; ; attempt++) {
    const hovered = await hover(eyes, capture, node);
    if (hovered) return refused(hovered);
    const point = await arm(capture, node);
    if ('error' in point) {
      await disarm(capture, node);
      return refused(point);
    }
    const askedBefore = eyes.askedOutside;
    eyes.askedOutside = false;
    const report = await press(eyes, capture, node, point, touch);
    const acted = await outcome(eyes, report, askedBefore);
    if (acted) return acted;
    eyes.touched = wasTouched;
    eyes.askedOutside ||= askedBefore;
    if (attempt === ATTEMPTS) return refused(missed(report));
  }
}

/** Brings the mouse to the element, unless it is clear already that it cannot be clicked. */
async function hover(eyes: Eyes, capture: Capture, node: RawNode): Promise<Problem | null> {
  const now = await ready(capture, node);
  if (isProblem(now)) return now;
  // Some are enabled only as the mouse comes to them.
  const problem = whyNot({ ...now, disabled: false });
  if (problem || !now.freePoint) return whyNot(now) ?? problem;
  await moveTo(eyes, now.freePoint);
  return null;
}

async function moveTo(eyes: Eyes, { x, y }: Point): Promise<void> {
  eyes.pointer = { x, y };
  await eyes.page.mouse.move(x, y);
}

/** Where to click, with all of the page shut but this element; or why not. */
async function arm(capture: Capture, node: RawNode): Promise<Point | Problem> {
  await ofOthers(capture, node, ({ world, documentId }) => askHere(world, documentId, 'shut()'));
  const now = await ready(capture, node, 'probeAndArm');
  if (isProblem(now)) return now;
  return whyNot(now) ?? now.freePoint ?? { error: 'action_failed', message: 'no point of it can be reached' };
}

/** What the guard saw; null when the document is not there any more, and with it the guard. */
async function press(
  eyes: Eyes,
  capture: Capture,
  node: RawNode,
  point: Point,
  touch: () => void,
): Promise<GuardReport | null> {
  const { mouse } = eyes.page;
  const { x, y } = eyes.pointer ?? { x: -1, y: -1 };
  if (x !== point.x || y !== point.y) await moveTo(eyes, point);
  touch();
  await mouse.down();
  const { world, documentId } = processOf(capture, node);
  const [wasSeen] = await Promise.all([
    askHere<boolean>(world, documentId, 'hold()').catch(() => null),
    ofOthers(capture, node, (other) => askHere(other.world, other.documentId, 'hold()')),
  ]);
  // Somebody kept the event from the guard: a click that cannot be watched is not finished on the element.
  if (wasSeen === false) await moveTo(eyes, { x: 0, y: 0 });
  await mouse.up();
  return disarm(capture, node);
}

async function disarm(capture: Capture, node: RawNode): Promise<GuardReport | null> {
  const [own, others] = await Promise.all([
    disarmIn(capture, processOf(capture, node)).catch(() => null),
    ofOthers(capture, node, (place) => disarmIn(capture, place)),
  ]);
  const caught = others.find((report) => report?.blocked)?.blocked;
  return own && !own.blocked && caught ? { ...own, blocked: caught } : own;
}

async function disarmIn(capture: Capture, place: Process): Promise<GuardReport | null> {
  const report = await askHere<GuardReport | null>(place.world, place.documentId, 'disarm()');
  const by = report?.blocked?.by;
  if (by) by.coveredById = `${prefixOf(capture, place)}${by.coveredById}`;
  return report;
}

/** Asks all processes but the one that draws the element, side by side. */
async function ofOthers<T>(
  capture: Capture,
  node: RawNode,
  call: (place: Process) => Promise<T>,
): Promise<(T | null)[]> {
  const own = processOf(capture, node);
  const others = capture.processes.filter((place) => place !== own);
  // A frame that went away, or that does not answer, hears no mouse either.
  return Promise.all(others.map((other) => withDeadline('guarding a frame', OTHERS_MS, call(other)).catch(() => null)));
}

/** What became of a click; null when it touched nothing. */
async function outcome(eyes: Eyes, report: GuardReport | null, askedBefore: boolean): Promise<Acted | null> {
  if (!report) return afterLeaving(eyes);
  const { heard, clicked, blocked } = report;
  if (blocked?.event === FIRST && !heard) return null;
  if (blocked && blocked.reason !== 'left') return late(blocked.reason);
  if (clicked) return DONE;
  if (heard) return { ...DONE, read: { note: NO_CLICK } };
  // Behind a link to another program the browser may hold a question that nobody can see or answer.
  if (askedBefore || eyes.askedOutside) eyes.hung = true;
  return failed(
    'action_failed',
    'the click did not arrive at it, or the page keeps the mouse from it; it was not finished',
  );
}

/** Stopped at this event, the click was heard of by nobody. */
const FIRST = 'pointerdown';
const DONE: Acted & { ok: true } = { ok: true, dispatched: true, read: {} };
const NO_CLICK = 'the button went down on it, then the page took it away or kept the click: no click on it was seen';

/** The document is another one now: because of the click, unless the click was caught by the new one. */
async function afterLeaving({ main }: Eyes): Promise<Acted> {
  const caught = await ask<GuardReport | null>(main, 'disarm()').catch(() => null);
  if (caught?.blocked?.event !== FIRST) return DONE;
  return refused({ error: 'ref_invalid', message: 'the page went elsewhere before it was acted on' });
}

const LATE = {
  elsewhere: 'something else came under the mouse while the button was down; the click on that was stopped',
  changed: 'it became something else while the button was down; the click was stopped',
  replaced: 'something else took its place while the button was down; the click on that was stopped',
} as const;

function late(reason: keyof typeof LATE): Acted {
  return failed(reason === 'elsewhere' ? 'action_failed' : 'ref_invalid', LATE[reason]);
}

function failed(error: ActError, message: string): Acted {
  return { ok: false, dispatched: true, error, message };
}

function missed(report: GuardReport | null): Problem {
  const { reason, by } = report?.blocked ?? {};
  if (reason === 'changed') return { error: 'ref_invalid', message: 'it changes as the mouse comes to it' };
  if (reason !== 'elsewhere') return { error: 'ref_invalid', message: 'it goes away as the mouse comes to it' };
  if (!by) return covered({ words: 'something that comes up under the mouse' });
  return covered({ words: cleanText(by.coveredBy), vaultyId: by.coveredById });
}
