import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { usageError } from '../contracts/failure.js';
import { reasonNotWritable } from '../run/folder.js';

/** Said before anything starts: a file that cannot be written is found out too late otherwise. */
export async function checkFolderFor(flag: string, file: string): Promise<void> {
  const folder = dirname(resolve(file));
  const reason = existsSync(folder) ? await reasonNotWritable(folder) : `the folder ${folder} does not exist`;
  if (reason !== null) throw usageError(`${flag} ${JSON.stringify(file)} cannot be written: ${reason}`);
}
