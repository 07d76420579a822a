import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { problemsWriting } from '../../src/contracts/validate.js';
import { type KeptRun, readRun } from '../../src/run/keptRun.js';
import { FILES } from '../../src/run/names.js';
import { openScratch } from '../../src/run/scratch.js';
import { standingOf } from '../../src/run/standing.js';
import { recordedSteps } from '../../src/run/steps.js';
import { type Effect, startNetflixSite } from '../../src/site/netflix.js';
import { root } from './cli.js';
import { listFiles } from './files.js';
import { temporaryFolder } from './fixtures.js';

/** A whole cancellation in a process of its own, with something that goes wrong in it. */
export interface Struck {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** From the first word on stderr that the run is to end, to the end of the process. */
  endedInMs: number;
  effects: readonly Effect[];
  runsDir: string;
  temporary: string;
  /** What could have been struck, in order. */
  points: string[];
  /** How often it was stopped and had to be woken. */
  wakings: number;
}

const CANARY = 'sk-ant-canary-5b1f77';
const TASK = 'run-1';
const STOPPED_MS = 1_500;

export async function strike(
  env: Record<string, string>,
  { runsDir, wrap = [] }: { runsDir?: string; wrap?: string[] } = {},
): Promise<Struck> {
  const site = await startNetflixSite();
  const place = temporaryFolder();
  const runs = runsDir ?? join(place, 'runs');
  const temporary = join(place, 'tmp');
  mkdirSync(temporary);
  const points = join(place, 'points');
  const script = [`${root}test/support/cancelRun.mjs`, site.url, runs, TASK];
  const [command = '', ...args] = [...wrap, process.execPath, '--import', `${root}test/support/fault.mjs`, ...script];
  const child = spawn(command, args, {
    env: {
      ...process.env,
      ANTHROPIC_API_KEY: CANARY,
      TMPDIR: temporary,
      FAULT_UNDER: runs,
      FAULT_COUNT: points,
      ...env,
    },
  });
  let stdout = '';
  let stderr = '';
  let toldAt = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    if (toldAt === 0 && stderr.includes('ending after this step')) toldAt = performance.now();
  });
  let wakings = 0;
  const waker = setInterval(() => {
    if (!/^State:\tT/m.test(ofProcess(String(child.pid), 'status'))) return;
    wakings += 1;
    setTimeout(() => child.kill('SIGCONT'), STOPPED_MS);
    clearInterval(waker);
  }, 100);
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.on('close', (...end) => resolve(end)),
  );
  clearInterval(waker);
  const endedInMs = toldAt === 0 ? 0 : performance.now() - toldAt;
  const effects = site.effects();
  await site.close();
  const told = existsSync(points) ? readFileSync(points, 'utf8').split('\n') : [];
  return { code, signal, stdout, stderr, endedInMs, effects, runsDir: runs, temporary, points: told, wakings };
}

/** What must hold whatever went wrong, of the files, the processes and the site. Answers with the run that was kept. */
export async function expectSound(struck: Struck): Promise<KeptRun | null> {
  const { code, signal, stdout, stderr, endedInMs, effects, runsDir, temporary } = struck;
  // I1: in time. Five seconds for what it is doing, and two.
  expect(endedInMs).toBeLessThan(7_500);
  // I8: nothing of it runs on, and what it left among the temporary files goes with the next start.
  await expectNoProcessOf(temporary);
  if (signal !== null) await openScratch(temporary, process.pid, () => true);
  const left = readdirSync(temporary).filter((name) => !name.startsWith(`agent-${process.pid}-`));
  expect(left.filter((name) => /^agent-|playwright/.test(name))).toEqual([]);
  // I9: one document, or nothing.
  const told = stdout === '' ? null : (JSON.parse(stdout) as { status?: string });
  // I7: no secret anywhere.
  const files = existsSync(runsDir) && statSync(runsDir).isDirectory() ? listFiles(runsDir) : [];
  for (const text of [stdout, stderr, ...files.map((file) => readFileSync(file, 'latin1'))]) {
    expect(text.includes(CANARY)).toBe(false);
  }
  for (const file of files) expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600]);
  const run = await readRun(runsDir, TASK, () => false);
  // I5: at most once.
  expect(effects.length).toBeLessThanOrEqual(1);
  if (!run) {
    expect(effects).toEqual([]);
    return null;
  }
  // I3, I4, I10: the result is absent or whole, the log is a valid prefix, nobody holds the run.
  expect(run.problems).toEqual([]);
  expect(run.isRunning).toBe(false);
  expectIntents(run, effects);
  if (run.result) {
    expect(problemsWriting('task_result.v1', run.result)).toEqual([]);
    // Only a log that could not be written to any more has no end; then the result says so.
    const isCut = run.result.failure?.error_code === 'STORAGE_FAILED';
    if (!isCut) expect(run.events.at(-1)?.event_type).toMatch(/^task_(?:completed|failed)$/);
    // I2: the exit code says the same.
    if (signal === null) expect(code === 0).toBe(run.result.status === 'completed');
    if (told?.status !== undefined) expect(told.status).toBe(run.result.status);
  } else {
    expect(code).not.toBe(0);
    expect(existsSync(join(run.folder, FILES.result))).toBe(false);
  }
  return run;
}

/** I5, I6: what happened at the site was written down before, and so was the human's yes; and it is told that it may have. */
function expectIntents(run: KeptRun, effects: readonly Effect[]): void {
  const begun = run.events.filter(({ event_type }) => event_type === 'step_started');
  const ids = begun.map(({ payload }) => payload.command_id);
  expect(new Set(ids).size).toBe(ids.length);
  if (effects.length === 0) return;
  const intent = begun.find(({ payload }) => payload.target?.includes('Finish Cancellation'));
  const yes = run.events.find(
    ({ event_type, payload }) => event_type === 'checkpoint_resolved' && payload.status === 'ok',
  );
  expect(intent).toBeDefined();
  expect(yes?.id).toBeLessThan(intent?.id ?? 0);
  const wasSeen = recordedSteps(run.events).some(
    ({ started, finished }) => started.command_id === intent?.payload.command_id && finished !== undefined,
  );
  const { state, words } = standingOf(run);
  if (!wasSeen && !run.result) expect([state, words]).toEqual(['unknown', 'killed at step 5: outcome unknown']);
}

const GONE_MS = 5_000;

/** Whatever was started with this folder for its temporary files is gone within five seconds. */
async function expectNoProcessOf(temporary: string): Promise<void> {
  const until = performance.now() + GONE_MS;
  let left = processesOf(temporary);
  while (left.length > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    left = processesOf(temporary);
  }
  expect(left).toEqual([]);
}

function processesOf(temporary: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => `${ofProcess(pid, 'environ')}${ofProcess(pid, 'cmdline')}`.includes(temporary));
}

function ofProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // It has ended meanwhile, or it is somebody else's.
    return '';
  }
}

/** Evenly spread, the first and the last among them. */
export function spread(last: number, count: number): number[] {
  const all = Array.from({ length: last }, (_, index) => index + 1);
  if (count >= last) return all;
  return [...new Set(Array.from({ length: count }, (_, index) => 1 + Math.round((index * (last - 1)) / (count - 1))))];
}

/** Two at a time: most of the time each of them waits. */
export async function inPairs<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const one = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all([one(), one()]);
}

/** Whether this machine lets a test have mounts of its own. */
export function canUnshare(): boolean {
  return spawnSync('unshare', ['-rm', 'true']).status === 0;
}
