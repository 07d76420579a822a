import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { confirmClaim, type Deed } from '../agent/confirm.js';
import { DEFAULT_TURNS, type Limits } from '../agent/limits.js';
import type { LoopRecord } from '../agent/loop.js';
import { readPlainGoal } from '../agent/plainGoal.js';
import { playbookModel } from '../agent/playbook.js';
import { type RunDeps, type RunOutcome, runAgent } from '../agent/run.js';
import { openSession } from '../browser/session.js';
import { EXIT } from '../contracts/exitCodes.js';
import { usageError } from '../contracts/failure.js';
import type { ConfigV1, TaskResultV1 } from '../contracts/generated.js';
import { accessFrom, apiKeyProblem } from '../model/key.js';
import type { Model } from '../model/model.js';
import { costOf, DEFAULT_MODEL, priceOf } from '../model/prices.js';
import type { VisionPolicy } from '../page/vision.js';
import { openRun, type RunStore } from '../run/store.js';
import { criteriaOf } from '../verify/completion.js';
import { parseExpects } from '../verify/expect.js';
import { loadConfig } from './config.js';
import { terminalGate } from './gate.js';
import { createProgress } from './progress.js';
import { addressOf, sizeOf } from './snapshotCommand.js';
import { startBrowser } from './startBrowser.js';
import { colorsFor, print, printJson, sanitize, tell } from './terminal.js';

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
  const price = priceOf(choice.name, config.prices);
  if (limits.usd !== undefined && price === null) {
    throw usageError(
      `--max-cost-usd cannot be kept: the price of ${choice.name} is not known`,
      'leave it out, or use --max-tokens',
    );
  }
  const taskId = newTaskId(new Date());
  const store = await openRun(options.out ?? config.runs_dir ?? '.agent/runs', taskId, () => new Date());
  const progress = await createProgress(options.quiet === true);
  const browser = await startBrowser(options.browser, config.browser_path);
  const abort = new AbortController();
  const stopListening = onInterrupt(() => abort.abort());
  try {
    const session = await openSession(browser, size);
    const deps: RunDeps = {
      model: choice.make,
      driver: session,
      gate: terminalGate((png) => store.writeFile(`approval-${randomUUID()}.png`, png)),
      recorder: store.recorder,
      confirm: (claim, context, done) =>
        confirmClaim(
          { goal: options.goal, criteria, judge: choice.judge, history: () => deedsOf(done) },
          claim,
          context,
        ),
      priceOf: (usage) => (price ? costOf(usage, price) : null),
      onThink: (turn) => progress.think(turn),
      onTurn: (report) => progress.turn(report),
      newId: randomUUID,
      now: () => new Date(),
      monotonic: () => performance.now(),
      signal: abort.signal,
    };
    const { goal, vision, guidance } = options;
    const task = { taskId, goal, url, limits, vision, ...(guidance === undefined ? {} : { guidance }) };
    await report(await runAgent(deps, task), store, options);
  } finally {
    stopListening();
    await browser.close();
    await store.close();
  }
}

interface ModelChoice {
  name: string;
  make: RunDeps['model'];
  /** Who judges a claim when there are no criteria. */
  judge: Model | null;
}

async function chooseModel(options: RunOptions, config: ConfigV1): Promise<ModelChoice> {
  const name = options.model ?? (process.env['AGENT_MODEL'] || config.model) ?? DEFAULT_MODEL;
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
    return { name, judge: null, make: (context) => playbookModel(part, () => context.shown) };
  }
  if (name.startsWith('script:')) {
    const { scriptModel } = await import('../model/script.js');
    const model = scriptModel(readScript(name.slice('script:'.length)));
    return { name: 'script', judge: null, make: () => model };
  }
  const problem = apiKeyProblem(process.env);
  if (problem) throw problem;
  const { claudeModel } = await import('../model/claude.js');
  const onRetry = ({
    attempt,
    of,
    waitMs,
    message,
  }: {
    attempt: number;
    of: number;
    waitMs: number;
    message: string;
  }) => tell(sanitize(`the model did not answer (${attempt} of ${of}): ${message}; again in ${waitMs} ms`));
  const model = claudeModel({ ...accessFrom(process.env), model: name, onRetry });
  return { name, judge: model, make: () => model };
}

function readScript(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw usageError(`--model script:${path} cannot be read: ${(error as Error).message}`);
  }
}

function limitsOf({ maxTurns, maxTokens, maxCostUsd, maxTime }: RunOptions): Limits {
  const time = numberOf('--max-time', maxTime, 'seconds, for example 300');
  return {
    turns: numberOf('--max-turns', maxTurns, 'a whole number, for example 20', true) ?? DEFAULT_TURNS,
    tokens: numberOf('--max-tokens', maxTokens, 'a whole number, for example 50000', true),
    usd: numberOf('--max-cost-usd', maxCostUsd, 'dollars, for example 0.25'),
    milliseconds: time === undefined ? undefined : time * 1_000,
  };
}

function numberOf(flag: string, text: string | undefined, hint: string, whole = false): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  const isFine = text.trim() !== '' && Number.isFinite(value) && value > 0 && (!whole || Number.isInteger(value));
  if (!isFine) throw usageError(`${flag} ${JSON.stringify(text)} is no such number`, `give ${hint}`);
  return value;
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

function newTaskId(now: Date): string {
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `run-${stamp}-${randomBytes(3).toString('hex')}`;
}

/** Once: the run ends after what it is doing now. Twice: at once. */
function onInterrupt(stop: () => void): () => void {
  const listener = (): void => {
    tell('ending after this step; once more ends at once');
    stop();
    process.once('SIGINT', () => process.exit(EXIT.sigint));
  };
  process.once('SIGINT', listener);
  return () => void process.removeAllListeners('SIGINT');
}

async function report({ result, exitCode, remedies }: RunOutcome, store: RunStore, options: RunOptions): Promise<void> {
  await store.writeResult(result);
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
