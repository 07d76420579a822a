import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { confirmClaim, type Deed } from '../agent/confirm.js';
import { DEFAULT_TURNS, type Limits } from '../agent/limits.js';
import type { LoopRecord } from '../agent/loop.js';
import { readPlainGoal } from '../agent/plainGoal.js';
import { playbookModel } from '../agent/playbook.js';
import { type RunDeps, type RunOutcome, runAgent } from '../agent/run.js';
import { createMemory } from '../checkpoint/memory.js';
import { RULES_VERSION, rulesFor } from '../checkpoint/rules.js';
import { EXIT } from '../contracts/exitCodes.js';
import { usageError } from '../contracts/failure.js';
import type { ConfigV1, TaskResultV1 } from '../contracts/generated.js';
import type { Values } from '../contracts/placeholders.js';
import { costOf } from '../model/prices.js';
import type { VisionPolicy } from '../page/vision.js';
import type { RunStore } from '../run/store.js';
import { type Chosen, chooseService } from '../services/choose.js';
import { policyHash } from '../services/policy.js';
import type { Service } from '../services/services.js';
import { createCommandLog } from '../step/commands.js';
import { criteriaOf } from '../verify/completion.js';
import { parseExpects } from '../verify/expect.js';
import { aboutThis } from './about.js';
import { addressOf } from './address.js';
import { dollarsOf, numberOf, priceWithin } from './budget.js';
import { isScript, modelName, openModel } from './chooseModel.js';
import { loadConfig } from './config.js';
import { humanAtTerminal } from './gate.js';
import { keepRecording } from './keepRecording.js';
import { RUNS_DIR } from './keptRuns.js';
import { type BrowserFlags, chooseBrowser, openBrowser } from './openBrowser.js';
import { createProgress } from './progress.js';
import { reportError } from './reportError.js';
import { sizeOf } from './snapshotCommand.js';
import { newTaskId } from './taskId.js';
import { colorsFor, print, printJson, sanitize, tell } from './terminal.js';
import { keyFrom, underKey } from './underKey.js';
import { varsOf, withVars } from './varFlags.js';
import { type Running, withRun } from './withRun.js';

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

/** Everything that can be wrong is found before anything is started. */
export async function runRun(options: RunOptions): Promise<void> {
  const values = varsOf(options.var ?? [], process.env);
  const filled = (flag: string, text: string): string => withVars(flag, text, values);
  const goal = filled('--goal', options.goal);
  if (goal.trim() === '') throw usageError('--goal is empty', 'say what is to be done');
  const expect = (options.expect ?? []).map((one) => filled('--expect', one));
  const guidance = filled('--guidance', options.guidance ?? '');
  const given = options.url === undefined ? undefined : addressOf(options.url);
  const chosen = chooseService({ goal, service: options.service, url: given });
  await carryOut({ ...options, goal, expect, guidance }, chosen, { prefix: 'run', human: humanAtTerminal, values });
}

/** A run as it is made ready: what it is held to is chosen, and who is asked. */
export interface Staging {
  /** What its name begins with. */
  prefix: string;
  human: typeof humanAtTerminal;
  /** What is not written down where it is typed. */
  values?: Values;
}

/** The same for everybody who runs something: files, browser, gate, limits, the result. Answers with the run's folder. */
export async function carryOut(
  options: RunOptions,
  { service, isBuiltIn, url, loginTarget }: Chosen,
  { prefix, human, values = new Map() }: Staging,
): Promise<{ folder: string; result: TaskResultV1 } | undefined> {
  const size = sizeOf(options.viewport);
  const forceNew = options.forceNew === true;
  const key = keyFrom(options.idempotencyKey, forceNew);
  const { goal, vision } = options;
  const browserChoice = await chooseBrowser(options, loginTarget);
  const criteria = criteriaOf(service, parseExpects(options.expect ?? []));
  const config = await loadConfig();
  const limits = limitsOf(options, service);
  const choice = await chooseModel(options, config, service);
  const price = priceWithin(limits.usd, choice.name, config, 'leave it out, or use --max-tokens');
  const taskId = newTaskId(prefix, new Date());
  const commands = createCommandLog(values);
  const progress = await createProgress(options.quiet === true);
  const runsDir = options.out ?? config.runs_dir ?? RUNS_DIR;
  // How it is done, and how it is told, is no part of what is done.
  const held = isBuiltIn ? service.name : service;
  const { expect = [], guidance = '', profile = '' } = options;
  const payload = { goal, url, service: held, expect, guidance, profile };
  let ended: { folder: string; result: TaskResultV1 } | undefined;
  const work = async ({ run, ends, closing }: Running): Promise<void> => {
    const browser = await openBrowser(browserChoice, config);
    closing(() => browser.close());
    const session = await browser.openSession(size);
    const deps: RunDeps = {
      model: choice.make,
      driver: session,
      gate: {
        rules: rulesFor(service, { isBuiltIn, goal, loginTarget, profile: options.profile }),
        memory: createMemory(),
        human: human((png) => run.writeFile(`approval-${randomUUID()}.png`, png), browser.hasWindow, ends.signal),
      },
      recorder: run.recorder,
      commands,
      confirm: (claim, context, done, judge) =>
        confirmClaim(
          { goal, criteria, judge: choice.hasJudge ? judge : null, history: () => deedsOf(done) },
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
    const guidance = [service.guidance, options.guidance].filter(Boolean).join('\n\n');
    const about = {
      ...aboutThis(browser.version, browser.warnings),
      policy_hash: policyHash(service, isBuiltIn, RULES_VERSION),
    };
    const task = { taskId, goal, url, limits, vision, about, guidance };
    const outcome = await runAgent(deps, task);
    if (outcome.exitCode === EXIT.completed && !ends.signal.aborted) await browser.keep(session);
    const { status } = outcome.result;
    await keepRecording(run, commands, { taskId, goal, service, viewport: size, criteria, status });
    await report(outcome, run, options);
    ended = { folder: run.folder, result: outcome.result };
  };
  await underKey(
    { key, forceNew, payload, runsDir, taskId },
    () => withRun(runsDir, taskId, work),
    (stored) => tellResult(stored, join(runsDir, stored.task_id), options),
  );
  return ended;
}

interface ModelChoice {
  name: string;
  make: RunDeps['model'];
  /** Whether it can judge a claim when there are no criteria. */
  hasJudge: boolean;
}

async function chooseModel(options: RunOptions, config: ConfigV1, service: Service): Promise<ModelChoice> {
  const name = modelName(options.model, config);
  if (name === 'playbook') return { name, hasJudge: false, make: playbookFor(options.goal, service) };
  const model = await openModel(name);
  return { name: model.name, hasJudge: !isScript(name), make: () => model };
}

/** The goal's own steps, where it says them word for word; else what the service knows of its pages. */
function playbookFor(goal: string, { playbook = [] }: Service): RunDeps['model'] {
  const read = readPlainGoal(goal);
  if (!read.ok && playbook.length === 0) {
    throw usageError(
      `--model playbook cannot read the goal from ${JSON.stringify(read.rest.slice(0, 60))} on`,
      'write it as: click "Sign in", fill "Email" with "a@b.c", select "Spain" in "Country"',
      'or use a Claude model, which understands any goal',
    );
  }
  return (context) => {
    const shown = () => context.shown;
    if (read.ok) return playbookModel({ kind: 'steps', steps: read.steps }, shown);
    return playbookModel({ kind: 'service', steps: playbook }, shown);
  };
}

/** What the user says counts, then what the service says. */
function limitsOf({ maxTurns, maxTokens, maxCostUsd, maxTime }: RunOptions, { max_turns }: Service): Limits {
  const time = numberOf('--max-time', maxTime, 'seconds, for example 300');
  return {
    turns: numberOf('--max-turns', maxTurns, 'a whole number, for example 20', true) ?? max_turns ?? DEFAULT_TURNS,
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
  await tellResult(result, store.folder, options);
}

async function tellResult(result: TaskResultV1, folder: string, { json }: RunOptions): Promise<void> {
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
