import { EXIT, type ExitCode } from '../contracts/exitCodes.js';
import { AgentError } from '../contracts/failure.js';
import { createEnds, type Ends } from '../work/ends.js';
import { reportError } from './reportError.js';
import { tell } from './terminal.js';

const SIGNALS = { SIGINT: EXIT.sigint, SIGTERM: EXIT.sigterm, SIGHUP: EXIT.sighup } as const;

/**
 * The first signal ends the run after what it is doing now, or after five seconds. The second ends it at once: the
 * result is written and the browser is killed. The third ends the process, whatever it is doing. Faults of ours that
 * nobody catches end it at once, too.
 */
export function listenForEnds(announced = 'ending after this step'): Ends {
  const ends = createEnds();
  let count = 0;
  const onSignal = (name: keyof typeof SIGNALS): void => {
    const code: ExitCode = SIGNALS[name];
    const reason = new AgentError(`ended by ${name}`, code);
    count += 1;
    if (count > 2) process.exit(code);
    if (count === 2) {
      ends.atOnce(reason);
    } else {
      tell(name === 'SIGINT' ? `${announced}; once more ends at once` : `${announced} (${name})`);
      ends.soon(reason);
    }
  };
  const names = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
  for (const name of names) process.on(name, onSignal);
  onFault = ends.atOnce;
  return {
    ...ends,
    stop(isAllClosed) {
      ends.stop(isAllClosed);
      // From now on signals and faults do what they do to any process.
      for (const name of names) process.off(name, onSignal);
      onFault = endAsBug;
      if (!isAllClosed) isStuck = true;
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

/** Something goes on that nobody waits for any more: the process has to be ended when all is said. */
let isStuck = false;

/** The last thing a command does. Whoever ends the process kills the browser with it. */
export function exitIfStuck(): void {
  if (isStuck) process.exit();
}
