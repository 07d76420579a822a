import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, failureError, firstLine } from '../contracts/failure.js';
import { linkNewFile, writePrivateFile } from './files.js';
import { isThere, ownerOf, readOwner } from './owner.js';

export interface LockDeps {
  pid: number;
  isAlive(pid: number): boolean;
}

/**
 * Takes a profile for one run; answers with what gives it back. The lock is the file with the highest number, which can
 * only be made once, and which is never removed: so nobody can remove the lock of somebody who was quicker in taking
 * over what a dead process has left.
 */
export async function lockProfile(deps: LockDeps, folder: string, name: string): Promise<() => Promise<void>> {
  try {
    return await take(deps, folder, name);
  } catch (error) {
    if (error instanceof AgentError) throw error;
    throw new AgentError(`the profile ${name} cannot be taken: ${firstLine(error)}`, EXIT.environment, [
      `see whether ${folder} can be written to`,
    ]);
  }
}

async function take(deps: LockDeps, folder: string, name: string): Promise<() => Promise<void>> {
  for (;;) {
    const last = Math.max(0, ...(await numbersIn(folder)));
    await refuseIfHeld(deps, fileOf(folder, last), name);
    const own = fileOf(folder, last + 1);
    const owner = Buffer.from(JSON.stringify(await ownerOf(deps.pid)));
    if (!(await linkNewFile(own, owner))) continue;
    const numbers = await numbersIn(folder);
    // Others have taken and given it back meanwhile: the number was not the next one any more.
    if (Math.max(...numbers) > last + 1) {
      await unlink(own);
      continue;
    }
    await Promise.all(numbers.filter((number) => number <= last).map((number) => remove(fileOf(folder, number))));
    return () => writePrivateFile(own, GIVEN_BACK);
  }
}

/** Names no process, so nobody has it. */
const GIVEN_BACK = Buffer.from('{}');

async function refuseIfHeld({ isAlive }: LockDeps, file: string, name: string): Promise<void> {
  const owner = readOwner(await readFile(file, 'utf8').catch(emptyIfMissing));
  if (!owner || !(await isThere(owner, isAlive))) return;
  const message = `the profile ${name} is in use by another run (process ${owner.pid})`;
  throw failureError({ code: 'CAP_RUN_IN_PROGRESS', stepId: 'profile', message }, [
    'wait until it has ended; two runs at once would log each other out',
    'or log in once more under another name: agent login SERVICE|URL --profile NAME',
  ]);
}

function fileOf(folder: string, number: number): string {
  return join(folder, `lock.${number}`);
}

async function numbersIn(folder: string): Promise<number[]> {
  const found = (await readdir(folder)).map((file) => /^lock\.(\d+)$/.exec(file)?.[1]);
  return found.filter((number) => number !== undefined).map(Number);
}

async function remove(file: string): Promise<void> {
  await unlink(file).catch(emptyIfMissing);
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
