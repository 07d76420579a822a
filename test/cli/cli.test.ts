import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, runCli } from '../support/cli.js';
import { fixtureFiles, fixturePath, temporaryFolder } from '../support/fixtures.js';

const version = (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }).version;
const esc = String.fromCharCode(27);

describe('help and usage', () => {
  it('--help lists every command and the exit codes, on stdout', async () => {
    const { code, stdout, stderr } = await runCli(['--help']);
    expect(code).toBe(0);
    for (const word of ['validate', 'schema', 'doctor', 'Exit codes', '130']) expect(stdout).toContain(word);
    expect(stderr).toBe('');
  });

  it.each(['validate', 'schema', 'doctor'])('%s --help explains its flags', async (command) => {
    const { code, stdout } = await runCli([command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: agent ${command}`);
    expect(stdout).toContain('--json');
  });

  it('--version prints the version of the package', async () => {
    expect(await runCli(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    [['validte', 'x'], 'did you mean validate?'],
    [['doctor', '--fxi'], 'did you mean --fix?'],
    [['validate'], "missing required argument 'file'"],
    [[], 'Usage: agent'],
  ])('misuse %j is exit code 2 with a hint on stderr', async (args, hint) => {
    const { code, stdout, stderr } = await runCli(args);
    expect(code).toBe(2);
    expect(stderr).toContain(hint);
    expect(stdout).toBe('');
  });

  it('help fits a narrow terminal', async () => {
    const { stdout } = await runCli(['schema'], { env: { COLUMNS: '60' } });
    expect(stdout).toContain('task_command.v1');
  });
});

describe('agent validate', () => {
  it('valid files: exit 0, one line each on stdout', async () => {
    const files = fixtureFiles('contracts/v1', '').map((file) => fixturePath(`contracts/v1/${file}`));
    const { code, stdout, stderr } = await runCli(['validate', ...files]);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(files.length);
    expect(stderr).toBe('');
  });

  it('the whole malformed corpus is refused in one call, and no browser is started', async () => {
    const folder = temporaryFolder();
    const marker = join(folder, 'started');
    const browser = join(folder, 'browser');
    writeFileSync(browser, `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
    const files = fixtureFiles('tasks/bad', '.json').filter((file) => file !== 'expected.json');
    const paths = files.map((file) => fixturePath(`tasks/bad/${file}`));
    const { code, stdout } = await runCli(['validate', '--json', ...paths], { env: { AGENT_BROWSER_PATH: browser } });
    expect(code).toBe(2);
    const report = JSON.parse(stdout) as {
      ok: boolean;
      files: { ok: boolean; problems: { pointer: string; message: string }[] }[];
    };
    expect(report.ok).toBe(false);
    expect(report.files).toHaveLength(files.length);
    for (const { ok, problems } of report.files) {
      expect(ok).toBe(false);
      expect(problems.length).toBeGreaterThan(0);
    }
    expect(existsSync(marker)).toBe(false);
  });

  it('reads standard input, takes --as, and tells unknown fields as warnings on stderr', async () => {
    const { code, stdout, stderr } = await runCli(['validate', '--as', 'browser_click.input', '-'], {
      input: '{"ref":"@e7"}',
    });
    expect([code, stdout, stderr]).toEqual([0, 'valid    -  browser_click.input\n', '']);
    const later = await runCli(['validate', fixturePath('contracts/later/error.v1.json')]);
    expect(later.code).toBe(0);
    expect(later.stderr).toContain('/cause is not a known field');
  });

  it('warns of a task that replay would reject', async () => {
    const input = JSON.stringify({
      schema_version: 'task_command.v1',
      task_id: 'x',
      commands: [{ id: '1', action: 'get_title', params: {} }],
    });
    const { code, stderr } = await runCli(['validate', '-'], { input });
    expect(code).toBe(0);
    expect(stderr).toContain('CAP_NAV_REQUIRED');
  });

  it.each([
    ['no-such-file.json', 'does not exist'],
    ['.', 'is a folder, not a file'],
  ])('%s: %s', async (file, says) => {
    const { code, stdout } = await runCli(['validate', file]);
    expect(code).toBe(2);
    expect(stdout).toContain(says);
  });

  it('an unknown contract gets the closest name, as JSON too', async () => {
    const { code, stdout, stderr } = await runCli(['validate', '--as', 'snapshto', '--json', 'x']);
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean snapshot?');
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, exit_code: 2, message: 'there is no contract "snapshto"' });
  });

  it('control characters of a file name or its content never reach the terminal', async () => {
    const folder = temporaryFolder();
    const file = join(folder, `evil${esc}[31m\u202e.json`);
    writeFileSync(file, JSON.stringify({ schema_version: `x${esc}]0;pwned\u0007\u009b31m` }));
    const { code, stdout } = await runCli(['validate', file]);
    expect(code).toBe(2);
    expect(stdout).toContain('\\u{1b}[31m\\u{202e}');
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

describe('agent schema', () => {
  it('lists the contracts and prints one', async () => {
    const list = JSON.parse((await runCli(['schema', '--json'])).stdout) as { name: string }[];
    expect(list.map(({ name }) => name)).toEqual(expect.arrayContaining(['task_command.v1', 'error.v1', 'snapshot']));
    const { stdout } = await runCli(['schema', 'planner.v1']);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(`${root}schemas/planner.v1.schema.json`, 'utf8')));
  });

  it('a misspelled name is exit code 2 with the closest one', async () => {
    const { code, stderr } = await runCli(['schema', 'task_comand.v1']);
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean task_command.v1?');
  });
});

describe('colours', () => {
  const file = fixturePath('contracts/v1/error.v1.json');
  it.each([
    ['none without a terminal', {}, false],
    ['with FORCE_COLOR', { FORCE_COLOR: '1' }, true],
    ['NO_COLOR wins over FORCE_COLOR', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('%s', async (_title, env, colored) => {
    const { stdout } = await runCli(['validate', file], { env });
    expect(stdout.includes(esc)).toBe(colored);
  });
});

describe('config', () => {
  it('a config with an unknown key is refused: a misspelled safety key must not fail open', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'agent.config.json'), '{"browserpath": "/usr/bin/chromium"}');
    const { code, stderr } = await runCli(['doctor'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('agent.config.json cannot be used');
    expect(stderr).toContain('/browserpath is not a known field');
  });

  it("the project's file wins over the user's, key by key", async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'home', 'agent'), { recursive: true });
    writeFileSync(
      join(cwd, 'home', 'agent', 'config.json'),
      '{"browser_path": "/nowhere/user", "runs_dir": "elsewhere"}',
    );
    writeFileSync(join(cwd, 'agent.config.json'), '{"browser_path": "/nowhere/project"}');
    const { code, stderr } = await runCli(['doctor'], {
      cwd,
      env: { XDG_CONFIG_HOME: join(cwd, 'home'), AGENT_BROWSER_PATH: undefined },
    });
    expect(code).toBe(2);
    expect(stderr).toContain('browser_path in the config names "/nowhere/project"');
  });
});
