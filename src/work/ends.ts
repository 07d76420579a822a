import { EXIT } from '../contracts/exitCodes.js';
import { AgentError } from '../contracts/failure.js';

/** How long a run may take to finish what it is doing before it is given up. */
const FINISH_MS = 5_000;
/** How long it then may take to write its result. */
const WRITE_MS = 2_000;

/** Everything that can end a run from outside. */
export interface Ends {
  /** The run is to end after what it is doing now. The reason is an AgentError with the exit code. */
  readonly signal: AbortSignal;
  /** Raises when the run is to end at once; the result is still written. */
  readonly giveUp: Promise<never>;
  /** Raises when even that took too long. */
  readonly tooLate: Promise<never>;
  /** Something goes on that was given up, and does not end by itself. */
  isGivenUp(): boolean;
  /** The work is over; false when something of it goes on that nobody waits for any more. */
  stop(isAllClosed: boolean): void;
}

export interface EndsControl extends Ends {
  /** After what is being done now, or after five seconds. */
  soon(reason: AgentError): void;
  atOnce(reason: unknown): void;
}

export function createEnds(): EndsControl {
  const abort = new AbortController();
  const giveUp = rejectable();
  const tooLate = rejectable();
  let isGivenUp = false;
  let timer: NodeJS.Timeout | undefined;
  const atOnce = (reason: unknown): void => {
    if (isGivenUp) return;
    isGivenUp = true;
    clearTimeout(timer);
    giveUp.reject(reason);
    timer = setTimeout(() => tooLate.reject(reason), WRITE_MS);
  };
  return {
    signal: abort.signal,
    giveUp: giveUp.promise,
    tooLate: tooLate.promise,
    isGivenUp: () => isGivenUp,
    soon(reason) {
      abort.abort(reason);
      timer = setTimeout(() => atOnce(reason), FINISH_MS);
    },
    atOnce,
    stop: () => clearTimeout(timer),
  };
}

/** For whoever ends a run with a signal of their own. */
export function endsWith(signal: AbortSignal | undefined): Ends {
  const ends = createEnds();
  const end = (): void => ends.soon(new AgentError('ended by its signal', EXIT.sigint));
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end, { once: true });
  return {
    ...ends,
    // The process goes on, and nothing of the run may: closing is tried all the same.
    isGivenUp: () => false,
    stop(isAllClosed) {
      signal?.removeEventListener('abort', end);
      ends.stop(isAllClosed);
    },
  };
}

function rejectable(): { promise: Promise<never>; reject(reason: unknown): void } {
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<never>((_, fail) => {
    reject = fail;
  });
  // Whoever waits for it hears of it; when nobody does, it is no fault of its own.
  promise.catch(() => {});
  return { promise, reject };
}
