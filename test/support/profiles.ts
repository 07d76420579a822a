import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileV1 } from '../../src/contracts/generated.js';
import { keepProfile } from '../../src/run/keepProfile.js';

export function profileOf(name: string, origin: string, sid = '1'): ProfileV1 {
  const { hostname: domain } = new URL(origin);
  const cookie = { name: 'sid', value: sid, domain, path: '/', expires: -1 };
  const state = { cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Lax' as const }], origins: [] };
  return { schema_version: 'profile.v1', name, origin, created_at: '2026-11-18T20:00:00.000Z', state };
}

/** A profile in a state folder of the test's own; answers with its folder. */
export async function keptProfile(stateHome: string, profile: ProfileV1): Promise<string> {
  const folder = join(stateHome, 'agent', 'profiles', profile.name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await keepProfile(folder, profile);
  return folder;
}
