import { withDeadline } from '../browser/deadline.js';
import { openRun, type RunStore } from '../run/store.js';
import type { Ends } from './ends.js';
import { thisProcess } from './machine.js';

const CLOSE_MS = 4_000;

/** What can end the work, for as long as it takes. */
export interface Running {
  ends: Ends;
  /** What has to be closed at the end, whatever the end is: the browser. */
  closing(close: () => Promise<void>): void;
}

/**
 * Makes the run folders before anything is started, and leaves nothing running behind: whatever ends the work, the
 * files are closed and so is the browser. What does not close in time is killed with this process.
 */
export async function withRuns<T>(
  { runsDir, taskIds, ends }: { runsDir: string; taskIds: readonly string[]; ends: Ends },
  work: (running: Running & { runs: RunStore[] }) => Promise<T>,
): Promise<T> {
  const closers: (() => Promise<void>)[] = [];
  const runs: RunStore[] = [];
  try {
    for (const taskId of taskIds) {
      runs.push(await openRun(runsDir, taskId, () => new Date(), { pid: thisProcess().pid }));
    }
    const running = { runs, ends, closing: (close: () => Promise<void>) => void closers.push(close) };
    return await Promise.race([work(running), ends.tooLate]);
  } finally {
    // The files first: a browser that does not go must not keep them open. What counts in them is on disk already.
    await Promise.allSettled(runs.map((run) => run.close()));
    // What was given up does not close nicely; it is killed.
    ends.stop(!ends.isGivenUp() && (await closeAll(closers)));
  }
}

/** False when one of them did not close in time. */
export async function closeAll(closers: (() => Promise<void>)[]): Promise<boolean> {
  const ends = closers.map((close) => withDeadline('closing the browser', CLOSE_MS, close()));
  return (await Promise.allSettled(ends)).every(({ status }) => status === 'fulfilled');
}
