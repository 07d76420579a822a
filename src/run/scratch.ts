import { rmSync } from 'node:fs';
import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere, ownerOf } from './owner.js';
import { foldersIn } from './readPlain.js';

/** `agent-`, the process, when it was started, and something that makes it the only one. */
const NAME = /^agent-(\d+)-(\d*)-[A-Za-z0-9]{6}$/;

/**
 * A folder for what a browser keeps while it runs. Its name says whose it is, so that whatever a killed process left
 * behind is found by the next one, and removed.
 */
export async function openScratch(place: string, pid: number, isAlive: (pid: number) => boolean): Promise<string> {
  const owner = await ownerOf(pid);
  const folder = await mkdtemp(join(place, `agent-${pid}-${owner.started}-`));
  const { uid } = await lstat(folder);
  for (const name of await foldersIn(place, NAME)) {
    const left = join(place, name);
    const [, leftPid, started = ''] = NAME.exec(name) ?? [];
    if (await isThere({ ...owner, pid: Number(leftPid), started }, isAlive)) continue;
    const info = await lstat(left).catch(() => null);
    // Another one may be at it just now; what cannot be removed is left for the next.
    if (info?.uid === uid) await rm(left, { recursive: true, force: true }).catch(() => {});
  }
  return folder;
}

/** The last thing a process does: nothing can be awaited any more. */
export function removeScratch(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A browser that is just dying may still write there; the next start removes it.
  }
}
