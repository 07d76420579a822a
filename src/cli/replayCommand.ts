import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../contracts/failure.js';
import { healedText } from '../replay/healed.js';
import { writeNewPrivateFile } from '../run/files.js';
import { FILES } from '../run/names.js';
import type { BrowserFlags } from '../work/openBrowser.js';
import { type Replayed, readyReplay, replayFiles } from '../work/replay.js';
import type { ReplayFile } from '../work/replayFile.js';
import { numberOf } from './budget.js';
import { humanAtTerminal } from './gate.js';
import { idsIn, runsDirOf } from './keptRuns.js';
import { checkFolderFor } from './outFile.js';
import { createReplayProgress, printReplays, tellPlan } from './replayReport.js';
import { reportError } from './reportError.js';
import { say } from './say.js';
import { listenForEnds } from './signals.js';
import { tell } from './terminal.js';
import { varsOf } from './varFlags.js';

export interface ReplayOptions extends BrowserFlags {
  allowFallback?: boolean;
  fromStep?: string;
  var?: string[];
  writeHealed?: string;
  workers: string;
  service?: string;
  out?: string;
  idempotencyKey?: string;
  forceNew?: boolean;
  json?: boolean;
  quiet?: boolean;
}

export async function runReplay(given: string[], options: ReplayOptions): Promise<void> {
  const files = await Promise.all(given.map((one) => fileMeant(one, options.out)));
  const { out: runsDir, idempotencyKey: key, quiet = false, json = false } = options;
  const workers = numberOf('--workers', options.workers, 'a whole number, for example 4', true);
  const fromStep = numberOf('--from-step', options.fromStep, 'the number of a step, for example 3', true);
  const values = varsOf(options.var ?? [], process.env);
  const ready = readyReplay({ ...options, files, workers, fromStep, runsDir, key }, values, say);
  await checkHealed(options, ready.files);
  if (!quiet) for (const file of ready.files) tellPlan(file);
  const onStep = await createReplayProgress(quiet);
  const done = await replayFiles(ready, { human: humanAtTerminal, ends: listenForEnds, say, onStep });
  await writeHealed(options, ready.files, done);
  for (const { bug } of done) if (bug !== undefined) await reportError(bug, false);
  await printReplays(done, json);
  for (const { remedies } of done) for (const remedy of remedies) say(`  - ${remedy}`);
}

/** `latest` is the newest run that can be replayed, unless a file is called so. */
async function fileMeant(given: string, out: string | undefined): Promise<string> {
  if (given !== 'latest' || existsSync(given)) return given;
  const runsDir = await runsDirOf(out);
  const newest = (await idsIn(runsDir)).find((id) => existsSync(join(runsDir, id, FILES.command)));
  if (newest !== undefined) return join(runsDir, newest);
  throw usageError(`no run in ${runsDir} has left a task to replay`, 'agent runs lists what was run');
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
