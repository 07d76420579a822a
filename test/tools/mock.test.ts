import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/contracts/exitCodes.js';
import { failureError } from '../../src/contracts/failure.js';
import type { BrowserToolResult } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import { type MockMove, mockBrowser, mockPage } from '../support/mockBrowser.js';
import { tap } from '../support/tap.js';
import { benchOver } from '../support/tools.js';

const ACCOUNT = mockPage('https://x.example/account', 'Account', [
  { role: 'heading', name: 'Account', level: 1 },
  { role: 'button', name: 'Cancel' },
  { role: 'textbox', name: 'Name', value: '' },
]);
const SURVEY = mockPage('https://x.example/survey', 'Survey', [{ role: 'button', name: 'Continue' }]);
const DONE = mockPage('https://x.example/done', 'Done', [{ role: 'heading', name: 'Cancelled', level: 1 }]);

async function bench(moves: MockMove[] = []) {
  const made = benchOver(mockBrowser([ACCOUNT, SURVEY, DONE], moves));
  await made.use('get_snapshot', {});
  return made;
}

describe('over a mock browser', () => {
  it('002-N12 it shows the predefined pages, one after each action', async () => {
    const tools = await bench();
    const first = await tools.use('browser_click', { ref: tools.ref('Cancel') });
    expect([first.success, first.snapshot.page.title]).toEqual([true, 'Survey']);
    const second = await tools.use('browser_click', { ref: tools.ref('Continue') });
    expect([second.success, second.snapshot.page.title]).toEqual([true, 'Done']);
    expect(problemsWriting('browser_tool.result', second)).toEqual([]);
  });

  const failures: [string, MockMove, Partial<BrowserToolResult>][] = [
    ['disabled', refusal('element_disabled'), { error: 'element_disabled' }],
    ['covered', refusal('element_obscured'), { error: 'element_obscured' }],
    ['out of view', refusal('element_not_visible'), { error: 'element_not_visible' }],
    ['gone', refusal('ref_invalid'), { error: 'ref_invalid' }],
    ['too slow', refusal('timeout'), { error: 'timeout' }],
    ['failed', refusal('action_failed'), { error: 'action_failed' }],
    ['no effect', { page: 'stay' }, { error: 'action_failed' }],
  ];

  function refusal(
    error:
      | 'element_disabled'
      | 'element_obscured'
      | 'element_not_visible'
      | 'ref_invalid'
      | 'timeout'
      | 'action_failed',
  ): MockMove {
    return { acted: { ok: false, dispatched: false, error, message: 'as the script says' } };
  }

  it.each(failures)(
    '002-N13 002-N23 it fails as configured: %s; the model gets the code and a fresh snapshot',
    async (_, move, expected) => {
      const tools = await bench([move]);
      const old = tools.id();
      const result = await tools.use('browser_click', { ref: tools.ref('Cancel') });
      expect(result).toMatchObject({ success: false, ...expected, snapshot: { page: { title: 'Account' } } });
      expect(result.snapshot.snapshot_id).not.toBe(old);
      // And the loop goes on with it.
      expect(await tools.use('browser_click', { ref: tools.ref('Cancel') })).toMatchObject({ success: true });
    },
  );

  it('002-N14 it records every call', async () => {
    const tools = await bench();
    await tools.use('browser_fill', { ref: tools.ref('Name'), value: 'Ada' });
    const acts = tools.driver.calls.filter(({ call }) => call === 'act');
    expect(acts).toEqual([
      { call: 'act', name: 'Name', action: { kind: 'fill', value: 'Ada', clear: true, submit: false } },
    ]);
    expect(tools.driver.calls[0]).toEqual({ call: 'look', options: { scope: 'viewport', picture: true } });
  });

  it('002-C1 002-C2 of two calls at once the second finds its refs spent: one action, one ref_invalid', async () => {
    const tools = await bench();
    const [ref, id] = [tools.ref('Cancel'), tools.id()];
    const results = await Promise.all([1, 2].map(() => tools.use('browser_click', { ref }, id)));
    expect(results.map(({ error }) => error)).toEqual([null, 'ref_invalid']);
    expect(tools.driver.calls.filter(({ call }) => call === 'act')).toHaveLength(1);
  });

  it('002-N24 nothing that a model sends can make a tool raise', async () => {
    const tools = await bench();
    const inputs: unknown[] = [
      null,
      undefined,
      5,
      'x',
      [],
      {},
      { ref: '@e1' },
      { ref: null },
      { ref: '@e1', value: {} },
    ];
    for (const name of [
      'get_snapshot',
      'browser_click',
      'browser_fill',
      'browser_select',
      'browser_scroll',
      'toString',
      '',
    ]) {
      for (const input of inputs) {
        const result = await tools.use(name, input);
        expect(problemsWriting('browser_tool.result', result)).toEqual([]);
      }
    }
  });

  it('intent before effect: what will be done is recorded before it is done, and not done when it cannot be recorded', async () => {
    const tools = await bench();
    const order: string[] = [];
    tap(tools.context.recorder, 'record', (type) => order.push(type));
    tap(tools.driver, 'act', () => order.push('act'));
    await tools.use('browser_click', { ref: tools.ref('Cancel') });
    expect(order).toEqual(['step_started', 'act', 'step_finished', 'snapshot_taken']);
    tools.context.recorder.record = async () => {
      throw new Error('the disk is full');
    };
    order.length = 0;
    await expect(tools.use('browser_click', { ref: tools.ref('Continue') })).rejects.toThrow('the disk is full');
    expect(order).toEqual([]);
  });

  it('a browser that is lost after the click: the step has an end, and the outcome is unknown, not undone', async () => {
    const tools = await bench();
    const lost = failureError({ code: 'BROWSER_LOST', stepId: 'look', message: 'the browser is gone' });
    tap(tools.driver, 'act', () => {
      tools.driver.look = async () => {
        throw lost;
      };
    });
    const error = await tools.use('browser_click', { ref: tools.ref('Cancel') }).catch((one: unknown) => one);
    expect(error).toMatchObject({ exitCode: EXIT.unknownOutcome, failure: { error_code: 'BROWSER_LOST' } });
    expect(error).toMatchObject({ message: expect.stringContaining('button "Cancel" before that may have been done') });
    expect(tools.events.at(-1)).toMatchObject({
      event_type: 'step_finished',
      payload: { status: 'failed', verification: { outcome: 'dispatched_unverified' } },
    });
  });

  it('002-N22 a failed step is recorded with its call, its snapshot, its error, verification and trace', async () => {
    const tools = await bench([refusal('element_obscured')]);
    await tools.use('browser_click', { ref: tools.ref('Cancel') });
    const of = (type: string) => tools.events.filter(({ event_type }) => event_type === type);
    const [seen, fresh] = of('snapshot_taken').map(({ payload }) => payload.snapshot_id);
    expect(of('step_started').at(-1)?.payload).toMatchObject({
      tool: 'browser_click',
      args: { ref: '@e1' },
      snapshot_id: seen,
      target: 'button "Cancel"',
    });
    expect(fresh).not.toBe(seen);
    const last = of('step_finished').at(-1);
    expect(last?.payload).toMatchObject({
      command_id: '2',
      tool: 'browser_click',
      status: 'failed',
      error: 'element_obscured',
      failure: { error_class: 'interaction_failed', error_code: 'ELEMENT_OBSCURED' },
      verification: { outcome: 'failed' },
      resolution_trace: { chosen: 'v-button-Cancel' },
    });
  });
});
