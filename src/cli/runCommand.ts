import { randomUUID } from 'node:crypto';
import { confirmClaim, type Deed } from '../agent/confirm.js';
import { DEFAULT_TURNS, type Limits } from '../agent/limits.js';
import type { LoopRecord } from '../agent/loop.js';
import { readPlainGoal } from '../agent/plainGoal.js';
import { playbookModel } from '../agent/playbook.js';
import { type RunDeps, type RunOutcome, runAgent } from '../agent/run.js';
import { openSession } from '../browser/session.js';
import { createMemory } from '../checkpoint/memory.js';
import { rulesFor } from '../checkpoint/rules.js';
import { usageError } from '../contracts/failure.js';
import type { ConfigV1, TaskResultV1 } from '../contracts/generated.js';
import { costOf } from '../model/prices.js';
import type { VisionPolicy } from '../page/vision.js';
import type { RunStore } from '../run/store.js';
import { criteriaOf } from '../verify/completion.js';
import { parseExpects } from '../verify/expect.js';
import { aboutThis } from './about.js';
import { addressOf } from './address.js';
import { dollarsOf, numberOf, priceWithin } from './budget.js';
import { isScript, modelName, openModel } from './chooseModel.js';
import { loadConfig } from './config.js';
import { humanAtTerminal } from './gate.js';
import { createProgress } from './progress.js';
import { reportError } from './reportError.js';
import { sizeOf } from './snapshotCommand.js';
import { startBrowser } from './startBrowser.js';
import { newTaskId } from './taskId.js';
import { colorsFor, print, printJson, sanitize, tell } from './terminal.js';
import { withRun } from './withRun.js';

export interface RunOptions {
  goal: string;
  url: string;
  expect?: string[];
  model?: string;
  vision: VisionPolicy;
  guidance?: string;
  maxTurns: string;
  maxTokens?: string;
  maxCostUsd?: string;
  maxTime?: string;
  viewport: string;
  browser?: string;
  out?: string;
  json?: boolean;
  quiet?: boolean;
}

/** Everything that can be wrong is found before anything is started. */
export async function runRun(options: RunOptions): Promise<void> {
  const url = addressOf(options.url);
  const size = sizeOf(options.viewport);
  if (options.goal.trim() === '') throw usageError('--goal is empty', 'say what is to be done');
  const criteria = criteriaOf(null, parseExpects(options.expect ?? []));
  const config = await loadConfig();
  const limits = limitsOf(options);
  const choice = await chooseModel(options, config);
  const price = priceWithin(limits.usd, choice.name, config, 'leave it out, or use --max-tokens');
  const taskId = newTaskId('run', new Date());
  const progress = await createProgress(options.quiet === true);
  const runsDir = options.out ?? config.runs_dir ?? '.agent/runs';
  await withRun(runsDir, taskId, async ({ run, ends, closing }) => {
    const browser = await startBrowser(options.browser, config.browser_path);
    closing(() => browser.close());
    const session = await openSession(browser, size);
    const deps: RunDeps = {
      model: choice.make,
      driver: session,
      gate: {
        rules: rulesFor({ checkpoints: [] }),
        memory: createMemory(),
        human: humanAtTerminal((png) => run.writeFile(`approval-${randomUUID()}.png`, png), false),
      },
      recorder: run.recorder,
      confirm: (claim, context, done, judge) =>
        confirmClaim(
          { goal: options.goal, criteria, judge: choice.hasJudge ? judge : null, history: () => deedsOf(done) },
          claim,
          context,
        ),
      priceOf: (usage) => (price ? costOf(usage, price) : null),
      onThink: (turn) => progress.think(turn),
      onTurn: (report) => progress.turn(report),
      newId: randomUUID,
      now: () => new Date(),
      monotonic: () => performance.now(),
      signal: ends.signal,
      giveUp: ends.giveUp,
    };
    const { goal, vision, guidance } = options;
    const about = aboutThis(browser.version());
    const task = { taskId, goal, url, limits, vision, about, ...(guidance === undefined ? {} : { guidance }) };
    await report(await runAgent(deps, task), run, options);
  });
}

interface ModelChoice {
  name: string;
  make: RunDeps['model'];
  /** Whether it can judge a claim when there are no criteria. */
  hasJudge: boolean;
}

async function chooseModel(options: RunOptions, config: ConfigV1): Promise<ModelChoice> {
  const name = modelName(options.model, config);
  if (name === 'playbook') {
    const read = readPlainGoal(options.goal);
    if (!read.ok) {
      throw usageError(
        `--model playbook cannot read the goal from ${JSON.stringify(read.rest.slice(0, 60))} on`,
        'write it as: click "Sign in", fill "Email" with "a@b.c", select "Spain" in "Country"',
        'or use a Claude model, which understands any goal',
      );
    }
    const part = { kind: 'steps', steps: read.steps } as const;
    return { name, hasJudge: false, make: (context) => playbookModel(part, () => context.shown) };
  }
  const model = await openModel(name);
  return { name: model.name, hasJudge: !isScript(name), make: () => model };
}

function limitsOf({ maxTurns, maxTokens, maxCostUsd, maxTime }: RunOptions): Limits {
  const time = numberOf('--max-time', maxTime, 'seconds, for example 300');
  return {
    turns: numberOf('--max-turns', maxTurns, 'a whole number, for example 20', true) ?? DEFAULT_TURNS,
    tokens: numberOf('--max-tokens', maxTokens, 'a whole number, for example 50000', true),
    usd: dollarsOf(maxCostUsd),
    milliseconds: time === undefined ? undefined : time * 1_000,
  };
}

function deedsOf({ steps }: LoopRecord): Deed[] {
  return steps
    .filter(({ verification }) => verification !== undefined)
    .map(({ tool = '', result = '', verification }) => ({
      action: result === '' ? tool : result,
      verified: verification?.outcome === 'verified',
      observations: verification?.observations ?? [],
    }));
}

async function report(
  { result, exitCode, remedies, bug }: RunOutcome,
  store: RunStore,
  options: RunOptions,
): Promise<void> {
  await store.writeResult(result);
  if (bug !== undefined) await reportError(bug, false);
  process.exitCode = exitCode;
  for (const remedy of remedies) tell(`  - ${sanitize(remedy)}`);
  if (options.json) return printJson(result);
  const color = await colorsFor('stdout');
  const word = result.status === 'completed' ? color.green('completed') : color.red(result.status);
  print(`${word}: ${sanitize(summaryOf(result))}`);
  print(`  ${sanitize(store.folder)}`);
}

function summaryOf({ reason = '', turns = 0, usage, failure, final_url }: TaskResultV1): string {
  const cost = usage?.cost_usd === undefined ? '' : `, $${usage.cost_usd.toFixed(4)}`;
  const tokens =
    (usage?.input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0);
  const why = failure && failure.message !== reason ? ` (${failure.message})` : '';
  return `${reason}${why}; ${turns} turns, ${tokens.toLocaleString('en-US')} input tokens${cost}; at ${final_url ?? 'no page'}`;
}
