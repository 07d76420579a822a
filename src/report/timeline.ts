import { escaped } from './html.js';
import { number, seconds, verbOf } from './parts.js';
import type { Chapter, Span } from './story.js';

const WIDTH = 940;
const LABELS = 270;
const ROW = 24;
const BAR = 12;

/** Where the time went: a row for each step, the waits for a human told apart from the acts. */
export function timelineHtml(chapters: readonly Chapter[]): string {
  const end = Math.max(0, ...chapters.map(({ span }) => span.to));
  if (end === 0) return '';
  const scale = (WIDTH - LABELS - 60) / end;
  const height = chapters.length * ROW + 4;
  const bar = ({ from, to }: Span, row: number, color: string): string =>
    `<rect x="${number(LABELS + from * scale)}" y="${row * ROW + 6}" width="${number(Math.max(2, (to - from) * scale))}" height="${BAR}" rx="3" fill="${color}"/>`;
  const rows = chapters.map((chapter, row) => {
    const { id, tool, target, span, acted, approvals } = chapter;
    const label = [...`${id}  ${verbOf(tool)} ${target}`];
    const cut = label.length > 38 ? `${label.slice(0, 37).join('')}…` : label.join('');
    return [
      `<text x="0" y="${row * ROW + 16}">${escaped(cut)}</text>`,
      bar(span, row, '#c9cfde'),
      ...(acted ? [bar(acted, row, '#4a67d6')] : []),
      ...approvals.map(({ waited }) => bar(waited, row, '#f0b429')),
      `<text x="${number(LABELS + span.to * scale + 8)}" y="${row * ROW + 16}">${seconds(span.to - span.from)}</text>`,
    ].join('');
  });
  return `<section class="card"><h2>Timeline</h2><svg class="line" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="timeline">${rows.join('')}</svg><p class="legend"><i></i>looking and thinking<i class="acts"></i>acting and verifying<i class="waits"></i>waiting for the human</p></section>`;
}
