import { verbOf } from '../report/parts.js';
import { type Chapter, outcomeWords, type Story, storyOf } from '../report/story.js';
import type { KeptRun } from '../run/keptRun.js';
import { standingOf } from '../run/standing.js';
import { costOf, figuresOf, findRun, runsDirOf } from './keptRuns.js';
import { paintState } from './runsCommand.js';
import { dollars, duration, printTable, short } from './table.js';
import { colorsFor, oneLine, print, printJson, wrap } from './terminal.js';

export async function runShow(id: string, options: { out?: string; json?: boolean }): Promise<void> {
  const run = await findRun(await runsDirOf(options.out), id);
  const { state, words } = standingOf(run);
  const { taskId, folder, result, events, problems, warnings } = run;
  if (options.json) {
    return printJson({ task_id: taskId, folder, status: state, words, result, events, problems, warnings });
  }
  const story = storyOf(events);
  const color = await colorsFor('stdout');
  const said = words === state ? '' : `: ${oneLine(words)}`;
  print(`${color.bold(taskId)}  ${paintState(state, state, color)}${said}`);
  for (const [label, text] of factsOf(run, story)) row(label, text);
  for (const problem of problems) print(`  ${color.red('problem')}     ${oneLine(problem)}`);
  for (const warning of warnings) print(`  ${color.yellow('warning')}     ${oneLine(warning)}`);
  print();
  steps(story.chapters);
  print();
  print(`  ${oneLine(folder)}`);
}

function factsOf({ result, events }: KeptRun, story: Story): [string, string][] {
  const { turns, tokens, costUsd } = figuresOf(story, result);
  const approvals = story.chapters.flatMap((chapter) => chapter.approvals);
  const approved = approvals.filter(({ isApproved }) => isApproved).length;
  const models = [...new Set(story.chapters.flatMap(({ calls }) => calls.map(({ model }) => model)))].join(', ');
  const { versions } = events[0]?.payload ?? {};
  const made = versions && `agent ${versions.agent}, node ${versions.node}, browser ${versions.browser}`;
  const facts: [string, string][] = [
    ['goal', story.goal],
    ['started', `${story.startedAt}${result ? `, took ${duration(result.duration_ms)}` : ''}`],
    ['from', story.startUrl],
    ['ended at', result?.final_url ?? ''],
    ['failure', result?.failure ? `${result.failure.error_code}: ${result.failure.message}` : ''],
    ['asked', approvals.length === 0 ? 'nothing had to be approved' : `${approvals.length}, approved ${approved}`],
    [
      'model',
      [models, `${turns} turns`, `${tokens.toLocaleString('en-US')} tokens`, dollars(costUsd)]
        .filter(Boolean)
        .join(', '),
    ],
    ['made by', made ?? ''],
  ];
  return facts.filter(([, text]) => text !== '');
}

function row(label: string, text: string): void {
  const indent = `  ${label.padEnd(11)} `;
  print(`${indent}${wrap(oneLine(text), ' '.repeat(indent.length))}`);
}

const WHAT_WIDTH = 60;

function steps(chapters: readonly Chapter[]): void {
  const columns = [
    { title: 'step', isRight: true },
    { title: 'what' },
    { title: 'outcome' },
    { title: 'time', isRight: true },
    { title: 'tokens', isRight: true },
    { title: 'cost', isRight: true },
    { title: 'approval' },
  ];
  printTable(columns, chapters.map(cellsOf));
}

function cellsOf(chapter: Chapter): string[] {
  const { id, tool, target, url, durationMs, calls, approvals, error } = chapter;
  const tokens = calls.reduce((sum, { input, output }) => sum + input + output, 0);
  const what = [verbOf(tool), target || (tool === 'navigate' ? url : '')].filter(Boolean).join(' ');
  return [
    oneLine(id),
    short(oneLine(what), WHAT_WIDTH),
    oneLine([outcomeWords(chapter), error].filter(Boolean).join(', ')),
    duration(durationMs),
    tokens === 0 ? '' : tokens.toLocaleString('en-US'),
    dollars(costOf(calls)),
    oneLine(
      approvals.map(({ isApproved, answer }) => (isApproved ? answer || 'approved' : `no: ${answer}`)).join('; '),
    ),
  ];
}
