import type { PageDriver, View } from '../browser/driver.js';
import type { RawNode } from '../page/raw.js';
import type { Purpose } from '../resolve/target.js';
import { type Found, findExactly, type NotFound, type Wanted } from './exactly.js';
import { heal } from './heal.js';

/** What replay needs of a browser beyond what a step does. */
export interface ReplayDriver extends PageDriver {
  goTo(url: string, milliseconds: number): Promise<void>;
  changed(view: View, milliseconds: number): Promise<void>;
  arrived(milliseconds: number): Promise<boolean>;
  read(view: View, node: RawNode): Promise<string | null>;
}

export interface Limits {
  /** To find an element, and to come to an address. */
  targetMs: number;
  /** Of that the time in which nothing but the selector counts: what is still loading needs no fallback. */
  primaryMs: number;
  navigateMs: number;
}

/** A page need not be still for long: the next element is waited for in any case, and so is the end. */
export const QUIET_MS = 20;

export const LIMITS: Limits = { targetMs: 10_000, primaryMs: 3_000, navigateMs: 15_000 };

export interface Seeker {
  driver: ReplayDriver;
  limits: Limits;
  allowFallback: boolean;
  monotonic(): number;
}

/** What the page tells too late or not at all is looked for again after so long. */
export const LOOK_AGAIN_MS = 250;

/** The one element that a command means, as soon as it is there and ready; or why there is none when time is up. */
export async function seek(seeker: Seeker, wanted: Wanted, purpose: Purpose): Promise<Found | NotFound> {
  const { driver, limits, monotonic, allowFallback } = seeker;
  const started = monotonic();
  for (;;) {
    const found = await findExactly(driver, wanted.selector, wanted.recorded);
    if (found.ok && (isReady(found.node) || purpose === 'read')) return found;
    const spent = monotonic() - started;
    const isLate = spent >= limits.primaryMs || spent >= limits.targetMs;
    if (!found.ok && allowFallback && isLate) {
      const healed = await heal(driver, wanted, found, purpose);
      if (healed) return healed;
    }
    // What is there and cannot be acted on is told by the step itself.
    if (found.ok ? spent >= limits.targetMs : found.final || spent >= limits.targetMs) return found;
    const view = found.view ?? (await driver.look({ scope: 'page', picture: false }));
    await driver.changed(view, Math.max(1, Math.min(LOOK_AGAIN_MS, limits.targetMs - spent)));
  }
}

function isReady({ disabled, occluded, inView }: RawNode): boolean {
  return !disabled && (inView === 'none' || !occluded);
}
