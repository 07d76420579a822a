import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBrowser } from '../../src/browser/find.js';
import { checkKey, checkNode } from '../../src/cli/doctorCommand.js';
import { thisHost } from '../../src/work/machine.js';
import { runCli } from '../support/cli.js';
import { temporaryFolder } from '../support/fixtures.js';

interface Report {
  ok: boolean;
  checks: { name: string; status: string; detail: string; todo: string[] }[];
}
const check = (report: Report, name: string): Report['checks'][number] | undefined =>
  report.checks.find((candidate) => candidate.name === name);

/** An address nobody listens on, so that a download fails at once wherever the test runs. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A machine as far as the command can see it: no browser, one folder on the PATH, downloads that fail. */
async function bareMachine(): Promise<{ folder: string; programs: string; env: Record<string, string | undefined> }> {
  const folder = temporaryFolder();
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const env = {
    PATH: programs,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    PLAYWRIGHT_BROWSERS_PATH: join(folder, 'browsers'),
    PLAYWRIGHT_DOWNLOAD_HOST: `http://127.0.0.1:${await closedPort()}`,
    AGENT_BROWSER_PATH: undefined,
    ANTHROPIC_API_KEY: undefined,
  };
  return { folder, programs, env };
}

describe('agent doctor', () => {
  it('starts a real browser, reads a page back and reports as JSON', async () => {
    const cwd = temporaryFolder();
    const { code, stdout } = await runCli(['doctor', '--json'], {
      cwd,
      env: { ANTHROPIC_API_KEY: 'sk-canary-1234567' },
    });
    const report = JSON.parse(stdout) as Report;
    expect(report.ok).toBe(true);
    expect(code).toBe(0);
    expect(check(report, 'launch')?.detail).toMatch(/^Chromium \d+\.[\d.]+ opened a page titled "agent is ready"$/);
    expect(check(report, 'api key')?.status).toBe('ok');
    expect(stdout).not.toContain('sk-canary');
    expect(existsSync(join(cwd, '.agent'))).toBe(false);
  });

  it('without a browser it fails with exit code 5 and the things to try', async () => {
    const { folder, env } = await bareMachine();
    const { code, stdout } = await runCli(['doctor', '--json'], { cwd: folder, env });
    expect(code).toBe(5);
    const report = JSON.parse(stdout) as Report;
    expect(check(report, 'browser')).toMatchObject({ status: 'fail', detail: 'no Chromium-based browser was found' });
    expect(check(report, 'browser')?.todo).toHaveLength(4);
    expect(check(report, 'api key')).toMatchObject({ status: 'warn' });
  });

  it('--fix without any way to install one says so, once, with three things to try', async () => {
    const { folder, env } = await bareMachine();
    const { code, stdout, stderr } = await runCli(['doctor', '--fix', '--json'], { cwd: folder, env });
    expect(code).toBe(5);
    expect(stderr).toContain("agent will now download Playwright's Chromium.");
    expect(stderr).toContain('That did not work.');
    expect(check(JSON.parse(stdout) as Report, 'browser')?.todo).toHaveLength(3);
  });

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    "--fix goes on to the system's package manager, tells it, and uses what that installed",
    async () => {
      const { folder, programs, env } = await bareMachine();
      const real = await findBrowser(thisHost());
      if (!real) throw new Error('this test needs a browser');
      // The stand-in package manager "installs" by putting a program on the PATH that starts the real browser.
      const log = join(folder, 'apt.log');
      const script = `#!/bin/sh
echo "$*" >> '${log}'
[ "$1" = install ] || exit 0
printf '#!/bin/sh\\nexec "${real.path}" "$@"\\n' > '${programs}/chromium'
/bin/chmod 755 '${programs}/chromium'
`;
      writeFileSync(join(programs, 'apt-get'), script, { mode: 0o755 });
      const { code, stdout, stderr } = await runCli(['doctor', '--fix', '--json'], { cwd: folder, env });
      expect(stderr).toContain('No browser was found on this machine.');
      expect(stderr).toContain("agent will now install Debian's chromium package with apt-get.");
      expect(readFileSync(log, 'utf8')).toMatch(/^update .*\ninstall .*chromium/);
      const report = JSON.parse(stdout) as Report;
      expect(check(report, 'browser')?.detail).toBe(`${join(programs, 'chromium')} (the system)`);
      expect(check(report, 'launch')?.status).toBe('ok');
      expect(code).toBe(0);
      const runs = join(folder, '.agent', 'runs');
      expect(statSync(runs).mode & 0o777).toBe(0o700);
      expect(readFileSync(join(runs, '.gitignore'), 'utf8')).toBe('*\n');
    },
  );

  it('F37 a browser that is no browser fails in time with its reason', async () => {
    const folder = temporaryFolder();
    const fake = join(folder, 'chrome');
    writeFileSync(fake, '#!/bin/sh\nexit 3\n');
    chmodSync(fake, 0o755);
    const { code, stdout } = await runCli(['doctor', '--browser', fake, '--json'], { cwd: folder });
    expect(code).toBe(5);
    expect(check(JSON.parse(stdout) as Report, 'launch')).toMatchObject({ status: 'fail' });
  });

  it('a browser that was named and is not there is an error, not a reason to take another', async () => {
    const { code, stderr } = await runCli(['doctor', '--browser', '/nowhere/chrome']);
    expect(code).toBe(2);
    expect(stderr).toContain('--browser names "/nowhere/chrome", and no program is there');
  });

  it('a run folder that cannot be is told', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.agent'), 'a file in the way');
    const { code, stdout } = await runCli(['doctor', '--json'], { cwd });
    expect(code).toBe(5);
    expect(check(JSON.parse(stdout) as Report, 'run folder')?.detail).toContain('.agent is not a folder');
  });

  it.each([
    ['20.17.0', 'ok'],
    ['20.16.9', 'fail'],
    ['18.20.0', 'fail'],
    ['22.0.0', 'ok'],
  ])('Node %s is %s', (version, status) => {
    expect(checkNode(version).status).toBe(status);
  });

  it('an empty key is as good as none', () => {
    expect(checkKey('  ').status).toBe('warn');
    expect(checkKey(undefined).status).toBe('warn');
    expect(checkKey('x').status).toBe('ok');
  });
});
