import { cleanNode } from '../page/join.js';
import type { LiveElement } from '../page/live.js';
import type { RawNode } from '../page/raw.js';
import { type Capture, type Process, processOf } from './capture.js';
import { withDeadline } from './deadline.js';
import { ask, contextOf, warm } from './world.js';

const PROBE_LIMIT_MS = 1_000;

interface Origin {
  x: number;
  y: number;
  scale: number;
}

/** Looks again at exactly the element that an earlier look described: never at one that merely resembles it. */
export async function probeElement(
  capture: Capture,
  node: RawNode,
  call: 'probe' | 'probeAndArm' = 'probe',
): Promise<LiveElement> {
  const work = probe(capture.processes, processOf(capture, node), node.handle, call);
  return withDeadline('looking at an element', PROBE_LIMIT_MS, work);
}

async function probe(
  processes: Process[],
  process: Process,
  handle: number,
  call: 'probe' | 'probeAndArm',
): Promise<LiveElement> {
  const { world, documentId } = process;
  const origin = await originOf(processes, process);
  if (!origin) return { connected: false };
  const trust = await warm(world);
  const live = await ask<LiveElement>(world, `${call}(${handle}, ${trust}, ${JSON.stringify(origin)})`);
  // Another document took this one's place: its numbers mean other elements.
  if (world.current?.documentId !== documentId) return { connected: false };
  return live.connected && live.visible ? { ...live, node: cleanNode(live.node) } : live;
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
