import { DeadlineError, withDeadline } from './deadline.js';
import { type Eyes, isLost, whileThere } from './eyes.js';
import type { Watch } from './watch.js';
import { ask, type World } from './world.js';

const QUIET_MS = 60;

export interface Settled {
  /** False when time ran out first: the page is still at work. */
  settled: boolean;
  milliseconds: number;
}

export interface SettleOptions {
  /** The page's count of changes before the action; see `stateNow`. */
  since: number;
  limitMs: number;
  /** How long the next page may take, once the action has asked for it. */
  navigationMs?: number;
  /** How long an effect may take to begin: some start with a timer that nobody sees. */
  patienceMs: number;
  /** The process that draws the element, when it is not the main one: changes in there count too. */
  inner?: { world: World; since: number };
}

/**
 * Waits for what the action started and for nothing else: its navigation, its requests, and the changes that follow.
 * An action with an effect costs two frames and a moment of quiet; patience is only needed while nothing has happened.
 */
export async function settle(eyes: Eyes, watch: Watch, options: SettleOptions): Promise<Settled> {
  const { since, limitMs, navigationMs = limitMs, patienceMs, inner } = options;
  const started = performance.now();
  const spent = (): number => performance.now() - started;
  const limit = (): number => (watch.leaving || watch.navigated ? navigationMs : limitMs);
  const answer = (settled: boolean): Settled => ({ settled, milliseconds: Math.round(spent()) });
  while (spent() < limit()) {
    const rest = await restOf(eyes.main, eyes, limit() - spent());
    if (rest === undefined) return answer(false);
    const inside = inner ? await restOf(inner.world, eyes, limit() - spent()) : undefined;
    const changed = rest.changes !== since || inside?.changes !== inner?.since;
    const hasEffect = changed || watch.started > 0 || watch.navigated || watch.guests().length > 0;
    const isQuiet = rest.quiet && (inside === undefined || inside.quiet || inside.isReplaced);
    const isBusy = watch.open.size > 0 || watch.opening > 0;
    if (isQuiet && !isBusy && (hasEffect || spent() >= patienceMs)) return answer(true);
    if (isBusy) await inTime(watch.change(), limit() - spent());
    else if (isQuiet) await anything(eyes, watch, options, patienceMs - spent());
  }
  return answer(false);
}

export interface StateNow {
  /** Of the document. */
  id: string;
  /** Mutations, and what is seen without any: input, scrolling, a field that takes the focus. */
  changes: number;
  mutations: number;
  added: number;
  removed: number;
  url: string;
  loading: boolean;
}

/** How often the page has changed up to now, and whether it is still loading; null when it does not say. */
export async function stateNow(world: World, milliseconds = 1_000): Promise<StateNow | null> {
  return withDeadline('asking the page', milliseconds, ask<StateNow>(world, 'state()')).catch(() => null);
}

interface Rest {
  quiet: boolean;
  changes: number;
  /** The document went away while it was asked. */
  isReplaced?: boolean;
}

/** Whether the document came to rest, and how often it has changed; undefined when the page does not answer at all. */
async function restOf(world: World, eyes: Eyes, milliseconds: number): Promise<Rest | undefined> {
  try {
    const call = `quiet(${eyes.quietMs ?? QUIET_MS}, ${Math.max(1, Math.ceil(milliseconds))})`;
    const work = whileThere(eyes, ask<Rest>(world, call));
    return await withDeadline('waiting for quiet', milliseconds + 200, work);
  } catch (error) {
    if (error instanceof DeadlineError || isLost(eyes)) return undefined;
    // The document was replaced while it was asked: the next one is asked in the next round.
    await new Promise((resolve) => setTimeout(resolve, 10));
    return { quiet: false, changes: -1, isReplaced: true };
  }
}

/** Resolves with the first thing that happens. Asking again and again would have the page draw frames all the while. */
async function anything(
  eyes: Eyes,
  watch: Watch,
  { since, inner }: SettleOptions,
  milliseconds: number,
): Promise<void> {
  const left = Math.max(1, Math.ceil(milliseconds));
  const told = [{ world: eyes.main, since }, ...(inner ? [inner] : [])].map((place) =>
    ask<boolean>(place.world, `changed(${place.since}, ${left})`),
  );
  // A document that goes away is something that happens, too.
  await inTime(whileThere(eyes, Promise.race([watch.change(), ...told])), left);
}

async function inTime(work: Promise<unknown>, milliseconds: number): Promise<void> {
  await withDeadline('waiting for what comes', Math.max(1, milliseconds), work).catch(() => {});
}
