import type { RawNode } from '../page/raw.js';
import { GONE, HIDDEN, refused } from './act.js';
import { type Capture, type Process, processOf } from './capture.js';
import type { Acted, Action } from './driver.js';
import type { Eyes } from './eyes.js';
import { probeElement } from './probe.js';
import { ask, askHere, contextOf } from './world.js';

type Scroll = Extract<Action, { kind: 'scroll' }>;

interface Scrolled {
  moved: boolean;
  by: number;
  what: 'page' | 'area';
  atEnd: boolean;
}

export async function scrollPage({ main, pointer }: Eyes, { direction, amount }: Scroll): Promise<Acted> {
  // The document that is there now, whichever was looked at last.
  await ask(main, 'state()');
  const { documentId } = await contextOf(main);
  const wish = { direction, amount, ...(pointer ? { pointer } : {}) };
  const { moved, by, what, atEnd } = await askHere<Scrolled>(main, documentId, `scrollBy(${JSON.stringify(wish)})`);
  const where = what === 'page' ? 'the page' : 'a scroll area';
  const end = atEnd ? '; it is at its end now' : '';
  const note = moved
    ? `${where} moved ${Math.abs(by)} px ${by > 0 ? 'down' : 'up'}${end}`
    : 'nothing moved: the end is reached';
  return { ok: true, dispatched: true, read: { moved, note } };
}

/** From the inside out: a frame that is out of view itself has to come along. */
export async function reveal(capture: Capture, node: RawNode): Promise<Acted> {
  let place = processOf(capture, node);
  let { handle } = node;
  for (;;) {
    const isThere = await askHere<boolean>(place.world, place.documentId, `bringIntoView(${handle}, "center")`);
    if (!isThere) return refused(GONE);
    if (place.outer < 0) break;
    handle = place.owner;
    place = capture.processes[place.outer] as Process;
  }
  const live = await probeElement(capture, node);
  if (!live.connected) return refused(GONE);
  if (!live.visible) return refused(HIDDEN);
  const moved = live.node.inView !== 'none';
  return {
    ok: true,
    dispatched: true,
    read: { moved, note: moved ? 'it is in view now' : 'it could not be brought into view' },
  };
}
