import { tmpdir } from 'node:os';
import { openScratch, removeScratch } from '../run/scratch.js';
import { isAlive } from './keptRuns.js';

/**
 * Playwright makes the browser's profile where temporary files go. While it does, that is a folder of ours, which goes
 * with this process or, when it is killed, with the next one. The browser itself gets the environment as it was.
 */
export async function inScratch<T>(launch: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  const before = { ...process.env };
  const scratch = await openScratch(tmpdir(), process.pid, isAlive);
  for (const name of TEMPORARY) process.env[name] = scratch;
  try {
    return await launch(before);
  } finally {
    for (const name of TEMPORARY) setOrDelete(name, before[name]);
    // After Playwright's own handler, which ends the browser first.
    process.once('exit', () => removeScratch(scratch));
  }
}

/** By system: where temporary files go. */
const TEMPORARY = ['TMPDIR', 'TEMP', 'TMP'];

function setOrDelete(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
