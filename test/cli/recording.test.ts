import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskCommandV1 } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import { type CliResult, root, runCli } from '../support/cli.js';
import { temporaryFolder } from '../support/fixtures.js';
import { type Site, serve } from '../support/site.js';

const PAGE = `<title>Form</title><label>Email <input></label><label>Nickname <input name=nick></label>
  <button onclick="document.title = 'Saved'; h.textContent = 'All saved'">Save</button><h1 id=h>Not yet</h1>
  <button onclick="n.textContent = +n.textContent + 1">More</button><output id=n>0</output>
  <button onclick="document.title = 'Gone'">Delete account</button>`;
const CANARY = 'canary-7-horses';
const MAIL = 'jane.doe@example.com';
let site: Site;
beforeAll(async () => {
  site = await serve((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
});
afterAll(() => site.close());

interface Run extends CliResult {
  cwd: string;
  folder: string;
  task: TaskCommandV1 | null;
}

async function run(args: string[], env: Record<string, string> = {}): Promise<Run> {
  const cwd = temporaryFolder();
  const playbook = ['--url', `${site.url}/`, '--model', 'playbook'];
  const result = await runCli(['run', ...playbook, ...args], { cwd, env: { ANTHROPIC_API_KEY: undefined, ...env } });
  const runs = join(cwd, '.agent/runs');
  const [name = ''] = existsSync(runs) ? readdirSync(runs).filter((one) => one.startsWith('run-')) : [];
  const folder = join(runs, name);
  const file = join(folder, 'task_command.json');
  const task = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TaskCommandV1) : null;
  return { ...result, cwd, folder, task };
}

const FILL = 'fill "Email" with "{{var:mail}}", fill "Nickname" with "I am {{var:nick}}", click "Save"';

describe('what a run leaves to be replayed', () => {
  it('004-1 004-2 004-4: a task of its own, for its owner only, without a value that was marked', async () => {
    const expected = ['--expect', 'heading contains "all saved"', '--expect', 'title contains saved'];
    const { code, cwd, folder, task } = await run(['--goal', FILL, '--var', 'mail', `nick=${CANARY}`, ...expected], {
      AGENT_VAR_mail: MAIL,
    });
    expect(code).toBe(0);
    expect(problemsWriting('task_command.v1', task)).toEqual([]);
    expect(task).toMatchObject({
      goal: 'fill "Email" with "{{var:mail}}", fill "Nickname" with "I am {{var:nick}}", click "Save"',
      service: 'generic',
      allowed_domains: ['127.0.0.1'],
      viewport: { width: 1280, height: 800 },
      success: { all: [{ heading_contains: 'all saved' }, { title_contains: 'saved' }] },
      recorded_status: 'completed',
      variables: ['mail', 'nick'],
    });
    const texts = task?.commands.map(({ params }) => ('text' in params ? params.text : ''));
    expect(texts).toEqual(['', '{{var:mail}}', 'I am {{var:nick}}', '']);
    const file = join(folder, 'task_command.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // What was typed is on the page, and so in pictures and snapshots of it; nowhere else.
    for (const name of ['task_result.json', 'task_command.json', 'task_events.jsonl']) {
      expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(new RegExp(`${CANARY}|${MAIL}`));
    }
    const valid = await runCli(['validate', '--lint', file, '--json'], { cwd });
    expect(JSON.parse(valid.stdout)).toMatchObject({
      ok: true,
      files: [{ contract: 'task_command.v1', warnings: [], lint: { ok: true, high_risk: 0 } }],
    });
  });

  it('a run that a human ended leaves what it got done, and says so', async () => {
    const { code, cwd, folder, task } = await run(['--goal', 'fill "Email" with "a@b.c", click "Delete account"']);
    expect(code).toBe(3);
    expect(task?.recorded_status).toBe('rejected');
    expect(task?.commands.map(({ action }) => action)).toEqual(['navigate', 'type']);
    const { stderr } = await runCli(['validate', join(folder, 'task_command.json')], { cwd });
    expect(stderr).toContain('the run it was recorded of was rejected');
  });

  it('a run that is interrupted leaves it, too', async () => {
    const cwd = temporaryFolder();
    const clicks = Array.from({ length: 15 }, () => 'click "More"').join(', ');
    const goal = `fill "Email" with "a@b.c", ${clicks}`;
    const args = ['run', '--url', `${site.url}/`, '--model', 'playbook', '--max-turns', '30', '--goal', goal];
    const child = spawn(process.execPath, [`${root}bin/agent.js`, ...args], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const code = await new Promise((resolve) => {
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        const before = said.includes('2 ✓');
        said += chunk.toString();
        if (!before && said.includes('2 ✓')) child.kill('SIGINT');
      });
      child.on('close', resolve);
    });
    expect(code).toBe(130);
    const [name = ''] = readdirSync(join(cwd, '.agent/runs')).filter((one) => one.startsWith('run-'));
    const task = JSON.parse(readFileSync(join(cwd, '.agent/runs', name, 'task_command.json'), 'utf8'));
    expect(task.recorded_status).toBe('failed');
    expect(task.commands.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
      ...['navigate', 'type', 'click'],
    ]);
    expect(task.commands.length).toBeLessThan(17);
  });

  it.each([
    [['--goal', 'fill "Email" with "{{var:mail}}"'], '{{var:mail}}, which has no value'],
    [['--goal', 'click "Save"', '--var', 'mail'], '--var mail has no value'],
    [['--goal', 'click "Save"', '--var', '1st=x'], '--var "1st" is no name'],
    [['--goal', 'click "Save"', '--var', 'a=x', '--var', 'a=y'], '--var a is given twice'],
    [['--goal', 'click "Save"', '--var', 'a='], '--var a is empty'],
  ])('%j is refused before anything is started', async (args, words) => {
    const { code, stderr, cwd } = await run(args);
    expect([code, stderr.includes(words)]).toEqual([2, true]);
    expect(existsSync(join(cwd, '.agent'))).toBe(false);
  });
});

describe('agent validate --lint', () => {
  it('one line for each selector, the worst first; exit code 1 when they cannot be relied on, 2 for no valid file', async () => {
    const cwd = temporaryFolder();
    const click = (id: string, selector: string): unknown => ({ id, action: 'click', params: { selector } });
    const task = (...commands: unknown[]): string =>
      JSON.stringify({
        schema_version: 'task_command.v1',
        task_id: 'linted',
        commands: [{ id: '1', action: 'navigate', params: { url: 'https://example.com/' } }, ...commands],
      });
    writeFileSync(join(cwd, 'good.json'), task(click('2', '#save')));
    writeFileSync(
      join(cwd, 'bad.json'),
      task(click('2', '[data-testid="a"]'), click('3', 'button'), click('4', '#a\u001b')),
    );
    writeFileSync(join(cwd, 'none.json'), '{}');
    const lint = (...files: string[]): Promise<CliResult> => runCli(['validate', '--lint', ...files], { cwd });
    expect(await lint('good.json')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(' 90  stable     #2 #save'),
    });
    const bad = await lint('good.json', 'bad.json');
    expect(bad.code).toBe(1);
    expect(bad.stdout.indexOf('high_risk')).toBeLessThan(bad.stdout.indexOf('[data-testid="a"]'));
    expect(bad.stdout).toMatch(/3 selectors: average \d+(?:\.\d)?, 0 fragile, 1 of high risk; at least 70/);
    expect(bad.stdout).not.toContain('\u001b');
    expect((await lint('bad.json', 'none.json')).code).toBe(2);
    expect((await runCli(['validate', 'bad.json'], { cwd })).code).toBe(0);
  });
});
