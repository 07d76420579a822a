import type { Caused, PageEvent } from './driver.js';
import { type Guest, wordsFor } from './guests.js';
import { type Settled, type StateNow, stateNow } from './settle.js';
import type { Watch } from './watch.js';
import type { World } from './world.js';

/** What was seen while an action ran, and until the page came to rest. */
export function causedBy(
  watch: Watch,
  { settled, milliseconds }: Settled,
  before: StateNow | null,
  after: StateNow | null,
  held: Caused['held'],
): Caused {
  const guests = watch.guests();
  // A new document counts from zero: what it is made of is no change of the old one.
  const isSame = before !== null && after !== null && before.id === after.id;
  return {
    settled,
    milliseconds,
    requests: watch.requests,
    addedCount: isSame ? Math.max(0, after.added - before.added) : 0,
    removedCount: isSame ? Math.max(0, after.removed - before.removed) : 0,
    navigated: watch.navigated,
    leaving: watch.leaving,
    wasLoading: before?.loading ?? false,
    dialogs: guests.flatMap((guest) => {
      return guest.kind === 'dialog' ? [{ kind: guest.type, message: guest.message, accepted: guest.accepted }] : [];
    }),
    events: [...guests.flatMap(eventOf), ...worst(watch.failures)],
    held,
  };
}

const MAX_FAILURES = 5;

/** What was sent and refused decides the verdict: no number of broken pictures and scripts may push it out. */
function worst(failures: readonly PageEvent[]): PageEvent[] {
  const writes = failures.filter(({ kind }) => kind === 'write_failed');
  return [...writes, ...failures.filter((one) => !writes.includes(one))].slice(0, MAX_FAILURES);
}

/** Dialogs are told by themselves, tabs by whoever keeps them, and crashed frames by the next look. */
function eventOf(guest: Guest): PageEvent[] {
  const words = wordsFor(guest);
  return words !== null && (guest.kind === 'download' || guest.kind === 'chooser') ? [{ kind: guest.kind, words }] : [];
}

/** For what was not done at all. */
export const NOTHING_CAUSED: Caused = {
  settled: true,
  milliseconds: 0,
  requests: 0,
  addedCount: 0,
  removedCount: 0,
  navigated: false,
  leaving: false,
  wasLoading: false,
  dialogs: [],
  events: [],
  held: [],
};

/** What had happened when Enter was pressed, so that what typing did does not count as its effect. */
export interface EnterMark {
  requests: number;
  guests: number;
  mutations: number;
}

export async function markEnter(watch: Watch, world: World): Promise<EnterMark> {
  const mutations = (await stateNow(world))?.mutations ?? -1;
  return { requests: watch.requests, guests: watch.guests().length, mutations };
}

/** Whether anything came of it. */
export async function hasEntered(mark: EnterMark, watch: Watch, world: World): Promise<boolean> {
  if (watch.navigated || watch.leaving || watch.requests > mark.requests || watch.guests().length > mark.guests)
    return true;
  return (await stateNow(world))?.mutations !== mark.mutations;
}
