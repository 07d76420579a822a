import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { LockDeps } from '../run/profileLock.js';
import type { ProfilesHome } from '../run/profiles.js';
import { isAlive, thisHost, thisProcess } from './machine.js';

export function profilesHome(): ProfilesHome & LockDeps {
  const given = thisHost().env['XDG_STATE_HOME'] ?? '';
  const base = isAbsolute(given) ? given : join(homedir(), '.local', 'state');
  const { pid, uid } = thisProcess();
  return { folder: join(base, 'agent', 'profiles'), uid, pid, isAlive };
}
