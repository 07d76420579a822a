import { constants } from 'node:fs';
import { access, lstat, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Why runs could not be kept in this folder, or null. Looks only: nothing is created. */
export async function reasonNotWritable(folder: string): Promise<string | null> {
  let place = folder;
  for (;;) {
    try {
      const info = await stat(place);
      if (!info.isDirectory()) return `${place} is not a folder`;
      await access(place, constants.W_OK | constants.X_OK);
      return null;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // Below a file, stat says ENOTDIR: the next turn finds that file and names it.
      const missing = code === 'ENOENT' || code === 'ENOTDIR';
      if (!missing || dirname(place) === place) return message;
      place = dirname(place);
    }
  }
}

/** The same for the folder that runs are kept in, which must not be a link. */
export async function reasonNoRunsFolder(folder: string): Promise<string | null> {
  return (await isLink(folder)) ? IS_LINK : reasonNotWritable(folder);
}

/** Makes the folder, for its owner only, and keeps git from picking up what is in it. */
export async function ensureRunsFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (await isLink(folder)) throw new Error(IS_LINK);
  try {
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const IS_LINK = 'it is a symbolic link';

/** Whoever may change where a link points may read and replace what is written there. */
async function isLink(folder: string): Promise<boolean> {
  // Resolved first: with a slash at its end, a link would be taken for what it points to.
  const info = await lstat(resolve(folder)).catch(() => null);
  return info?.isSymbolicLink() === true;
}
