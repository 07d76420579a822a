import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ProfileV1, TaskEventLine } from '../../src/contracts/generated.js';
import { readAs } from '../../src/contracts/read.js';
import { lockProfile } from '../../src/run/profileLock.js';
import { chooseBrowser } from '../../src/work/openBrowser.js';
import { failureOf } from '../support/claude.js';
import { runCli } from '../support/cli.js';
import { temporaryFolder } from '../support/fixtures.js';
import { type Members, membersSite } from '../support/members.js';
import { startOwnBrowser } from '../support/ownBrowser.js';
import { keptProfile, profileOf } from '../support/profiles.js';
import { atTerminal, CTRL_C, DOWN, ENTER, type Terminal } from '../support/pty.js';
import { type Site, serve } from '../support/site.js';

let members: Members;
let site: Site;
beforeAll(async () => {
  site = await serve((request, response) => members.listener(request, response));
});
beforeEach(() => {
  members = membersSite();
});
afterAll(() => site.close());

const HEADLESS = 'test/support/loginHeadless.mjs';

/** The real login at a terminal, with a window that nobody sees. */
function loginAt(url: string, env: Record<string, string>): Terminal {
  return atTerminal([HEADLESS, url, 'work'], { env, program: process.execPath });
}
const SHOW_PLAN = ['--goal', 'click "Show plan"', '--model', 'playbook'];

function fileIn(home: string, name: string, file = 'profile.json'): string {
  return join(home, 'agent', 'profiles', name, file);
}

function stored(path: string): ProfileV1 {
  const read = readAs('profile.v1', readFileSync(path));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  expect(read.warnings).toEqual([]);
  return read.value;
}

const sidOf = ({ state }: ProfileV1): string | undefined => state.cookies.find(({ name }) => name === 'sid')?.value;

function run(home: string, ...args: string[]) {
  const all = ['run', '--url', `${site.url}/`, ...SHOW_PLAN, '--out', join(home, 'runs'), ...args];
  return runCli(all, { env: { XDG_STATE_HOME: home } });
}

describe('agent login', () => {
  it('T15 keeps what the human logged in to; a run begins with it and brings it up to date, but only after success', async () => {
    const home = temporaryFolder();
    const login = loginAt(`${site.url}/login?by-itself`, { XDG_STATE_HOME: home });
    await login.until('then press Enter here, or close the window');
    await expect.poll(() => members.sessions.size, { timeout: 20_000 }).toBe(2);
    expect(existsSync(fileIn(home, 'work'))).toBe(false);
    login.type(ENTER);
    expect(await login.end()).toBe(0);
    expect(login.screen()).toContain(`kept: the session of ${site.url} as work, 1 cookie`);
    expect(login.screen()).toContain('--profile work');
    const path = fileIn(home, 'work');
    expect([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
    const first = stored(path);
    expect([first.name, first.origin, members.sessions.has(sidOf(first) ?? '')]).toEqual(['work', site.url, true]);

    const failed = await run(home, '--profile', 'work', '--expect', 'title contains "never"');
    expect([failed.code, stored(path)]).toEqual([1, first]);
    const done = await run(home, '--profile', 'work');
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('completed')]);
    const second = stored(path);
    expect(second).toMatchObject({ created_at: first.created_at, updated_at: expect.any(String) });
    expect(sidOf(second)).not.toBe(sidOf(first));
    expect(stored(fileIn(home, 'work', 'profile.prev.json'))).toEqual(first);
    // Nothing of it goes anywhere else.
    const written = readdirSync(join(home, 'runs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    expect(written.filter((text) => text.includes('"sid"') || text.includes('HttpOnly'))).toEqual([]);
  });

  it('without a terminal only closing the window says that it is done; a signal keeps nothing', async () => {
    const home = temporaryFolder();
    const child = spawn(process.execPath, [HEADLESS, `${site.url}/login?by-itself`, 'work'], {
      env: { ...process.env, XDG_STATE_HOME: home },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise((resolve) => child.on('close', resolve));
    child.stdin.end('\n\n');
    let told = '';
    child.stderr.on('data', (chunk: Buffer) => {
      told += chunk.toString();
    });
    await expect.poll(() => told, { timeout: 20_000 }).toContain('Log in there, then close the window.');
    await expect.poll(() => members.sessions.size, { timeout: 20_000 }).toBe(2);
    child.kill('SIGTERM');
    expect([await ended, existsSync(fileIn(home, 'work'))]).toEqual([143, false]);
  });

  it('Ctrl-C, or a window in which nothing was done, keeps nothing and leaves what was there', async () => {
    const home = temporaryFolder();
    const env = { XDG_STATE_HOME: home };
    const given = loginAt(`${site.url}/login`, env);
    await given.until('close the window');
    given.type(CTRL_C);
    expect(await given.end()).toBe(130);
    expect(given.screen()).toContain('nothing is kept');
    const empty = loginAt(`${site.url}/login`, env);
    await empty.until('close the window');
    empty.type(ENTER);
    expect(await empty.end()).toBe(1);
    expect(empty.screen()).toContain('there is no session to keep');
    expect(JSON.parse((await runCli(['profiles', '--json'], { env })).stdout)).toEqual([]);
  });

  it.each([
    [['netflx', '--profile', 'x'], 2, /did you mean netflix\?/],
    [['generic', '--profile', 'x'], 2, /give the URL/],
    [['https://example.com', '--profile', 'My Work'], 2, /for example --profile my-work/],
    [['https://example.com'], 2, /--profile/],
    [['netflix', '--profile', 'x'], 5, /no screen[\s\S]*ssh -X[\s\S]*--cdp/],
  ])('%j is refused before anything is started', async (args, code, words) => {
    const home = temporaryFolder();
    const env = { XDG_STATE_HOME: home, DISPLAY: undefined, WAYLAND_DISPLAY: undefined };
    const result = await runCli(['login', ...args], { env });
    expect([result.code, result.stderr]).toEqual([code, expect.stringMatching(words)]);
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('agent run --profile', () => {
  it('F42 a profile that another run has is refused; F67 a lock that nobody holds is not in the way', async () => {
    const home = temporaryFolder();
    members.sessions.add('s0');
    const folder = await keptProfile(home, profileOf('work', site.url, 's0'));
    const giveBack = await lockProfile({ pid: process.pid, isAlive: () => true }, folder, 'work');
    const { code, stdout, stderr } = await run(home, '--profile', 'work', '--json');
    expect([code, JSON.parse(stdout).failure.error_code]).toEqual([3, 'CAP_RUN_IN_PROGRESS']);
    expect(stderr).toContain(`in use by another run (process ${process.pid})`);
    expect(readdirSync(join(home, 'runs')).filter((name) => name.startsWith('run-'))).toEqual([]);
    const removed = await runCli(['profiles', 'remove', 'work'], { env: { XDG_STATE_HOME: home } });
    expect([removed.code, existsSync(fileIn(home, 'work'))]).toEqual([3, true]);
    await giveBack();
    writeFileSync(join(folder, 'lock.7'), '{"pid":1,"boot_id":"another start","started":"1"}');
    expect((await run(home, '--profile', 'work')).code).toBe(0);
  });

  it('F32 a session that is over ends it headless, with the command that helps; the profile stays as it was', async () => {
    const home = temporaryFolder();
    const folder = await keptProfile(home, profileOf('work', site.url, 'over'));
    const before = readFileSync(join(folder, 'profile.json'));
    const { code, stdout, stderr } = await run(home, '--profile', 'work', '--json');
    expect([code, JSON.parse(stdout).failure.error_code]).toEqual([3, 'CAP_LOGIN_REQUIRED']);
    expect(stderr).toContain(`agent login ${site.url}/ --profile work opens a window for it; then run this again\n`);
    expect(readFileSync(join(folder, 'profile.json'))).toEqual(before);
  });

  it.each([
    [['--profile', 'wrok'], 2, /did you mean work\?[\s\S]*there are: work[\s\S]*agent login http.* --profile wrok/],
    [['--profile', '../work'], 2, /cannot name a profile/],
    [['--cdp', 'http://127.0.0.1:1', '--profile', 'work'], 2, /--cdp and --profile cannot be given together/],
    [['--cdp', 'http://192.168.0.7:9222'], 2, /not on this machine/],
    [['--cdp', 'http://127.0.0.1:1'], 5, /no browser can be attached to[\s\S]*--remote-debugging-port=1/],
    [['--headed'], 5, /--headed opens a window, and there is no screen/],
  ])('%j is refused before a browser is started, and no run is left behind', async (args, code, words) => {
    const home = temporaryFolder();
    await keptProfile(home, profileOf('work', site.url));
    const out = join(home, 'runs');
    const env = { XDG_STATE_HOME: home, DISPLAY: undefined, WAYLAND_DISPLAY: undefined };
    const result = await runCli(['run', '--url', site.url, ...SHOW_PLAN, '--out', out, ...args], { env });
    expect([result.code, result.stderr]).toEqual([code, expect.stringMatching(words)]);
    expect(existsSync(out) ? readdirSync(out).filter((name) => name.startsWith('run-')) : []).toEqual([]);
  });
});

it.each([{ profile: 'work' }, { headed: true }, { browser: '/x' }, { viewport: '800x600' }])(
  '--cdp cannot be given together with %j',
  async (flags) => {
    const { exitCode, message } = await failureOf(chooseBrowser({ cdp: 'http://127.0.0.1:9222', ...flags }));
    expect([exitCode, message]).toEqual([2, `--cdp and --${Object.keys(flags)[0]} cannot be given together`]);
  },
);

describe('agent profiles', () => {
  it('lists names, sites and ages, never what is in them, and says which cannot be used; remove forgets one', async () => {
    const home = temporaryFolder();
    const env = { XDG_STATE_HOME: home };
    expect((await runCli(['profiles'], { env })).stderr).toContain('agent login SERVICE|URL --profile NAME');
    await keptProfile(home, profileOf('work', site.url, 'very-secret'));
    await keptProfile(home, profileOf('bad', site.url));
    writeFileSync(fileIn(home, 'bad'), '{');
    const { stdout } = await runCli(['profiles'], { env });
    expect(stdout).toContain(`work  ${site.url}  logged in `);
    expect(stdout).toContain('bad  the profile bad cannot be used');
    const listed = await runCli(['profiles', '--json'], { env });
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { name: 'bad', problem: expect.any(String) },
      { name: 'work', origin: site.url, created_at: expect.any(String) },
    ]);
    expect(stdout + listed.stdout).not.toContain('very-secret');
    expect((await runCli(['profiles', 'remove', 'work'], { env })).code).toBe(0);
    expect(readdirSync(join(home, 'agent', 'profiles'))).toEqual(['bad']);
    const again = await runCli(['profiles', 'remove', 'work'], { env });
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('there is no profile "work"')]);
  });
});

describe('agent run --cdp', () => {
  it('F32 the human logs in where they see it, says so, and the run goes on; the browser stays theirs', async () => {
    const own = await startOwnBrowser();
    const home = temporaryFolder();
    const args = ['run', '--url', `${site.url}/`, ...SHOW_PLAN, '--out', join(home, 'runs'), '--cdp', own.url];
    const terminal = atTerminal(args);
    await terminal.until('This page asks you to sign in');
    await terminal.until('done, go on');
    const tab = own.pages().find((one) => one.url() === `${site.url}/login`);
    await tab?.goto(`${site.url}/login?by-itself`);
    await tab?.waitForURL(`${site.url}/`);
    terminal.type(`${DOWN}${ENTER}`);
    expect(await terminal.end()).toBe(0);
    expect(terminal.screen()).toContain('completed');
    await expect.poll(() => own.pages().map((one) => one.url())).toEqual(['about:blank']);
    const [folder = ''] = readdirSync(join(home, 'runs')).filter((name) => name.startsWith('run-'));
    const [begin = '{}'] = readFileSync(join(home, 'runs', folder, 'task_events.jsonl'), 'utf8').split('\n');
    expect((JSON.parse(begin) as TaskEventLine).payload.warnings).toEqual([
      expect.stringContaining('a browser that agent did not start'),
    ]);
    // With its login, a look at the same page needs no asking.
    const look = await runCli(['snapshot', `${site.url}/`, '--cdp', own.socket]);
    expect(look.stdout).toContain('h1 "Your account"');
    expect(own.pages().map((one) => one.url())).toEqual(['about:blank']);
    expect(own.process.exitCode).toBeNull();
    await own.close();
  });
});
