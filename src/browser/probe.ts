import type { LiveElement } from '../page/live.js';
import type { RawNode } from '../page/raw.js';
import type { Capture, Process } from './capture.js';
import { withDeadline } from './deadline.js';
import { ask, contextOf, warm } from './world.js';

const PROBE_LIMIT_MS = 1_000;

interface Origin {
  x: number;
  y: number;
  scale: number;
}

/** Looks again at exactly the element that an earlier look described: never at one that merely resembles it. */
export async function probeElement({ raw, processes }: Capture, node: RawNode): Promise<LiveElement> {
  const process = raw.frames[node.frame]?.process ?? 0;
  return withDeadline('looking at an element', PROBE_LIMIT_MS, probe(processes, process, node.handle));
}

async function probe(processes: Process[], process: number, handle: number): Promise<LiveElement> {
  const { world, documentId } = processes[process] as Process;
  const origin = await originOf(processes, process);
  if (!origin) return { connected: false };
  const trust = await warm(world);
  const live = await ask<LiveElement>(world, `probe(${handle}, ${trust}, ${JSON.stringify(origin)})`);
  // Another document took this one's place: its numbers mean other elements.
  return world.current?.documentId === documentId ? live : { connected: false };
}

/** Where a process's viewport lies in the main one now; null when a frame on the way is gone. */
async function originOf(processes: Process[], process: number): Promise<Origin | null> {
  const { outer, owner } = processes[process] as Process;
  if (outer < 0) return { x: 0, y: 0, scale: 1 };
  const around = await originOf(processes, outer);
  const { world, documentId } = processes[outer] as Process;
  if ((await contextOf(world)).documentId !== documentId) return null;
  return around && ask<Origin | null>(world, `frameOrigin(${owner}, ${JSON.stringify(around)})`);
}
