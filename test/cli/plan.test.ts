import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ErrorV1, PlannerV1, TaskCommandV1 } from '../../src/contracts/generated.js';
import type { Usage } from '../../src/model/model.js';
import { KEY } from '../support/claude.js';
import { type CliResult, runCli } from '../support/cli.js';
import { temporaryFolder } from '../support/fixtures.js';
import { fails, type MessagesApi, message, type Reply, says, startMessagesApi } from '../support/messagesApi.js';

const SHOP = 'https://shop.example/';
const esc = String.fromCharCode(27);
const GOAL = ['--goal', 'Search for shoes.'];

const PLAN: PlannerV1 = {
  planner_schema_version: 'planner.v1',
  intent: 'search for shoes',
  proposed_actions: [
    { action: 'navigate', target: SHOP, input: '' },
    { action: 'type', target: 'input[name=q]', input: 'shoes' },
    { action: 'click', target: 'role=button[name="Search"]', input: '' },
    { action: 'wait_for_url', target: '/search', input: '' },
    { action: 'get_title', target: '', input: '' },
  ],
};

interface Document {
  ok: boolean;
  message?: string;
  failure?: ErrorV1;
  plan?: PlannerV1;
  task?: TaskCommandV1;
  usage?: Usage;
  cost_usd?: number | null;
}

interface Desk {
  api: MessagesApi;
  folder: string;
  plan(args: string[], env?: Record<string, string | undefined>): Promise<CliResult>;
  planJson(args: string[]): Promise<{ code: number | null; document: Document }>;
}

/** The built command line in a folder of its own, with a Messages API at the other end. */
async function desk(...replies: Reply[]): Promise<Desk> {
  const api = await startMessagesApi(replies);
  onTestFinished(() => api.close());
  const folder = temporaryFolder();
  const access = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: api.url, AGENT_MODEL: undefined };
  const plan: Desk['plan'] = (args, env = {}) =>
    runCli(['plan', ...args], { cwd: folder, env: { ...access, XDG_CONFIG_HOME: folder, ...env } });
  return {
    api,
    folder,
    plan,
    async planJson(args) {
      const { code, stdout } = await plan([...args, '--json']);
      return { code, document: JSON.parse(stdout) as Document };
    },
  };
}

const planning = (plan: PlannerV1, usage?: Partial<Usage>): Reply =>
  message([{ type: 'text', text: JSON.stringify(plan) }], 'end_turn', usage);

function withActions(...actions: [action: string, target: string][]): PlannerV1 {
  return { ...PLAN, proposed_actions: actions.map(([action, target]) => ({ action, target, input: '' })) };
}

describe('agent plan', () => {
  it('asks Claude once, without tools, and shows the plan as a table with what it cost', async () => {
    const { api, folder, plan } = await desk(planning(PLAN, { input_tokens: 1_500, output_tokens: 200 }));
    const { code, stdout, stderr } = await plan([...GOAL, '--url', SHOP, '--max-cost-usd', '0.10']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toEqual([
      'search for shoes',
      '',
      '#  action        target                      input',
      `1  navigate      ${SHOP}`,
      '2  type          input[name=q]               shoes',
      '3  click         role=button[name="Search"]',
      '4  wait_for_url  /search',
      '5  get_title',
      '',
      'asking claude-sonnet-5-5 took 1,500 input and 200 output tokens: $0.0050; replaying it costs nothing',
      '',
    ]);
    expect(api.requests).toHaveLength(1);
    const { body } = api.requests[0] ?? {};
    expect(body).not.toHaveProperty('tools');
    expect(body).toMatchObject({ model: 'claude-sonnet-5-5', max_tokens: 4_096 });
    expect(body?.system?.[0]?.text).toContain('planner.v1');
    expect(body?.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: `GOAL: Search for shoes.\n\nSTART AT: ${SHOP}` }] },
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('T004-3 --json is one document; --out writes the same task, for its owner only, and validate accepts it', async () => {
    const { folder, plan } = await desk(planning(PLAN, { input_tokens: 1_500, output_tokens: 200 }));
    const { code, stdout } = await plan([...GOAL, '--task-id', 'shoes', '--out', 'shoes.json', '--json']);
    expect(code).toBe(0);
    const document = JSON.parse(stdout) as Document;
    expect(Object.keys(document)).toEqual(['ok', 'plan', 'task', 'lint', 'usage', 'cost_usd']);
    expect(document).toMatchObject({ ok: true, plan: PLAN, usage: { input_tokens: 1_500 }, cost_usd: 0.005 });
    expect(document.task).toMatchObject({ schema_version: 'task_command.v1', task_id: 'shoes' });
    expect(document.task?.commands[3]).toEqual({ id: '4', action: 'wait_for_url', params: { contains: '/search' } });
    const file = join(folder, 'shoes.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(document.task);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await runCli(['validate', file])).toMatchObject({ code: 0, stderr: '' });
  });

  it('a task without a name of its own gets one', async () => {
    const { planJson } = await desk(planning(PLAN));
    expect((await planJson(GOAL)).document.task?.task_id).toMatch(/^plan-\d{8}-\d{6}-[0-9a-f]{6}$/);
  });

  it('the address is put in front of a plan that opens none; without one the guard rejects it', async () => {
    const { planJson } = await desk(planning(withActions(['get_title', ''])), planning(withActions(['get_title', ''])));
    const first = await planJson([...GOAL, '--url', SHOP]);
    expect(first).toMatchObject({ code: 0, document: { plan: { proposed_actions: [{ action: 'get_title' }] } } });
    expect(first.document.task?.commands).toMatchObject([{ params: { url: SHOP } }, { id: '2', action: 'get_title' }]);
    const second = await planJson(GOAL);
    expect(second).toMatchObject({
      code: 3,
      document: { ok: false, failure: { error_code: 'CAP_NAV_REQUIRED' }, remedies: ['say where to start with --url'] },
    });
  });

  it('works from a script without a key, and so does a model from the environment', async () => {
    const { api, folder, plan } = await desk();
    const script = { schema_version: 'script.v1', turns: [{ text: JSON.stringify(PLAN) }] };
    writeFileSync(join(folder, 'script.json'), JSON.stringify(script));
    const keyless = { ANTHROPIC_API_KEY: undefined };
    const { code, stdout } = await plan([...GOAL, '--model', 'script:script.json', '--max-cost-usd', '0.01'], keyless);
    expect(code).toBe(0);
    expect(stdout).toMatch(/asking script took [\d,]+ input and \d+ output tokens: \$0\.0000/);
    expect((await plan(GOAL, { ...keyless, AGENT_MODEL: 'script:script.json' })).stdout).toBe(stdout);
    expect(api.requests).toEqual([]);
  });

  it('004-46 a plan inside prose is taken out of it, and that is said', async () => {
    const { plan } = await desk(says(`Here it is:\n\`\`\`json\n${JSON.stringify(PLAN)}\n\`\`\``));
    const { code, stderr } = await plan(GOAL);
    expect([code, stderr]).toEqual([0, 'the answer was not plain JSON; the plan was taken out of it\n']);
  });

  it('what the model writes cannot steer the terminal, neither as a table nor as JSON', async () => {
    const nasty = `a${esc}[2J\u009b31m\u202e\u{e0041}\nb`;
    const evil: PlannerV1 = {
      ...PLAN,
      intent: nasty,
      proposed_actions: [
        { action: 'navigate', target: SHOP, input: '' },
        { action: 'type', target: nasty, input: nasty },
      ],
    };
    const { plan } = await desk(planning(evil), planning(evil), planning(withActions([nasty, 'x'])));
    const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u{e0041}]/u;
    const table = await plan(GOAL);
    expect(table.code).toBe(0);
    expect(table.stdout).not.toMatch(steering);
    expect(table.stdout).toContain('a\\u{1b}[2J\\u{9b}31m\\u{202e}\\u{e0041}⏎b');
    const json = await plan([...GOAL, '--json']);
    expect(json.stdout).not.toMatch(steering);
    expect((JSON.parse(json.stdout) as Document).plan).toEqual(evil);
    const refused = await plan(GOAL);
    expect(refused.code).toBe(4);
    expect(refused.stderr).not.toMatch(steering);
  });
});

describe('agent plan: the answer is no plan', () => {
  it.each([
    ['prose', says('I cannot do that.'), 'the plan is not a planner.v1'],
    [
      'a forbidden action',
      planning(withActions(['navigate', SHOP], ['eval', '1'])),
      '/proposed_actions/1/action "eval"',
    ],
    ['an unknown action', planning(withActions(['hover', '#x'])), '/proposed_actions/0/action "hover"'],
    ['a call of a tool', message([{ type: 'tool_use', id: 't', name: 'x', input: {} }], 'tool_use'), 'planner.v1'],
  ])('004-51 %s: exit code 4, what was wrong, and what it cost', async (_title, reply, words) => {
    const { api, folder, plan } = await desk(reply);
    const { code, stdout, stderr } = await plan([...GOAL, '--out', 'task.json', '--json']);
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      exit_code: 4,
      message: expect.stringContaining(words),
      failure: { error_class: 'llm_invalid_output', error_code: 'LLM_OUTPUT_INVALID', step_id: 'plan' },
    });
    expect(stderr).toMatch(/^asking claude-sonnet-5-5 took .* tokens: \$0\.\d{4}\nerror: the plan /);
    expect(api.requests).toHaveLength(1);
    expect(existsSync(join(folder, 'task.json'))).toBe(false);
  });

  it('an answer that was cut off says so', async () => {
    const half = JSON.stringify(PLAN).slice(0, 200);
    const { plan } = await desk(message([{ type: 'text', text: half }], 'max_tokens'));
    const { code, stderr } = await plan(GOAL);
    expect(code).toBe(4);
    expect(stderr).toContain('cut off at 4096 tokens');
  });

  it('004-49 an API that refuses the key: exit code 4, and the key is not told', async () => {
    const { plan } = await desk(fails(401, { type: 'authentication_error', message: `invalid ${KEY}` }));
    const { code, stdout, stderr } = await plan([...GOAL, '--json']);
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      failure: { error_class: 'llm_provider', error_code: 'LLM_PROVIDER_UNHEALTHY' },
    });
    expect(stdout + stderr).not.toContain(KEY);
  });
});

describe('agent plan: found out before the model is asked', () => {
  it('T004-14 a budget below what the call may cost: COST_USD_LIMIT, cost_rejected, exit code 3', async () => {
    const { api, planJson } = await desk(planning(PLAN));
    expect(await planJson([...GOAL, '--max-cost-usd', '0.01'])).toMatchObject({
      code: 3,
      document: { ok: false, failure: { error_class: 'cost_rejected', error_code: 'COST_USD_LIMIT' } },
    });
    expect(api.requests).toEqual([]);
  });

  it.each([
    ['no key', GOAL, { ANTHROPIC_API_KEY: undefined }, 'ANTHROPIC_API_KEY is not set'],
    ['no goal', ['--goal', ' '], {}, '--goal is empty'],
    ['an address without a scheme', [...GOAL, '--url', 'shop.example'], {}, 'did you mean https://shop.example ?'],
    ['an address that a task cannot hold', [...GOAL, '--url', 'file:///x'], {}, '--url must be a full http or https'],
    ['a name that is none', [...GOAL, '--task-id', '../x'], {}, '--task-id must match'],
    ['a budget that is none', [...GOAL, '--max-cost-usd', '-1'], {}, '--max-cost-usd "-1" is no such number'],
    ['a budget without a price', [...GOAL, '--model', 'claude-next', '--max-cost-usd', '1'], {}, 'cannot be kept'],
    ['the playbook', [...GOAL, '--model', 'playbook'], {}, '--model playbook makes no plans'],
    ['a script that is not there', [...GOAL, '--model', 'script:no.json'], {}, 'script:no.json cannot be read'],
    ['a folder that is not there', [...GOAL, '--out', 'no/task.json'], {}, 'does not exist'],
    ['a folder in place of the file', [...GOAL, '--out', '.'], {}, 'is no file'],
  ])('%s: exit code 2', async (_title, args, env, words) => {
    const { api, plan } = await desk(planning(PLAN));
    const { code, stdout, stderr } = await plan(args, env);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect(api.requests).toEqual([]);
  });

  it('a file at --out that is something else, or another task, is left alone', async () => {
    const { api, folder, plan } = await desk();
    const file = join(folder, 'task.json');
    const task = { schema_version: 'task_command.v1', task_id: 'shoes', goal: 'Search for hats.' };
    const commands = [{ id: '1', action: 'navigate', params: { url: SHOP } }];
    const otherName = JSON.stringify({ ...task, task_id: 'other', goal: GOAL[1], commands });
    for (const content of ['my notes', JSON.stringify({ ...task, commands }), otherName]) {
      writeFileSync(file, content);
      const { code, stdout, stderr } = await plan([...GOAL, '--task-id', 'shoes', '--out', 'task.json']);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('is there already with other content, and is not overwritten');
      expect(readFileSync(file, 'utf8')).toBe(content);
    }
    expect(api.requests).toEqual([]);
  });
});

describe('agent plan: a file that is there already', () => {
  const SAME = [...GOAL, '--task-id', 'shoes', '--out', 'task.json'];

  it('with the very same task is no trouble, and is not written again', async () => {
    const { folder, plan } = await desk(planning(PLAN), planning(PLAN));
    await plan(SAME);
    const file = join(folder, 'task.json');
    chmodSync(file, 0o400);
    const before = statSync(file, { bigint: true });
    expect(await plan(SAME)).toMatchObject({ code: 0, stderr: '' });
    const after = statSync(file, { bigint: true });
    expect([after.ino, after.mtimeNs, after.mode]).toEqual([before.ino, before.mtimeNs, before.mode]);
  });

  it('for the same goal but with another plan in it stays, and the new plan is shown, because it is paid for', async () => {
    const other = withActions(['navigate', SHOP]);
    const { folder, plan, planJson } = await desk(planning(PLAN), planning(other), planning(other));
    await plan(SAME);
    const file = join(folder, 'task.json');
    const before = readFileSync(file, 'utf8');
    const table = await plan(SAME);
    expect(table.code).toBe(2);
    expect(table.stdout).toContain(`1  navigate  ${SHOP}`);
    expect(table.stdout).not.toContain('written');
    expect(table.stderr).toContain('is not overwritten');
    const json = await planJson(SAME);
    expect(json).toMatchObject({ code: 2, document: { ok: false, exit_code: 2, plan: other } });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(['task.json']);
  });

  it('that comes while the model thinks is not written over', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'task.json');
    const api = await startMessagesApi(() => {
      writeFileSync(file, 'mine');
      return planning(PLAN);
    });
    onTestFinished(() => api.close());
    const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: api.url, AGENT_MODEL: undefined };
    const { code, stdout, stderr } = await runCli(['plan', ...SAME], { cwd: folder, env });
    expect(code).toBe(2);
    expect(stdout).toContain('1  navigate');
    expect(stderr).toContain('"task.json" is there already');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

describe('agent plan --help', () => {
  it('explains its flags, with examples', async () => {
    const { code, stdout } = await runCli(['plan', '--help']);
    expect(code).toBe(0);
    for (const word of ['--goal', '--url', '--model', '--task-id', '--out', '--max-cost-usd', '--json', 'Examples:']) {
      expect(stdout).toContain(word);
    }
  });
});
