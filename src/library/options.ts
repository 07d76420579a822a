import { usageError } from '../contracts/failure.js';
import type { Values } from '../contracts/placeholders.js';
import type { BrowserFlags } from '../work/openBrowser.js';
import type { Say } from '../work/say.js';
import { VALUE_NAME } from '../work/values.js';
import type { Ask } from './ask.js';

/** Which browser is worked with, and as whom. */
export interface BrowserOptions {
  /** The browser to use. */
  browserPath?: string;
  /** With a window. */
  headed?: boolean;
  /** Begin with the session that `agent login` has kept under this name. */
  profile?: string;
  /** Work in a browser that runs already, in a tab of its own. */
  cdp?: string;
  /** Width x height, as in "1280x800". */
  viewport?: string;
  /** Told what is worth knowing and no result, a line at a time. Words of a page may stand in it. */
  onMessage?: Say;
}

/** What a run and a replay have in common. */
export interface WorkOptions extends BrowserOptions {
  /** Puts a question to a person. Without it nobody is asked, and the answer is no. */
  ask?: Ask;
  /** A service that agent knows, or the path of a file: the rules it is held to. */
  service?: string;
  /** What {{var:NAME}} stands for; not written down. */
  values?: Readonly<Record<string, string>>;
  /** Where the run folder goes; .agent/runs by default. */
  runsDir?: string;
  /** Do it once: later calls under the same key are told what came of it. */
  idempotencyKey?: string;
  /** Do it again although nobody knows what the last one under the key has done. */
  forceNew?: boolean;
  /** Ends it after what it is doing now. */
  signal?: AbortSignal;
}

export const BROWSER_NAMES = {
  browserPath: true,
  headed: true,
  profile: true,
  cdp: true,
  viewport: true,
  onMessage: true,
} as const satisfies Record<keyof BrowserOptions, true>;

export const WORK_NAMES = {
  ...BROWSER_NAMES,
  ask: true,
  service: true,
  values: true,
  runsDir: true,
  idempotencyKey: true,
  forceNew: true,
  signal: true,
} as const satisfies Record<keyof WorkOptions, true>;

/** Where no compiler looks, a misspelled limit must not be a missing one. */
export function refuseUnknown(given: object, known: Readonly<Record<string, true>>): void {
  const name = Object.keys(given).find((one) => !Object.hasOwn(known, one));
  if (name === undefined) return;
  throw usageError(`there is no option ${JSON.stringify(name)}`, `there are: ${Object.keys(known).join(', ')}`);
}

export function flagsFrom({ browserPath, headed, profile, cdp, viewport }: BrowserOptions): BrowserFlags {
  return { browser: browserPath, headed, profile, cdp, viewport };
}

export function valuesFrom(values: Readonly<Record<string, string>> = {}): Values {
  for (const [name, value] of Object.entries(values)) {
    if (!VALUE_NAME.test(name))
      throw usageError(`values: ${JSON.stringify(name)} is no name`, 'use letters, digits and _');
    if (value === '') throw usageError(`values: ${name} is empty`, 'leave it out, or give it a value');
  }
  return new Map(Object.entries(values));
}

export function positive(name: string, value: number | undefined, isWhole = false): number | undefined {
  if (value === undefined || (Number.isFinite(value) && value > 0 && (!isWhole || Number.isInteger(value))))
    return value;
  throw usageError(`${name}: ${value} is no such number`, `give ${isWhole ? 'a whole number' : 'a number'} above 0`);
}

/** Where nobody listens. */
export const SILENT: Say = () => {};
