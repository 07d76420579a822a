import type { TaskEventLine, TaskResultV1 } from '../contracts/generated.js';
import { escaped, page } from './html.js';
import {
  approvalHtml,
  callsLine,
  costOf,
  factsHtml,
  type Look,
  listHtml,
  type Mark,
  markHtml,
  pictureHtml,
  seconds,
  tilesHtml,
  tokensOf,
  verbOf,
} from './parts.js';
import { type Chapter, outcomeWords, type Story, storyOf } from './story.js';
import { timelineHtml } from './timeline.js';

export interface ReportInput {
  events: readonly TaskEventLine[];
  /** Null when the run left none. */
  result: TaskResultV1 | null;
  looks: readonly Look[];
  /** What became of it, also of a run that left no result. */
  standing: { state: string; words: string };
  /** What is wrong with the files it was made from. */
  problems: readonly string[];
}

/** The whole run as one HTML file that needs nothing else. */
export function renderReport({ events, result, looks, standing, problems }: ReportInput): string {
  const story = storyOf(events);
  const find = (id: string): Look | undefined => looks.find(({ snapshot }) => snapshot.snapshot_id === id);
  const last = looks.at(-1);
  const { state } = standing;
  const mark: Mark = state === 'completed' ? 'ok' : state === 'running' ? 'ask' : 'bad';
  const body = [
    markHtml(state, mark),
    `<h1>${escaped(story.goal || story.taskId)}</h1>`,
    `<p class="lead">${escaped(story.taskId)} &middot; ${escaped(story.startedAt)} &middot; from ${escaped(story.startUrl)}</p>`,
    ...problems.map((problem) => `<p class="card trouble">${escaped(problem)}</p>`),
    figuresHtml(story, result),
    endHtml(result, standing.words, story, events[0]),
    timelineHtml(story.chapters),
    ...story.chapters.map((chapter) => chapterHtml(chapter, find(chapter.snapshotId))),
    ...(last ? [atTheEndHtml(last)] : []),
  ];
  return page(`${story.taskId}: ${state}`, body.join('\n'));
}

function figuresHtml({ chapters }: Story, result: TaskResultV1 | null): string {
  const calls = chapters.flatMap((chapter) => chapter.calls);
  const approvals = chapters.flatMap((chapter) => chapter.approvals);
  const approved = approvals.filter(({ isApproved }) => isApproved).length;
  const end = Math.max(0, ...chapters.map(({ span }) => span.to));
  const tokens = tokensOf(calls, 'input') + tokensOf(calls, 'output');
  return tilesHtml([
    ['time', seconds(result?.duration_ms ?? end)],
    ['turns', String(result?.turns ?? chapters.filter(({ id }) => id !== '0').length)],
    ['approved', `${approved} of ${approvals.length}`],
    ['tokens', tokens.toLocaleString('en-US')],
    ['cost', costOf(calls)],
  ]);
}

function endHtml(
  result: TaskResultV1 | null,
  words: string,
  { chapters, startUrl }: Story,
  first: TaskEventLine | undefined,
): string {
  const { versions, warnings = [] } = first?.payload ?? {};
  const facts: [string, string][] = [
    ['reason', words],
    ['verified', result ? (result.verified ? 'yes' : 'no') : 'no result was written'],
    ['failure', result?.failure ? `${result.failure.error_code}: ${result.failure.message}` : ''],
    ['began at', startUrl],
    ['ended at', result?.final_url ?? ''],
    ['model', callsLine(chapters.flatMap(({ calls }) => calls))],
    ['carried out by', versions ? `agent ${versions.agent}, node ${versions.node}, browser ${versions.browser}` : ''],
    ['rules', first?.payload.policy_hash ?? ''],
  ];
  return `<section class="card"><header><h2>Outcome</h2></header>${factsHtml(facts)}${listHtml(warnings)}</section>`;
}

function chapterHtml(chapter: Chapter, look: Look | undefined): string {
  const { id, tool, target, status, span, error, failure, verification, url, notes, calls } = chapter;
  const mark: Mark = status === 'ok' ? 'ok' : status === 'none' ? '' : 'bad';
  const { ref: _, ...args } = chapter.args;
  const facts: [string, string][] = [
    ['page', url],
    ['called with', Object.keys(args).length > 0 ? JSON.stringify(args) : ''],
    [
      'error',
      [error, verification?.reason, failure].filter((part, at, all) => part && all.indexOf(part) === at).join(': '),
    ],
    ['confidence', verification?.confidence === undefined ? '' : String(verification.confidence)],
    ['model', callsLine(calls)],
  ];
  return `<section class="card"><header><span class="number">${escaped(id)}</span><h2><span class="verb">${escaped(verbOf(tool))}</span> ${escaped(target)}</h2>${markHtml(
    outcomeWords(chapter),
    mark,
  )}<span class="time">${seconds(span.to - span.from)}</span></header>${factsHtml(facts)}${listHtml([
    ...(verification?.observations ?? []),
    ...notes,
  ])}${chapter.approvals.map(approvalHtml).join('')}${look ? pictureHtml(look, chapter.ref) : ''}</section>`;
}

function atTheEndHtml(look: Look): string {
  const { url, title } = look.snapshot.page;
  return `<section class="card"><header><h2>At the end</h2></header>${factsHtml([
    ['page', url],
    ['title', title],
  ])}${pictureHtml(look, '')}</section>`;
}
