import { constants, existsSync, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { closest } from '../contracts/closest.js';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, firstLine, usageError } from '../contracts/failure.js';
import type { ProfileV1 } from '../contracts/generated.js';
import { formatProblem } from '../contracts/problems.js';
import { MAX_FILE_BYTES, readFamily } from '../contracts/read.js';
import { shellWord } from '../contracts/shellWord.js';

/** Where profiles are kept, and who may have written them. */
export interface ProfilesHome {
  folder: string;
  /** Undefined where files have no owner that could be told. */
  uid: number | undefined;
}

export const PROFILE_FILE = 'profile.json';
export const PREVIOUS_FILE = 'profile.prev.json';

/** Becomes a folder's name, also where small and capital letters are the same. */
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;
/** Names of devices on some systems, whatever the folder. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

export function checkProfileName(name: string): void {
  if (NAME.test(name) && !RESERVED.test(name)) return;
  const near = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[_-]+|-+$/g, '')
    .slice(0, 64);
  throw usageError(
    `--profile ${JSON.stringify(name)} cannot name a profile`,
    'small letters, digits, - and _, at most 64, beginning with a letter or a digit',
    ...(NAME.test(near) && !RESERVED.test(near) ? [`for example --profile ${near}`] : []),
  );
}

export function folderOf(home: ProfilesHome, name: string): string {
  return join(home.folder, name);
}

export async function profileNames({ folder }: ProfilesHome): Promise<string[]> {
  try {
    const names = (await readdir(folder)).filter((name) => NAME.test(name));
    // A login that was given up leaves a folder with nothing in it.
    const isOne = (name: string): boolean =>
      [PROFILE_FILE, PREVIOUS_FILE].some((file) => existsSync(join(folder, name, file)));
    return names.filter(isOne).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw usageError(`the folder of the profiles cannot be read: ${(error as Error).message}`);
  }
}

/** The names there are, when this one is not among them. `target` is what `agent login` would take. */
export async function requireProfile(home: ProfilesHome, name: string, target = 'SERVICE|URL'): Promise<void> {
  checkProfileName(name);
  const names = await profileNames(home);
  if (names.includes(name)) return;
  const near = closest(name, names);
  throw usageError(
    `there is no profile ${JSON.stringify(name)}`,
    ...(near ? [`did you mean ${near}?`] : []),
    names.length > 0 ? `there are: ${names.join(', ')}` : 'there is none yet',
    `agent login ${target === 'SERVICE|URL' ? target : shellWord(target)} --profile ${name} makes it`,
  );
}

/** Only what its owner alone can have written, and nobody else can have read. */
export async function readProfile(home: ProfilesHome, name: string): Promise<ProfileV1> {
  const folder = await checkFolder(home, name);
  const path = join(folder, PROFILE_FILE);
  const read = readFamily('profile', await bytesOf(home, name, path));
  if (!read.ok) {
    const why = `${path}: ${read.problems.map(formatProblem).join('; ')}`;
    throw cannotUse(name, why, previousIn(folder));
  }
  return read.value as ProfileV1;
}

function previousIn(folder: string): string[] {
  const previous = join(folder, PREVIOUS_FILE);
  if (!existsSync(previous)) return [];
  return [`the one before it may be whole: mv ${shellWord(previous)} ${shellWord(join(folder, PROFILE_FILE))}`];
}

async function checkFolder(home: ProfilesHome, name: string): Promise<string> {
  const folder = folderOf(home, name);
  const info = await lstat(folder).catch((error: Error) => Promise.reject(cannotUse(name, error.message)));
  checkPrivate(home, name, folder, info, 'a folder', info.isDirectory(), '700');
  return folder;
}

async function bytesOf(home: ProfilesHome, name: string, path: string): Promise<Buffer> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    const why = { ENOENT: 'is not there', ELOOP: 'is a symbolic link', EACCES: 'cannot be read by you' }[
      error.code ?? ''
    ];
    throw cannotUse(name, why ? `${path} ${why}` : error.message, previousIn(dirname(path)));
  });
  try {
    const info = await file.stat();
    checkPrivate(home, name, path, info, 'a file', info.isFile(), '600');
    if (info.size > MAX_FILE_BYTES) {
      throw cannotUse(name, `${path} is ${info.size} bytes long; at most ${MAX_FILE_BYTES} are read`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function checkPrivate(
  { uid }: ProfilesHome,
  name: string,
  path: string,
  info: Stats,
  kind: string,
  isKind: boolean,
  mode: string,
): void {
  if (!isKind) throw cannotUse(name, `${path} is not ${kind}`);
  // Where there are no owners, the rights are not told by these bits either.
  if (uid === undefined) return;
  if (info.uid !== uid) throw cannotUse(name, `${path} belongs to another user`);
  const bits = info.mode & 0o777;
  if ((bits & 0o077) === 0) return;
  throw cannotUse(name, `${path} is open to other users (${bits.toString(8)})`, [
    `if nobody can have read or changed it: chmod ${mode} ${shellWord(path)}`,
  ]);
}

function cannotUse(name: string, why: string, remedies: string[] = []): AgentError {
  return usageError(
    `the profile ${name} cannot be used: ${why}`,
    ...remedies,
    `or make it anew: agent profiles remove ${name}, then agent login SERVICE|URL --profile ${name}`,
  );
}

/** The folder of a profile, for its owner only, made when it is not there. */
export async function ensureProfileFolder(home: ProfilesHome, name: string): Promise<string> {
  const folder = folderOf(home, name);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new AgentError(`the folder ${folder} cannot be made: ${firstLine(error)}`, EXIT.environment, [
      'make room for it, or name another place with XDG_STATE_HOME',
    ]);
  }
  return checkFolder(home, name);
}

export async function removeProfile(home: ProfilesHome, name: string): Promise<void> {
  await rm(folderOf(home, name), { recursive: true });
}
