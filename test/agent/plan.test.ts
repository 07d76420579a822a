import { describe, expect, it } from 'vitest';
import { PLAN_ACTIONS, problemsOfFacts, taskFromPlan } from '../../src/agent/plan.js';
import { askForPlan, PLAN_MAX_TOKENS, planTooDear } from '../../src/agent/planAsk.js';
import { planRequest } from '../../src/agent/planPrompt.js';
import type { PlannerV1, ProposedAction } from '../../src/contracts/generated.js';
import { parsePlan } from '../../src/contracts/planner.js';
import { problemsReading } from '../../src/contracts/validate.js';
import { type Model, type ModelReply, NO_USAGE } from '../../src/model/model.js';
import { costOf, priceOf } from '../../src/model/prices.js';
import { guardTask } from '../../src/replay/guard.js';
import { parseFixture } from '../support/fixtures.js';

const SHOP = 'https://shop.example/';

function planOf(...actions: [action: string, target?: string, input?: string][]): PlannerV1 {
  const proposed_actions = actions.map(
    ([action, target = '', input = '']): ProposedAction => ({ action, target, input }),
  );
  return { planner_schema_version: 'planner.v1', intent: 'buy shoes', proposed_actions };
}

function commandsOf(plan: PlannerV1, facts = {}): unknown {
  const result = taskFromPlan(plan, 'shoes', facts);
  return result.ok ? result.task.commands : result.failure;
}

describe('a plan becomes a task', () => {
  it('T004-3 each action takes its own parameters, wait_for_url the text that the URL contains', () => {
    const plan = planOf(
      ['navigate', SHOP, 'ignored'],
      ['click', '#menu', 'ignored'],
      ['type', 'input[name=q]', 'shoes'],
      ['wait_for_url', '/search'],
      ['get_text', 'h1', 'ignored'],
      ['get_title', 'ignored', 'ignored'],
    );
    const result = taskFromPlan(plan, 'shoes', { goal: 'Buy shoes.' });
    expect(result).toEqual({
      ok: true,
      task: {
        schema_version: 'task_command.v1',
        task_id: 'shoes',
        goal: 'Buy shoes.',
        commands: [
          { id: '1', action: 'navigate', params: { url: SHOP } },
          { id: '2', action: 'click', params: { selector: '#menu' } },
          { id: '3', action: 'type', params: { selector: 'input[name=q]', text: 'shoes' } },
          { id: '4', action: 'wait_for_url', params: { contains: '/search' } },
          { id: '5', action: 'get_text', params: { selector: 'h1' } },
          { id: '6', action: 'get_title', params: {} },
        ],
      },
    });
    if (!result.ok) throw new Error('no task');
    expect(problemsReading('task_command.v1', result.task)).toEqual([]);
    expect(guardTask(result.task)).toBeNull();
  });

  it('the plan among the contract examples becomes a task that replay would accept', () => {
    const result = taskFromPlan(parseFixture('contracts/v1/planner.v1.json') as PlannerV1, 'cancel');
    expect(result.ok && guardTask(result.task)).toBeNull();
  });

  it('an empty text is a text: it clears a field', () => {
    expect(commandsOf(planOf(['navigate', SHOP], ['type', '#q', '']))).toMatchObject([{}, { params: { text: '' } }]);
  });

  it('the address is opened first, and only if the plan does not open one itself', () => {
    expect(commandsOf(planOf(['get_title']), { url: SHOP })).toEqual([
      { id: '1', action: 'navigate', params: { url: SHOP } },
      { id: '2', action: 'get_title', params: {} },
    ]);
    expect(commandsOf(planOf(['navigate', 'https://other.example/']), { url: SHOP })).toEqual([
      { id: '1', action: 'navigate', params: { url: 'https://other.example/' } },
    ]);
  });

  it('without an address, a plan that opens none is a task that the guard rejects', () => {
    const result = taskFromPlan(planOf(['get_title']), 'title');
    expect(result.ok && guardTask(result.task)).toMatchObject({ error_code: 'CAP_NAV_REQUIRED' });
  });
});

describe('a plan that cannot become a task', () => {
  const INVALID = { error_class: 'llm_invalid_output', error_code: 'LLM_OUTPUT_INVALID', step_id: 'plan' };

  it.each(['run_shell', 'eval', 'execute_js', 'raw_js', 'schedule'])('004-51 %s is forbidden', (action) => {
    const failure = commandsOf(planOf(['navigate', SHOP], ['get_title'], [action, 'x', 'y']));
    expect(failure).toMatchObject({
      ...INVALID,
      message: expect.stringContaining(`/proposed_actions/2/action "${action}" is a forbidden action`),
    });
  });

  it.each(['select', 'Click', ' click', 'toString', 'x'.repeat(5_000)])(
    '004-51 an unknown action is named with its place: %s',
    (action) => {
      const failure = commandsOf(planOf(['navigate', SHOP], [action, '#x'])) as { message: string };
      expect(failure).toMatchObject(INVALID);
      expect(failure.message).toContain(
        `/proposed_actions/1/action ${JSON.stringify(action.slice(0, 60)).slice(0, -1)}`,
      );
      expect(failure.message).toContain('is not an action; there are navigate, click,');
      expect(failure.message.length).toBeLessThan(300);
    },
  );

  it('the place is the one in the plan, also where an address was put in front', () => {
    for (const actions of [
      planOf(['get_title'], ['eval', 'x']),
      planOf(['get_title'], ['click', '  ']),
      planOf(['get_title'], ['click', 'x'.repeat(5_000)]),
      planOf(['get_title'], ['type', '#q', 'x'.repeat(5_000)]),
      planOf(['get_title'], ['navigate', 'javascript:alert(1)']),
    ]) {
      expect(commandsOf(actions, { url: SHOP })).toMatchObject({
        ...INVALID,
        message: expect.stringMatching(/ \/proposed_actions\/1\/(?:action|target|input) /),
      });
    }
  });

  it.each([
    ['click', ''],
    ['type', ''],
    ['get_text', ' '],
    ['wait_for_url', ''],
    ['navigate', ''],
    ['navigate', 'shop.example'],
    ['navigate', 'file:///etc/passwd'],
    ['navigate', 'javascript:alert(1)'],
  ])('%s with the target %j', (action, target) => {
    expect(commandsOf(planOf(['navigate', SHOP], [action, target]))).toMatchObject({
      ...INVALID,
      message: expect.stringContaining('/proposed_actions/1/target'),
    });
  });

  it('a plan without actions is told with the reason that the model gave', () => {
    const plan = { ...planOf(), intent: 'files cannot be uploaded' };
    for (const facts of [{}, { url: SHOP }]) {
      expect(commandsOf(plan, facts)).toMatchObject({
        ...INVALID,
        message: expect.stringContaining('/proposed_actions is empty: "files cannot be uploaded"'),
      });
    }
  });

  it('a plan that is full has no room for an address in front', () => {
    const plan = planOf(...Array.from({ length: 500 }, (): [string] => ['get_title']));
    expect(commandsOf(plan)).toHaveLength(500);
    expect(commandsOf(plan, { url: SHOP })).toMatchObject({
      ...INVALID,
      message: expect.stringContaining('/proposed_actions must NOT have more than 500 items'),
    });
  });

  it('a plan that is wrong everywhere is told in a few words', () => {
    const failure = commandsOf(planOf(...Array.from({ length: 500 }, (): [string] => ['eval'])));
    expect(failure).toMatchObject({ message: expect.stringMatching(/\/4\/action "eval" [^/]*; and 495 more$/) });
  });

  it('what the user gave is judged on its own, before there is a plan, and never blamed on one', () => {
    expect(problemsOfFacts('shoes', { goal: 'x', url: SHOP })).toEqual([]);
    expect(problemsOfFacts('a b', {})).toMatchObject([{ pointer: '/task_id' }]);
    expect(problemsOfFacts('shoes', { goal: 'x'.repeat(5_000) })).toMatchObject([{ pointer: '/goal' }]);
    expect(problemsOfFacts('shoes', { url: 'file:///x' })).toMatchObject([{ pointer: '/commands/0/params/url' }]);
    expect(() => taskFromPlan(planOf(['get_title']), 'a b')).toThrow('/task_id');
  });
});

describe('the question', () => {
  it('states the contract: version, fields, every action and none of the forbidden ones', () => {
    const { system, tools } = planRequest('Buy shoes.');
    expect(tools).toEqual([]);
    for (const word of ['planner_schema_version', '"planner.v1"', 'intent', 'proposed_actions', 'strict JSON']) {
      expect(system).toContain(word);
    }
    for (const action of PLAN_ACTIONS) expect(system).toContain(`\n- ${action}: `);
    expect(system).not.toMatch(/run_shell|eval\b|execute_js|raw_js|schedule/);
  });

  it('its own example is a plan that becomes a task', () => {
    const { system } = planRequest('Buy shoes.');
    const parsed = parsePlan(system.slice(system.lastIndexOf('\n') + 1));
    expect(parsed).toMatchObject({ ok: true, repaired: false });
    expect(parsed.ok && taskFromPlan(parsed.plan, 'example').ok).toBe(true);
  });

  it('the goal and the address are the words of the user', () => {
    const { system, messages } = planRequest('Buy shoes.', SHOP);
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: `GOAL: Buy shoes.\n\nSTART AT: ${SHOP}` }] },
    ]);
    expect(system).toBe(planRequest('Something else.').system);
  });
});

describe('asking', () => {
  const facts = { goal: 'Buy shoes.', taskId: 'shoes', url: SHOP };
  const price = priceOf('claude-sonnet-5-5');
  const answering = (reply: Partial<ModelReply>): Model => ({
    name: 'claude-sonnet-5-5',
    ask: async () => ({ content: [], stop: 'end_turn', usage: NO_USAGE, ...reply }),
  });
  const text = JSON.stringify(planOf(['get_title']));

  it('a plan that comes in pieces, after thoughts, is one plan', async () => {
    const content: ModelReply['content'] = [
      { type: 'opaque', value: { type: 'thinking' } },
      { type: 'text', text: text.slice(0, 50) },
      { type: 'text', text: text.slice(50) },
    ];
    const { made } = await askForPlan(answering({ content }), facts, price);
    expect(made).toMatchObject({ ok: true, repaired: false, task: { commands: [{ id: '1' }, { id: '2' }] } });
  });

  it('answers that came before and could not be used are counted', async () => {
    const usage = { ...NO_USAGE, input_tokens: 1_000, output_tokens: 100 };
    const reply = { content: [{ type: 'text' as const, text }], usage, wasted: usage };
    const planned = await askForPlan(answering(reply), facts, price);
    expect(planned).toMatchObject({ usage: { input_tokens: 2_000, output_tokens: 200 }, usd: 0.006 });
    expect((await askForPlan(answering(reply), facts, null)).usd).toBeNull();
  });

  it('an answer that is no plan says why and what it cost, and whether it was cut off', async () => {
    const usage = { ...NO_USAGE, input_tokens: 1_000, output_tokens: 100 };
    const half = { content: [{ type: 'text' as const, text: text.slice(0, 60) }], stop: 'max_tokens', usage };
    expect(await askForPlan(answering(half), facts, price)).toMatchObject({
      made: { ok: false, failure: { error_code: 'LLM_OUTPUT_INVALID' } },
      usd: 0.003,
      isCut: true,
    });
    expect(await askForPlan(answering({}), facts, price)).toMatchObject({ made: { ok: false }, isCut: false });
  });

  it('T004-14 a budget below what a call may cost is COST_USD_LIMIT, and the class is cost_rejected', () => {
    if (price === null) throw new Error('the price should be known');
    const output = costOf({ ...NO_USAGE, output_tokens: PLAN_MAX_TOKENS }, price);
    expect(planTooDear(facts, price, output)).toMatchObject({
      error_class: 'cost_rejected',
      error_code: 'COST_USD_LIMIT',
    });
    expect(planTooDear(facts, price, output + 0.005)).toBeNull();
    expect(planTooDear({ ...facts, goal: 'x'.repeat(4_000) }, price, output + 0.005)).not.toBeNull();
  });
});
