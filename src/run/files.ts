import { type FileHandle, link, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Written beside, brought to the disk and moved into place, for its owner only: whatever happens meanwhile, a reader
 * sees the old file or the whole new one.
 */
export async function writePrivateFile(path: string, bytes: Uint8Array): Promise<void> {
  const beside = besideOf(path);
  try {
    await writeNew(beside, bytes);
    await rename(beside, path);
  } catch (error) {
    // Half a file beside is of no use to anybody; the first failure is the one to tell.
    await unlink(beside).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Writes a file that must not be there yet, for its owner only; false if something has its name. */
export async function writeNewPrivateFile(path: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await writeNew(path, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  return true;
}

/** Written beside and linked into place: whoever finds it finds all of it. False when somebody was quicker. */
export async function linkNewFile(path: string, bytes: Uint8Array): Promise<boolean> {
  const beside = besideOf(path);
  await writeNew(beside, bytes);
  try {
    await link(beside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(beside);
  }
}

/** A name that nobody else takes at the same time. */
export function besideOf(path: string): string {
  return `${path}.${Math.random().toString(36).slice(2)}.tmp`;
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeFully(file, bytes);
    await file.sync();
  } catch (error) {
    // Half a file would be in the way of the next try, and could be taken for a whole one.
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

/** A write may take only a part; what is left is written, too, until all is there or it fails. */
export async function writeFully(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, from, bytes.length - from);
    from += bytesWritten;
  }
}

/** Filesystems that know no such thing answer so; their names are as safe as they can be. */
const CANNOT_SYNC_FOLDERS: ReadonlySet<string | undefined> = new Set(['EINVAL', 'EISDIR', 'EPERM', 'ENOTSUP']);

/** The name of a new file is on disk only when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!CANNOT_SYNC_FOLDERS.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}
