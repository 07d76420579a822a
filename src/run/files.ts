import { rename, writeFile } from 'node:fs/promises';

/** Written beside and moved into place, for its owner only: a reader sees the old file or the whole new one. */
export async function writePrivateFile(path: string, bytes: Uint8Array): Promise<void> {
  const beside = `${path}.${Math.random().toString(36).slice(2)}.tmp`;
  await writeFile(beside, bytes, { flag: 'wx', mode: 0o600 });
  await rename(beside, path);
}
