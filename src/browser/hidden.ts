import { contextOf, objectOf, type World } from './world.js';

const CLICK = new Set(['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchend']);
const MAX_NEW = 300;

/**
 * Tells the script which elements have click listeners: only the debugger sees those of the page's own world.
 * True when there was something new to tell.
 */
export async function tellListeners(world: World): Promise<boolean> {
  const { session, known } = world;
  // The page's own reference: asked through one of an isolated world, Chromium 156 crashes after some dozen calls.
  known.document ??= (await session.send('Runtime.evaluate', { expression: 'document' })).result.objectId;
  if (known.document === undefined) return false;
  const { listeners } = await session.send('DOMDebugger.getEventListeners', {
    objectId: known.document,
    depth: -1,
    pierce: true,
  });
  const fresh = new Set<number>();
  for (const { type, backendNodeId } of listeners) {
    if (backendNodeId !== undefined && CLICK.has(type) && !known.listeners.has(backendNodeId)) fresh.add(backendNodeId);
  }
  const ids = [...fresh].slice(0, MAX_NEW);
  if (ids.length === 0) return false;
  for (const id of ids) known.listeners.add(id);
  const objects = await resolveNodes(world, ids);
  if (objects.length === 0) return false;
  const { result } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: 'function (...elements) { return globalThis.__agent.addListeners(...elements); }',
    executionContextId: (await contextOf(world)).contextId,
    arguments: objects.map((objectId) => ({ objectId })),
    returnByValue: true,
  });
  return Number(result.value) > 0;
}

/** A node that is gone by now is left out. */
async function resolveNodes(world: World, ids: number[]): Promise<string[]> {
  const { contextId: executionContextId } = await contextOf(world);
  const resolved = await Promise.allSettled(
    ids.map((backendNodeId) => world.session.send('DOM.resolveNode', { backendNodeId, executionContextId })),
  );
  return resolved.flatMap((outcome) =>
    outcome.status === 'fulfilled' && outcome.value.object.objectId ? [outcome.value.object.objectId] : [],
  );
}

/** Hands closed shadow roots over to the script. True when one was found. */
export async function openClosedRoots(world: World, suspects: number[]): Promise<boolean> {
  const fresh = suspects.filter((handle) => !world.known.suspects.has(handle));
  for (const handle of fresh) world.known.suspects.add(handle);
  const found = await Promise.all(fresh.map((handle) => openClosedRoot(world, handle)));
  return found.some((one) => one);
}

async function openClosedRoot(world: World, handle: number): Promise<boolean> {
  const { session } = world;
  const host = await objectOf(world, `globalThis.__agent.element(${handle})`);
  if (host === undefined) return false;
  const { node } = await session.send('DOM.describeNode', { objectId: host, pierce: true });
  const closed = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed');
  const [root] = closed ? await resolveNodes(world, [closed.backendNodeId]) : [];
  if (root === undefined) return false;
  await session.send('Runtime.callFunctionOn', {
    functionDeclaration: 'function (root) { globalThis.__agent.addClosedRoot(this, root); }',
    objectId: host,
    arguments: [{ objectId: root }],
  });
  return true;
}
