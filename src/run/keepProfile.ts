import { link, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, firstLine } from '../contracts/failure.js';
import type { ProfileV1 } from '../contracts/generated.js';
import { MAX_FILE_BYTES } from '../contracts/read.js';
import { assertWritable } from '../contracts/validate.js';
import { besideOf, writePrivateFile } from './files.js';
import { PREVIOUS_FILE, PROFILE_FILE } from './profiles.js';

/** Puts a profile in the place of the one before, which is kept beside it. Answers with its path. */
export async function keepProfile(folder: string, profile: ProfileV1): Promise<string> {
  const path = join(folder, PROFILE_FILE);
  const bytes = Buffer.from(`${JSON.stringify(assertWritable('profile.v1', profile), null, 2)}\n`);
  if (bytes.length > MAX_FILE_BYTES) {
    const message = `the session of ${profile.name} is ${bytes.length} bytes long; at most ${MAX_FILE_BYTES} are kept`;
    throw new AgentError(message, EXIT.environment, ['nothing was changed; --cdp works in a browser of your own']);
  }
  try {
    await keepPrevious(path, join(folder, PREVIOUS_FILE));
    await writePrivateFile(path, bytes);
  } catch (error) {
    throw new AgentError(`${path} cannot be written: ${firstLine(error)}`, EXIT.environment, ['make room on the disk']);
  }
  return path;
}

/** At no moment is there neither of the two. */
async function keepPrevious(path: string, previous: string): Promise<void> {
  const beside = besideOf(previous);
  try {
    await link(path, beside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await rename(beside, previous);
  // When both names are of one file already, rename leaves the first one where it is.
  await unlink(beside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
