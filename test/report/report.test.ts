import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TaskEventLine } from '../../src/contracts/generated.js';
import { createEvent, createResult } from '../../src/contracts/records.js';
import { decodePng, encodePng } from '../../src/page/png.js';
import type { Look } from '../../src/report/parts.js';
import { renderReport } from '../../src/report/report.js';
import { storyOf } from '../../src/report/story.js';
import type { EventPayload, EventType } from '../../src/run/recorder.js';
import { useSession } from '../support/session.js';
import { serve } from '../support/site.js';

const HOSTILE = `"><script>document.title='owned'</script><img src=x onerror="document.title='owned'"> \u001b[2J \u202etxt`;

function eventsOf(...told: [EventType, EventPayload][]): TaskEventLine[] {
  return told.map(([event_type, payload], index) => {
    const head = { id: index + 1, task_id: 'run-1', event_type, created_at: '2026-11-18T18:25:10.413Z' };
    return createEvent(head, payload);
  });
}

function lookOf(id: string, ref: string): Look {
  const data = new Uint8Array(64 * 40 * 4).fill(200);
  const element = { ref, role: 'button', name: 'Pay', state: [], bbox: { x: 10, y: 20, width: 30, height: 12 } };
  return {
    snapshot: {
      snapshot_id: id,
      elements: [element],
      viewport: { width: 64, height: 40, scroll_x: 0, scroll_y: 0 },
      page: { url: `https://shop.example/${HOSTILE}`, title: HOSTILE },
    },
    png: encodePng({ width: 64, height: 40, data }),
  };
}

const EVENTS = eventsOf(
  ['task_started', { task_id: 'run-1', url: 'https://shop.example', message: `buy ${HOSTILE}` }],
  ['step_started', { command_id: '0', tool: 'navigate', url: 'https://shop.example' }],
  ['step_finished', { command_id: '0', tool: 'navigate', status: 'ok', duration_ms: 160 }],
  [
    'llm_call',
    { command_id: '1', model: 'claude', usage: { input_tokens: 1200, output_tokens: 30 }, cost_usd: 0.0042 },
  ],
  ['checkpoint_requested', { command_id: '1', target: `button "Pay"`, message: `pay: ${HOSTILE}` }],
  ['checkpoint_resolved', { command_id: '1', status: 'ok', message: 'approved (terminal)' }],
  [
    'step_started',
    { command_id: '1', tool: 'browser_click', target: 'button "Pay"', args: { ref: '@e0' }, snapshot_id: 'look-1' },
  ],
  [
    'step_finished',
    {
      command_id: '1',
      tool: 'browser_click',
      status: 'ok',
      duration_ms: 1_360,
      verification: { outcome: 'verified', observations: [`appeared: ${HOSTILE}`], confidence: 0.95 },
    },
  ],
  ['step_started', { command_id: '2', tool: 'browser_click', target: 'button "Next"' }],
);
const FAILED = { state: 'failed', words: HOSTILE };
const RESULT = createResult({
  task_id: 'run-1',
  success: false,
  reason: HOSTILE,
  duration_ms: 2_000,
  steps: [],
  final_url: 'https://shop.example/done',
});

describe('the report', () => {
  const on = useSession();

  it('tells what happened turn by turn; an intent without an outcome is told as unknown', () => {
    const { chapters, goal } = storyOf(EVENTS);
    expect(goal).toContain('buy');
    expect(chapters.map(({ id, tool, status }) => [id, tool, status])).toEqual([
      ['0', 'navigate', 'ok'],
      ['1', 'browser_click', 'ok'],
      ['2', 'browser_click', 'begun'],
    ]);
    expect(chapters[1]).toMatchObject({
      approvals: [{ isApproved: true, answer: 'approved (terminal)' }],
      calls: [{ input: 1200, output: 30, costUsd: 0.0042 }],
      verification: { confidence: 0.95 },
    });
  });

  it('T19 is one file without a script or anything from elsewhere, and what a page said is text in it', async () => {
    const html = renderReport({
      events: EVENTS,
      result: RESULT,
      standing: FAILED,
      looks: [lookOf('look-1', '@e0')],
      problems: [HOSTILE],
    });
    const asked: string[] = [];
    const site = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(html);
    });
    try {
      const session = await on.at(site.url);
      const page = session.eyes().page;
      expect(await page.title()).toBe('run-1: failed');
      expect(asked.filter((url) => url !== '/favicon.ico')).toEqual(['/']);
      const found = await page.evaluate(() => ({
        scripts: document.querySelectorAll('script, iframe, link, a, form, [onerror], [onclick]').length,
        images: [...document.querySelectorAll('image')].map((image) => image.getAttribute('href')?.slice(0, 22)),
        policy: document.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '',
        outline: document.querySelector('image ~ rect:last-child')?.getAttribute('stroke'),
        text: document.body.innerText,
        background: getComputedStyle(document.querySelector('.card') as Element).backgroundColor,
      }));
      expect(found).toMatchObject({
        scripts: 0,
        images: ['data:image/png;base64,', 'data:image/png;base64,'],
        outline: '#d6177f',
        // The style is applied although the policy allows no other one.
        background: expect.stringMatching(/^rgb\(2\d\d, /),
      });
      expect(found.policy).toContain("default-src 'none'");
      for (const part of [
        'outcome unknown',
        'verified',
        'approved (terminal)',
        '1,200 tokens in',
        '$0.0042',
        '<script>',
      ]) {
        expect(found.text).toContain(part);
      }
      expect(html).not.toContain('\u001b');
      expect(html).not.toContain('\u202e');
    } finally {
      await site.close();
    }
  });

  it('a picture that is no picture, or half of one, is left out', () => {
    const look = lookOf('look-1', '@e0');
    const whole = look.png ?? new Uint8Array();
    expect(decodePng(whole).width).toBe(64);
    for (const png of [whole.slice(0, 40), Buffer.from('<svg onload=alert(1)>'), null]) {
      const standing = { state: 'unknown', words: 'killed at step 2' };
      const html = renderReport({ events: EVENTS, result: null, looks: [{ ...look, png }], standing, problems: [] });
      expect(html).not.toContain('<image');
      expect(html).toContain('no result was written');
    }
  });

  it('holds nothing that a reader could be led away by', () => {
    const html = renderReport({ events: EVENTS, result: RESULT, looks: [], standing: FAILED, problems: [] });
    expect(html).not.toMatch(/<a |href="http|src="http|@import|url\(/);
    expect(readFileSync(new URL('../../src/report/html.ts', import.meta.url), 'utf8')).not.toContain('unsafe-inline');
  });
});
