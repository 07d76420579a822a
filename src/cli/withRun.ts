import { withDeadline } from '../browser/deadline.js';
import { openRun, type RunStore } from '../run/store.js';
import { type Ends, exitWhenSaid, listenForEnds } from './signals.js';

const CLOSE_MS = 4_000;

/** What can end the work, for as long as it takes. */
export interface Work {
  ends: Ends;
  /** What has to be closed at the end, whatever the end is: the browser. */
  closing(close: () => Promise<void>): void;
}

/** One run folder, and what can end the run. */
export interface Running extends Work {
  run: RunStore;
}

export function withRun(runsDir: string, taskId: string, work: (running: Running) => Promise<void>): Promise<void> {
  return withRuns(runsDir, [taskId], ({ runs, ...running }) => work({ ...running, run: runs[0] as RunStore }));
}

/**
 * Makes the run folders before anything is started, and leaves nothing running behind: whatever ends the work, the
 * files are closed and so is the browser. What does not close in time is killed with this process.
 */
export async function withRuns(
  runsDir: string,
  taskIds: readonly string[],
  work: (running: Work & { runs: RunStore[] }) => Promise<void>,
): Promise<void> {
  const ends = listenForEnds();
  const closers: (() => Promise<void>)[] = [];
  const runs: RunStore[] = [];
  try {
    for (const taskId of taskIds) {
      runs.push(await openRun(runsDir, taskId, () => new Date(), { pid: process.pid }));
    }
    const running = { runs, ends, closing: (close: () => Promise<void>) => void closers.push(close) };
    await Promise.race([work(running), ends.tooLate]);
  } finally {
    // The files first: a browser that does not go must not keep them open. What counts in them is on disk already.
    await Promise.allSettled(runs.map((run) => run.close()));
    // What was given up does not close nicely; it is killed.
    const isClosed = !ends.mustExit() && (await closeAll(closers));
    ends.stop();
    if (!isClosed) exitWhenSaid();
  }
}

/** False when one of them did not close in time. */
export async function closeAll(closers: (() => Promise<void>)[]): Promise<boolean> {
  const ends = closers.map((close) => withDeadline('closing the browser', CLOSE_MS, close()));
  return (await Promise.allSettled(ends)).every(({ status }) => status === 'fulfilled');
}
