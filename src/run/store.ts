import { type FileHandle, mkdir, open, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, failureError } from '../contracts/failure.js';
import type { Snapshot, TaskCommandV1, TaskEventLine, TaskResultV1 } from '../contracts/generated.js';
import { assertWritable } from '../contracts/validate.js';
import { CURRENT } from '../contracts/versions.js';
import { syncFolder, writeFully, writePrivateFile } from './files.js';
import { ensureRunsFolder } from './folder.js';
import { FILES, PICTURES, SNAPSHOTS, TASK_ID } from './names.js';
import { ownerOf } from './owner.js';
import { type EventType, numbering, type Recorder, type SnapshotFiles } from './recorder.js';

/** The folder of one run: events and snapshots as they come, the result at the end. */
export interface RunStore {
  readonly taskId: string;
  readonly folder: string;
  recorder: Recorder;
  writeResult(result: TaskResultV1): Promise<void>;
  /** The run as a task that can be replayed. */
  writeCommand(command: TaskCommandV1): Promise<void>;
  /** A file beside them, for its owner only; answers with its path. */
  writeFile(name: string, bytes: Uint8Array): Promise<string>;
  /** Also says that nobody works here any more. A run of which nothing was recorded leaves nothing behind. */
  close(): Promise<void>;
}

export interface RunOptions {
  /** The process that works in the folder: as long as it lives, the run is not over. */
  pid?: number;
  /** Milliseconds that only ever grow, whoever sets the clock. */
  monotonic?: () => number;
}

/** Makes the folder of a run, before anything else is done: where it cannot be written down, nothing is begun. */
export async function openRun(
  runsDir: string,
  taskId: string,
  now: () => Date,
  { pid, monotonic = () => performance.now() }: RunOptions = {},
): Promise<RunStore> {
  if (!TASK_ID.test(taskId)) throw new AgentError(`${JSON.stringify(taskId)} cannot name a run`, EXIT.usage);
  const folder = join(runsDir, taskId);
  await makeFolders(runsDir, folder);
  const inFolder = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: Error) => Promise.reject(cannotWrite(error)));
  const cannotWrite = ({ message }: Error): AgentError =>
    failureError(
      { code: 'STORAGE_FAILED', stepId: 'record', message: `${folder} cannot be written to: ${message}` },
      ['make room on the disk, or name another folder with --out'],
      EXIT.environment,
    );
  const lock = join(folder, FILES.lock);
  if (pid !== undefined) await inFolder(writeFile(lock, JSON.stringify(await ownerOf(pid)), NEW));
  const log = await inFolder(openLog(folder));
  const lineOf = numbering(taskId, now, monotonic);
  const keep = (snapshot: Snapshot, png: Buffer): SnapshotFiles => {
    shown += 1;
    const number = String(shown).padStart(3, '0');
    const screenshot = png.length > 0 ? { screenshot_file: `${PICTURES}/${number}.png` } : {};
    const snapshot_file = `${SNAPSHOTS}/${number}.json`;
    const stored = storedSnapshot(snapshot, screenshot);
    void inTurn(async () => {
      if (screenshot.screenshot_file) await writeFile(join(folder, screenshot.screenshot_file), png, NEW);
      await writeFile(join(folder, snapshot_file), stored, NEW);
    });
    return { snapshot_file, ...screenshot };
  };
  let shown = 0;
  let isEmpty = true;
  // One at a time and in order, each on disk before the next: the numbers have no gaps. After the first failure
  // nothing more is written: it would follow on half a line.
  let last: Promise<void> = Promise.resolve();
  const inTurn = (write: () => Promise<void>): Promise<void> => {
    last = last.then(write);
    // Whoever waits next hears of a failure, and nothing is begun before somebody has waited.
    last.catch(() => {});
    return last;
  };
  return {
    taskId,
    folder,
    recorder: {
      async record(type, payload) {
        const line = lineOf(type, payload);
        isEmpty = false;
        const written = inTurn(() => append(log, line));
        // What cannot be written down is not done: the run ends here.
        if (WAITED_FOR.has(type)) await inFolder(written);
      },
      keepSnapshot: async (snapshot, png) => keep(snapshot, png),
    },
    writeResult: (result) =>
      inFolder(writePrivateFile(join(folder, FILES.result), asJson(assertWritable('task_result.v1', result)))),
    writeCommand: (command) =>
      inFolder(writePrivateFile(join(folder, FILES.command), asJson(assertWritable('task_command.v1', command)))),
    async writeFile(name, bytes) {
      const path = join(folder, name);
      await inFolder(writePrivateFile(path, bytes));
      return path;
    },
    async close() {
      // Whoever recorded what could not be written has heard of it.
      await last.catch(() => {});
      await log.close();
      if (isEmpty) return rm(folder, { recursive: true });
      if (pid !== undefined) await unlink(lock);
    },
  };
}

const NEW = { flag: 'wx', mode: 0o600 } as const;

/** What has to be on disk, with all before it, before anything else is done. The rest is written while the work goes on. */
const WAITED_FOR: ReadonlySet<EventType> = new Set<EventType>([
  ...(['task_started', 'step_started', 'checkpoint_requested', 'checkpoint_resolved'] as const),
  ...(['task_completed', 'task_failed'] as const),
]);

/** Made anew and by us: two runs can never write into one folder. */
async function makeFolders(runsDir: string, folder: string): Promise<void> {
  try {
    await ensureRunsFolder(runsDir);
    await mkdir(folder, { mode: 0o700 });
    for (const name of [SNAPSHOTS, PICTURES]) await mkdir(join(folder, name), { mode: 0o700 });
    await syncFolder(runsDir);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isThere = code === 'EEXIST' && (await stat(folder).catch(() => null));
    const why = isThere ? 'it exists already' : message;
    const remedies = ['name another folder with --out, or with runs_dir in the config'];
    throw new AgentError(`the run folder ${folder} cannot be made: ${why}`, EXIT.environment, remedies);
  }
}

async function openLog(folder: string): Promise<FileHandle> {
  const log = await open(join(folder, FILES.events), 'ax', 0o600);
  await syncFolder(folder);
  return log;
}

async function append(log: FileHandle, line: TaskEventLine): Promise<void> {
  await writeFully(log, Buffer.from(`${JSON.stringify(line)}\n`));
  await log.datasync();
}

function storedSnapshot(snapshot: Snapshot, screenshot: { screenshot_file?: string }): Buffer {
  const { screenshot: _, ...rest } = snapshot;
  const schema_version = CURRENT.stored_snapshot;
  return asJson(assertWritable('stored_snapshot.v1', { ...rest, schema_version, ...screenshot }));
}

function asJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
