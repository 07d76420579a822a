import { type FileHandle, open, rename, unlink, writeFile } from 'node:fs/promises';

/** Written beside and moved into place, for its owner only: a reader sees the old file or the whole new one. */
export async function writePrivateFile(path: string, bytes: Uint8Array): Promise<void> {
  const beside = `${path}.${Math.random().toString(36).slice(2)}.tmp`;
  await writeFile(beside, bytes, { flag: 'wx', mode: 0o600 });
  await rename(beside, path);
}

/** Writes a file that must not be there yet, for its owner only; false if something has its name. */
export async function writeNewPrivateFile(path: string, bytes: Uint8Array): Promise<boolean> {
  let file: FileHandle;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    await file.writeFile(bytes);
  } catch (error) {
    // Half a file would be in the way of the next try, and could be taken for a whole one.
    await unlink(path);
    throw error;
  } finally {
    await file.close();
  }
  return true;
}
