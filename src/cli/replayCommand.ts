import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createMemory } from '../checkpoint/memory.js';
import { RULES_VERSION, rulesFor } from '../checkpoint/rules.js';
import { EXIT } from '../contracts/exitCodes.js';
import { usageError } from '../contracts/failure.js';
import type { TaskCommandV1 } from '../contracts/generated.js';
import type { Values } from '../contracts/placeholders.js';
import { healedText } from '../replay/healed.js';
import { type ReplayOutcome, replayTask } from '../replay/replay.js';
import { writeNewPrivateFile } from '../run/files.js';
import type { RunStore } from '../run/store.js';
import { policyHash } from '../services/policy.js';
import { aboutThis } from './about.js';
import { numberOf } from './budget.js';
import { loadConfig } from './config.js';
import { humanAtTerminal } from './gate.js';
import { oneAtATime } from './oneAtATime.js';
import { type BrowserFlags, chooseBrowser, type OpenBrowser, openBrowser } from './openBrowser.js';
import { checkFolderFor } from './outFile.js';
import { guardFile, type ReplayFile, readReplayFiles } from './replayFile.js';
import { createReplayProgress, printReplays, printStored, type Replayed, tellPlan } from './replayReport.js';
import { reportError } from './reportError.js';
import { sizeOf } from './snapshotCommand.js';
import { replayId } from './taskId.js';
import { tell } from './terminal.js';
import { type Keyed, keyFrom, underKey } from './underKey.js';
import { valuesFor } from './values.js';
import { type Running, withRuns } from './withRun.js';

export interface ReplayOptions extends BrowserFlags {
  allowFallback?: boolean;
  fromStep?: string;
  var?: string[];
  writeHealed?: string;
  workers: string;
  service?: string;
  out?: string;
  json?: boolean;
  quiet?: boolean;
}

/** Everything that can be wrong, in any of the files, is found before anything is started. */
export async function runReplay(paths: string[], options: ReplayOptions): Promise<void> {
  const workers = numberOf('--workers', options.workers, 'a whole number, for example 4', true) ?? 1;
  if (options.viewport !== undefined) sizeOf(options.viewport);
  const files = readReplayFiles(paths, options.service);
  const fromStep = stepFrom(options.fromStep, files);
  const values = valuesFor(files, options.var ?? []);
  for (const file of files) guardFile(file, values);
  await checkHealed(options, files);
  const [first] = files;
  const choice = await chooseBrowser(options, first?.loginTarget);
  const config = await loadConfig();
  const runsDir = options.out ?? config.runs_dir ?? '.agent/runs';
  const ids = files.map(({ task }) => replayId(task.task_id));
  if (!options.quiet) for (const file of files) tellPlan(file);
  const keyed = keyedBy(files, ids, { values, fromStep, runsDir });
  const replayAll = (): Promise<void> =>
    withRuns(runsDir, ids, async ({ runs, ends, closing }) => {
      const browser = await openBrowser(choice, config);
      closing(() => browser.close());
      const ask = oneAtATime();
      const one = async (file: ReplayFile, index: number): Promise<Replayed> => {
        const run = runs[index] as RunStore;
        const outcome = await replayFile({ browser, ask, ends, run }, file, { ...options, values, fromStep });
        return { file: file.file, folder: run.folder, ...outcome };
      };
      const done = await inWorkers(workers, files, one);
      await writeHealed(options, files, done);
      await printReplays(done, options.json === true);
    });
  await underKey(keyed, replayAll, (stored) => printStored(stored, options.json === true));
}

/** A file that names a key is done once: what is done is the whole task, from where it begins, with its values. */
function keyedBy(
  files: readonly ReplayFile[],
  [taskId = '']: readonly string[],
  { values, fromStep, runsDir }: { values: Values; fromStep: number; runsDir: string },
): Keyed {
  const key = keyFrom(undefined, false, files.find(({ task }) => task.idempotency_key?.trim())?.task.idempotency_key);
  if (key !== null && files.length > 1) throw usageError('a file with an idempotency_key is replayed by itself');
  const payload = { task: files[0]?.task, values: [...values], fromStep };
  return { key, payload, forceNew: false, runsDir, taskId };
}

interface Place {
  browser: OpenBrowser;
  ask: ReturnType<typeof oneAtATime>;
  ends: Running['ends'];
  run: RunStore;
}

interface Playing extends Omit<ReplayOptions, 'fromStep'> {
  values: Values;
  fromStep: number;
}

async function replayFile(place: Place, file: ReplayFile, options: Playing): Promise<ReplayOutcome> {
  const { browser, ask, ends, run } = place;
  const { task, service, isBuiltIn, domains, loginTarget, sha256 } = file;
  const { values, fromStep, allowFallback = false, profile, quiet = false } = options;
  const session = await browser.openSession(sizeFor(options.viewport, task));
  const progress = await createReplayProgress(quiet);
  const keep = (png: Buffer): Promise<string> => run.writeFile(`approval-${randomUUID()}.png`, png);
  const outcome = await replayTask(
    {
      driver: session,
      gate: {
        rules: rulesFor(
          { ...service, ...(domains ? { allowed_domains: domains } : {}) },
          { isBuiltIn, goal: task.goal ?? '', loginTarget, profile },
        ),
        memory: createMemory(),
        human: ask(humanAtTerminal(keep, browser.hasWindow, ends.signal)),
      },
      recorder: run.recorder,
      onStep: progress,
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
  if (outcome.bug !== undefined) await reportError(outcome.bug, false);
  if (outcome.exitCode === EXIT.completed && !ends.signal.aborted) await browser.keep(session);
  await session.close().catch(() => {});
  return outcome;
}

function sizeFor(flag: string | undefined, { viewport }: TaskCommandV1): { width: number; height: number } {
  return flag === undefined ? (viewport ?? sizeOf('1280x800')) : sizeOf(flag);
}

function stepFrom(flag: string | undefined, files: readonly ReplayFile[]): number {
  const step = numberOf('--from-step', flag, 'the number of a step, for example 3', true) ?? 1;
  if (flag !== undefined && files.length > 1) throw usageError('--from-step is for one file at a time');
  const last = files[0]?.task.commands.length ?? 0;
  if (step > last) throw usageError(`--from-step ${step} is beyond the last step`, `the file has ${last} steps`);
  return step;
}

/** Never over what is there, least of all over the file that is replayed. */
async function checkHealed({ writeHealed, allowFallback }: ReplayOptions, files: readonly ReplayFile[]): Promise<void> {
  if (writeHealed === undefined) return;
  if (!allowFallback) throw usageError('--write-healed has nothing to write without --allow-fallback');
  if (files.length > 1) throw usageError('--write-healed is for one file at a time');
  if (existsSync(writeHealed)) throw usageError(`--write-healed ${writeHealed} exists already`, 'name a new file');
  await checkFolderFor('--write-healed', writeHealed);
}

async function writeHealed({ writeHealed: path }: ReplayOptions, files: ReplayFile[], done: Replayed[]): Promise<void> {
  const [file] = files;
  const [replayed] = done;
  if (path === undefined || !file || !replayed) return;
  if (replayed.healed.size === 0) return tell('nothing had to be healed, so nothing was written');
  const isNew = await writeNewPrivateFile(path, Buffer.from(healedText(file.text, file.task, replayed.healed)));
  if (!isNew) throw usageError(`--write-healed ${path} exists already`, 'name a new file');
  tell(`healed: ${path}; compare it with ${file.file} before you use it`);
}

/** So many at a time, in the order in which they were given. */
async function inWorkers<T, R>(
  workers: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.map((item, index) => ({ item, index }));
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results[next.index] = await work(next.item, next.index);
  };
  await Promise.all(Array.from({ length: Math.min(workers, items.length) }, worker));
  return results;
}
