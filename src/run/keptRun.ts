import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readEvents } from '../contracts/eventLog.js';
import { firstLine } from '../contracts/failure.js';
import type { StoredSnapshotV1, TaskEventLine, TaskResultV1 } from '../contracts/generated.js';
import { formatProblem, type Problem } from '../contracts/problems.js';
import { MAX_FILE_BYTES, readAs, readFamily } from '../contracts/read.js';
import type { ContractName } from '../contracts/schemas.js';
import { familyOf, type ReadableVersion } from '../contracts/versions.js';
import { FILES, PICTURES, SNAPSHOTS, TASK_ID } from './names.js';
import { isThere, readOwner } from './owner.js';
import { foldersIn, headOf, isPlainFolder, namesIn, readPlain } from './readPlain.js';

/** A run as its folder tells it. */
export interface KeptRun {
  taskId: string;
  folder: string;
  /** Up to the first that is wrong. */
  events: TaskEventLine[];
  /** Null when there is none, or none that can be read. */
  result: TaskResultV1 | null;
  /** A process still works in it. */
  isRunning: boolean;
  /** What is wrong with its files. */
  problems: string[];
  /** What is odd about them, and does no harm. */
  warnings: string[];
}

/** A look of the run, as it was kept. */
export interface KeptLook {
  snapshot: StoredSnapshotV1;
  png: Buffer | null;
}

/** The IDs of the runs in a folder, the newest first. */
export async function runIds(runsDir: string): Promise<string[]> {
  const ids = await foldersIn(runsDir, TASK_ID);
  const begun = await Promise.all(ids.map(async (id) => ({ id, at: await beginOf(join(runsDir, id)) })));
  return begun.sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1)).map(({ id }) => id);
}

const HEAD_BYTES = 4_096;

/** When a run began, as its first event says, else as its folder does. */
async function beginOf(folder: string): Promise<number> {
  const head = await headOf(folder, FILES.events, HEAD_BYTES);
  const at = Date.parse(/"created_at":"([^"]+)"/.exec(head)?.[1] ?? '');
  return Number.isNaN(at) ? (await stat(folder)).mtimeMs : at;
}

/** Null when there is no such run. `isAlive` answers where the kernel tells no more of a process than that. */
export async function readRun(
  runsDir: string,
  taskId: string,
  isAlive: (pid: number) => boolean,
): Promise<KeptRun | null> {
  const folder = join(runsDir, taskId);
  if (!TASK_ID.test(taskId) || !(await isPlainFolder(folder))) return null;
  // The result is read after the owner: whoever is gone has written it, or never will.
  const isRunning = await isOwned(folder, isAlive);
  const log = await read(folder, FILES.events);
  const { events, problems, warnings } = readEvents(log.bytes ?? new Uint8Array());
  const kept = await readContract(folder, FILES.result, 'task_result.v1');
  const inLog = (problem: Problem): string => inFile(FILES.events, problem);
  return {
    taskId,
    folder,
    events,
    result: kept.value,
    isRunning,
    problems: [
      ...log.problems,
      ...problems.map(inLog),
      ...kept.problems,
      ...contradictions(taskId, events, kept.value, problems.length === 0),
    ],
    warnings: warnings.map(inLog),
  };
}

/** The looks of a run, in order; what cannot be read is told and left out. */
export async function readLooks({ folder }: KeptRun): Promise<{ looks: KeptLook[]; problems: string[] }> {
  const looks: KeptLook[] = [];
  const problems: string[] = [];
  // By their own names, never by what an event says they are called.
  for (const name of await namesIn(join(folder, SNAPSHOTS), /^\d{3,6}\.json$/)) {
    const read = await readContract(folder, `${SNAPSHOTS}/${name}`, 'stored_snapshot.v1');
    problems.push(...read.problems);
    if (!read.value) continue;
    const picture = await pictureOf(folder, name.replace('.json', '.png'));
    problems.push(...picture.problems);
    looks.push({ snapshot: read.value, png: picture.bytes });
  }
  return { looks, problems };
}

async function pictureOf(folder: string, name: string): Promise<Read> {
  if (await isPlainFolder(join(folder, PICTURES))) return read(folder, `${PICTURES}/${name}`);
  return { bytes: null, problems: [] };
}

interface Read {
  bytes: Buffer | null;
  problems: string[];
}

async function read(folder: string, name: string): Promise<Read> {
  try {
    return { bytes: await readPlain(join(folder, name), MAX_FILE_BYTES), problems: [] };
  } catch (error) {
    return { bytes: null, problems: [`${name} cannot be read: ${firstLine(error)}`] };
  }
}

async function readContract<N extends ReadableVersion & ContractName>(folder: string, name: string, contract: N) {
  const { bytes, problems } = await read(folder, name);
  if (!bytes) return { value: null, problems };
  const result = readAs(contract, bytes);
  if (result.ok) return { value: result.value, problems };
  // Read as what it says it is, so that a version of tomorrow is called that.
  const family = familyOf(contract);
  const asItSays = family && readFamily(family, bytes);
  const told = asItSays && !asItSays.ok ? asItSays : result;
  return { value: null, problems: told.problems.map((problem) => inFile(name, problem)) };
}

function inFile(name: string, problem: Problem): string {
  return `${name}: ${problem.pointer === '' ? problem.message : formatProblem(problem)}`;
}

async function isOwned(folder: string, isAlive: (pid: number) => boolean): Promise<boolean> {
  const { bytes } = await read(folder, FILES.lock);
  const owner = bytes && readOwner(bytes.toString('utf8'));
  return owner !== null && isThere(owner, isAlive);
}

/** Files that were written by one run say the same. */
function contradictions(
  taskId: string,
  events: readonly TaskEventLine[],
  result: TaskResultV1 | null,
  isWhole: boolean,
): string[] {
  const told: string[] = [];
  const foreign = events.find(({ task_id }) => task_id !== taskId);
  if (foreign) told.push(`${FILES.events}: it is of the run ${foreign.task_id}`);
  if (!result) return told;
  if (result.task_id !== taskId) told.push(`${FILES.result}: it is of the run ${result.task_id}`);
  const end = events.at(-1)?.payload;
  const hasEnd = isWhole && end?.status !== undefined && events.at(-1)?.event_type.startsWith('task_');
  if (hasEnd && end.status !== result.status)
    told.push(`${FILES.result}: it says ${result.status}, and the last event says ${end.status}`);
  return told;
}
