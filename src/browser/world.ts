import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright';

/**
 * The code that looks lives in an isolated world: it shares the page's elements and nothing else, so that no script
 * of the page can see it, change what it calls or forge what it answers. Content security policies do not reach it.
 */
const WORLD = 'agent';
let source: string | undefined;

function script(): string {
  source ??= `globalThis.__agentKey = ${JSON.stringify(randomUUID())};
${readFileSync(new URL('../../dist/inPage.js', import.meta.url), 'utf8')}`;
  return source;
}

export class WorldError extends Error {
  override readonly name = 'WorldError';
}

/** The isolated world of one process's outermost document. */
export interface World {
  session: CDPSession;
  frameId: string;
  /** Unset until asked for, and again after a navigation. */
  current?: { contextId: number; documentId: string };
  /** Facts about the current document that need not be found out twice. */
  known: DocumentFacts;
  accessibility: boolean;
}

interface DocumentFacts {
  trustBrowser?: boolean;
  /** How many frames' accessibility trees are kept alive. */
  warmFrames: number;
  listeners: Set<number>;
  /** When the listeners were last listed, and how much had changed by then. */
  listed?: { changes: number; at: number };
  suspects: Set<number>;
  /** The debugger's reference to the document. */
  document?: string | undefined;
}

const nothingKnown = (): DocumentFacts => ({ warmFrames: 0, listeners: new Set(), suspects: new Set() });

/** Puts the script into every document that this session will load from now on. */
export async function createWorld(session: CDPSession): Promise<World> {
  await session.send('Page.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: script(), worldName: WORLD });
  return { session, frameId: frameTree.frame.id, known: nothingKnown(), accessibility: false };
}

/** The context of the current document, with the script in it. */
export async function contextOf(world: World): Promise<{ contextId: number; documentId: string }> {
  if (world.current) return world.current;
  const { session, frameId } = world;
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: WORLD,
    grantUniveralAccess: true,
  });
  const readId = 'globalThis.__agent?.id';
  let documentId = await evaluate(session, contextId, readId);
  if (documentId === undefined) {
    await evaluate(session, contextId, script());
    documentId = await evaluate(session, contextId, readId);
  }
  world.known = nothingKnown();
  world.current = { contextId, documentId: String(documentId) };
  return world.current;
}

async function evaluate(session: CDPSession, contextId: number, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    contextId,
    returnByValue: true,
    awaitPromise: true,
  });
  if (exceptionDetails) {
    throw new WorldError(exceptionDetails.exception?.description?.split('\n')[0] ?? exceptionDetails.text);
  }
  return result.value;
}

/**
 * Asks the script for something that it answers as JSON. The question names the document it is for: another process
 * numbers its contexts anew, so an old number may well exist in the next document. One that is gone is sought anew, once.
 */
export async function ask<T>(world: World, call: string): Promise<T> {
  const known = world.current;
  if (known) {
    const answer = await askOnce(world, known, call).catch(() => undefined);
    if (typeof answer === 'string') return JSON.parse(answer) as T;
    if (world.current === known) delete world.current;
  }
  const answer = await askOnce(world, await contextOf(world), call);
  if (typeof answer !== 'string') throw new WorldError(`no answer to ${call.slice(0, 40)}`);
  return JSON.parse(answer) as T;
}

/**
 * For questions that do something: asked once and never again, and only of the document they are meant for. A number
 * from one document means another element, or none, in the next.
 */
export async function askHere<T>(world: World, documentId: string, call: string): Promise<T> {
  const { current } = world;
  const isSame = current?.documentId === documentId;
  const answer = current && isSame ? await askOnce(world, current, call) : undefined;
  if (typeof answer !== 'string') throw new WorldError('the document is not there any more');
  return JSON.parse(answer) as T;
}

function askOnce(
  { session }: World,
  { contextId, documentId }: NonNullable<World['current']>,
  call: string,
): Promise<unknown> {
  const isSame = `globalThis.__agent?.id === ${JSON.stringify(documentId)}`;
  return evaluate(session, contextId, `${isSame} ? globalThis.__agent.${call} : undefined`);
}

/** The debugger's own reference to an element of the script's table. */
export async function objectOf(world: World, expression: string): Promise<string | undefined> {
  const { contextId } = await contextOf(world);
  const { result } = await world.session.send('Runtime.evaluate', { expression, contextId });
  return result.objectId;
}

/** Beyond these many elements Chromium's accessibility tree is not asked for. */
export const AX_ELEMENTS = 25_000;
const AX_DEPTH = 600;
export const MAX_WARM_FRAMES = 30;

/**
 * Chromium answers for roles and names only where its accessibility tree is alive; asked cold it builds the tree
 * for every single read. On huge or absurdly deep pages building takes too long, and we name elements ourselves.
 */
export async function warm(world: World): Promise<boolean> {
  await contextOf(world);
  const { known } = world;
  if (known.trustBrowser !== undefined) return known.trustBrowser;
  const { elements, depth, browserNames } = await ask<{ elements: number; depth: number; browserNames: boolean }>(
    world,
    `survey(${AX_ELEMENTS})`,
  );
  known.trustBrowser = browserNames && elements <= AX_ELEMENTS && depth <= AX_DEPTH;
  if (known.trustBrowser) await warmFrames(world);
  return known.trustBrowser;
}

export async function warmFrames(world: World): Promise<void> {
  const { session } = world;
  if (!world.accessibility) await session.send('Accessibility.enable');
  world.accessibility = true;
  const { frameTree } = await session.send('Page.getFrameTree');
  const ids = [frameTree.frame.id];
  const queue = [...(frameTree.childFrames ?? [])];
  for (let next = queue.shift(); next && ids.length < MAX_WARM_FRAMES; next = queue.shift()) {
    ids.push(next.frame.id);
    queue.push(...(next.childFrames ?? []));
  }
  world.known.warmFrames = ids.length;
  // A frame that went away in between needs no tree.
  await Promise.allSettled(ids.map((frameId) => session.send('Accessibility.getRootAXNode', { frameId })));
}
