import type { PageDriver, View } from '../browser/driver.js';
import type { ErrorCode } from '../contracts/errorCodes.js';
import type { ClickCommand, Drift, RecordedElement } from '../contracts/generated.js';
import type { RawNode } from '../page/raw.js';
import { differencesFrom } from '../resolve/recorded.js';
import { nodesOfRole, parseSelector } from '../resolve/selector.js';

export type Wanted = Pick<ClickCommand['params'], 'selector' | 'fallback_selectors' | 'intent' | 'recorded'>;

export interface Found {
  ok: true;
  view: View;
  node: RawNode;
  drift?: Drift;
  healed?: Healed;
  /** Good enough for what can be undone. */
  uncertain: boolean;
}

/** What the file would have to say for it to be found strictly. */
export interface Healed {
  selector: string;
  recorded?: RecordedElement;
}

export interface NotFound {
  ok: false;
  code: ErrorCode;
  message: string;
  /** Waiting would not help. */
  final?: true;
  /** The look in which it was not found. */
  view?: View;
}

/** Strictly: the selector finds one element, and that is what it was. */
export async function findExactly(
  driver: PageDriver,
  selector: string,
  recorded: RecordedElement | undefined,
): Promise<Found | NotFound> {
  const hits = await hitsOf(driver, selector);
  if ('problem' in hits) {
    const message = `${selector} cannot be looked for: ${hits.problem}`;
    return { ok: false, code: 'SEL_NOT_FOUND', message, ...(hits.invalid ? { final: true } : {}) };
  }
  const { view, nodes } = hits;
  const [node] = nodes;
  if (!node) return { ok: false, code: 'SEL_NOT_FOUND', message: `nothing on the page fits ${selector}`, view };
  if (nodes.length > 1) {
    return { ok: false, code: 'SEL_AMBIGUOUS', message: `${nodes.length} elements fit ${selector}`, view };
  }
  const differences = recorded ? differencesFrom(recorded, node, view.raw) : [];
  if (differences.length === 0) return { ok: true, view, node, uncertain: false };
  const words = differences.map((difference) => difference.words).join('; ');
  // It is there, and nobody can tell whether one of its new twins is meant instead.
  const code = differences.every(({ field }) => field === 'twins') ? 'SEL_AMBIGUOUS' : 'SEL_CHANGED';
  return { ok: false, code, message: `${selector} is not what it was: ${words}`, view };
}

/** Elements that a selector finds on the whole page, seen ones only. */
export async function hitsOf(
  driver: PageDriver,
  text: string,
): Promise<{ view: View; nodes: RawNode[] } | { problem: string; invalid?: true }> {
  const selector = parseSelector(text);
  if ('problem' in selector) return { problem: selector.problem, invalid: true };
  if (selector.by !== 'role') return driver.find(selector.by, selector.value);
  const view = await driver.look({ scope: 'page', picture: false });
  return { view, nodes: nodesOfRole(selector, view.raw.nodes) };
}
