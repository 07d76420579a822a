import { mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError } from '../contracts/failure.js';
import type { TaskResultV1 } from '../contracts/generated.js';
import { createEvent } from '../contracts/records.js';
import { assertWritable } from '../contracts/validate.js';
import { writePrivateFile } from './files.js';
import { ensureRunsFolder } from './folder.js';
import type { Recorder } from './recorder.js';

/** The folder of one run: events as they happen, the result at the end. */
export interface RunStore {
  readonly folder: string;
  recorder: Recorder;
  writeResult(result: TaskResultV1): Promise<void>;
  /** A file beside them, for its owner only; answers with its path. */
  writeFile(name: string, bytes: Uint8Array): Promise<string>;
  close(): Promise<void>;
}

export async function openRun(runsDir: string, taskId: string, now: () => Date): Promise<RunStore> {
  const folder = join(runsDir, taskId);
  await ensureRunsFolder(runsDir);
  try {
    // Made anew and by us: two runs can never write into one folder.
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const isThere = await stat(folder).then(
      () => true,
      () => false,
    );
    const why = isThere ? 'it exists already' : String((error as Error).message);
    throw new AgentError(`the run folder ${folder} cannot be made: ${why}`, EXIT.environment);
  }
  const log = await open(join(folder, 'task_events.jsonl'), 'ax', 0o600);
  let count = 0;
  // One at a time and in order, each on disk before the next: the numbers have no gaps.
  let last: Promise<void> = Promise.resolve();
  return {
    folder,
    recorder: {
      record(type, payload) {
        count += 1;
        const head = { id: count, task_id: taskId, event_type: type, created_at: now().toISOString() };
        const line = createEvent(head, payload);
        last = last.then(async () => {
          await log.appendFile(`${JSON.stringify(line)}\n`);
          await log.datasync();
        });
        return last.catch((error: Error) => {
          // What cannot be written down is not done: the run ends here.
          const remedies = ['make room on the disk, or name another folder with --out'];
          throw new AgentError(`${folder} cannot be written to: ${error.message}`, EXIT.environment, remedies);
        });
      },
    },
    async writeResult(result) {
      const text = JSON.stringify(assertWritable('task_result.v1', result), null, 2);
      await writePrivateFile(join(folder, 'task_result.json'), Buffer.from(`${text}\n`));
    },
    async writeFile(name, bytes) {
      const path = join(folder, name);
      await writePrivateFile(path, bytes);
      return path;
    },
    async close() {
      // Whoever recorded what could not be written has heard of it.
      await last.catch(() => {});
      await log.close();
    },
  };
}
