import type { PageDriver, View } from '../browser/driver.js';
import type { Drift, RecordedElement } from '../contracts/generated.js';
import { hostOf } from '../contracts/hosts.js';
import type { RawNode } from '../page/raw.js';
import { buildRegistry } from '../page/registry.js';
import { type Difference, differencesFrom, nameOf, recordedOf } from '../resolve/recorded.js';
import { resolveTarget } from '../resolve/resolve.js';
import { roleSelector } from '../resolve/selector.js';
import type { Purpose } from '../resolve/target.js';
import { type Found, findExactly, hitsOf, type NotFound, type Wanted } from './exactly.js';

/** What takes the place of an element that is not found as it was recorded; null where nothing does for sure. */
export async function heal(driver: PageDriver, wanted: Wanted, why: NotFound, purpose: Purpose): Promise<Found | null> {
  const { selector: own, fallback_selectors = [], recorded } = wanted;
  for (const selector of fallback_selectors) {
    const found = await findExactly(driver, selector, recorded);
    if (!found.ok) continue;
    return { ...found, drift: driftOf(wanted, found.node, 'fallback_selector', { selector, moved: [why.message] }) };
  }
  if (!wanted.intent) return null;
  const view = await driver.look({ scope: 'page', picture: false });
  const registry = buildRegistry(view.raw);
  const { trace, ...resolution } = resolveTarget(registry, { ...wanted.intent, by: 'intent' }, { purpose });
  const chosen = resolution.ok ? resolution.candidate : undefined;
  const node = chosen && registry.elementMap.get(chosen.vaultyId);
  if (!node) return null;
  const best = trace.topMatches.find(({ vaultyId }) => vaultyId === node.vaultyId);
  const differences = recorded ? differencesFrom(recorded, node, view.raw) : [];
  if (recorded && !isStillIt(recorded, differences, node, view, best?.reasons ?? [], purpose)) return null;
  const moved = [why.message, ...differences.map(({ words }) => words)];
  const selector = await selectorFor(driver, node, [own, ...fallback_selectors]);
  const drift = driftOf(wanted, node, 'intent', { ...(selector ? { selector } : {}), moved });
  const score = best ? { score: best.score } : {};
  return { ok: true, view, node, drift: { ...drift, ...score }, uncertain: trace.lowConfidence === true };
}

/**
 * It may have got a twin or moved into a frame of the same site, and a field may be of another kind. What it is called and
 * where it leads stays, or it is another element; and where it has twins only a mark of its own tells it from them.
 */
function isStillIt(
  recorded: RecordedElement,
  differences: Difference[],
  node: RawNode,
  view: View,
  reasons: readonly string[],
  purpose: Purpose,
): boolean {
  const mayDiffer: Difference['field'][] =
    purpose === 'click' ? ['twins', 'count', 'frame'] : ['twins', 'count', 'frame', 'role'];
  if (nameOf(node) !== recorded.name || !differences.every(({ field }) => mayDiffer.includes(field))) return false;
  if (!isOfSameSite(node, view)) return false;
  const isAlone = recorded.count === 1 && recordedOf(node, view.raw).count === 1;
  return isAlone || reasons.includes('attr:dataTestId') || reasons.includes('attr:id');
}

function isOfSameSite({ frame }: RawNode, { raw }: View): boolean {
  const { url = '' } = raw.frames[frame] ?? {};
  // A frame without an address of its own is the page's.
  return frame === 0 || url.startsWith('about:') || hostOf(url) === hostOf(raw.url);
}

type Way = { selector?: string; moved: string[] };

function driftOf({ selector, recorded }: Wanted, node: RawNode, by: Drift['by'], { moved, ...way }: Way): Drift {
  const { role, name } = recorded ?? {};
  return {
    by,
    expected: { selector, ...(role === undefined ? {} : { role }), ...(name === undefined ? {} : { name }) },
    found: { ...way, role: node.role, name: nameOf(node) },
    moved,
  };
}

/** One that finds it alone: those that were there before, then what it has of its own. */
async function selectorFor(driver: PageDriver, node: RawNode, known: string[]): Promise<string | undefined> {
  const { dataTestId, id } = node.details?.attributes ?? {};
  const own = [
    ...(dataTestId === undefined ? [] : [`[data-testid=${JSON.stringify(dataTestId)}]`]),
    ...(id === undefined ? [] : [`[id=${JSON.stringify(id)}]`]),
    roleSelector(node.role, nameOf(node)),
  ];
  for (const selector of [...known, ...own]) {
    const hits = await hitsOf(driver, selector);
    if ('nodes' in hits && hits.nodes.length === 1 && hits.nodes[0]?.vaultyId === node.vaultyId) return selector;
  }
  return undefined;
}
