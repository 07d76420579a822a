import type { Snapshot } from '../contracts/generated.js';
import { decodePng, encodePng } from '../page/png.js';
import { scaleDown } from '../page/scale.js';
import { escaped } from './html.js';
import type { Approval, Call } from './story.js';

/** A look of the run: what it listed, and its picture. */
export interface Look {
  snapshot: Pick<Snapshot, 'snapshot_id' | 'elements' | 'viewport' | 'page'>;
  png: Uint8Array | null;
}

export type Mark = 'ok' | 'bad' | 'ask' | '';

export function markHtml(text: string, mark: Mark): string {
  return text === '' ? '' : `<span class="mark ${mark}">${escaped(text)}</span>`;
}

export function factsHtml(facts: [string, string][]): string {
  const told = facts.filter(([, value]) => value !== '');
  if (told.length === 0) return '';
  return `<dl>${told.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;
}

export function tilesHtml(tiles: [string, string][]): string {
  const told = tiles.filter(([, value]) => value !== '');
  return `<section class="tiles">${told
    .map(([name, value]) => `<div class="tile"><b>${escaped(value)}</b><span>${escaped(name)}</span></div>`)
    .join('')}</section>`;
}

export function listHtml(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
}

export function approvalHtml({ reason, target, answer, isApproved, waited }: Approval): string {
  const mark = isApproved ? markHtml('approved', 'ok') : markHtml('not approved', 'bad');
  const time = waited.to > waited.from ? ` after ${seconds(waited.to - waited.from)}` : '';
  return `<div class="question">${markHtml('asked', 'ask')} ${escaped(reason)}${
    target === '' ? '<br>' : `<code>${escaped(target)}</code>`
  }${mark} ${escaped(answer)}${time}</div>`;
}

const PICTURE_WIDTH = 960;

/** The picture that the decision was made on, with the element that was meant. Drawn anew, so that it is only a picture. */
export function pictureHtml({ snapshot, png }: Look, ref: string): string {
  const picture = png && redrawn(png);
  if (!picture) return '';
  const { width, height } = snapshot.viewport;
  const box = ref === '' ? undefined : snapshot.elements.find((element) => element.ref === ref)?.bbox;
  const place =
    box &&
    `x="${number(box.x - 4)}" y="${number(box.y - 4)}" width="${number(box.width + 8)}" height="${number(box.height + 8)}"`;
  // White around it, so that it stands out from any page.
  const outline = place
    ? `<rect ${place} fill="none" stroke="#ffffff" stroke-width="9" rx="6"/><rect ${place} fill="none" stroke="#d6177f" stroke-width="4" rx="6"/>`
    : '';
  return `<svg class="shot" viewBox="0 0 ${number(width)} ${number(height)}" role="img" aria-label="screenshot"><image href="data:image/png;base64,${picture}" width="${number(width)}" height="${number(height)}"/>${outline}</svg>`;
}

function redrawn(png: Uint8Array): string | null {
  try {
    return Buffer.from(encodePng(scaleDown(decodePng(png), PICTURE_WIDTH))).toString('base64');
  } catch {
    // Half a picture, of a run that was killed while it was written: the report is worth reading without it.
    return null;
  }
}

export function number(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 10) / 10) : '0';
}

export function tokensOf(calls: readonly Call[], key: 'input' | 'output'): number {
  return calls.reduce((sum, call) => sum + call[key], 0);
}

export function costOf(calls: readonly Call[]): string {
  return `$${calls.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0).toFixed(4)}`;
}

export function callsLine(calls: readonly Call[]): string {
  if (calls.length === 0) return '';
  const models = [...new Set(calls.map(({ model }) => model))].join(', ');
  const count = (key: 'input' | 'output'): string => tokensOf(calls, key).toLocaleString('en-US');
  return `${models}: ${count('input')} tokens in, ${count('output')} out, ${costOf(calls)}`;
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** What was done, without the name of the tool that did it. */
export function verbOf(tool: string): string {
  return tool === '' ? 'the model' : tool.replace(/^browser_/, '').replaceAll('_', ' ');
}
