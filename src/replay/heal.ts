import type { PageDriver, View } from '../browser/driver.js';
import type { Drift, RecordedElement } from '../contracts/generated.js';
import { hostOf } from '../contracts/hosts.js';
import type { RawNode } from '../page/raw.js';
import { buildRegistry } from '../page/registry.js';
import { type Difference, differencesFrom, nameOf, recordedOf } from '../resolve/recorded.js';
import { resolveTarget } from '../resolve/resolve.js';
import type { Purpose } from '../resolve/target.js';
import { elementFor } from '../step/element.js';
import { type Found, findExactly, type Healed, type NotFound, type Wanted } from './exactly.js';

/** What takes the place of an element that is not found as it was recorded; null where nothing does for sure. */
export async function heal(driver: PageDriver, wanted: Wanted, why: NotFound, purpose: Purpose): Promise<Found | null> {
  const { fallback_selectors = [], recorded } = wanted;
  for (const selector of fallback_selectors) {
    const found = await findExactly(driver, selector, recorded);
    if (!found.ok) continue;
    const drift = driftOf(wanted, found.node, 'fallback_selector', { selector, moved: [why.message] });
    return { ...found, drift, healed: { selector, ...(recorded ? { recorded } : {}) } };
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
  const healed = await anew(driver, view, node, wanted);
  const drift = driftOf(wanted, node, 'intent', { ...(healed ? { selector: healed.selector } : {}), moved });
  const score = best ? { score: best.score } : {};
  const uncertain = trace.lowConfidence === true;
  return { ok: true, view, node, drift: { ...drift, ...score }, uncertain, ...(healed ? { healed } : {}) };
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

/** How the element is found and what it is now, as a recording would say it; what found it before is kept where it does. */
async function anew(
  driver: PageDriver,
  view: View,
  node: RawNode,
  { selector, recorded }: Wanted,
): Promise<Healed | null> {
  const element = await elementFor(driver, { kind: 'click' }, { view, live: node }, recorded?.gated === true);
  if (!element) return null;
  const { selector: first, fallback_selectors: others = [], recorded: now } = element;
  return { selector: [first, ...others].includes(selector) ? selector : first, recorded: now };
}
