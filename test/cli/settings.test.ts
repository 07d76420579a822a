import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completables } from '../../src/cli/completion.js';
import { buildProgram } from '../../src/cli/main.js';
import { topicNames } from '../../src/cli/topics.js';
import { runCli } from '../support/cli.js';
import { temporaryFolder } from '../support/fixtures.js';

describe('settings', () => {
  it('agent config tells each value and where it comes from: variable, project, user, default', async () => {
    const cwd = temporaryFolder();
    const home = temporaryFolder();
    mkdirSync(join(home, 'agent'));
    const theirs = join(home, 'agent', 'config.json');
    writeFileSync(theirs, JSON.stringify({ model: 'claude-a', browser_path: '/opt/browser' }));
    writeFileSync(join(cwd, 'agent.config.json'), JSON.stringify({ model: 'claude-b' }));
    const env = { XDG_CONFIG_HOME: home, AGENT_BROWSER_PATH: undefined, AGENT_OUT: './runs' };
    const { code, stdout } = await runCli(['config', '--json'], { cwd, env });
    const { settings } = JSON.parse(stdout) as { settings: { key: string; value: unknown; source: string }[] };
    expect(code).toBe(0);
    expect(settings.map(({ key, value, source }) => [key, value, source])).toEqual([
      ['browser_path', '/opt/browser', theirs],
      ['runs_dir', './runs', 'AGENT_OUT'],
      ['model', 'claude-b', 'agent.config.json'],
      ['prices', 'the built-in table', 'default'],
    ]);
    expect((await runCli(['config'], { cwd, env })).stdout).toContain('model         claude-b  (agent.config.json)');
  });

  it('an unknown key is refused with its place, by every command', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'agent.config.json'), JSON.stringify({ modle: 'x' }));
    const { code, stderr } = await runCli(['config'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('/modle');
  });

  it('a flag that is not given is read from its variable; the flag wins', async () => {
    const env = { AGENT_JSON: '1' };
    expect((await runCli(['services'], { env })).stdout).toMatch(/^\[/);
    expect((await runCli(['services'], { env: { AGENT_JSON: 'no' } })).stdout).toMatch(/^netflix/);
    const wrong = await runCli(['validate', 'x'], { env: { AGENT_AS: 'snapshto' } });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"snapshto"')]);
    const flag = await runCli(['validate', '--as', 'snapshot', 'x'], { env: { AGENT_AS: 'snapshto' } });
    expect(flag.stdout).toContain('does not exist');
  });

  it('what may be given several times is one a line; a switch that is neither yes nor no is refused', async () => {
    const env = { AGENT_EXPECT: 'title contains x\nnonsense', AGENT_URL: 'http://127.0.0.1:9/', AGENT_GOAL: 'x' };
    const { code, stderr } = await runCli(['run'], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('nonsense')]);
    const unclear = await runCli(['services'], { env: { AGENT_JSON: 'maybe' } });
    expect([unclear.code, unclear.stderr]).toEqual([2, expect.stringContaining('AGENT_JSON="maybe"')]);
  });
});

describe('help', () => {
  it('agent help lists commands and topics, and shows each of them', async () => {
    const { code, stdout } = await runCli(['help']);
    expect(code).toBe(0);
    for (const topic of topicNames()) expect(stdout).toContain(topic);
    expect((await runCli(['help', 'approvals'])).stdout).toContain('Without one it is no');
    expect((await runCli(['help', 'run'])).stdout).toContain('Usage: agent run');
    const wrong = await runCli(['help', 'criterai']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean criteria?')]);
  });

  it('misuse has the shape of every error, as JSON too, and names the next command', async () => {
    const { code, stdout, stderr } = await runCli(['doctor', '--fxi', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, exit_code: 2, message: "unknown option '--fxi'" });
    expect(stderr).toBe(
      "error: unknown option '--fxi'\n  - did you mean --fix?\n  - agent doctor --help says what it takes\n",
    );
  });
});

describe('completion', () => {
  it('bash completes commands, flags, the values of flags, and names', async () => {
    const { code, stdout } = await runCli(['completion', 'bash']);
    expect(code).toBe(0);
    const complete = (...words: string[]): string[] => {
      const line = `COMP_WORDS=(agent ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _agent; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', `${stdout}\n${line}`])
        .toString()
        .trim()
        .split('\n');
    };
    expect(complete('va')).toEqual(['validate']);
    expect(complete('run', '--max-t')).toEqual(['--max-turns', '--max-tokens', '--max-time']);
    expect(complete('snapshot', '--mode', 'f')).toEqual(['full']);
    expect(complete('schema', 'task_c')).toEqual(['task_command.v1']);
  });

  it('every shell knows every command and every long flag', async () => {
    const commands = completables(buildProgram());
    expect(commands.length).toBeGreaterThan(8);
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { stdout } = await runCli(['completion', shell]);
      for (const { name, flags } of commands) {
        expect(stdout).toContain(name);
        for (const { flag } of flags) expect(stdout).toContain(flag.replace(/^--/, ''));
      }
    }
  });
});
