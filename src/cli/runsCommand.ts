import { type Story, storyOf } from '../report/story.js';
import { type KeptRun, readRun } from '../run/keptRun.js';
import { type Standing, standingOf } from '../run/standing.js';
import { isAlive } from '../work/machine.js';
import { numberOf } from './budget.js';
import { type Figures, figuresOf, idsIn, runsDirOf } from './keptRuns.js';
import { dollars, printTable, short } from './table.js';
import { colorsFor, oneLine, print, printJson, tell } from './terminal.js';

export interface RunsOptions {
  out?: string;
  limit: string;
  json?: boolean;
}

interface Row extends Figures, Pick<Story, 'goal' | 'startedAt'>, Standing {
  run: KeptRun;
}

/** What was run here, and what became of it, also of runs that were killed. */
export async function runRuns(options: RunsOptions): Promise<void> {
  const limit = numberOf('--limit', options.limit, 'a whole number, for example 20', true) ?? Number.POSITIVE_INFINITY;
  const runsDir = await runsDirOf(options.out);
  const ids = await idsIn(runsDir);
  const rows: Row[] = [];
  for (const id of ids.slice(0, limit)) {
    const run = await readRun(runsDir, id, isAlive);
    if (run) rows.push(rowOf(run));
  }
  if (options.json) return printJson({ runs_dir: runsDir, total: ids.length, runs: rows.map(asJson) });
  if (rows.length === 0) return print(`there are no runs in ${oneLine(runsDir)}`);
  await table(rows);
  if (rows.length < ids.length) tell(`${ids.length - rows.length} more; --limit shows them`);
}

function rowOf(run: KeptRun): Row {
  const story = storyOf(run.events);
  const { goal, startedAt } = story;
  return { run, goal, startedAt, ...standingOf(run), ...figuresOf(story, run.result) };
}

function asJson({ run, goal, startedAt, state, words, turns, tokens, costUsd }: Row) {
  return {
    task_id: run.taskId,
    started_at: startedAt,
    goal,
    status: state,
    words,
    turns,
    tokens,
    cost_usd: costUsd,
    problems: run.problems,
    folder: run.folder,
  };
}

const GOAL_WIDTH = 48;
const WORDS_WIDTH = 60;

async function table(rows: readonly Row[]): Promise<void> {
  const color = await colorsFor('stdout');
  const columns = [
    { title: 'ID' },
    { title: 'started' },
    { title: 'status' },
    { title: 'turns', isRight: true },
    { title: 'cost', isRight: true },
    { title: 'goal' },
  ];
  const cells = rows.map(({ run, startedAt, state, words, turns, costUsd, goal }) => [
    run.taskId,
    oneLine(startedAt.slice(0, 19).replace('T', ' ')),
    statusWords(state, words),
    String(turns),
    dollars(costUsd),
    short(oneLine(goal), GOAL_WIDTH),
  ]);
  printTable(columns, cells, (cell, column, row) => {
    if (row < 0) return color.dim(cell);
    return column === 2 ? paintState(rows[row]?.state, cell, color) : cell;
  });
}

/** The state alone where the rest says no more. */
function statusWords(state: Standing['state'], words: string): string {
  const isPlain = state === 'completed' || state === 'failed' || state === 'rejected';
  return short(oneLine(isPlain && words === state ? state : isPlain ? `${state}: ${words}` : words), WORDS_WIDTH);
}

export function paintState(
  state: Standing['state'] | undefined,
  text: string,
  color: Awaited<ReturnType<typeof colorsFor>>,
): string {
  switch (state) {
    case 'completed':
      return color.green(text);
    case 'running':
      return color.cyan(text);
    case 'interrupted':
    case 'killed':
      return color.yellow(text);
    case 'failed':
    case 'rejected':
    case 'unknown':
      return color.red(text);
    case undefined:
      return text;
  }
}
