import { MAX_DOM } from '../page/domHash.js';
import { ROLE_RANK } from '../page/include.js';
import { joinParts, type Part } from '../page/join.js';
import type { CaptureOptions, RawNode, RawPage, RawPart } from '../page/raw.js';
import { markCovered } from './covers.js';
import { DeadlineError, withDeadline } from './deadline.js';
import { type Eyes, whileThere, worldInside } from './eyes.js';
import { openClosedRoots, tellListeners } from './hidden.js';
import { pageTrouble, refuseIfGone } from './trouble.js';
import { AX_ELEMENTS, ask, MAX_WARM_FRAMES, type World, WorldError, warm, warmFrames } from './world.js';

/** The limit of a whole snapshot. */
export const LOOK_LIMIT_MS = 3_000;
const IN_PAGE_MS = 1_500;
const MAX_VISITED = 150_000;
const MAX_REMOTE_FRAMES = 20;
const MAX_FRAME_DEPTH = 8;
const MAX_ATTEMPTS = 4;
const MAX_DEBUGGER_DEPTH = 600;
const EXTRA_MS = 500;
/** A frame in another process that hangs must not take the page with it. */
const FRAME_MS = 1_200;

export interface LookOptions {
  /** `viewport` describes what is in view; `page` everything, for the registry and for full snapshots. */
  scope?: 'viewport' | 'page';
  /** Simplified HTML along with it. */
  dom?: boolean;
}

const MAX_NODES = { viewport: 300, page: 3_000 } as const;

/** A process that draws part of the page, and the iframe element it draws into: which process, which handle. */
export interface Process {
  world: World;
  /** The document that was looked at; handles mean nothing in any other. */
  documentId: string;
  outer: number;
  owner: number;
}

export interface Capture {
  raw: RawPage;
  /** By the number that `raw.frames` gives. */
  processes: Process[];
}

/** The process that draws an element. */
export function processOf({ raw, processes }: Capture, node: RawNode): Process {
  return processes[raw.frames[node.frame]?.process ?? 0] as Process;
}

/** One look at a page and all its frames. Raises a typed error when the page cannot be looked at in time. */
export async function capturePage(eyes: Eyes, options: LookOptions = {}): Promise<Capture> {
  const { page } = eyes;
  const end = performance.now() + LOOK_LIMIT_MS;
  for (let attempt = 1; ; attempt++) {
    refuseIfGone(eyes);
    try {
      const work = whileThere(eyes, captureAll(eyes, options));
      return await withDeadline('looking at the page', Math.max(1, end - performance.now()), work);
    } catch (error) {
      if (error instanceof DeadlineError) throw pageTrouble('unresponsive', page.url());
      // Our own script failing is a bug, unless the document under it was just replaced.
      if (error instanceof WorldError && attempt > 1) throw error;
      if (attempt === MAX_ATTEMPTS) throw pageTrouble('navigating', page.url());
      delete eyes.main.current;
    }
  }
}

async function captureAll(eyes: Eyes, { scope = 'viewport', dom = false }: LookOptions): Promise<Capture> {
  const options: CaptureOptions = {
    scope,
    domLimit: dom ? MAX_DOM : 0,
    trustUpTo: 0,
    roleRank: ROLE_RANK,
    maxNodes: MAX_NODES[scope],
    maxVisited: MAX_VISITED,
    milliseconds: IN_PAGE_MS,
    x: 0,
    y: 0,
    scale: 1,
  };
  const processes: Process[] = [{ world: eyes.main, documentId: '', outer: -1, owner: -1 }];
  return { raw: joinParts(await captureTree(eyes, processes, 0, options, 0)), processes };
}

/** One process's part, then the frames inside it that other processes draw, side by side. */
async function captureTree(
  eyes: Eyes,
  processes: Process[],
  process: number,
  options: CaptureOptions,
  depth: number,
): Promise<Part> {
  const own = processes[process] as Process;
  const { world } = own;
  const part = await capturePart(world, options);
  own.documentId = part.documentId;
  const inner = await Promise.all(
    part.remote.map(async ({ node, x, y, scale, clip }) => {
      const iframe = part.nodes[node];
      const owner = iframe?.handle;
      if (!iframe || owner === undefined) return { node, unreachable: 'it is gone' };
      if (depth >= MAX_FRAME_DEPTH) return { node, unreachable: 'frames are nested too deeply' };
      if (processes.length > MAX_REMOTE_FRAMES) return { node, unreachable: 'there are too many frames' };
      try {
        const child = await worldInside(eyes, world, owner);
        if (!child) return { node, unreachable: 'it has not loaded' };
        const number = processes.push({ world: child, documentId: '', outer: process, owner }) - 1;
        const inside = captureTree(eyes, processes, number, { ...options, x, y, scale, clip }, depth + 1);
        const tree = await withDeadline('looking at a frame', FRAME_MS, inside);
        await markCovered(world, iframe, options, tree);
        return { node, tree };
      } catch (error) {
        if (error instanceof WorldError) throw error;
        if (error instanceof DeadlineError) return { node, unreachable: 'it does not answer' };
        return { node, unreachable: 'it went away while it was looked at' };
      }
    }),
  );
  return { part, process, inner };
}

async function capturePart(world: World, options: CaptureOptions): Promise<RawPart> {
  const look = async (): Promise<RawPart> => {
    const call = { ...options, trustUpTo: (await warm(world)) ? AX_ELEMENTS : 0 };
    return ask<RawPart>(world, `capture(${JSON.stringify(call)})`);
  };
  const part = await look();
  const found = await Promise.all([
    needsListeners(world, part) ? inTime(tellListeners(world)) : false,
    part.suspects.length > 0 ? inTime(openClosedRoots(world, part.suspects)) : false,
  ]);
  if (needsWarming(world, part)) await inTime(warmFrames(world));
  return found.includes(true) ? look() : part;
}

/** What makes a look better is waited for a while only: a good look now is worth more than a better one too late. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await withDeadline('finding out more', EXTRA_MS, work);
  } catch (error) {
    if (error instanceof DeadlineError) return undefined;
    throw error;
  }
}

function needsWarming({ known }: World, { frames }: RawPart): boolean {
  return known.trustBrowser === true && frames.length > known.warmFrames && known.warmFrames < MAX_WARM_FRAMES;
}

/** Scripts add listeners as they change the page, and shortly after it has loaded. */
function needsListeners({ known }: World, { changes, depth }: RawPart): boolean {
  // The debugger recurses through the document; a page nested thousands of levels deep would take it down.
  if (depth > MAX_DEBUGGER_DEPTH) return false;
  const now = performance.now();
  const isFresh = known.listed !== undefined && known.listed.changes === changes && now - known.listed.at < 1_000;
  if (!isFresh) known.listed = { changes, at: now };
  return !isFresh;
}
