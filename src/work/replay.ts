import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Size } from '../browser/context.js';
import { createMemory } from '../checkpoint/memory.js';
import { RULES_VERSION, rulesFor } from '../checkpoint/rules.js';
import { EXIT } from '../contracts/exitCodes.js';
import { usageError } from '../contracts/failure.js';
import type { Values } from '../contracts/placeholders.js';
import { type ReplayDeps, type ReplayOutcome, replayTask } from '../replay/replay.js';
import { QUIET_MS } from '../replay/seek.js';
import type { RunStore } from '../run/store.js';
import { policyHash } from '../services/policy.js';
import { aboutThis } from './about.js';
import type { AsksHuman } from './asksHuman.js';
import { loadConfig } from './config.js';
import type { Ends } from './ends.js';
import { inWorkers } from './inWorkers.js';
import { oneAtATime } from './oneAtATime.js';
import { type BrowserFlags, chooseBrowser, type OpenBrowser, openBrowser } from './openBrowser.js';
import { guardFile, type ReplayFile, readReplayFiles } from './replayFile.js';
import { runsDirOf } from './runsDir.js';
import type { Say } from './say.js';
import { sizeOf } from './size.js';
import { replayId } from './taskId.js';
import { type Keyed, keyFrom, storedUnder } from './underKey.js';
import { checkValues } from './values.js';
import { withRuns } from './withRuns.js';

/** What is to be done again, and how. Everything but the files has a default. */
export interface ReplayWish extends BrowserFlags {
  files: readonly string[];
  /** The rules it is held to. */
  service?: string | undefined;
  allowFallback?: boolean | undefined;
  /** Counted from one. */
  fromStep?: number | undefined;
  workers?: number | undefined;
  runsDir?: string | undefined;
  key?: string | undefined;
  forceNew?: boolean | undefined;
}

export interface ReplayStaging {
  human: AsksHuman;
  ends: () => Ends;
  say: Say;
  onStep: ReplayDeps['onStep'];
}

/** One file, done. */
export interface Replayed extends ReplayOutcome {
  file: string;
  folder: string;
}

/** Files that can be replayed, with all that they need. */
export interface ReadyReplay {
  files: ReplayFile[];
  values: Values;
  wish: ReplayWish;
  /** By file; null where nothing keeps it from being done again. */
  keys: (string | null)[];
}

/** Everything that can be wrong, in any of the files, is found before anything is started. */
export function readyReplay(wish: ReplayWish, values: Values, say: Say): ReadyReplay {
  const { viewport, fromStep = 1, forceNew = false, key } = wish;
  if (viewport !== undefined) sizeOf(viewport);
  const files = readReplayFiles(wish.files, wish.service, say);
  const last = files[0]?.task.commands.length ?? 0;
  if (wish.fromStep !== undefined && files.length > 1) throw usageError('--from-step is for one file at a time');
  if (fromStep > last)
    throw usageError(`--from-step ${fromStep} is beyond the last step`, `the file has ${last} steps`);
  if (key !== undefined && files.length > 1) throw usageError('--idempotency-key is for one file at a time');
  const isAnyKeyed = files.some(({ task }) => (task.idempotency_key ?? '').trim() !== '');
  const keys = files.map(({ task }) => keyFrom(key, forceNew && !isAnyKeyed, task.idempotency_key));
  checkValues(files, values);
  for (const file of files) guardFile(file, values);
  return { files, values, wish, keys };
}

/** Each file in the order given, so many at a time, in one browser. What was done under its key is not done again. */
export async function replayFiles(ready: ReadyReplay, staging: ReplayStaging): Promise<Replayed[]> {
  const { files, wish } = ready;
  const choice = await chooseBrowser(wish, files[0]?.loginTarget);
  const config = await loadConfig();
  const runsDir = runsDirOf(wish.runsDir, config);
  const done = new Map<ReplayFile, Replayed>();
  const waiting: { file: ReplayFile; taskId: string }[] = [];
  for (const [index, file] of files.entries()) {
    const taskId = replayId(file.task.task_id);
    const stored = await storedUnder(keyedBy(ready, index, { runsDir, taskId }));
    if (!stored) waiting.push({ file, taskId });
    else {
      const folder = join(runsDir, stored.task_id);
      const answer = { result: stored, exitCode: EXIT.completed, remedies: [], healed: new Map() };
      done.set(file, { file: file.file, folder, ...answer });
    }
  }
  const taskIds = waiting.map(({ taskId }) => taskId);
  const replayWaiting = (): Promise<void> =>
    withRuns({ runsDir, taskIds, ends: staging.ends() }, async ({ runs, ends, closing }) => {
      const browser = await openBrowser(choice, config, staging.say);
      closing(() => browser.close());
      const ask = oneAtATime();
      await inWorkers(wish.workers ?? 1, waiting, async ({ file }, index) => {
        const run = runs[index] as RunStore;
        const outcome = await replayFile({ ...ready, browser, ask, ends, run }, file, staging);
        done.set(file, { file: file.file, folder: run.folder, ...outcome });
      });
    });
  if (waiting.length > 0) await replayWaiting();
  return files.flatMap((file) => done.get(file) ?? []);
}

/** What is done is the whole task, from where it begins, with its values, for whom and by which rules. */
function keyedBy(
  { files, values, wish, keys }: ReadyReplay,
  index: number,
  place: { runsDir: string; taskId: string },
): Keyed {
  const { task, service, isBuiltIn } = files[index] as ReplayFile;
  const { fromStep = 1, profile = '', forceNew = false } = wish;
  const held = isBuiltIn ? service.name : service;
  const payload = { task, values: Object.fromEntries(values), fromStep, service: held, profile };
  return { key: keys[index] ?? null, payload, forceNew, ...place };
}

interface Place extends Pick<ReadyReplay, 'values' | 'wish'> {
  browser: OpenBrowser;
  ask: ReturnType<typeof oneAtATime>;
  ends: Ends;
  run: RunStore;
}

async function replayFile(place: Place, file: ReplayFile, { human, onStep }: ReplayStaging): Promise<ReplayOutcome> {
  const { browser, ask, ends, run, values, wish } = place;
  const { task, service, isBuiltIn, domains, loginTarget, sha256 } = file;
  const { fromStep = 1, allowFallback = false, profile } = wish;
  const session = await browser.openSession(sizeFor(wish.viewport, task.viewport), QUIET_MS);
  const keepPicture = (png: Buffer): Promise<string> => run.writeFile(`approval-${randomUUID()}.png`, png);
  const outcome = await replayTask(
    {
      driver: session,
      gate: {
        rules: rulesFor(
          { ...service, ...(domains ? { allowed_domains: domains } : {}) },
          { isBuiltIn, goal: task.goal ?? '', loginTarget, profile },
        ),
        memory: createMemory(),
        human: ask(human(keepPicture, browser.hasWindow, ends.signal)),
      },
      recorder: run.recorder,
      onStep,
      newId: randomUUID,
      now: () => new Date(),
      monotonic: () => performance.now(),
      signal: ends.signal,
      giveUp: ends.giveUp,
    },
    {
      taskId: run.taskId,
      ...{ task, values, allowFallback, fromStep },
      about: {
        ...aboutThis(browser.version, browser.warnings),
        policy_hash: policyHash(service, isBuiltIn, RULES_VERSION),
        task_sha256: sha256,
      },
    },
  );
  await run.writeResult(outcome.result);
  if (outcome.exitCode === EXIT.completed && !ends.signal.aborted) await browser.keep(session);
  await session.close().catch(() => {});
  return outcome;
}

function sizeFor(wanted: string | undefined, recorded: Size | undefined): Size {
  return wanted === undefined && recorded ? recorded : sizeOf(wanted);
}
