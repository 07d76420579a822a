import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { confirmClaim, type Deed } from '../agent/confirm.js';
import { DEFAULT_TURNS, type Limits } from '../agent/limits.js';
import type { LoopRecord } from '../agent/loop.js';
import { type RunDeps, type RunOutcome, runAgent } from '../agent/run.js';
import { createMemory } from '../checkpoint/memory.js';
import { RULES_VERSION, rulesFor } from '../checkpoint/rules.js';
import { EXIT } from '../contracts/exitCodes.js';
import { usageError } from '../contracts/failure.js';
import type { Values } from '../contracts/placeholders.js';
import type { Model } from '../model/model.js';
import { costOf } from '../model/prices.js';
import type { VisionPolicy } from '../page/vision.js';
import type { RunStore } from '../run/store.js';
import { type Chosen, chooseService } from '../services/choose.js';
import { policyHash } from '../services/policy.js';
import { createCommandLog } from '../step/commands.js';
import { criteriaOf } from '../verify/completion.js';
import { parseExpects } from '../verify/expect.js';
import { aboutThis } from './about.js';
import { addressOf } from './address.js';
import type { AsksHuman } from './asksHuman.js';
import { chooseModel } from './chooseModel.js';
import { loadConfig } from './config.js';
import type { Ends } from './ends.js';
import { keepRecording } from './keepRecording.js';
import { type BrowserFlags, chooseBrowser, openBrowser } from './openBrowser.js';
import { priceWithin } from './price.js';
import { runsDirOf } from './runsDir.js';
import type { Say } from './say.js';
import { sizeOf } from './size.js';
import { newTaskId } from './taskId.js';
import { storedUnder } from './underKey.js';
import { type Running, withRuns } from './withRuns.js';
import { withVars } from './withVars.js';

/** What is to be done, and within what bounds. Everything else has a default. */
export interface RunWish extends BrowserFlags {
  goal: string;
  expect?: readonly string[] | undefined;
  guidance?: string | undefined;
  model?: string | Model | undefined;
  vision?: VisionPolicy | undefined;
  limits?: Partial<Limits> | undefined;
  runsDir?: string | undefined;
  key?: string | null | undefined;
  forceNew?: boolean | undefined;
}

/** Whoever starts a run: who is asked, who watches, and what can end it. */
export interface Staging {
  /** What the run's name begins with. */
  prefix: string;
  human: AsksHuman;
  ends: () => Ends;
  say: Say;
  onThink: RunDeps['onThink'];
  onTurn: RunDeps['onTurn'];
  /** What is not written down where it is typed. */
  values: Values;
}

/** How it went, and where it is written down. */
export interface RunEnd extends RunOutcome {
  folder: string;
}

export interface Wanted extends RunWish {
  url?: string | undefined;
  service?: string | undefined;
}

/** A goal of the user, with its values in it and the service that it is for. Nothing is started. */
export function readyRun(wanted: Wanted, values: Values): { wish: RunWish; chosen: Chosen } {
  const filled = (flag: string, text: string): string => withVars(flag, text, values);
  const goal = filled('--goal', wanted.goal);
  if (goal.trim() === '') throw usageError('--goal is empty', 'say what is to be done');
  const expect = (wanted.expect ?? []).map((one) => filled('--expect', one));
  const guidance = filled('--guidance', wanted.guidance ?? '');
  const url = wanted.url === undefined ? undefined : addressOf(wanted.url);
  const chosen = chooseService({ goal, service: wanted.service, url });
  return { wish: { ...wanted, goal, expect, guidance }, chosen };
}

/**
 * The same for everybody who runs something: files, browser, gate, limits, the result. Everything that can be wrong is
 * found before anything is started.
 */
export async function carryOut(wish: RunWish, chosen: Chosen, staging: Staging): Promise<RunEnd> {
  const { service, isBuiltIn, url, loginTarget } = chosen;
  const { goal, vision = 'auto', expect = [], guidance = '', profile, key = null, forceNew = false } = wish;
  const { values, say } = staging;
  const size = sizeOf(wish.viewport);
  const browserChoice = await chooseBrowser(wish, loginTarget);
  const criteria = criteriaOf(service, parseExpects(expect));
  const config = await loadConfig();
  // What the user says counts, then what the service says.
  const limits = { ...wish.limits, turns: wish.limits?.turns ?? service.max_turns ?? DEFAULT_TURNS };
  const choice = await chooseModel(wish.model, config, { goal, service }, say);
  const price = priceWithin(limits.usd, choice.name, config, 'leave it out, or use --max-tokens');
  const taskId = newTaskId(staging.prefix, new Date());
  const commands = createCommandLog(values);
  const runsDir = runsDirOf(wish.runsDir, config);
  // How it is done, and how it is told, is no part of what is done.
  const held = isBuiltIn ? service.name : service;
  const payload = { goal, url, service: held, expect, guidance, profile: profile ?? '' };
  const stored = await storedUnder({ key, forceNew, payload, runsDir, taskId });
  if (stored) return { result: stored, folder: join(runsDir, stored.task_id), exitCode: EXIT.completed, remedies: [] };
  const work = async (run: RunStore, { ends, closing }: Running): Promise<RunEnd> => {
    const browser = await openBrowser(browserChoice, config, say);
    closing(() => browser.close());
    const session = await browser.openSession(size);
    const deps: RunDeps = {
      model: choice.make,
      driver: session,
      gate: {
        rules: rulesFor(service, { isBuiltIn, goal, loginTarget, profile }),
        memory: createMemory(),
        human: staging.human(
          (png) => run.writeFile(`approval-${randomUUID()}.png`, png),
          browser.hasWindow,
          ends.signal,
        ),
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
      onThink: staging.onThink,
      onTurn: staging.onTurn,
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
    const words = [service.guidance, guidance].filter(Boolean).join('\n\n');
    const shown = choice.sees ? vision : 'never';
    const outcome = await runAgent(deps, { taskId, goal, url, limits, vision: shown, about, guidance: words });
    if (outcome.exitCode === EXIT.completed && !ends.signal.aborted) await browser.keep(session);
    const { status } = outcome.result;
    await keepRecording(run, commands, { taskId, goal, service, viewport: size, criteria, status }, say);
    await run.writeResult(outcome.result);
    return { ...outcome, folder: run.folder };
  };
  return withRuns({ runsDir, taskIds: [taskId], ends: staging.ends() }, ({ runs, ...running }) =>
    work(runs[0] as RunStore, running),
  );
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
