import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEventLog } from '../../src/contracts/eventLog.js';
import type { TaskResultV1 } from '../../src/contracts/generated.js';
import { runCli } from '../support/cli.js';
import { fixtureFiles, fixturePath, temporaryFolder } from '../support/fixtures.js';
import { atTerminal } from '../support/pty.js';
import { page, type Site, serve } from '../support/site.js';

const NO_KEY = { ANTHROPIC_API_KEY: undefined };
let site: Site;
beforeAll(async () => {
  site = await serve(
    page(
      '<title>Home</title><h1>Hello</h1><label>Name <input id="name"></label><button id="x">Delete account</button>',
    ),
  );
});
afterAll(() => site?.close());

function taskFile(folder: string, name: string, ...rest: object[]): string {
  const commands = [{ action: 'navigate', params: { url: site.url } }, ...rest];
  const task = {
    schema_version: 'task_command.v1',
    task_id: name,
    commands: commands.map((one, index) => ({ id: `${index + 1}`, ...one })),
  };
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(task));
  return path;
}
const TITLE = { action: 'get_title', params: {} };
const HEADING = { action: 'get_text', params: { selector: 'h1' } };

describe('agent replay', () => {
  it('CARD-2 F75 plays a file without a key; its bytes are known by their hash, and the result is a file', async () => {
    const folder = temporaryFolder();
    const file = taskFile(folder, 'read', TITLE, HEADING);
    const args = ['replay', file, '--allow-fallback', '--json', '--out', join(folder, 'runs')];
    const { code, stdout, stderr } = await runCli(args, { env: NO_KEY });
    expect({ code, stderr: stderr.includes('error') }).toEqual({ code: 0, stderr: false });
    const result = JSON.parse(stdout) as TaskResultV1;
    expect(result).toMatchObject({ status: 'completed', steps: [{}, { result: 'Home' }, { result: 'Hello' }] });
    expect(result.task_id).toMatch(/^read_replay_[0-9a-f]{8}$/);
    const run = join(folder, 'runs', result.task_id);
    expect(JSON.parse(readFileSync(join(run, 'task_result.json'), 'utf8'))).toEqual(result);
    const log = readEventLog(readFileSync(join(run, 'task_events.jsonl')));
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(log).toMatchObject({ ok: true });
    expect(readFileSync(join(run, 'task_events.jsonl'), 'utf8').split('\n')[0]).toContain(`"task_sha256":"${sha256}"`);
  });

  it('several at the same time: a line for each, and the worst exit code', async () => {
    const folder = temporaryFolder();
    const files = [
      taskFile(folder, 'one', HEADING),
      taskFile(folder, 'two', { action: 'click', params: { selector: '#x' } }),
      taskFile(folder, 'three', TITLE),
    ];
    const { code, stdout } = await runCli(['replay', ...files, '--workers', '3', '-q', '--out', join(folder, 'runs')], {
      env: NO_KEY,
    });
    const lines = stdout.split('\n').filter((line) => line.includes(': '));
    expect(lines.map((line) => line.split(': ').slice(0, 2).join(': ').replace(folder, ''))).toEqual([
      '/one.json: completed',
      '/two.json: rejected',
      '/three.json: completed',
    ]);
    // Nobody is there to be asked about "Delete account".
    expect(code).toBe(3);
  });

  it('004-9 F71 nothing is started when any file is invalid, and each fault is named with its place', async () => {
    const folder = temporaryFolder();
    const good = taskFile(folder, 'good', TITLE);
    const [bad = ''] = fixtureFiles('tasks/bad', '.json').filter((file) => file.includes('action-eval'));
    const out = join(folder, 'runs');
    const invalid = await runCli(['replay', good, fixturePath(`tasks/bad/${bad}`), '--out', out]);
    expect(invalid.code).toBe(2);
    expect(invalid.stderr).toContain('/commands/1/action');
    const later = await runCli(['replay', fixturePath('contracts/future/task_command.v2.json'), '--out', out]);
    expect(later).toMatchObject({ code: 2, stderr: expect.stringContaining('is not supported') as string });
    const selector = taskFile(folder, 'selector', { action: 'click', params: { selector: 'role=button[name=Save]' } });
    expect((await runCli(['replay', selector, '--out', out])).stderr).toContain('/commands/1/params/selector');
    expect(existsSync(out)).toBe(false);
  });

  it.each([
    ['a step beyond the last', ['--from-step', '9'], 2, 'beyond the last step'],
    ['no whole number', ['--from-step', '0'], 2, '--from-step'],
    ['a name that is in no file', ['--var', 'nmae=x', '--var', 'name=y'], 2, 'did you mean name?'],
    ['a missing value', [], 2, 'missing: name'],
    ['healing without fallbacks', ['--var', 'name=y', '--write-healed', 'h.json'], 2, '--allow-fallback'],
    ['no such service', ['--var', 'name=y', '--service', 'netflx'], 2, 'did you mean netflix?'],
    [
      '004-29 a service of another site',
      ['--var', 'name=y', '--service', 'netflix'],
      3,
      'not among the allowed domains',
    ],
  ])('%s is found before anything is started', async (_, flags, code, words) => {
    const folder = temporaryFolder();
    const file = taskFile(folder, 'typing', { action: 'type', params: { selector: '#name', text: '{{var:name}}' } });
    const result = await runCli(['replay', file, ...flags, '--out', join(folder, 'runs')]);
    expect({ code: result.code, says: result.stderr.includes(words) }, result.stderr).toEqual({ code, says: true });
    expect(existsSync(join(folder, 'runs'))).toBe(false);
  });

  it('what healed is a new file that differs in that alone, and replays strictly', async () => {
    const folder = temporaryFolder();
    const params = { selector: '#old', fallback_selectors: ['#name'], text: '{{var:name}}' };
    const file = taskFile(folder, 'healing', { action: 'type', params });
    const healed = join(folder, 'healed.json');
    const out = ['--out', join(folder, 'runs'), '-q'];
    const env = { ...NO_KEY, AGENT_VAR_name: 'Ada' };
    const first = await runCli(
      ['replay', file, '--allow-fallback', '--write-healed', healed, '--var', 'name', ...out],
      { env },
    );
    expect(first.code, first.stderr).toBe(0);
    expect(readFileSync(healed, 'utf8')).toBe(readFileSync(file, 'utf8').replace('"#old"', '"#name"'));
    expect((await runCli(['replay', healed, '--var', 'name', ...out], { env })).code).toBe(0);
    const over = await runCli(['replay', file, '--allow-fallback', '--write-healed', file, '--var', 'name=x', ...out]);
    expect(over).toMatchObject({ code: 2, stderr: expect.stringContaining('exists already') as string });
    expect(readdirSync(join(folder, 'runs')).filter((name) => name.startsWith('healing'))).toHaveLength(2);
  });

  describe('under an idempotency key', () => {
    let folder = '';
    let asked = 0;
    let counting: Site;
    beforeAll(async () => {
      counting = await serve((request, response) => {
        if (request.url === '/') asked += 1;
        response.setHeader('content-type', 'text/html').end('<title>Home</title><h1>Hello</h1>');
      });
    });
    afterAll(() => counting.close());
    const keyedFile = (name: string, more: object, ...rest: object[]): string => {
      const file = taskFile(folder, name, ...rest);
      const text = readFileSync(file, 'utf8').replaceAll(site.url, counting.url);
      writeFileSync(file, JSON.stringify({ ...JSON.parse(text), ...more }));
      return file;
    };
    const replayed = (...args: string[]) => runCli(['replay', ...args, '--json', '-q', '--out', join(folder, 'runs')]);
    const kept = (): number => readdirSync(join(folder, 'runs')).filter((name) => name.includes('_replay_')).length;

    it('004-13 004-14 the same file gives the stored answer and runs nothing; another task or step is a conflict', async () => {
      folder = temporaryFolder();
      const file = keyedFile('keyed', { idempotency_key: 'once' }, HEADING, TITLE);
      const first = await replayed(file);
      const result = JSON.parse(first.stdout) as TaskResultV1;
      expect(first.code).toBe(0);
      const before = asked;
      const again = await replayed(file, '--idempotency-key', ' once ');
      expect([again.code, JSON.parse(again.stdout)]).toEqual([0, { ...result, deduplicated: true }]);
      const other = keyedFile('other', { idempotency_key: 'once' }, TITLE);
      for (const args of [[other], [file, '--from-step', '3']]) {
        const { code, stderr } = await replayed(...args);
        const words = `the run ${result.task_id} was told to do another thing`;
        expect([code, stderr]).toEqual([3, expect.stringContaining(words)]);
      }
      expect([asked, kept()]).toEqual([before, 1]);
    });

    it('004-13 004-16 of several files each has its own key, and without one nothing is held back', async () => {
      folder = temporaryFolder();
      const files = [keyedFile('one', { idempotency_key: 'a' }, TITLE), keyedFile('two', {}, TITLE)];
      expect((await replayed(...files)).code).toBe(0);
      const { code, stdout } = await replayed(...files);
      const { results } = JSON.parse(stdout) as { results: { file: string; result: TaskResultV1 }[] };
      expect([code, kept()]).toEqual([0, 3]);
      expect(results.map(({ result }) => [result.task_id.slice(0, 3), result.deduplicated])).toEqual([
        ['one', true],
        ['two', undefined],
      ]);
    });

    it('F66 what may have been done is done again only with --force-new', async () => {
      folder = temporaryFolder();
      const click = { action: 'click', params: { selector: 'h1' } };
      const file = keyedFile('unclear', { idempotency_key: 'k' }, click, {
        action: 'click',
        params: { selector: '#no' },
      });
      const { task_id } = JSON.parse((await replayed(file)).stdout) as TaskResultV1;
      rmSync(join(folder, 'runs', task_id, 'task_result.json'), { force: true });
      const refused = await replayed(file);
      expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('--force-new')]);
      expect((await replayed(file, '--force-new')).code).toBe(1);
      expect(kept()).toBe(2);
    });

    it.each([
      [['--idempotency-key', ' '], /--idempotency-key is empty/],
      [['--force-new'], /--force-new is about an idempotency key/],
    ])('%j is refused before anything is started', async (args, words) => {
      folder = temporaryFolder();
      const { code, stderr } = await replayed(keyedFile('plain', {}, TITLE), ...args);
      expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
      expect(existsSync(join(folder, 'runs'))).toBe(false);
    });
  });

  it('F52 F56 a question ends when the replay is to end, and nothing was done', async () => {
    const folder = temporaryFolder();
    const file = taskFile(folder, 'asks', { action: 'click', params: { selector: '#x' } });
    const terminal = atTerminal(['replay', file, '--out', join(folder, 'runs')]);
    await terminal.until('Approve?');
    terminal.signal('SIGTERM');
    expect(await terminal.end()).toBe(143);
    const [run = ''] = readdirSync(join(folder, 'runs')).filter((name) => name.startsWith('asks'));
    const events = readFileSync(join(folder, 'runs', run, 'task_events.jsonl'), 'utf8');
    expect(events).toContain('"answer":"no"');
    expect(events).not.toContain('dispatched');
  });

  it('a run folder and latest stand for the task in it', async () => {
    const folder = temporaryFolder();
    const runs = join(folder, '.agent/runs');
    mkdirSync(join(runs, 'run-1'), { recursive: true });
    renameSync(taskFile(folder, 'read', TITLE), join(runs, 'run-1', 'task_command.json'));
    const { code, stderr } = await runCli(['replay', 'latest'], { cwd: folder, env: NO_KEY });
    expect([code, stderr]).toEqual([0, expect.stringContaining('.agent/runs/run-1/task_command.json: 2 steps')]);
    const none = await runCli(['replay', 'latest', '--out', join(folder, 'none')], { cwd: folder });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('agent runs')]);
  });
});
