import { readFileSync, statSync } from 'node:fs';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, firstLine, usageError } from '../contracts/failure.js';
import type { TaskCommandV1 } from '../contracts/generated.js';
import { MAX_FILE_BYTES, readAs } from '../contracts/read.js';
import { writeNewPrivateFile } from '../run/files.js';
import { checkFolderFor } from './outFile.js';

/**
 * Before the model is asked: a file that is there and cannot come out the same is an error. One for the same task and
 * goal may, and whether it does is seen when the plan is there.
 */
export async function checkTaskFile(file: string, task: { taskId: string; goal: string }): Promise<void> {
  await checkFolderFor('--out', file);
  const info = statSync(file, { throwIfNoEntry: false });
  if (info === undefined) return;
  if (!info.isFile()) throw usageError(`--out ${JSON.stringify(file)} is there already and is no file`);
  const read = info.size > MAX_FILE_BYTES ? null : readAs('task_command.v1', readFileSync(file));
  if (read?.ok !== true || read.value.task_id !== task.taskId || read.value.goal !== task.goal) throw inTheWay(file);
}

/** Why the file does not hold this task now, or null. What is there already is left as it is. */
export async function keepTask(file: string, task: TaskCommandV1): Promise<AgentError | null> {
  const bytes = Buffer.from(`${JSON.stringify(task, null, 2)}\n`);
  try {
    const isKept = (await writeNewPrivateFile(file, bytes)) || readFileSync(file).equals(bytes);
    return isKept ? null : inTheWay(file);
  } catch (error) {
    return new AgentError(`--out ${JSON.stringify(file)} cannot be written: ${firstLine(error)}`, EXIT.environment);
  }
}

function inTheWay(file: string): AgentError {
  return usageError(
    `--out ${JSON.stringify(file)} is there already with other content, and is not overwritten`,
    'give another name, or move that file away',
  );
}
