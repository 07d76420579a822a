import { resolve } from 'node:path';
import { closest } from '../contracts/closest.js';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, usageError } from '../contracts/failure.js';
import type { TaskResultV1 } from '../contracts/generated.js';
import type { Call, Story } from '../report/story.js';
import { type KeptRun, readRun, runIds } from '../run/keptRun.js';
import { TASK_ID } from '../run/names.js';
import { loadConfig } from '../work/config.js';
import { isAlive } from '../work/machine.js';
import { runsDirOf as runsDirIn } from '../work/runsDir.js';

/** Where runs are kept: as the flag says, else the config, else in the current folder. */
export async function runsDirOf(flag: string | undefined): Promise<string> {
  // Where a variable says that runs go, they are, whatever the flag is called here.
  return runsDirIn(flag || process.env['AGENT_OUT'] || undefined, await loadConfig());
}

export async function idsIn(runsDir: string): Promise<string[]> {
  try {
    return await runIds(runsDir);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new AgentError(`the runs folder ${resolve(runsDir)} cannot be read: ${message}`, EXIT.environment);
  }
}

/** The run that is meant: its ID, the beginning of it, or `latest`. */
export async function findRun(runsDir: string, given: string): Promise<KeptRun> {
  // What could lead out of the folder is refused before anything is looked for.
  if (!TASK_ID.test(given)) throw usageError(`${JSON.stringify(given)} cannot be the ID of a run`, LIST);
  const ids = await idsIn(runsDir);
  const run = await readRun(runsDir, idMeant(ids, given, runsDir), isAlive);
  if (!run) throw usageError(`the run ${given} is not there any more`, LIST);
  return run;
}

const LIST = 'agent runs lists what there is';
const MANY = 5;

function idMeant(ids: readonly string[], given: string, runsDir: string): string {
  const [newest] = ids;
  if (newest === undefined) {
    throw usageError(
      `there are no runs in ${resolve(runsDir)}`,
      'name the folder they are in: --out, for agent report --runs-dir',
    );
  }
  if (given === 'latest') return newest;
  if (ids.includes(given)) return given;
  const begun = ids.filter((id) => id.startsWith(given));
  const [only] = begun;
  if (only !== undefined && begun.length === 1) return only;
  if (only !== undefined) {
    const more = begun.length > MANY ? `, and ${begun.length - MANY} more` : '';
    const some = begun.slice(0, MANY).join(', ');
    throw usageError(`${begun.length} runs begin with ${given}: ${some}${more}`, 'write more of the ID');
  }
  const near = closest(given, ids);
  throw usageError(`there is no run ${given}`, ...(near ? [`did you mean ${near}?`] : []), LIST);
}

/** A run in figures: from its result, where it left one, else from what its events add up to. */
export interface Figures {
  turns: number;
  tokens: number;
  /** Null when no price is known, or nothing was asked. */
  costUsd: number | null;
}

export function figuresOf(story: Story, result: TaskResultV1 | null): Figures {
  const calls = story.chapters.flatMap((chapter) => chapter.calls);
  const turns = story.chapters.filter(({ id }) => id !== '0').length;
  return {
    turns: result?.turns ?? turns,
    tokens: calls.reduce((sum, { input, output }) => sum + input + output, 0),
    costUsd: costOf(calls),
  };
}

export function costOf(calls: readonly Call[]): number | null {
  const known = calls.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]));
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
}
