import type { Snapshot, TaskEventLine, TaskResultV1 } from '../contracts/generated.js';
import { decodePng, encodePng, scaleDown } from '../page/png.js';
import { escaped, page } from './html.js';
import { type Approval, type Call, type Chapter, storyOf } from './story.js';

/** A look of the run: what it listed, and its picture. */
export interface Look {
  snapshot: Pick<Snapshot, 'snapshot_id' | 'elements' | 'viewport' | 'page'>;
  png: Uint8Array | null;
}

export interface ReportInput {
  events: readonly TaskEventLine[];
  /** Null when the run left none. */
  result: TaskResultV1 | null;
  looks: readonly Look[];
  /** What is wrong with the files it was made from. */
  problems: readonly string[];
}

const PICTURE_WIDTH = 960;

/** The whole run as one HTML file that needs nothing else. */
export function renderReport({ events, result, looks, problems }: ReportInput): string {
  const story = storyOf(events);
  const find = (id: string): Look | undefined => looks.find(({ snapshot }) => snapshot.snapshot_id === id);
  const chapters = story.chapters.map((chapter) => chapterHtml(chapter, find(chapter.snapshotId)));
  const last = looks.at(-1);
  const body = [
    `<h1>${escaped(story.goal || story.taskId)}</h1>`,
    `<p class="lead">${escaped(story.taskId)} &middot; ${escaped(story.startedAt)} &middot; from ${escaped(story.startUrl)}</p>`,
    ...problems.map((problem) => `<p class="card bad">${escaped(problem)}</p>`),
    endHtml(result, story.end, story.chapters),
    ...chapters,
    ...(last
      ? [
          `<section class="card"><h2>At the end</h2>${factsHtml([['page', last.snapshot.page.url]])}${pictureHtml(last, '')}</section>`,
        ]
      : []),
  ];
  return page(`${story.taskId}: ${result?.status ?? 'no result'}`, body.join('\n'));
}

function endHtml(result: TaskResultV1 | null, end: string, chapters: readonly Chapter[]): string {
  const calls = chapters.flatMap((chapter) => chapter.calls);
  const approvals = chapters.flatMap((chapter) => chapter.approvals);
  const approved = approvals.filter(({ isApproved }) => isApproved).length;
  const mark = result?.status === 'completed' ? 'ok' : 'bad';
  return `<section class="card"><header><h2>Outcome</h2><span class="mark ${mark}">${escaped(result?.status ?? 'no result')}</span></header>${factsHtml(
    [
      ['reason', result?.reason ?? end],
      ['verified', result ? (result.verified ? 'yes' : 'no') : ''],
      ['failure', result?.failure ? `${result.failure.error_code}: ${result.failure.message}` : ''],
      ['ended at', result?.final_url ?? ''],
      ['time', result ? seconds(result.duration_ms) : ''],
      ['turns', result?.turns === undefined ? '' : String(result.turns)],
      ['asked', approvals.length === 0 ? 'nothing had to be approved' : `${approvals.length}, approved ${approved}`],
      ['model', callsLine(calls)],
    ],
  )}</section>`;
}

function chapterHtml(chapter: Chapter, look: Look | undefined): string {
  const { id, tool, target, status, durationMs, error, failure, verification, url, notes } = chapter;
  const outcome = verification?.outcome ?? (status === 'begun' ? 'outcome unknown' : status === 'none' ? '' : status);
  const mark = status === 'ok' ? 'ok' : status === 'none' ? '' : 'bad';
  const { ref: _, ...args } = chapter.args;
  return `<section class="card"><header><h2>${escaped(id)}. ${escaped([tool, target].filter((part) => part !== '').join(' ') || 'the model')}</h2>${
    outcome === '' ? '' : `<span class="mark ${mark}">${escaped(outcome)}</span>`
  }<span class="time">${durationMs > 0 ? seconds(durationMs) : ''}</span></header>${factsHtml([
    ['page', url],
    ['called with', Object.keys(args).length > 0 ? JSON.stringify(args) : ''],
    [
      'error',
      [error, verification?.reason, failure].filter((part, at, all) => part && all.indexOf(part) === at).join(': '),
    ],
    ['confidence', verification?.confidence === undefined ? '' : String(verification.confidence)],
    ['model', callsLine(chapter.calls)],
  ])}${listHtml([...(verification?.observations ?? []), ...notes])}${chapter.approvals.map(approvalHtml).join('')}${
    look ? pictureHtml(look, chapter.ref) : ''
  }</section>`;
}

function approvalHtml({ reason, target, answer, isApproved }: Approval): string {
  const mark = isApproved ? '<span class="mark ok">approved</span>' : '<span class="mark bad">not approved</span>';
  return `<div class="question"><span class="mark ask">asked</span> ${escaped(reason)}${
    target === '' ? '' : `<br><code>${escaped(target)}</code>`
  }<br>${mark} ${escaped(answer)}</div>`;
}

/** The picture that the decision was made on, with the element that was meant. Drawn anew, so that it is only a picture. */
function pictureHtml({ snapshot, png }: Look, ref: string): string {
  const picture = png && redrawn(png);
  if (!picture) return '';
  const { width, height } = snapshot.viewport;
  const box = ref === '' ? undefined : snapshot.elements.find((element) => element.ref === ref)?.bbox;
  const outline = box
    ? `<rect x="${number(box.x - 3)}" y="${number(box.y - 3)}" width="${number(box.width + 6)}" height="${number(box.height + 6)}" fill="none" stroke="#e0218a" stroke-width="4" rx="4"/>`
    : '';
  return `<svg viewBox="0 0 ${number(width)} ${number(height)}" role="img" aria-label="screenshot"><image href="data:image/png;base64,${picture}" width="${number(width)}" height="${number(height)}"/>${outline}</svg>`;
}

function redrawn(png: Uint8Array): string | null {
  try {
    return Buffer.from(encodePng(scaleDown(decodePng(png), PICTURE_WIDTH))).toString('base64');
  } catch {
    // Half a picture, of a run that was killed while it was written: the report is worth reading without it.
    return null;
  }
}

function number(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 10) / 10) : '0';
}

function factsHtml(facts: [string, string][]): string {
  const told = facts.filter(([, value]) => value !== '');
  if (told.length === 0) return '';
  return `<dl>${told.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;
}

function listHtml(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
}

function callsLine(calls: readonly Call[]): string {
  if (calls.length === 0) return '';
  const total = (key: 'input' | 'output'): number => calls.reduce((sum, call) => sum + call[key], 0);
  const cost = calls.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  const models = [...new Set(calls.map(({ model }) => model))].join(', ');
  return `${models}: ${total('input').toLocaleString('en-US')} tokens in, ${total('output').toLocaleString('en-US')} out, $${cost.toFixed(4)}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
