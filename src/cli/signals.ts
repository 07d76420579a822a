import { EXIT, type ExitCode } from '../contracts/exitCodes.js';
import { AgentError } from '../contracts/failure.js';
import { reportError } from './reportError.js';
import { tell } from './terminal.js';

/** How long a run may take to finish what it is doing before it is given up. */
const FINISH_MS = 5_000;
/** How long it then may take to write its result. */
const WRITE_MS = 2_000;

/** Everything that can end a run from outside: signals, and faults of ours that nobody catches. */
export interface Ends {
  /** The run is to end after what it is doing now. The reason is an AgentError with the exit code. */
  readonly signal: AbortSignal;
  /** Raises when the run is to end at once; the result is still written. */
  readonly giveUp: Promise<never>;
  /** Raises when even that took too long. */
  readonly tooLate: Promise<never>;
  /** Something goes on that was given up: the process has to be ended, it does not end by itself. */
  mustExit(): boolean;
  /** From now on signals and faults do what they do to any process. */
  stop(): void;
}

const SIGNALS = { SIGINT: EXIT.sigint, SIGTERM: EXIT.sigterm, SIGHUP: EXIT.sighup } as const;

/**
 * The first signal ends the run after what it is doing now, or after five seconds. The second ends it at once: the
 * result is written and the browser is killed. The third ends the process, whatever it is doing.
 */
export function listenForEnds(announced = 'ending after this step'): Ends {
  const abort = new AbortController();
  const giveUp = rejectable();
  const tooLate = rejectable();
  let isGivenUp = false;
  let timer: NodeJS.Timeout | undefined;
  let count = 0;

  const atOnce = (reason: unknown): void => {
    if (isGivenUp) return;
    isGivenUp = true;
    clearTimeout(timer);
    giveUp.reject(reason);
    timer = setTimeout(() => tooLate.reject(reason), WRITE_MS);
  };
  const onSignal = (name: keyof typeof SIGNALS): void => {
    const code: ExitCode = SIGNALS[name];
    const reason = new AgentError(`ended by ${name}`, code);
    count += 1;
    if (count > 2) process.exit(code);
    if (count === 2) {
      atOnce(reason);
    } else {
      tell(name === 'SIGINT' ? `${announced}; once more ends at once` : `${announced} (${name})`);
      abort.abort(reason);
      timer = setTimeout(() => atOnce(reason), FINISH_MS);
    }
  };
  const names = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
  for (const name of names) process.on(name, onSignal);
  onFault = atOnce;
  return {
    signal: abort.signal,
    giveUp: giveUp.promise,
    tooLate: tooLate.promise,
    mustExit: () => isGivenUp,
    stop() {
      clearTimeout(timer);
      for (const name of names) process.off(name, onSignal);
      onFault = endAsBug;
    },
  };
}

/** What is done about a fault of ours that nobody catches; a run has its own way to end. */
let onFault: (error: unknown) => void = endAsBug;

export function catchFaults(): void {
  process.on('uncaughtException', (error) => onFault(error));
  process.on('unhandledRejection', (error) => onFault(error));
}

function endAsBug(error: unknown): void {
  // Not by itself: whatever is under way when such a thing happens may never end. The browser is killed with us.
  void reportError(error, false).finally(() => process.exit());
}

let isStuck = false;

/** Something goes on that nobody waits for any more: the process has to be ended when all is said. */
export function exitWhenSaid(): void {
  isStuck = true;
}

/** The last thing a command does. Whoever ends the process kills the browser with it. */
export function exitIfStuck(): void {
  if (isStuck) process.exit();
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
