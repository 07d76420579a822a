import { randomUUID } from 'node:crypto';
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
import { costOf } from '../model/prices.js';
import type { VisionPolicy } from '../page/vision.js';
import type { RunStore } from '../run/store.js';
import { chooseService } from '../services/choose.js';
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
import { type BrowserFlags, chooseBrowser, openBrowser } from './openBrowser.js';
import { createProgress } from './progress.js';
import { reportError } from './reportError.js';
import { sizeOf } from './snapshotCommand.js';
import { newTaskId } from './taskId.js';
import { colorsFor, print, printJson, sanitize, tell } from './terminal.js';
import { varsOf, withVars } from './varFlags.js';
import { withRun } from './withRun.js';

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
  json?: boolean;
  quiet?: boolean;
}

/** Everything that can be wrong is found before anything is started. */
export async function runRun(options: RunOptions): Promise<void> {
  const size = sizeOf(options.viewport);
  const { vision } = options;
  const values = varsOf(options.var ?? [], process.env);
  const filled = (flag: string, text: string): string => withVars(flag, text, values);
  const goal = filled('--goal', options.goal);
  if (goal.trim() === '') throw usageError('--goal is empty', 'say what is to be done');
  const given = options.url === undefined ? undefined : addressOf(options.url);
  const { service, isBuiltIn, url, loginTarget } = chooseService({ goal, service: options.service, url: given });
  const browserChoice = await chooseBrowser(options, loginTarget);
  const criteria = criteriaOf(service, parseExpects((options.expect ?? []).map((one) => filled('--expect', one))));
  const config = await loadConfig();
  const limits = limitsOf(options, service);
  const choice = await chooseModel({ ...options, goal }, config, service);
  const price = priceWithin(limits.usd, choice.name, config, 'leave it out, or use --max-tokens');
  const guidance = [service.guidance, options.guidance && filled('--guidance', options.guidance)];
  const taskId = newTaskId('run', new Date());
  const commands = createCommandLog(values);
  const progress = await createProgress(options.quiet === true);
  const runsDir = options.out ?? config.runs_dir ?? '.agent/runs';
  await withRun(runsDir, taskId, async ({ run, ends, closing }) => {
    const browser = await openBrowser(browserChoice, config);
    closing(() => browser.close());
    const session = await browser.openSession(size);
    const deps: RunDeps = {
      model: choice.make,
      driver: session,
      gate: {
        rules: rulesFor(service, { isBuiltIn, goal, loginTarget, profile: options.profile }),
        memory: createMemory(),
        human: humanAtTerminal((png) => run.writeFile(`approval-${randomUUID()}.png`, png), browser.hasWindow),
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
    const about = {
      ...aboutThis(browser.version, browser.warnings),
      policy_hash: policyHash(service, isBuiltIn, RULES_VERSION),
    };
    const task = { taskId, goal, url, limits, vision, about, guidance: guidance.filter(Boolean).join('\n\n') };
    const outcome = await runAgent(deps, task);
    if (outcome.exitCode === EXIT.completed && !ends.signal.aborted) await browser.keep(session);
    const { status } = outcome.result;
    await keepRecording(run, commands, { taskId, goal, service, viewport: size, criteria, status });
    await report(outcome, run, options);
  });
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
