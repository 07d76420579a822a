import { tmpdir } from 'node:os';
import type { Host } from '../browser/host.js';
import { openScratch, removeScratch } from '../run/scratch.js';

/** The one place below the command line that reads the process: whoever uses agent as a library has nothing to pass on. */
export function thisHost(): Host {
  return { platform: process.platform, env: process.env, uid: process.getuid?.(), nodePath: process.execPath };
}

interface ThisProcess {
  pid: number;
  uid: number | undefined;
  node: string;
}

export function thisProcess(): ThisProcess {
  return { pid: process.pid, uid: process.getuid?.(), node: process.versions.node };
}

/** Answers for systems that tell nothing else of a process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Playwright makes the browser's profile where temporary files go. While it does, that is a folder of ours, which goes
 * with this process or, when it is killed, with the next one. The browser itself gets the environment as it was.
 * One at a time: the environment is everybody's.
 */
export function inScratch<T>(launch: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  const launched = lastLaunch.then(() => launchInScratch(launch));
  lastLaunch = launched.catch(() => {});
  return launched;
}

let lastLaunch: Promise<unknown> = Promise.resolve();
let scratch: string | undefined;

async function launchInScratch<T>(launch: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  const isFirst = scratch === undefined;
  const folder = scratch ?? (await openScratch(tmpdir(), process.pid, isAlive));
  scratch = folder;
  const before = { ...process.env };
  for (const name of TEMPORARY) process.env[name] = folder;
  try {
    return await launch(before);
  } finally {
    for (const name of TEMPORARY) setOrDelete(name, before[name]);
    // After Playwright's own handler, which ends the browser first.
    if (isFirst) process.once('exit', () => removeScratch(folder));
  }
}

/** By system: where temporary files go. */
const TEMPORARY = ['TMPDIR', 'TEMP', 'TMP'];

function setOrDelete(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
