import type { Limits } from '../agent/limits.js';
import type { TaskResultV1 } from '../contracts/generated.js';
import type { VisionPolicy } from '../page/vision.js';
import type { Chosen } from '../services/choose.js';
import type { BrowserFlags } from '../work/openBrowser.js';
import { carryOut, type RunEnd, type RunWish, readyRun, type Staging } from '../work/run.js';
import { keyFrom } from '../work/underKey.js';
import { dollarsOf, numberOf } from './budget.js';
import { humanAtTerminal } from './gate.js';
import { createProgress } from './progress.js';
import { reportError } from './reportError.js';
import { say } from './say.js';
import { listenForEnds } from './signals.js';
import { colorsFor, print, printJson, sanitize, tell } from './terminal.js';
import { varsOf } from './varFlags.js';

export interface RunOptions extends BrowserFlags {
  goal: string;
  url?: string;
  service?: string;
  expect?: string[];
  model?: string;
  vision: VisionPolicy;
  guidance?: string;
  var?: string[];
  maxTurns?: string;
  maxTokens?: string;
  maxCostUsd?: string;
  maxTime?: string;
  out?: string;
  idempotencyKey?: string;
  forceNew?: boolean;
  json?: boolean;
  quiet?: boolean;
}

export async function runRun(options: RunOptions): Promise<void> {
  const { out: runsDir, forceNew = false, idempotencyKey } = options;
  const values = varsOf(options.var ?? [], process.env);
  const key = keyFrom(idempotencyKey, forceNew);
  const { wish, chosen } = readyRun({ ...options, runsDir, key, forceNew, limits: limitsOf(options) }, values);
  await runAtTerminal(wish, chosen, { ...options, prefix: 'run', human: humanAtTerminal, values });
}

export interface AtTerminal extends Pick<Staging, 'prefix' | 'human' | 'values'> {
  json?: boolean;
  quiet?: boolean;
}

/** With progress and signals, and told at the end. */
export async function runAtTerminal(
  wish: RunWish,
  chosen: Chosen,
  { prefix, human, values, json = false, quiet = false }: AtTerminal,
): Promise<RunEnd> {
  const { think, turn } = await createProgress(quiet);
  const staging: Staging = { prefix, human, values, say, ends: listenForEnds, onThink: think, onTurn: turn };
  const end = await carryOut(wish, chosen, staging);
  if (end.bug !== undefined) await reportError(end.bug, false);
  process.exitCode = end.exitCode;
  await tellResult(end, json);
  for (const remedy of end.remedies) tell(`  - ${sanitize(remedy)}`);
  return end;
}

function limitsOf({ maxTurns, maxTokens, maxCostUsd, maxTime }: RunOptions): Partial<Limits> {
  const turns = numberOf('--max-turns', maxTurns, 'a whole number, for example 20', true);
  const time = numberOf('--max-time', maxTime, 'seconds, for example 300');
  return {
    ...(turns === undefined ? {} : { turns }),
    tokens: numberOf('--max-tokens', maxTokens, 'a whole number, for example 50000', true),
    usd: dollarsOf(maxCostUsd),
    milliseconds: time === undefined ? undefined : time * 1_000,
  };
}

async function tellResult({ result, folder }: RunEnd, json: boolean): Promise<void> {
  if (json) return printJson(result);
  const color = await colorsFor('stdout');
  const word = result.status === 'completed' ? color.green('completed') : color.red(result.status);
  const when = result.deduplicated ? ' before, under this key' : '';
  print(`${word}${when}: ${sanitize(summaryOf(result))}`);
  print(`  ${sanitize(folder)}`);
}

function summaryOf({ reason = '', status, turns = 0, usage, failure, final_url }: TaskResultV1): string {
  const cost = usage?.cost_usd === undefined ? '' : `, $${usage.cost_usd.toFixed(4)}`;
  const tokens =
    (usage?.input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0);
  const why = failure && failure.message !== reason ? ` (${failure.message})` : '';
  const parts = [
    reason === status ? '' : `${reason}${why}`,
    `${turns} turns`,
    tokens === 0 ? '' : `${tokens.toLocaleString('en-US')} input tokens${cost}`,
    final_url === undefined ? '' : `at ${final_url}`,
  ];
  return parts.filter((part) => part !== '').join('; ');
}
