import { usageError } from '../contracts/failure.js';
import { endsWith } from '../work/ends.js';
import { readyReplay, replayFiles } from '../work/replay.js';
import type { RunEnd } from '../work/run.js';
import { asksWith } from './ask.js';
import { flagsFrom, positive, refuseUnknown, SILENT, valuesFrom, WORK_NAMES, type WorkOptions } from './options.js';

export interface ReplayOptions extends WorkOptions {
  /** Where the selector does not fit any more, look for the same element by other signs. */
  allowFallback?: boolean;
  /** Begin at this step, counted from 1. */
  fromStep?: number;
}

const NAMES = {
  ...WORK_NAMES,
  allowFallback: true,
  fromStep: true,
} as const satisfies Record<keyof ReplayOptions, true>;

/** Does what `agent replay FILE` does: no model, the same questions, a folder of its own. */
export async function replay(file: string, options: ReplayOptions = {}): Promise<RunEnd> {
  refuseUnknown(options, NAMES);
  if (typeof file !== 'string') throw usageError('there is no file', 'name the task_command.json of a run');
  const { service, allowFallback, runsDir, forceNew, onMessage: say = SILENT } = options;
  const fromStep = positive('fromStep', options.fromStep, true);
  const wish = { files: [file], service, allowFallback, fromStep, runsDir, key: options.idempotencyKey, forceNew };
  const ready = readyReplay({ ...flagsFrom(options), ...wish }, valuesFrom(options.values), say);
  const ends = () => endsWith(options.signal);
  const [done] = await replayFiles(ready, { human: asksWith(options.ask), ends, say, onStep() {} });
  if (!done) throw new Error('a replay came to no end');
  const { result, folder, exitCode, remedies, bug } = done;
  return { result, folder, exitCode, remedies, ...(bug === undefined ? {} : { bug }) };
}
