import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickCommand, TaskCommandV1 } from '../../src/contracts/generated.js';
import { healedText } from '../../src/replay/healed.js';
import { commandsFrom } from '../../src/replay/replay.js';
import { GENERIC } from '../../src/services/generic.js';
import { startNetflixSite } from '../../src/site/netflix.js';
import { startTestBrowser } from '../support/eyes.js';
import { NO, recordNetflix, replayIn, YES } from '../support/replaying.js';
import { type Site, serve } from '../support/site.js';

const LIMITS = { targetMs: 500, primaryMs: 150 };

let browser: Browser;
let site: Site;
let sent: string[] = [];
const PAGES: Record<string, string> = {
  '/form': `<title>The form</title><h1>Form</h1><p id="empty" style="height: 20px"></p><p class="twin">one</p><p class="twin">two</p>
<form method="post" action="/next"><label>Name <input id="name"></label>
<label>Country <select id="country"><option value="fr">France</option><option value="de">Germany</option></select></label>
<button id="go">Go on</button></form><label>Password <input id="pw" type="password"></label><button id="idle">Idle</button><button id="off" disabled>Off</button>
<p id="late"></p><script>setTimeout(() => { document.querySelector('#late').textContent = '  come  at last '; }, 100)</script>`,
  '/unsaid': `<title>Unsaid</title><button id="go" onclick="fetch('/account/delete', { method: 'POST' }).then(() => { location.href = '/sent' })">Overview</button>`,
  '/sent': '<title>Sent</title><h1>It was sent</h1>',
  '/wait':
    '<title>Wait</title><button id="go" onclick="setTimeout(() => { location.href = \'/sent\' }, 200)">Go on</button>',
};
beforeAll(async () => {
  browser = await startTestBrowser();
  site = await serve((request, response) => {
    if (request.method === 'POST') {
      sent.push(request.url ?? '');
      response.writeHead(303, { location: '/sent' });
      return response.end();
    }
    const html = PAGES[(request.url ?? '').split('?')[0] ?? ''];
    response.writeHead(html ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    return response.end(html ?? 'nothing here');
  });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

type Commands = TaskCommandV1['commands'];
type Unnumbered = { action: string; params: Record<string, unknown> };

function taskOf(path: string, ...rest: Unnumbered[]): TaskCommandV1 {
  const commands = [{ action: 'navigate', params: { url: `${site.url}${path}` } }, ...rest];
  const numbered = commands.map((command, index) => ({ id: String(index + 1), ...command })) as unknown as Commands;
  return { schema_version: 'task_command.v1', task_id: 'task', commands: numbered };
}
const click = (selector: string, rest: Record<string, unknown> = {}): Unnumbered => ({
  action: 'click',
  params: { selector, ...rest },
});
const type = (selector: string, text: string): Unnumbered => ({ action: 'type', params: { selector, text } });
const read = (selector: string): Unnumbered => ({ action: 'get_text', params: { selector } });

async function replay(task: TaskCommandV1, options: Parameters<typeof replayIn>[2] = {}) {
  sent = [];
  return replayIn(browser, task, { service: GENERIC, limits: LIMITS, ...options });
}

describe('replay', () => {
  it('T1 what a click would send unasked is kept back, and the human asked once more about just that', async () => {
    const task = taskOf('/unsaid', click('#go'), { action: 'wait_for_url', params: { contains: '/sent' } });
    const refused = await replay(task, { answers: NO });
    expect([refused.result.status, refused.asked.length, sent]).toEqual(['rejected', 1, []]);
    expect(refused.asked[0]).toMatchObject({ reason: { id: 'request' } });
    const done = await replay(task, { answers: YES });
    expect([done.result.status, sent]).toEqual(['completed', ['/account/delete']]);
  });

  it('004-2 004-3 004-4 004-5 004-6 004-7 004-18 every action, in order, each step on record', async () => {
    const task = taskOf(
      '/form',
      { action: 'get_title', params: {} },
      read('#late'),
      type('#name', 'Ada'),
      type('#country', 'Germany'),
      click('role=button[name="Go on"]'),
      { action: 'wait_for_url', params: { contains: '/sent' } },
      read('h1'),
    );
    const { result, exitCode, events } = await replay({ ...task, success: { heading_contains: 'was sent' } });
    expect(result).toMatchObject({ status: 'completed', success: true, verified: true, usage: { llm_calls: 0 } });
    expect(exitCode).toBe(0);
    expect(result.steps.map(({ command_id, status }) => [command_id, status])).toEqual(
      task.commands.map(({ id }) => [id, 'ok']),
    );
    expect(result.steps.map((step) => step.result)).toEqual([
      ...[undefined, 'The form', 'come at last', undefined, undefined, undefined, undefined],
      'It was sent',
    ]);
    expect(sent).toEqual(['/next']);
    for (const { id } of task.commands) {
      const own = events.filter(({ payload }) => payload.command_id === id).map(({ event_type }) => event_type);
      expect(own).toEqual(['step_started', 'step_finished']);
    }
    expect(events.at(-1)).toMatchObject({ event_type: 'task_completed' });
  });

  it.each([
    ['004-25 T004-2 nothing fits', click('#gone'), 'selector_not_found', 'SEL_NOT_FOUND', 1],
    ['004-26 two fit', click('.twin'), 'selector_ambiguous', 'SEL_AMBIGUOUS', 1],
    ['004-27 it is disabled', click('#off'), 'interaction_failed', 'ELEMENT_DISABLED', 1],
    ['004-27 it does nothing', click('#idle'), 'interaction_failed', 'ACT_NO_DOM_CHANGE', 1],
    ['004-27 it says nothing', read('#empty'), 'interaction_failed', 'ACT_COMMAND_FAILED', 1],
    [
      '004-28 the address does not come',
      { action: 'wait_for_url', params: { contains: '/sent' } },
      'timeout',
      'TIMEOUT_OPERATION',
      1,
    ],
    [
      '004-24 T004-1 the page does not open',
      { action: 'navigate', params: { url: 'http://127.0.0.1:1/' } },
      'navigation_validation',
      'NAV_FAILED',
      1,
    ],
  ])('004-19 T004-7 %s: a typed failure, and nothing is done', async (_, command, error_class, error_code, code) => {
    const { result, exitCode } = await replay(taskOf('/form', command, click('#go')));
    expect(result).toMatchObject({
      status: 'failed',
      success: false,
      failure: { error_class, error_code, step_id: '2' },
    });
    expect(result.steps.at(-1)).toMatchObject({ command_id: '2', status: 'failed' });
    expect(exitCode).toBe(code);
    expect(sent).toEqual([]);
  });

  it('what was recorded has to be so: role, name, number and where it leads, and the difference is told', async () => {
    const was = { role: 'button', name: 'Go on', count: 1, leads_to: `POST ${site.url}/next` };
    for (const [recorded, words] of [
      [{ ...was, name: 'Save' }, 'was button "Save", is button "Go on"'],
      [{ ...was, count: 3 }, 'there were 3 button "Go on", now there is 1'],
      [{ ...was, leads_to: `POST ${site.url}/delete` }, 'led to'],
      [{ ...was, frame: `${site.url}/frame` }, 'stood in the frame'],
    ] as const) {
      const { result } = await replay(taskOf('/form', click('#go', { recorded })));
      expect(result.failure).toMatchObject({ error_code: 'SEL_CHANGED' });
      expect(result.failure?.message).toContain(words);
      expect(sent).toEqual([]);
    }
    expect((await replay(taskOf('/form', click('#go', { recorded: was })))).result.status).toBe('completed');
  });

  it('004-11 004-12 fallbacks count only with --allow-fallback, in order, the first that finds one alone', async () => {
    const task = taskOf('/form', click('#gone', { fallback_selectors: ['.twin', '#go', '#idle'] }));
    expect((await replay(task)).result.failure?.error_code).toBe('SEL_NOT_FOUND');
    const { result, events, healed } = await replay(task, { allowFallback: true });
    expect(result.steps[1]).toMatchObject({
      status: 'ok',
      drift: { by: 'fallback_selector', expected: { selector: '#gone' }, found: { selector: '#go', name: 'Go on' } },
    });
    expect(sent).toEqual(['/next']);
    expect(events.find(({ payload }) => payload.drift)).toMatchObject({ event_type: 'step_finished' });
    const text = JSON.stringify(task, null, 3);
    expect(healedText(text, task, healed)).toBe(text.replace('"selector": "#gone"', '"selector": "#go"'));
  });

  it('T004-9 a fallback that fits several is passed over, and when none is left nothing is done', async () => {
    const task = taskOf('/form', click('#gone', { fallback_selectors: ['button', '.twin'] }));
    const { result } = await replay(task, { allowFallback: true });
    expect(result.failure).toMatchObject({ error_code: 'SEL_NOT_FOUND', error_class: 'selector_not_found' });
    expect(sent).toEqual([]);
  });

  it('D4 a target that was found otherwise is asked about when it was gated, with the words for it', async () => {
    const recorded = { role: 'button', name: 'Go on', count: 1, gated: true };
    const task = taskOf('/form', click('#gone', { fallback_selectors: ['#go'], recorded }));
    const { result, asked, exitCode } = await replay(task, { allowFallback: true, answers: NO });
    expect(asked).toMatchObject([{ kind: 'act', reason: { id: 'recorded' }, act: { node: { name: 'Go on' } } }]);
    expect(asked[0]?.kind === 'act' && asked[0].reason.words).toContain('nothing on the page fits #gone');
    expect(result).toMatchObject({ status: 'rejected', failure: { error_code: 'CAP_HUMAN_REJECTED' } });
    expect(exitCode).toBe(3);
    expect(sent).toEqual([]);
    await replay(task, { allowFallback: true, answers: YES });
    expect(sent).toEqual(['/next']);
  });

  it('what must be so at the end decides: no success without it, whatever the steps did', async () => {
    const task = { ...taskOf('/form', click('#go')), success: { heading_contains: 'cancelled' } };
    const { result, exitCode } = await replay(task);
    expect(result).toMatchObject({ status: 'failed', verified: false, failure: { error_code: 'TASK_UNVERIFIED' } });
    expect(result.failure?.message).toContain('"cancelled"');
    expect(exitCode).toBe(1);
  });

  it('a value stands for its name only where it is typed: in no event, no result', async () => {
    const task = taskOf('/form', type('#pw', '{{var:password}}'), type('#name', 'Ada'));
    const values = new Map([['password', 'canary-4711']]);
    const { result, events } = await replay(task, { values });
    expect(result.status).toBe('completed');
    expect(JSON.stringify([result, events])).not.toContain('canary-4711');
    expect(JSON.stringify(events)).toContain('{{var:password}}');
  });

  it('T004-6 from a step on, the last navigate before it comes first', async () => {
    const task = taskOf(
      '/wait',
      { action: 'navigate', params: { url: `${site.url}/form` } },
      click('#idle'),
      click('#go'),
    );
    const { result } = await replay(task, { fromStep: 4 });
    expect(result.steps.map(({ command_id }) => command_id)).toEqual(['2', '4']);
    expect(sent).toEqual(['/next']);
    expect(commandsFrom(task.commands, 2).map(({ id }) => id)).toEqual(['2', '3', '4']);
  });

  it('F73 what follows late is waited for', async () => {
    const task = taskOf('/wait', click('#go'), { action: 'wait_for_url', params: { contains: '/sent' } }, read('h1'));
    expect((await replay(task)).result).toMatchObject({ status: 'completed' });
  });
});

describe('the cancellation, recorded and replayed', () => {
  it.each(['plain', 'confirm', 'shadow'] as const)(
    'CARD-2 F74 %s: the human is asked at the same places, whatever the file says',
    async (variant) => {
      const first = await startNetflixSite({ variant });
      const { task } = await recordNetflix(browser, first.url);
      await first.close();
      const again = await startNetflixSite({ variant, port: Number(new URL(first.url).port) });
      const approved = { ...task, approvals: [{ approved: true }] };
      const gated = task.commands.filter(
        ({ action, params }) => action === 'click' && (params as ClickCommand['params']).recorded?.gated,
      );
      expect(gated).toHaveLength(1);
      try {
        const no = await replayIn(browser, approved, { answers: NO });
        expect(no.result).toMatchObject({ status: 'rejected', failure: { error_class: 'capability_rejected' } });
        expect(again.effects()).toEqual([]);
        const yes = await replayIn(browser, approved);
        expect(yes.result).toMatchObject({ status: 'completed', verified: true });
        expect(yes.asked.length).toBeGreaterThan(0);
        expect(again.effects().map(({ what }) => what)).toEqual(['cancelled']);
      } finally {
        await again.close();
      }
    },
    30_000,
  );
});
