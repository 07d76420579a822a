import { cleanNode } from '../page/join.js';
import type { LiveElement } from '../page/live.js';
import type { RawNode } from '../page/raw.js';
import { type Capture, type Process, processOf } from './capture.js';
import { coversOver, type Origin, type Point } from './covers.js';
import { withDeadline } from './deadline.js';
import { ask, askHere, contextOf, warm } from './world.js';

const PROBE_LIMIT_MS = 1_000;

type Call = 'probe' | 'probeAndArm';

/** Looks again at exactly the element that an earlier look described: never at one that merely resembles it. */
export async function probeElement(capture: Capture, node: RawNode, call: Call = 'probe'): Promise<LiveElement> {
  return withDeadline('looking at an element', PROBE_LIMIT_MS, probe(capture, node, call));
}

async function probe(capture: Capture, before: RawNode, call: Call): Promise<LiveElement> {
  const place = processOf(capture, before);
  const { world, documentId } = place;
  const origin = await originOf(capture.processes, place);
  if (!origin) return { connected: false };
  const trust = await warm(world);
  // Another document took this one's place: its numbers mean other elements.
  if (world.current?.documentId !== documentId) return { connected: false };
  // An approval is bound to what the form would send, and only then the element comes with that.
  const bindsForm = before.details?.form !== undefined;
  const question = `${call}(${before.handle}, ${trust}, ${JSON.stringify(origin)}, ${call === 'probeAndArm' ? bindsForm : 'undefined'})`;
  const live = await askHere<LiveElement>(world, documentId, question).catch((error) => ifGone(place, error));
  if (!live.connected || !live.visible) return live;
  const node = withNames(cleanNode(live.node), prefixOf(capture, place));
  // A process numbers its own frames only; the look's number is the one that finds the element again.
  return { ...live, node: { ...(await underCovers(capture, place, origin, node)), frame: before.frame } };
}

/** The question failed because the document went away, or else it is ours to answer for. */
async function ifGone({ world, documentId }: Process, error: unknown): Promise<LiveElement> {
  delete world.current;
  if ((await contextOf(world)).documentId === documentId) throw error;
  return { connected: false };
}

/** Elements of frames that other processes draw are named after the iframe around them. */
export function prefixOf({ raw, processes }: Capture, place: Process): string {
  const owner = raw.frames.find((frame) => processes[frame.process] === place)?.owner ?? -1;
  const name = raw.nodes[owner]?.vaultyId;
  return name === undefined ? '' : `${name}/`;
}

function withNames(node: RawNode, prefix: string): RawNode {
  const cover = node.coveredById === undefined ? {} : { coveredById: `${prefix}${node.coveredById}` };
  return { ...node, vaultyId: `${prefix}${node.vaultyId}`, ...cover };
}

/** Inside its own process a frame cannot know what lies over it: a point has to be free in those around it, too. */
async function underCovers(capture: Capture, place: Process, origin: Origin, node: RawNode): Promise<RawNode> {
  if (!node.freePoint || place.outer < 0) return node;
  const call = `pointsOf(${node.handle}, ${JSON.stringify(origin)})`;
  let points = [node.freePoint, ...(await ask<Point[]>(place.world, call))];
  for (let at = place; ; ) {
    const holder = capture.processes[at.outer];
    if (!holder) break;
    const around = await originOf(capture.processes, holder);
    const covers = around ? await coversOver(holder.world, at.owner, points, around) : [];
    const [first] = covers;
    points = points.filter((_, index) => !covers[index]);
    if (points.length === 0 && first) {
      const { freePoint: _, ...rest } = node;
      return { ...rest, occluded: true, ...first, coveredById: `${prefixOf(capture, holder)}${first.coveredById}` };
    }
    at = holder;
  }
  const [freePoint] = points;
  return freePoint ? { ...node, freePoint } : node;
}

/** Where a process's viewport lies in the main one now; null when a frame on the way is gone. */
async function originOf(processes: Process[], { outer, owner }: Process): Promise<Origin | null> {
  const holder = processes[outer];
  if (!holder) return { x: 0, y: 0, scale: 1 };
  const around = await originOf(processes, holder);
  const { world, documentId } = holder;
  if ((await contextOf(world)).documentId !== documentId) return null;
  return around && ask<Origin | null>(world, `frameOrigin(${owner}, ${JSON.stringify(around)})`);
}
