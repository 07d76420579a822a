import { readFile } from 'node:fs/promises';

/** A process, told apart from any other that may get its number later. */
export interface Owner {
  pid: number;
  /** Another one after every start of the machine; empty where there is none. */
  boot_id: string;
  /** When the process was started, as the kernel counts it; empty where it cannot be read. */
  started: string;
}

export async function ownerOf(pid: number): Promise<Owner> {
  return { pid, boot_id: await bootId(), started: (await startOf(pid)) ?? '' };
}

/** Whether that very process is still there. `isAlive` answers where the kernel tells no more than that. */
export async function isThere(owner: Owner, isAlive: (pid: number) => boolean): Promise<boolean> {
  if (owner.started === '') return isAlive(owner.pid);
  if (owner.boot_id !== (await bootId())) return false;
  return (await startOf(owner.pid)) === owner.started;
}

export function readOwner(text: string): Owner | null {
  try {
    const { pid, boot_id, started } = JSON.parse(text) as Partial<Owner>;
    const isOne = Number.isInteger(pid) && typeof boot_id === 'string' && typeof started === 'string';
    return isOne ? { pid: Number(pid), boot_id, started } : null;
  } catch {
    // Written by a process that did not live to finish it.
    return null;
  }
}

async function bootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
}

/** Undefined when there is no such process, or when it has ended and only its number is left. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name comes second, in brackets, and may hold blanks and brackets itself.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === undefined || state === '' || state === 'Z' ? undefined : rest[18];
}
