import { AgentError } from '../contracts/failure.js';
import { lockProfile } from '../run/profileLock.js';
import { folderOf, profileNames, readProfile, removeProfile, requireProfile } from '../run/profiles.js';
import { profilesHome } from '../work/profilesHome.js';
import { oneLine, print, printJson, tell } from './terminal.js';

interface Listed {
  name: string;
  origin?: string;
  created_at?: string;
  updated_at?: string;
  /** Why it cannot be used. */
  problem?: string;
}

/** Nothing of what is in them: whoever looks over a shoulder sees names. */
export async function runProfiles(json: boolean): Promise<void> {
  const home = profilesHome();
  const listed = await Promise.all((await profileNames(home)).map(listedOf));
  if (json) return printJson(listed);
  if (listed.length === 0) tell('there is no profile yet; agent login SERVICE|URL --profile NAME makes one');
  else tell(`in ${home.folder}`);
  const now = Date.now();
  for (const { name, origin = '', created_at, updated_at, problem } of listed) {
    const used = updated_at === undefined ? '' : `, used ${ageOf(updated_at, now)}`;
    const age = created_at === undefined ? '' : `logged in ${ageOf(created_at, now)}${used}`;
    print(`${name}  ${oneLine(problem ?? `${origin}  ${age}`)}`);
  }
}

async function listedOf(name: string): Promise<Listed> {
  try {
    const { origin, created_at, updated_at } = await readProfile(profilesHome(), name);
    return { name, origin, created_at, ...(updated_at === undefined ? {} : { updated_at }) };
  } catch (error) {
    if (error instanceof AgentError) return { name, problem: error.message };
    throw error;
  }
}

export async function runProfilesRemove(name: string): Promise<void> {
  const home = profilesHome();
  await requireProfile(home, name);
  await lockProfile(home, folderOf(home, name), name);
  await removeProfile(home, name);
  print(`removed: ${name}. The site itself may still know the session; log out there to end it.`);
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function ageOf(time: string, now: number): string {
  const elapsed = now - Date.parse(time);
  const [unit, length] = UNITS.find((one) => elapsed >= one[1]) ?? [];
  if (unit === undefined) return 'just now';
  const count = Math.floor(elapsed / length);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
