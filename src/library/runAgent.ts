import { usageError } from '../contracts/failure.js';
import type { Model } from '../model/model.js';
import type { VisionPolicy } from '../page/vision.js';
import { endsWith } from '../work/ends.js';
import { carryOut, type RunEnd, readyRun } from '../work/run.js';
import { keyFrom } from '../work/underKey.js';
import { asksWith } from './ask.js';
import { flagsFrom, positive, refuseUnknown, SILENT, valuesFrom, WORK_NAMES, type WorkOptions } from './options.js';

export interface RunAgentOptions extends WorkOptions {
  /** What to do, in words. */
  goal: string;
  /** Where to start; by default where the service starts. */
  url?: string;
  /** What must be true at the end, all of it: 'title contains saved', 'button "Finish" gone'. */
  expect?: readonly string[];
  /** A Claude model by its name, 'playbook', 'script:FILE', or one of your own. */
  model?: string | Model;
  /** Pictures for the model; 'auto' by default. */
  vision?: VisionPolicy;
  /** More for the model to know. */
  guidance?: string;
  maxTurns?: number;
  maxTokens?: number;
  maxCostUsd?: number;
  maxSeconds?: number;
}

const NAMES = {
  ...WORK_NAMES,
  goal: true,
  url: true,
  expect: true,
  model: true,
  vision: true,
  guidance: true,
  maxTurns: true,
  maxTokens: true,
  maxCostUsd: true,
  maxSeconds: true,
} as const satisfies Record<keyof RunAgentOptions, true>;

/**
 * Does what `agent run` does: the same rules, the same questions, the same folder. What is wrong with the options is
 * raised before anything is started; whatever the run itself comes to is its result.
 */
export async function runAgent(options: RunAgentOptions): Promise<RunEnd> {
  refuseUnknown(options, NAMES);
  const {
    goal,
    url,
    service,
    expect,
    guidance,
    model,
    vision,
    runsDir,
    forceNew = false,
    onMessage = SILENT,
  } = options;
  if (typeof goal !== 'string') throw usageError('there is no goal', 'say what is to be done');
  const turns = positive('maxTurns', options.maxTurns, true);
  const seconds = positive('maxSeconds', options.maxSeconds);
  const limits = {
    ...(turns === undefined ? {} : { turns }),
    tokens: positive('maxTokens', options.maxTokens, true),
    usd: positive('maxCostUsd', options.maxCostUsd),
    milliseconds: seconds === undefined ? undefined : seconds * 1_000,
  };
  const values = valuesFrom(options.values);
  const key = keyFrom(options.idempotencyKey, forceNew);
  const { wish, chosen } = readyRun(
    {
      ...{ goal, url, service, expect, guidance, model, vision },
      ...{ ...flagsFrom(options), limits, runsDir, key, forceNew },
    },
    values,
  );
  return carryOut(wish, chosen, {
    ...{ prefix: 'run', values, human: asksWith(options.ask), say: onMessage },
    ends: () => endsWith(options.signal),
    onThink() {},
    onTurn() {},
  });
}
