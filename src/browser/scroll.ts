import type { Action } from '../page/action.js';
import type { RawNode } from '../page/raw.js';
import { GONE, HIDDEN, refused } from './act.js';
import { type Capture, type Process, processOf } from './capture.js';
import type { Acted } from './driver.js';
import { type Eyes, worldInside } from './eyes.js';
import { probeElement } from './probe.js';
import { ask, askHere, contextOf, type World } from './world.js';

type Scroll = Extract<Action, { kind: 'scroll' }>;

interface Scrolled {
  moved: boolean;
  by: number;
  what: 'page' | 'area';
  atEnd: boolean;
  frame?: number;
}

export async function scrollPage(eyes: Eyes, { direction, amount }: Scroll): Promise<Acted> {
  const { moved, by, what, atEnd } = await scrollIn(eyes, eyes.main, { direction, amount }, MAX_FRAMES_DEEP);
  const where = what === 'page' ? 'the page' : 'a scroll area';
  const end = atEnd ? '; it is at its end now' : '';
  const note = moved
    ? `${where} moved ${Math.abs(by)} px ${by > 0 ? 'down' : 'up'}${end}`
    : 'nothing moved: the end is reached';
  return { ok: true, dispatched: true, read: { moved, note } };
}

const MAX_FRAMES_DEEP = 3;

/** Where a page has nothing to scroll but a frame that another process draws, that is asked in its turn. */
async function scrollIn(eyes: Eyes, world: World, wish: Omit<Scroll, 'kind'>, depth: number): Promise<Scrolled> {
  // The document that is there now, whichever was looked at last.
  await ask(world, 'state()');
  const { documentId } = await contextOf(world);
  const done = await askHere<Scrolled>(world, documentId, `scrollBy(${JSON.stringify(wish)})`);
  if (done.frame === undefined || depth === 0) return done;
  const inner = await worldInside(eyes, world, done.frame);
  if (!inner) return done;
  return { ...(await scrollIn(eyes, inner, wish, depth - 1)), what: 'area' };
}

/** The middle is best; a carousel that snaps, or a bar that stays and covers it, calls for another place. */
const PLACES = ['"center", "nearest"', '"center", "center"', '"end", "nearest"', '"start", "nearest"'] as const;

export async function reveal(capture: Capture, node: RawNode): Promise<Acted> {
  let note = '';
  let moved = false;
  // Where nothing helps, it is left in the middle.
  for (const where of [...PLACES, PLACES[0]]) {
    if (!(await bringTo(capture, node, where))) return refused(GONE);
    const live = await probeElement(capture, node);
    if (!live.connected) return refused(GONE);
    if (!live.visible) return refused(HIDDEN);
    const { inView, occluded, coveredBy } = live.node;
    moved = inView !== 'none';
    note = moved ? 'it is in view now' : 'it could not be brought into view';
    if (moved && !occluded) break;
    if (moved) note += `, but covered by ${coveredBy ?? 'something else'}`;
  }
  return { ok: true, dispatched: true, read: { moved, note } };
}

/** From the inside out: a frame that is out of view itself has to come along. */
async function bringTo(capture: Capture, node: RawNode, where: string): Promise<boolean> {
  let place = processOf(capture, node);
  let { handle } = node;
  for (;;) {
    if (!(await askHere<boolean>(place.world, place.documentId, `bringIntoView(${handle}, ${where})`))) return false;
    if (place.outer < 0) return true;
    handle = place.owner;
    place = capture.processes[place.outer] as Process;
  }
}
