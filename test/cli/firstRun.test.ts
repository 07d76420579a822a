import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/main.js';
import { runCli } from '../support/cli.js';
import { temporaryFolder } from '../support/fixtures.js';

const GOAL = ['--goal', 'click "Save"'];
const PLAYBOOK = [...GOAL, '--model', 'playbook'];

describe('what a newcomer meets: one clear sentence, and what to type next', () => {
  it.each<[string, string[], Record<string, string>, number, string, string]>([
    ['no key', [...GOAL, '--url', 'https://example.com'], {}, 2, 'ANTHROPIC_API_KEY is not set', 'agent demo'],
    [
      'no browser',
      [...PLAYBOOK, '--url', 'https://example.com'],
      { AGENT_BROWSER_PATH: '/nowhere/chromium' },
      2,
      'no program is there',
      'agent doctor',
    ],
    [
      'half an address',
      [...PLAYBOOK, '--url', 'example.com'],
      {},
      2,
      'neither a URL nor a file',
      'https://example.com',
    ],
    ['no address', PLAYBOOK, {}, 2, 'there is no --url', 'give --url'],
    [
      'no such profile',
      [...PLAYBOOK, '--url', 'https://example.com', '--profile', 'me'],
      {},
      2,
      'there is no profile "me"',
      'agent login https://example.com --profile me',
    ],
    [
      'no screen',
      [...PLAYBOOK, '--url', 'https://example.com', '--headed'],
      { DISPLAY: '', WAYLAND_DISPLAY: '' },
      5,
      'there is no screen',
      'agent profiles',
    ],
    ['no network', [...PLAYBOOK, '--url', 'http://nothing.invalid/'], {}, 1, 'ERR_NAME_NOT_RESOLVED', 'agent demo'],
  ])('%s', async (_, args, env, code, sentence, next) => {
    const cwd = temporaryFolder();
    const nobody = { ANTHROPIC_API_KEY: undefined, AGENT_MODEL: undefined, XDG_STATE_HOME: cwd, XDG_CONFIG_HOME: cwd };
    const ended = await runCli(['run', ...args], { cwd, env: { ...nobody, ...env } });
    const said = `${ended.stdout}${ended.stderr}`;
    expect(ended.code, said).toBe(code);
    expect(said).toContain(sentence);
    const remedies = ended.stderr.split('\n').filter((line) => line.startsWith('  - '));
    expect(
      remedies.some((line) => line.includes(next)),
      said,
    ).toBe(true);
    expect(said).not.toMatch(/\n {4}at /);
    const runs = join(cwd, '.agent/runs');
    if (code === 2 && existsSync(runs)) expect(readdirSync(runs)).toEqual(['.gitignore']);
  });
});

describe('one command is like the other', () => {
  const options = buildProgram().commands.flatMap((command) =>
    command.options.map(({ long, flags, description }) => ({ name: command.name(), long, flags, description })),
  );
  /** What they mean depends on the command, and says so. */
  const OWN_WORDS = ['--json', '--out', '--url', '--model', '--var', '--service', '--max-cost-usd'];

  it('the same flag takes the same and is told in the same words', () => {
    const shared = [...new Set(options.map(({ long }) => long))].filter((long) => !OWN_WORDS.includes(long ?? ''));
    const differing = shared.filter((long) => {
      const same = options.filter((option) => option.long === long);
      return (
        new Set(same.map(({ flags }) => flags)).size > 1 || new Set(same.map(({ description }) => description)).size > 1
      );
    });
    // At what size a replay looks, and what a session is kept as.
    expect(differing).toEqual(['--viewport', '--profile']);
  });

  it('every command that answers a question answers it as JSON, too', () => {
    const without = buildProgram().commands.filter((command) => !command.options.some(({ long }) => long === '--json'));
    expect(without.map((command) => command.name())).toEqual(['login', 'completion', 'help']);
  });
});
