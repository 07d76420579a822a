import type { PageDriver, View } from '../browser/driver.js';
import type { ResolutionTrace } from '../contracts/generated.js';
import { type LiveElement, whyOther } from '../page/live.js';
import type { RawNode, RawPage } from '../page/raw.js';
import { buildRegistry, candidateOf, type Registry } from '../page/registry.js';
import { resolveTarget } from '../resolve/resolve.js';
import type { Purpose, Target } from '../resolve/target.js';
import { intentOf } from './element.js';

/** The one element that is meant, as it is now, with the look it was described in. */
export interface Located {
  ok: true;
  view: View;
  /** As it is now, with all that a gate wants to know: the same thing as when it was decided upon. */
  live: RawNode;
  trace: ResolutionTrace;
  /** What the looks on the way had to tell of the page itself. */
  notes: string[];
  /** Found again by what it is, or by a narrow lead: good enough to act on, not for what cannot be undone. */
  uncertain: boolean;
}

export type NotLocated = {
  ok: false;
  error: 'ref_invalid' | 'element_not_visible' | 'timeout';
  message: string;
  trace: ResolutionTrace;
  notes: string[];
};

export interface Aim {
  target: Target;
  /** The look in which the target was seen, when it was: then exactly that element is meant. */
  from?: View;
  purpose: Purpose;
}

export async function locate(driver: PageDriver, aim: Aim): Promise<Located | NotLocated> {
  const { from, target, purpose } = aim;
  if (!from || target.by !== 'vaultyId') return locateAnew(driver, target, purpose);
  const { trace } = resolveTarget(buildRegistry(from.raw), target, { purpose });
  const node = from.raw.nodes.find(({ vaultyId }) => vaultyId === target.id);
  if (!node) return { ok: false, error: 'ref_invalid', message: 'it is not on the page', trace, notes: [] };
  const seen = { ...trace, chosen: node.vaultyId, failureReason: null };
  const live = await driver.probe(from, node);
  if (!live.connected && live.unanswered) {
    return { ok: false, error: 'timeout', message: 'the page does not answer', trace, notes: [] };
  }
  if (!live.connected) return locateAgain(driver, from, node, purpose);
  return seenAgain(node, live, { notes: [], view: from, trace: seen, uncertain: false });
}

/**
 * A page that draws itself anew leaves the element behind that was looked at, with an equal one in its place. It is
 * looked for once, by its identity or else by what it is, and taken only where no twin can have been meant.
 */
async function locateAgain(
  driver: PageDriver,
  from: View,
  node: RawNode,
  purpose: Purpose,
): Promise<Located | NotLocated> {
  const found = await locateAnew(driver, { by: 'vaultyId', id: node.vaultyId, intent: intentOf(node) }, purpose);
  const trace = { ...found.trace, refreshed: true };
  // What another document shows in its place, in a frame either, is not what was decided upon.
  const isSamePage = found.ok && found.view.document === from.document && node.frame === 0 && found.live.frame === 0;
  const isSure = isSamePage && !found.uncertain && isAlone(found.view.raw, found.live) && isSameKind(found.live, node);
  if (isSure && (node.vaultyId.startsWith('id:') || (isWhole(from.raw) && isAlone(from.raw, node)))) {
    return { ...found, trace, uncertain: true };
  }
  const gone = { ...trace, chosen: null, failureReason: 'vaultyId_not_found' } as const;
  return { ok: false, error: 'ref_invalid', message: 'it is gone from the page', trace: gone, notes: found.notes };
}

const isSameKind = (one: RawNode, other: RawNode): boolean => one.role === other.role && one.name === other.name;

function isAlone({ nodes }: RawPage, node: RawNode): boolean {
  return nodes.filter((other) => isSameKind(other, node)).length === 1;
}

/** Nothing was out of view that could have been its twin. */
function isWhole({ outOfView: { above, below, elsewhere }, truncated }: RawPage): boolean {
  return above + below + elsewhere === 0 && truncated.length === 0;
}

async function locateAnew(driver: PageDriver, target: Target, purpose: Purpose): Promise<Located | NotLocated> {
  const seen = await lookFor(driver, target);
  if ('problem' in seen) {
    const { trace } = resolveTarget(null, target, { purpose });
    return { ok: false, error: 'ref_invalid', message: seen.problem, trace, notes: [] };
  }
  const { view, registry, ids } = seen;
  const { notes } = view;
  const resolution = resolveTarget(registry, target, { purpose, query: () => ids });
  const { trace } = resolution;
  if (!resolution.ok) return { ok: false, error: 'ref_invalid', message: resolution.error, trace, notes };
  const node = registry.elementMap.get(resolution.candidate.vaultyId);
  const live = node && (await driver.probe(view, node));
  if (!node || !live?.connected)
    return { ok: false, error: 'ref_invalid', message: 'it is gone from the page', trace, notes };
  const uncertain = trace.lowConfidence === true;
  return seenAgain(node, live, { notes, view, trace, uncertain });
}

/** What is decided from here on is decided on what it is now, so it has to be what was chosen. */
export function seenAgain(
  node: RawNode,
  live: LiveElement & { connected: true },
  rest: Omit<Located, 'ok' | 'live'>,
): Located | NotLocated {
  const { trace, notes } = rest;
  if (!live.visible) return hidden(trace, notes);
  const other = whyOther(node, live.node);
  if (other !== null) return { ok: false, error: 'ref_invalid', message: other, trace, notes };
  return { ...rest, ok: true, live: live.node };
}

/** The whole page as a registry; for selectors, with what they find on it. */
async function lookFor(
  driver: PageDriver,
  target: Target,
): Promise<{ view: View; registry: Registry; ids: string[] } | { problem: string }> {
  if (target.by !== 'css' && target.by !== 'xpath') {
    const view = await driver.look({ scope: 'page', picture: false });
    return { view, registry: buildRegistry(view.raw), ids: [] };
  }
  const found = await driver.find(target.by, target.value);
  if ('problem' in found) return found;
  const { view, nodes } = found;
  return { view, registry: withNodes(buildRegistry(view.raw), nodes), ids: nodes.map(({ vaultyId }) => vaultyId) };
}

/** A selector may find what nobody would click: it is a candidate because somebody named it. */
function withNodes(registry: Registry, nodes: RawNode[]): Registry {
  const extra = nodes.filter(({ vaultyId }) => !registry.elementMap.has(vaultyId));
  const elementMap = new Map([...registry.elementMap, ...extra.map((node) => [node.vaultyId, node] as const)]);
  return { ...registry, candidates: [...registry.candidates, ...extra.map(candidateOf)], elementMap };
}

function hidden(trace: ResolutionTrace, notes: string[]): NotLocated {
  const message = 'it is hidden now';
  return {
    ok: false,
    error: 'element_not_visible',
    message,
    trace: { ...trace, failureReason: 'element_missing' },
    notes,
  };
}
