import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskEventLine, TaskResultV1 } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import { openRun } from '../../src/run/store.js';
import { type CliResult, runCli } from '../support/cli.js';
import { temporaryFolder } from '../support/fixtures.js';
import { useSession } from '../support/session.js';
import { type Site, serve } from '../support/site.js';

const HOSTILE = `<img src=x onerror="document.title='owned'">`;
const PAGE = `<title>Form ${HOSTILE.replace('<', '&lt;')}</title><label>Email <input></label>
  <button aria-label="Save ${HOSTILE.replaceAll('"', '&quot;')}" onclick="h.textContent = 'All saved'">Save</button><h1 id=h>Not yet</h1>`;
const NO_KEY = { ANTHROPIC_API_KEY: undefined, AGENT_MODEL: undefined };
let site: Site;
let cwd = '';
/** A run that went well, from the shell. */
let first: CliResult;
beforeAll(async () => {
  site = await serve((_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE));
});
afterAll(() => site.close());

const agent = (...args: string[]): Promise<CliResult> => runCli(args, { cwd, env: NO_KEY });

async function runOnce(...more: string[]): Promise<CliResult> {
  const goal = 'fill "Email" with "a@b.c", click "Save"';
  return agent('run', '--url', `${site.url}/`, '--goal', goal, '--model', 'playbook', ...more);
}

function runsDir(): string {
  return join(cwd, '.agent/runs');
}

/** Runs that ended in other ways, as their processes left them. */
async function plant(id: string, ...kinds: ('begun' | 'seen')[]): Promise<void> {
  const run = await openRun(runsDir(), id, () => new Date('2026-11-17T10:00:00Z'));
  await run.recorder.record('task_started', { task_id: id, url: 'https://shop.example/', message: 'buy \u001b[2Jtea' });
  for (const [index, kind] of kinds.entries()) {
    const command_id = String(index + 1);
    await run.recorder.record('step_started', { command_id, tool: 'browser_click', target: 'button "Pay"' });
    if (kind === 'seen')
      await run.recorder.record('step_finished', { command_id, tool: 'browser_click', status: 'ok', duration_ms: 5 });
  }
  await run.close();
}

describe('what was run', () => {
  let kept = '';
  const on = useSession();
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'agent-runs-'));
    first = await runOnce('--json');
    await plant('old-killed', 'seen', 'seen', 'begun');
    await plant('old-early', 'seen');
    kept = cwd;
  });
  afterAll(() => rmSync(kept, { recursive: true, force: true }));

  it('CARD-4 004-17 004-21 a run leaves task_result.v1 and task_event.v1 files that hold against their schemas', async () => {
    const [id = ''] = readdirSync(runsDir()).filter((name) => name.startsWith('run-'));
    const result = JSON.parse(readFileSync(join(runsDir(), id, 'task_result.json'), 'utf8')) as TaskResultV1;
    expect(problemsWriting('task_result.v1', result)).toEqual([]);
    expect(result).toEqual(JSON.parse(first.stdout));
    const lines = readFileSync(join(runsDir(), id, 'task_events.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const events = lines.map((line) => JSON.parse(line) as TaskEventLine);
    for (const event of events) expect(problemsWriting('task_event_line', event)).toEqual([]);
    expect(new Set(events.map(({ payload }) => payload.schema_version))).toEqual(new Set(['task_event.v1']));
    expect((await agent('validate', join(runsDir(), id, 'task_events.jsonl'))).code).toBe(0);
  });

  it('agent runs lists them, the newest first, also those that were killed, and says what became of them', async () => {
    const { code, stdout } = await agent('runs');
    expect(code).toBe(0);
    const [head, ...lines] = stdout.trim().split('\n');
    expect(head).toMatch(/^ID +started +status +turns +cost +goal$/);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^run-\S+ +20\S+ \S+ +completed +3 .*fill "Email"/);
    const rest = lines.slice(1).join('\n');
    expect(rest).toMatch(/old-killed .*killed at step 3: outcome unknown/);
    expect(rest).toMatch(/old-early .*killed after step 1/);
    expect(stdout).not.toContain('\u001b');
    const few = await agent('runs', '--limit', '1', '--json');
    const told = JSON.parse(few.stdout) as { total: number; runs: { status: string; problems: string[] }[] };
    expect([told.total, told.runs.map(({ status }) => status)]).toEqual([3, ['completed']]);
    expect((await agent('runs', '--limit', 'some')).code).toBe(2);
    expect((await agent('runs', '--out', join(cwd, 'nowhere'))).stdout).toMatch(/^there are no runs in/);
  });

  it('a run that goes on is told as running, as long as its process is there', async () => {
    const runs = join(cwd, 'going-on');
    const run = await openRun(runs, 'run-now', () => new Date(), { pid: process.pid });
    await run.recorder.record('task_started', { task_id: 'run-now', message: 'x' });
    expect((await agent('runs', '--out', runs)).stdout).toMatch(/run-now .*running/);
    await run.close();
    expect((await agent('runs', '--out', runs)).stdout).toMatch(/run-now .*killed before it did anything/);
  });

  it('agent show tells a run step by step, and with --json all there is', async () => {
    const { code, stdout } = await agent('show', 'latest');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^run-\S+ {2}completed\n {2}goal +fill "Email"/);
    expect(stdout).toMatch(/ 1 {2}fill textbox "Email" +verified/);
    expect(stdout).toMatch(/ 2 {2}click button "Save <img/);
    const told = JSON.parse((await agent('show', 'run-', '--json')).stdout);
    expect(told).toMatchObject({ status: 'completed', problems: [], result: { status: 'completed' } });
    expect(told.events.length).toBeGreaterThan(8);
    expect((await agent('show', 'old-k')).stdout).toMatch(/unknown: killed at step 3: outcome unknown/);
  });

  it('T21 a log that was changed is told with its line', async () => {
    await plant('changed', 'seen');
    const log = join(runsDir(), 'changed/task_events.jsonl');
    writeFileSync(log, readFileSync(log, 'utf8').replace('button \\"Pay\\"', 'button \\"Keep\\"'));
    const told = JSON.parse((await agent('show', 'changed', '--json')).stdout);
    expect(told.status).toBe('unknown');
    expect(told.problems.join()).toMatch(/changed_line: .*\(line 2\)/);
  });

  it.each([
    ['olf-killed', /there is no run olf-killed[\s\S]*did you mean old-killed\?/],
    ['old-', /2 runs begin with old-: /],
    ['../runs', /"\.\.\/runs" cannot be the ID of a run/],
    ['/etc', /cannot be the ID of a run/],
    ['', /cannot be the ID of a run/],
    ['.keys', /cannot be the ID of a run/],
  ])('T16 %j is no run: exit 2, and what to do', async (id, words) => {
    for (const command of ['show', 'report']) {
      const { code, stdout, stderr } = await agent(command, id);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(words);
    }
  });

  it('T19 agent report makes one file that a browser shows without a script, whatever the page called its elements', async () => {
    const { code, stdout } = await agent('report', 'latest');
    expect(code).toBe(0);
    const file = join(cwd, stdout.trim());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const session = await on.at(pathToFileURL(file).href);
    const { page } = session.eyes();
    const seen = await page.evaluate(() => ({
      title: document.title,
      text: document.body.innerText,
      scripts: document.querySelectorAll('script, iframe, link, a, img, form, [onerror]').length,
      pictures: document.querySelectorAll('svg.shot image').length,
      outlined: document.querySelectorAll('svg.shot rect').length,
      bars: document.querySelectorAll('svg.line rect').length,
      policy: document.querySelector('meta[http-equiv]')?.getAttribute('content'),
    }));
    expect(seen).toMatchObject({ title: expect.stringMatching(/^run-\S+: completed$/), scripts: 0 });
    expect(seen.pictures).toBeGreaterThan(1);
    expect(seen.outlined).toBeGreaterThan(1);
    expect(seen.bars).toBeGreaterThan(3);
    expect(seen.text).toContain('onerror=');
    expect(seen.policy).toMatch(/^default-src 'none'; img-src data:; style-src 'sha256-/);
    // What it allows is held: neither a script nor a style that comes in later is taken.
    const blocked = await page.evaluate(async () => {
      const told: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => told.push(effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'document.title = "owned"';
      const style = document.createElement('style');
      style.textContent = 'body { display: none }';
      const image = new Image();
      image.src = 'http://127.0.0.1:9/x.png';
      document.body.append(script, style, image);
      while (told.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
      return told.sort();
    });
    expect(blocked).toEqual(['img-src', 'script-src-elem', 'style-src-elem']);
    expect(await page.title()).toMatch(/completed$/);
  });

  it('agent report --out writes elsewhere, --open shows it with what the system opens files with; what cannot be written is said', async () => {
    const bin = join(cwd, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" > '${cwd}/opened'\n`, { mode: 0o755 });
    const env = { ...NO_KEY, PATH: `${bin}:${process.env['PATH']}` };
    const file = join(cwd, 'my report.html');
    const { code } = await runCli(['report', 'old-killed', '--out', file, '--open'], { cwd, env });
    expect(code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('killed at step 3: outcome unknown');
    await expect.poll(() => readdirSync(cwd)).toContain('opened');
    await expect.poll(() => readFileSync(join(cwd, 'opened'), 'utf8')).toBe(`${file}\n`);
    const nowhere = await agent('report', 'latest', '--out', join(cwd, 'no/where.html'));
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('does not exist')]);
  });
});

describe('idempotency keys from the shell', () => {
  let asked = 0;
  const keyed = (...args: string[]): Promise<CliResult> =>
    runOnce('--json', '--quiet', '--out', join(cwd, 'keyed'), ...args);
  const kept = (): number => readdirSync(join(cwd, 'keyed')).filter((name) => name.startsWith('run-')).length;

  it('004-13 004-14 F66 the same key and task give the stored answer and run nothing; another task is a conflict', async () => {
    cwd = temporaryFolder();
    const counting = await serve((request, response) => {
      if (request.url === '/') asked += 1;
      response.setHeader('content-type', 'text/html').end(PAGE);
    });
    const url = ['--url', `${counting.url}/`];
    const one = await keyed(...url, '--idempotency-key', 'november');
    expect(one.code).toBe(0);
    const result = JSON.parse(one.stdout) as TaskResultV1;
    const before = asked;
    const again = await keyed(...url, '--idempotency-key', ' november ');
    expect([again.code, JSON.parse(again.stdout)]).toEqual([0, { ...result, deduplicated: true }]);
    expect([asked, kept()]).toEqual([before, 1]);
    const other = await keyed(...url, '--idempotency-key', 'november', '--expect', 'title contains form');
    expect(other.code).toBe(3);
    expect(other.stderr).toContain(`the run ${result.task_id} was told to do another thing`);
    expect([asked, kept()]).toEqual([before, 1]);
    await counting.close();
  });

  it('004-16 without a key nothing is held back', async () => {
    cwd = temporaryFolder();
    expect([(await keyed()).code, (await keyed()).code, kept()]).toEqual([0, 0, 2]);
  });

  it.each([
    [['--idempotency-key', ' '], /--idempotency-key is empty/],
    [['--force-new'], /--force-new is about an idempotency key/],
  ])('%j is refused before anything starts', async (args, words) => {
    cwd = temporaryFolder();
    const { code, stderr } = await keyed(...args);
    expect([code, readdirSync(cwd)]).toEqual([2, []]);
    expect(stderr).toMatch(words);
  });

  it('F66 what a killed run may have done is done again only when the user says so', async () => {
    cwd = temporaryFolder();
    const args = ['--idempotency-key', 'k', '--expect', 'heading contains never'];
    const failed = await keyed(...args);
    expect(failed.code).toBe(1);
    const { task_id } = JSON.parse(failed.stdout) as TaskResultV1;
    unlinkSync(join(cwd, 'keyed', task_id, 'task_result.json'));
    const refused = await keyed(...args);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(new RegExp(`the run ${task_id} may have done it already[\\s\\S]*--force-new`));
    expect((await keyed(...args, '--force-new')).code).toBe(1);
    expect(kept()).toBe(2);
  });

  it('F65 twenty at once: exactly one runs, the others hear who does or what came of it', async () => {
    cwd = temporaryFolder();
    const ends = await Promise.all(Array.from({ length: 20 }, () => keyed('--idempotency-key', 'k')));
    const ran = ends.filter(({ code, stdout }) => code === 0 && !stdout.includes('"deduplicated": true'));
    expect(ran).toHaveLength(1);
    const { task_id } = JSON.parse(ran[0]?.stdout ?? '{}') as TaskResultV1;
    for (const { code, stderr, stdout } of ends) {
      expect([0, 3]).toContain(code);
      if (code === 3) expect(stderr).toContain(`the run ${task_id} is at it`);
      expect(stdout).toContain(code === 3 ? '"ok": false' : task_id);
    }
    expect(kept()).toBe(1);
  });
});
