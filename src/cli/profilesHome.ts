import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { LockDeps } from '../run/profileLock.js';
import type { ProfilesHome } from '../run/profiles.js';

export function profilesHome(): ProfilesHome & LockDeps {
  const given = process.env['XDG_STATE_HOME'] ?? '';
  const base = isAbsolute(given) ? given : join(homedir(), '.local', 'state');
  return { folder: join(base, 'agent', 'profiles'), uid: process.getuid?.(), pid: process.pid, isAlive };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
