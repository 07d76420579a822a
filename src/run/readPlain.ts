import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const PLAIN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file of a run folder, or answers null when there is none. Links are not followed, and neither are pipes
 * waited for: what stands in a run folder was written there by us, or is none of ours.
 */
export async function readPlain(path: string, maxBytes: number): Promise<Buffer | null> {
  try {
    const file = await open(path, PLAIN);
    try {
      const info = await file.stat();
      if (!info.isFile()) throw new Error('it is no ordinary file');
      if (info.size > maxBytes) throw new Error(`it is ${info.size} bytes long; at most ${maxBytes} are read`);
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP') throw new Error('it is a symbolic link');
    throw error;
  }
}

/** Whether this is a folder and no link to one. */
export async function isPlainFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isDirectory() === true;
}

/** The names in a folder that fit; none when it is not there or is a link. */
export async function namesIn(folder: string, fits: RegExp): Promise<string[]> {
  if (!(await isPlainFolder(folder))) return [];
  return (await readdir(folder)).filter((name) => fits.test(name)).sort();
}

/** The folders of a folder whose names fit; links are none. */
export async function foldersIn(folder: string, fits: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isDirectory() && fits.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** The first bytes of a file; empty when it cannot be read. */
export async function headOf(folder: string, name: string, bytes: number): Promise<string> {
  const file = await open(join(folder, name), PLAIN).catch(() => null);
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } catch {
    // A folder or a device: nothing that could be the beginning of a log.
    return '';
  } finally {
    await file.close();
  }
}
