import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Action } from '../../src/page/action.js';
import type { Target } from '../../src/resolve/target.js';
import type { StepResult } from '../../src/step/step.js';
import { takeStep } from '../../src/step/takeStep.js';
import { CLICK, useTools } from '../support/session.js';
import { type Site, serve } from '../support/site.js';
import { tap } from '../support/tap.js';
import type { RealBench } from '../support/tools.js';

const { on, at } = useTools();
const PAGE = `<title>start</title><nav><a href="#home">Home</a><button>Sign in</button></nav>
  <form id=applicationForm><h2>Review</h2><label>Email <input name=email></label>
    <button id=submitButton data-testid=submit-application type=button>Submit Application</button>
    <button type=button class=ghost>Save draft</button></form>
  <button style="display:none" id=twin>Publish</button><button>Publish</button>
  <div id=host></div><p class=plain onclick="document.title = 'plain text'">Just text</p>
  <script>host.attachShadow({mode: 'open'}).innerHTML = '<button class=deep>In the shadow</button>';
    addEventListener('click', (e) => { document.title = (e.composedPath()[0].textContent || e.composedPath()[0].name) + ' ' + e.isTrusted; });</script>`;

let site: Site;
beforeAll(async () => {
  site = await serve((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/framed')
      response.end(`<iframe src="${site.foreign}/inner" style="width:400px;height:200px"></iframe>`);
    else
      response.end(
        `<button class=far onclick="document.title = 'hit'; this.textContent = 'Pressed'">In another origin</button>`,
      );
  });
});
afterAll(() => site.close());

function step(bench: RealBench, target: Target, action: Action = CLICK): Promise<StepResult> {
  const shown = bench.context.shown;
  if (!shown) throw new Error('nothing was shown');
  return takeStep(bench.context, { id: '1', tool: 'click', action, target, shown: shown.view, isBound: false });
}
const titleOf = (bench: RealBench): Promise<string> => bench.driver.eyes().page.title();

describe('targets without a snapshot', () => {
  it.each<[string, Target, string]>([
    ['003-14 vaultyId', { by: 'vaultyId', id: 'id:submitButton' }, 'Submit Application true'],
    [
      '003-17 intent',
      {
        by: 'intent',
        role: 'button',
        text: { exact: 'Submit Application' },
        attributes: { dataTestId: 'submit-application' },
      },
      'Submit Application true',
    ],
    [
      '003-18 vaultyId before intent',
      { by: 'vaultyId', id: 'id:submitButton', intent: { text: { exact: 'Save draft' } } },
      'Submit Application true',
    ],
    ['003-19 id', { by: 'id', value: 'submitButton' }, 'Submit Application true'],
    ['003-20 label', { by: 'label', value: 'Email' }, 'email true'],
    ['003-21 text', { by: 'text', value: 'Save draft' }, 'Save draft true'],
    ['003-22 role', { by: 'role', role: 'link' }, 'Home true'],
    ['003-22 role and name', { by: 'role', role: 'button', name: 'Sign in' }, 'Sign in true'],
    ['003-23 css', { by: 'css', value: '.ghost' }, 'Save draft true'],
    ['003-23 css of what nobody would call a control', { by: 'css', value: 'p.plain' }, 'Just text true'],
    ['003-24 xpath', { by: 'xpath', value: "//button[contains(., 'draft')]" }, 'Save draft true'],
    ['003-25 index', { by: 'index', index: 1 }, 'Sign in true'],
    ['003-55 003-56 css into a shadow root', { by: 'css', value: '.deep' }, 'In the shadow true'],
    ['003-56 text in a shadow root', { by: 'text', value: 'In the shadow' }, 'In the shadow true'],
    ['003-26 003-57 a hidden twin loses to the visible one', { by: 'text', value: 'Publish' }, 'Publish true'],
  ])('%s leads to the one element, which is clicked with a trusted click', async (_, target, title) => {
    const bench = await on(PAGE);
    const result = await step(bench, target);
    expect(result).toMatchObject({ success: true, error: null });
    expect(result.trace).toMatchObject({ chosen: expect.any(String), failureReason: null });
    expect(await titleOf(bench)).toBe(title);
  });

  it('into a frame of another origin', async () => {
    const bench = await at(`${site.url}/framed`);
    expect(await step(bench, { by: 'css', value: '.far' })).toMatchObject({ success: true });
    expect(bench.events.at(-1)?.payload.verification?.observations.join('\n')).toContain('Pressed');
  });

  it.each<[string, Target, string, string]>([
    [
      '003-50 nothing comes near',
      { by: 'intent', role: 'button', text: { exact: 'Fly' } },
      'score_below_threshold',
      'SEL_SCORE_BELOW_THRESHOLD',
    ],
    ['two fit', { by: 'css', value: 'form button' }, 'ambiguous', 'SEL_AMBIGUOUS'],
    ['no such id', { by: 'vaultyId', id: 'id:nope' }, 'vaultyId_not_found', 'REF_INVALID'],
    ['a selector finds nothing', { by: 'css', value: '.nope' }, 'legacy_not_found', 'SEL_NOT_FOUND'],
  ])(
    '003-48 003-49 003-51 003-62 %s: nothing is done, the trace says why and is recorded',
    async (_, target, reason, code) => {
      const bench = await on(PAGE);
      const result = await step(bench, target);
      expect(result).toMatchObject({
        success: false,
        trace: {
          failureReason: reason,
          chosen: null,
          candidatesTotal: expect.any(Number),
          topMatches: expect.any(Array),
        },
        failure: { error_code: code },
      });
      expect(bench.events.at(-1)?.payload).toMatchObject({ resolution_trace: result.trace, failure: result.failure });
      expect(await titleOf(bench)).toBe('start');
    },
  );

  it('a selector that is none is told as such', async () => {
    const bench = await on(PAGE);
    for (const target of [
      { by: 'css', value: 'button[' },
      { by: 'xpath', value: '//*[' },
    ] as const) {
      const result = await step(bench, target);
      expect(result).toMatchObject({ success: false });
      expect(result.message).toMatch(/not a valid/i);
    }
  });

  it('003-62 what fails while it is done carries the trace as well', async () => {
    const bench = await on('<button disabled>Off</button><button>Dead</button>');
    expect(await step(bench, { by: 'text', value: 'Dead' })).toMatchObject({
      success: false,
      failure: { error_code: 'ACT_NO_DOM_CHANGE' },
      trace: { chosen: expect.any(String) },
    });
  });

  it('003-54 a page that changed since is looked at anew before anything is resolved', async () => {
    const bench = await on('<button id=a>Old name</button>');
    await bench.driver.eyes().page.evaluate(`a.outerHTML = '<button onclick="document.title = 1">New name</button>'`);
    expect(await step(bench, { by: 'text', value: 'Old name' })).toMatchObject({ success: false });
    expect(await step(bench, { by: 'text', value: 'New name' })).toMatchObject({ success: true });
    expect(await titleOf(bench)).toBe('1');
  });

  it('T003-7 of two elements with the same id, the one that was meant is acted on', async () => {
    const bench = await on(`<button id=dup>First</button><button id=dup>Second</button>
      <script>addEventListener('click', (e) => { document.title = e.target.textContent })</script>`);
    expect(await step(bench, { by: 'vaultyId', id: 'id:dup~1' })).toMatchObject({ success: true });
    expect(await titleOf(bench)).toBe('Second');
  });

  it('T003-12 an element that is hidden now is not taken although its id is known', async () => {
    const bench = await on('<button id=b>Go</button>');
    await bench.driver.eyes().page.evaluate(`b.style.visibility = 'hidden'`);
    expect(await step(bench, { by: 'vaultyId', id: 'id:b' })).toMatchObject({
      success: false,
      trace: { chosen: null },
    });
  });

  it('003-60 the road is the same for every step: observe, registry, resolve, execute, verify, report', async () => {
    const bench = await on('<button onclick="this.textContent = 1">Go</button>');
    const order: string[] = [];
    const untap = [
      tap(bench.driver, 'look', ({ scope }) => order.push(`look ${scope}`)),
      tap(bench.driver, 'probe', () => order.push('resolve')),
      tap(bench.driver, 'act', () => order.push('execute')),
      tap(bench.context.pageSide, 'compare', () => order.push('verify')),
      tap(bench.context.recorder, 'record', (type) => order.push(type)),
    ];
    await step(bench, { by: 'intent', role: 'button', text: { exact: 'Go' } });
    for (const stop of untap) stop();
    expect(order).toEqual([
      'look page',
      'resolve',
      'step_started',
      'execute',
      'look viewport',
      'verify',
      'step_finished',
    ]);
  });

  it('an approval for an element in a frame of another origin holds as long as the element is the same', async () => {
    const bench = await at(`${site.url}/framed`);
    bench.gate.reason = () => 'always';
    bench.gate.answer = () => ({ approved: true });
    const result = await bench.click('In another origin');
    expect([result.message, result.success]).toEqual(['clicked button "In another origin"', true]);
  });
});
