import { describe, expect, it } from 'vitest';
import type { ModelReply, ModelRequest } from '../../src/model/model.js';
import { loopOver, partModel, refIn, use } from '../support/loop.js';
import { type MockMove, mockBrowser, mockPage } from '../support/mockBrowser.js';

const ACCOUNT = mockPage('https://x.example/account', 'Account', [{ role: 'button', name: 'Cancel' }]);
const SURE = mockPage('https://x.example/sure', 'Sure?', [{ role: 'button', name: 'Yes' }]);
const DONE = mockPage('https://x.example/done', 'Done', [{ role: 'heading', name: 'Cancelled', level: 1 }]);
const browser = (moves: MockMove[] = []) => mockBrowser([ACCOUNT, SURE, DONE], moves);

const click = (request: ModelRequest, name: string) =>
  use('browser_click', { ref: refIn(request.messages, `"${name}"`) });
const done = (status = 'success') => use('complete_task', { status, reason: 'as the page says' });

/** Clicks Cancel, then Yes, then says that it is done. */
const diligent = () =>
  partModel((request, turn): ModelReply['content'] => {
    if (turn === 1) return [click(request, 'Cancel')];
    return [turn === 2 ? click(request, 'Yes') : done()];
  });

describe('the loop', () => {
  it('002-F63 002-AC-L2 begins with a snapshot, goal and rules, and ends on an acknowledged complete_task', async () => {
    const model = diligent();
    const { end, bench } = await loopOver(browser(), model);
    expect(end).toMatchObject({ success: true, reason: 'completed', turns: 3 });
    expect(bench.driver.calls[0]).toMatchObject({ call: 'look' });
    const [first] = model.requests;
    expect(first?.system).toContain('CURRENT GOAL: cancel the membership');
    expect(first?.tools).toHaveLength(7);
    expect(JSON.stringify(first?.messages)).toContain('button \\"Cancel\\"');
    expect(end.steps.map(({ command_id, tool, status }) => [command_id, tool, status])).toEqual([
      ['1', 'browser_click', 'ok'],
      ['2', 'browser_click', 'ok'],
      ['3', 'complete_task', 'ok'],
    ]);
  });

  it('002-F64 002-F65 002-AC-L1 T002-8 of several calls only the first is carried out; the rest is warned of and left out of the history', async () => {
    const model = partModel((request, turn) =>
      turn === 1
        ? [{ type: 'text', text: 'both' }, click(request, 'Cancel'), click(request, 'Cancel'), done()]
        : [done()],
    );
    const { end, bench } = await loopOver(browser(), model);
    expect(end.success).toBe(true);
    expect(bench.driver.calls.filter(({ call }) => call === 'act')).toHaveLength(1);
    expect(bench.events.find(({ event_type }) => event_type === 'tool_calls_ignored')?.payload).toMatchObject({
      command_id: '1',
      ignored_tools: ['browser_click', 'complete_task'],
    });
    const [, assistant, user] = model.requests[1]?.messages ?? [];
    expect(assistant?.content.map(({ type }) => type)).toEqual(['text', 'tool_use']);
    expect(user?.content.map(({ type }) => type)).toEqual(['tool_result']);
  });

  it('002-F66 002-AC-L5 every call is followed by its result, and all of them stay in the conversation', async () => {
    const model = diligent();
    await loopOver(browser(), model);
    const last = model.requests.at(-1)?.messages ?? [];
    expect(last.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
    const used = last.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])),
    );
    const answered = last.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_result' ? [block.toolUseId] : [])),
    );
    expect(answered).toEqual(used);
  });

  it('002-F67 002-AC-L4 without a tool call the model is asked to make one, and the loop goes on; three in a row end it', async () => {
    const model = partModel((_, turn) => (turn === 1 ? [{ type: 'text', text: 'Hm.' }] : [done()]));
    const { end } = await loopOver(browser(), model);
    expect(end.success).toBe(true);
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('call complete_task');
    const silent = await loopOver(
      browser(),
      partModel(() => []),
    );
    expect(silent.end).toMatchObject({
      success: false,
      reason: 'llm_no_action',
      turns: 3,
      failure: { error_class: 'llm_invalid_output' },
    });
  });

  it('002-F68 002-F69 002-F70 002-AC-L3 002-C6 ends after its turns, twenty unless told otherwise', async () => {
    const wanderer = () => partModel((_, turn) => [use('get_snapshot', { viewport_only: turn % 2 === 0 })]);
    let count = 0;
    const restless = () => {
      const made = browser();
      const { look } = made;
      // A page that is another one every time: nobody is going in circles here.
      made.look = async (options) => {
        const view = await look(options);
        count += 1;
        return { ...view, raw: { ...view.raw, dom: String(count) } };
      };
      return made;
    };
    const twenty = await loopOver(restless(), wanderer());
    expect(twenty.end).toMatchObject({
      success: false,
      reason: 'max_turns_exceeded',
      turns: 20,
      failure: { error_code: 'TASK_MAX_TURNS' },
    });
    const four = await loopOver(restless(), wanderer(), { limits: { turns: 4 } });
    expect(four.end).toMatchObject({ turns: 4, reason: 'max_turns_exceeded' });
  });

  it('T002-5 a claim that is not acknowledged goes back with its reason, and the run goes on', async () => {
    const model = partModel((_, turn) => [done(turn < 3 ? 'success' : 'failed')]);
    const { end, bench } = await loopOver(browser(), model, {
      prepare: (made) => {
        made.context.confirm = async ({ status }) =>
          status === 'failed'
            ? { acknowledged: true, message: null }
            : { acknowledged: false, message: 'no heading says so' };
      },
    });
    expect(end).toMatchObject({
      success: false,
      reason: 'as the page says',
      turns: 3,
      failure: { error_code: 'TASK_NOT_POSSIBLE' },
    });
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('not acknowledged: no heading says so');
    expect(bench.driver.calls.filter(({ call }) => call === 'act')).toEqual([]);
  });

  it('a run that gives up because the human said no ends as rejected', async () => {
    const model = partModel((request, turn) => [turn === 1 ? click(request, 'Cancel') : done('failed')]);
    const { end } = await loopOver(browser(), model, { prepare: (made) => (made.gate.reason = () => 'always') });
    expect(end).toMatchObject({ success: false, failure: { error_code: 'CAP_HUMAN_REJECTED' } });
  });

  it('002-N23 002-N24 a failed action is told to the model, and the loop goes on', async () => {
    const refusal: MockMove = {
      acted: { ok: false, dispatched: false, error: 'element_obscured', message: 'it is covered by a banner' },
    };
    const model = partModel((request, turn) => [turn < 3 ? click(request, 'Cancel') : done('failed')]);
    const { end } = await loopOver(browser([refusal]), model);
    expect(end.steps.map(({ status, error }) => [status, error])).toEqual([
      ['failed', 'element_obscured'],
      ['ok', undefined],
      ['ok', undefined],
    ]);
    const result = model.requests[1]?.messages.at(-1)?.content[0];
    expect(result).toMatchObject({ type: 'tool_result', isError: true });
    expect(JSON.stringify(result)).toContain('it is covered by a banner');
  });

  it('T28 the same action on an unchanged page: a nudge first, then the end', async () => {
    const stay: MockMove = {
      page: 'stay',
      acted: { ok: false, dispatched: false, error: 'element_disabled', message: 'off' },
    };
    const model = partModel((request) => [click(request, 'Cancel')]);
    const { end } = await loopOver(browser([stay, stay, stay, stay]), model);
    expect(end).toMatchObject({
      success: false,
      reason: 'stagnation',
      turns: 3,
      failure: { error_code: 'TASK_STAGNATION' },
    });
    expect(JSON.stringify(model.requests[2]?.messages)).toContain('You did the same thing again');
  });

  it('D10 three actions in a row that did not do what was wanted end the run', async () => {
    const stay: MockMove = { page: 'stay' };
    const model = partModel((_, turn) => [use('browser_scroll', { direction: 'down', amount: turn })]);
    const nothing: MockMove = { ...stay, acted: { ok: true, dispatched: true, read: { moved: false } } };
    const { end } = await loopOver(browser([nothing, nothing, nothing, nothing]), model);
    expect(end).toMatchObject({ success: false, reason: 'verification_failed', turns: 3 });
  });

  it('budgets are checked before each call, and the model is told when three quarters are used', async () => {
    const model = partModel((_, turn) => [use('get_snapshot', { viewport_only: turn % 2 === 0 })]);
    const { end } = await loopOver(browser(), model, { limits: { tokens: 400 } });
    expect(end).toMatchObject({
      success: false,
      reason: 'budget_exceeded',
      failure: { error_class: 'cost_rejected', error_code: 'COST_TOKEN_LIMIT' },
    });
    expect(model.requests).toHaveLength(4);
    expect(JSON.stringify(model.requests[2]?.messages)).not.toContain('Most of what this run may use');
    expect(JSON.stringify(model.requests[3]?.messages)).toContain('330 of 400 tokens');
  });

  it('002-N5 the usage of every call is recorded', async () => {
    const { bench } = await loopOver(browser(), diligent());
    const llm = bench.events.filter(({ event_type }) => event_type === 'llm_call');
    expect(llm.map(({ payload }) => payload)).toMatchObject(
      [1, 2, 3].map((turn) => ({ command_id: String(turn), usage: { input_tokens: 100 }, cost_usd: 0.001 })),
    );
  });

  it('a signal ends it before the next call', async () => {
    const abort = new AbortController();
    const model = partModel((request) => {
      abort.abort();
      return [click(request, 'Cancel')];
    });
    const { end } = await loopOver(browser(), model, { signal: abort.signal });
    expect(end).toMatchObject({ success: false, reason: 'interrupted', turns: 1 });
  });

  it('a signal ends it while the model is asked, and that is no bug', async () => {
    const abort = new AbortController();
    const model = partModel(() => {
      abort.abort();
      throw abort.signal.reason;
    });
    const { end } = await loopOver(browser(), model, { signal: abort.signal });
    expect(end).toMatchObject({ success: false, reason: 'interrupted' });
  });

  it('what is typed into a secret field is not in the result', async () => {
    const login = mockPage('https://x.example/login', 'Login', [
      { role: 'textbox', name: 'Password', inputType: 'password', secret: true, value: '' },
    ]);
    const model = partModel((request, turn) => [
      turn === 1 ? use('browser_fill', { ref: refIn(request.messages, 'Password'), value: 'hunter2' }) : done(),
    ]);
    const { end } = await loopOver(mockBrowser([login, DONE]), model);
    expect(end.steps[0]?.args).toMatchObject({ value: '••••(7)' });
    expect(JSON.stringify(end)).not.toContain('hunter2');
  });

  it('nor is what was meant for a field that is not there, or given under a wrong name', async () => {
    const inputs = [{ ref: '@e999', value: 'hunter2' }, { ref: '@e0', text: 'hunter2' }, { value: 'hunter2' }];
    const model = partModel((_, turn) => [inputs[turn - 1] ? use('browser_fill', inputs[turn - 1]) : done()]);
    const { end, bench } = await loopOver(browser(), model);
    expect(end.steps.map(({ error }) => error)).toEqual(['ref_invalid', 'invalid_params', 'invalid_params', undefined]);
    expect(JSON.stringify([end, bench.events])).not.toContain('hunter2');
  });
});
