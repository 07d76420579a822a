import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskEventLine, TaskResultV1 } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import { type CliResult, runCli } from '../support/cli.js';
import { listFiles } from '../support/files.js';
import { fixturePath, temporaryFolder } from '../support/fixtures.js';
import { callsTool, fails, says, startMessagesApi } from '../support/messagesApi.js';
import { type Site, serve } from '../support/site.js';

const PAGE = `<title>Form</title><label>Email <input></label><label>Password <input type=password></label>
  <label>Country <select><option>France<option>Spain</select></label>
  <button onclick="document.title = 'Saved'; h.textContent = 'All saved'">Save</button><h1 id=h>Not yet</h1>
  <button onclick="document.title = 'Gone'">Delete account</button>`;
let site: Site;
beforeAll(async () => {
  site = await serve((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
});
afterAll(() => site.close());

const NO_KEY = { ANTHROPIC_API_KEY: undefined, ANTHROPIC_BASE_URL: undefined, AGENT_MODEL: undefined };

interface Run extends CliResult {
  folder: string;
  events: TaskEventLine[];
}

async function run(args: string[], env: Record<string, string | undefined> = {}): Promise<Run> {
  const cwd = temporaryFolder();
  const result = await runCli(['run', '--url', `${site.url}/`, ...args], { cwd, env: { ...NO_KEY, ...env } });
  const runs = join(cwd, '.agent/runs');
  const [name] = existsSync(runs) ? readdirSync(runs).filter((one) => one.startsWith('run-')) : [];
  const folder = name ? join(runs, name) : '';
  const log = folder && readFileSync(join(folder, 'task_events.jsonl'), 'utf8');
  const events = log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TaskEventLine);
  return { ...result, folder, events };
}

describe('agent run', () => {
  it('without a key: a plain goal is carried out, verified and written down', async () => {
    const goal = 'fill "Email" with "a@b.c", select "Spain" in "Country", click "Save"';
    const { code, stdout, stderr, folder, events } = await run(['--goal', goal, '--model', 'playbook']);
    expect([code, stderr.match(/✓/g)?.length]).toEqual([0, 4]);
    expect(stdout).toMatch(/^completed: 4 turns/);
    const result = JSON.parse(readFileSync(join(folder, 'task_result.json'), 'utf8')) as TaskResultV1;
    expect(problemsWriting('task_result.v1', result)).toEqual([]);
    expect(result).toMatchObject({ status: 'completed', verified: true, turns: 4 });
    for (const event of events) expect(problemsWriting('task_event_line', event)).toEqual([]);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const file of listFiles(folder)) expect(statSync(file).mode & 0o777).toBe(0o600);
    // A progress line a turn, plain where there is no terminal.
    expect(stderr).toContain('  1 ✓ fill textbox "Email"  verified');
    expect(stderr).not.toContain('\u001b');
  });

  it('--json prints the result and nothing else, --quiet leaves the progress out', async () => {
    const { code, stdout, stderr } = await run(['--goal', 'click "Save"', '--model', 'playbook', '--json', '--quiet']);
    expect(code).toBe(0);
    expect(problemsWriting('task_result.v1', JSON.parse(stdout))).toEqual([]);
    expect(stderr).not.toMatch(/[✓✗]/);
  });

  it('--expect decides: what the page does not show is no success', async () => {
    const goal = ['--goal', 'click "Save"', '--model', 'playbook'];
    expect((await run([...goal, '--expect', 'heading contains "all saved"', 'title contains saved'])).code).toBe(0);
    const { code, stdout } = await run([...goal, '--expect', 'text contains "Thank you"']);
    expect(code).toBe(1);
    expect(stdout).toContain('Thank you');
  });

  it('without a terminal nobody can be asked, so what cannot be taken back is not done', async () => {
    const { code, stdout, events } = await run(['--goal', 'click "Delete account"', '--model', 'playbook', '--json']);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'rejected', failure: { error_code: 'CAP_HUMAN_REJECTED' } });
    expect(JSON.stringify(events)).not.toContain('"Gone"');
  });

  it('with Claude: the model by flag, variable or config; a script file plays one without a key', async () => {
    const replies = () => startMessagesApi([callsTool('complete_task', { status: 'failed', reason: 'no such thing' })]);
    for (const [args, env, model] of [
      [['--model', 'claude-opus-5-5'], {}, 'claude-opus-5-5'],
      [[], { AGENT_MODEL: 'claude-haiku-5-5' }, 'claude-haiku-5-5'],
      [[], {}, 'claude-sonnet-5-5'],
    ] as const) {
      const api = await replies();
      const { code } = await run(['--goal', 'x', ...args], {
        ANTHROPIC_API_KEY: 'sk-x',
        ANTHROPIC_BASE_URL: api.url,
        ...env,
      });
      expect([code, api.requests[0]?.body.model]).toEqual([1, model]);
      await api.close();
    }
  });

  it('without criteria a second question about what was observed decides', async () => {
    const verdict = (confidence: number) =>
      says(JSON.stringify({ action_succeeded: true, task_completed: true, confidence, reason: 'the title says so' }));
    for (const [confidence, code] of [
      [0.7, 0],
      [0.69, 1],
    ] as const) {
      const claim = callsTool('complete_task', { status: 'success', reason: 'saved' });
      const api = await startMessagesApi([
        callsTool('browser_click', { ref: '@e3' }),
        claim,
        verdict(confidence),
        callsTool('complete_task', { status: 'failed', reason: 'not believed' }),
      ]);
      const done = await run(['--goal', 'save the form'], { ANTHROPIC_API_KEY: 'sk-x', ANTHROPIC_BASE_URL: api.url });
      expect(done.code).toBe(code);
      const asked = JSON.stringify(api.requests[2]?.body);
      expect(asked).toContain('save the form');
      // Observations only: no refs, no page.
      expect(asked).not.toMatch(/@e\d|<page/);
      await api.close();
    }
  });

  it('a model that fails ends it with exit code 4 and says what to do', async () => {
    const api = await startMessagesApi([fails(401, { type: 'authentication_error' })]);
    const { code, stdout, stderr } = await run(['--goal', 'x'], {
      ANTHROPIC_API_KEY: 'sk-secret-1',
      ANTHROPIC_BASE_URL: api.url,
    });
    expect(code).toBe(4);
    expect(stderr).toContain('ANTHROPIC_API_KEY');
    expect(stdout + stderr).not.toContain('sk-secret-1');
    await api.close();
  });

  it('a budget that is used up ends it as rejected', async () => {
    const api = await startMessagesApi((_, index) =>
      callsTool('browser_scroll', { direction: index % 2 ? 'up' : 'down', amount: index + 1 }),
    );
    const env = { ANTHROPIC_API_KEY: 'sk-x', ANTHROPIC_BASE_URL: api.url };
    const { code, stdout } = await run(['--goal', 'x', '--max-cost-usd', '0.0001', '--json'], env);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'rejected', failure: { error_code: 'COST_USD_LIMIT' } });
    expect(api.requests).toHaveLength(1);
    await api.close();
  });

  it.each([
    [['--goal', 'x'], {}, /ANTHROPIC_API_KEY is not set/],
    [['--goal', 'x'], { ANTHROPIC_API_KEY: ' ' }, /ANTHROPIC_API_KEY is empty/],
    [['--goal', ' '], { ANTHROPIC_API_KEY: 'k' }, /--goal is empty/],
    [['--goal', 'cancel it', '--model', 'playbook'], {}, /cannot read the goal from "cancel it" on/],
    [['--goal', 'x', '--model', 'script:nowhere.json'], {}, /script:nowhere\.json cannot be read/],
    [['--goal', 'x', '--expect', 'nonsense'], { ANTHROPIC_API_KEY: 'k' }, /nonsense/],
    [['--goal', 'x', '--max-turns', 'many'], { ANTHROPIC_API_KEY: 'k' }, /--max-turns "many"/],
    [['--goal', 'x', '--max-turns', '1.5'], { ANTHROPIC_API_KEY: 'k' }, /--max-turns "1\.5"/],
    [['--goal', 'x', '--max-time', '-1'], { ANTHROPIC_API_KEY: 'k' }, /--max-time "-1"/],
    [['--goal', 'x', '--vision', 'maybe'], { ANTHROPIC_API_KEY: 'k' }, /--vision/],
    [['--goal', 'x', '--viewport', 'big'], { ANTHROPIC_API_KEY: 'k' }, /--viewport "big"/],
    [
      ['--goal', 'x', '--model', 'claude-unknown', '--max-cost-usd', '1'],
      { ANTHROPIC_API_KEY: 'k' },
      /the price of claude-unknown is not known/,
    ],
  ])('%j is refused before anything starts', async (args, env, message) => {
    const { code, stderr, folder } = await run(args, env);
    expect([code, folder]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('the script of the Netflix cancellation plays up to the first thing that only a human may allow', async () => {
    const netflix = await serve(fixturePath('sites/netflix'));
    const cwd = temporaryFolder();
    const script = fixturePath('conversations/netflix-cancel.json');
    const args = [
      'run',
      '--goal',
      'cancel netflix',
      '--url',
      `${netflix.url}/account.html`,
      '--model',
      `script:${script}`,
    ];
    const { stderr } = await runCli(args, { cwd, env: NO_KEY });
    expect(stderr).toContain('1 ✗ click link "Cancel Membership"  human_rejected');
    await netflix.close();
  });
});
