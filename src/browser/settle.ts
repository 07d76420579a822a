import { DeadlineError, withDeadline } from './deadline.js';
import type { Eyes } from './eyes.js';
import type { Watch } from './watch.js';
import { ask } from './world.js';

const QUIET_MS = 60;

export interface Settled {
  /** False when time ran out first: the page is still at work. */
  settled: boolean;
  milliseconds: number;
}

export interface SettleOptions {
  /** The page's count of changes before the action; see `changesSoFar`. */
  since: number;
  limitMs: number;
  /** How long an effect may take to begin: some start with a timer that nobody sees. */
  patienceMs: number;
}

/**
 * Waits for what the action started and for nothing else: its navigation, its requests, and the changes that follow.
 * An action with an effect costs two frames and a moment of quiet; patience is only needed while nothing has happened.
 */
export async function settle(
  eyes: Eyes,
  watch: Watch,
  { since, limitMs, patienceMs }: SettleOptions,
): Promise<Settled> {
  const started = performance.now();
  const spent = (): number => performance.now() - started;
  const answer = (settled: boolean): Settled => ({ settled, milliseconds: Math.round(spent()) });
  while (spent() < limitMs) {
    const rest = await restOf(eyes, limitMs - spent());
    if (rest === undefined) return answer(false);
    const hasEffect = rest.mutations !== since || watch.started > 0 || watch.navigated || hasGuests(watch);
    if (rest.quiet && watch.open.size === 0 && (hasEffect || spent() >= patienceMs)) return answer(true);
    if (watch.open.size > 0) await inTime(watch.change(), limitMs - spent());
  }
  return answer(false);
}

function hasGuests({ dialogs, popups, downloads }: Watch): boolean {
  return dialogs.length + popups.length + downloads.length > 0;
}

/** How often the page has changed up to now; -1 when it does not say. */
export async function changesSoFar(eyes: Eyes): Promise<number> {
  const work = ask<{ mutations: number }>(eyes.main, 'state()').then(({ mutations }) => mutations);
  return withDeadline('counting changes', 1_000, work).catch(() => -1);
}

/** Whether the document came to rest, and how often it has changed; undefined when the page does not answer at all. */
async function restOf(eyes: Eyes, milliseconds: number): Promise<{ quiet: boolean; mutations: number } | undefined> {
  try {
    const call = `quiet(${QUIET_MS}, ${Math.max(1, Math.ceil(milliseconds))})`;
    const work = Promise.race([ask<{ quiet: boolean; mutations: number }>(eyes.main, call), eyes.gone]);
    return await withDeadline('waiting for quiet', milliseconds + 200, work);
  } catch (error) {
    if (error instanceof DeadlineError || eyes.crashed || eyes.page.isClosed()) return undefined;
    // The document was replaced while it was asked: the next one is asked in the next round.
    return { quiet: false, mutations: -1 };
  }
}

async function inTime(work: Promise<void>, milliseconds: number): Promise<void> {
  await withDeadline('waiting for a request', milliseconds, work).catch(() => {});
}
