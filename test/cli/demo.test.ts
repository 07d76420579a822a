import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/checkpoint/gate.js';
import { demoHuman } from '../../src/cli/demoHuman.js';
import type { TaskEventLine, TaskResultV1 } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import type { Variant } from '../../src/site/netflix.js';
import { nodeLike, pageLike } from '../support/acts.js';
import { type CliResult, root, runCli } from '../support/cli.js';
import { listFiles } from '../support/files.js';
import { temporaryFolder } from '../support/fixtures.js';
import { atTerminal, DOWN, ENTER } from '../support/pty.js';

const NO_KEY = { ANTHROPIC_API_KEY: undefined, AGENT_MODEL: undefined };

interface Demo extends CliResult {
  folder: string;
  messages: string[];
}

async function demo(...args: string[]): Promise<Demo> {
  const cwd = temporaryFolder();
  const result = await runCli(['demo', ...args], { cwd, env: NO_KEY });
  return { ...result, ...filesOf(cwd) };
}

function filesOf(cwd: string): { folder: string; messages: string[] } {
  const runs = join(cwd, '.agent/runs');
  const [name = ''] = readdirSync(runs).filter((one) => one.startsWith('demo-'));
  const lines = readFileSync(join(runs, name, 'task_events.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const events = lines.map((line) => JSON.parse(line) as TaskEventLine);
  const resolved = events.filter(({ event_type }) => event_type === 'checkpoint_resolved');
  return { folder: join(runs, name), messages: resolved.map(({ payload }) => payload.message ?? '') };
}

describe('agent demo', () => {
  it('without key and terminal: cancels on its own site, answers its own question, and says so', async () => {
    const { code, stdout, stderr, folder, messages } = await demo();
    expect(code).toBe(0);
    expect(stderr).toContain('THE DEMO WILL ANSWER ITS OWN QUESTION');
    expect(stderr).toMatch(/NOBODY WAS ASKED\. The demo answers YES[\s\S]*button "Finish Cancellation"/);
    expect(messages).toEqual(['approved (demo)']);
    expect(stdout).toContain('cancelled (POST /cancel)');
    expect(stdout).toMatch(/demo --serve --port \d+/);
    const result = JSON.parse(readFileSync(join(folder, 'task_result.json'), 'utf8')) as TaskResultV1;
    expect(problemsWriting('task_result.v1', result)).toEqual([]);
    expect(result).toMatchObject({ status: 'completed', verified: true });
  });

  it('CARD-3 at a terminal a person is asked: no is no, and nothing was changed', async () => {
    const cwd = temporaryFolder();
    const terminal = atTerminal(['demo'], { cwd });
    await terminal.until('button "Finish Cancellation"');
    await terminal.until('Approve?');
    await terminal.until('yes');
    terminal.type(ENTER);
    await terminal.until('instead');
    terminal.type(`I like it${ENTER}`);
    expect(await terminal.end()).toBe(3);
    expect(terminal.screen()).toContain('human_rejected (User feedback: I like it)');
    expect(terminal.screen()).toContain('nothing was changed');
    expect(filesOf(cwd).messages).toEqual(['rejected: I like it (terminal)']);
  });

  it('002-F80 at a terminal a yes goes on, and the same page does not ask twice', async () => {
    const cwd = temporaryFolder();
    const terminal = atTerminal(['demo', '--variant', 'link'], { cwd });
    await terminal.until('link "Confirm Cancellation"');
    await terminal.until('yes');
    terminal.type(`${DOWN}${ENTER}`);
    expect(await terminal.end()).toBe(0);
    expect(terminal.screen()).toContain('cancelled (GET /cancel)');
    expect(filesOf(cwd).messages).toEqual(['approved (terminal)']);
  });

  it.each<[Variant, number, RegExp]>([
    ['third-party', 1, /^failed: the membership is billed by a partner/],
    ['error', 1, /^failed: Netflix says that it could not cancel/],
    ['login', 3, /^rejected: this page asks you to sign in/],
  ])('%s: ends with exit code %i and a clear reason', async (variant, wanted, reason) => {
    const { code, stdout } = await demo('--variant', variant);
    expect([code, stdout]).toEqual([wanted, expect.stringMatching(reason)]);
  });

  it.each([
    [['--variant', 'nonsense'], /variant/],
    [['--port', 'x'], /--port "x"/],
    [['--port', '70000'], /--port 70000 is no port/],
    [['--model', 'script:nowhere.json'], /nowhere\.json cannot be read/],
    [['--viewport', 'big'], /--viewport "big"/],
  ])('%j is refused before anything starts', async (args, words) => {
    const { code, stderr } = await runCli(['demo', ...args], { cwd: temporaryFolder(), env: NO_KEY });
    expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
  });
});

describe('the stand-in for a human', () => {
  const site = { url: 'http://127.0.0.1:4000/account', effects: () => [], close: async () => {} };
  const said: boolean[] = [];
  const human = demoHuman(site, (_, isYes) => said.push(isYes));
  const questionOn = (url: string): Question => ({
    kind: 'state',
    reason: { id: 'x', words: 'x' },
    node: nodeLike({}),
    page: pageLike({ url }),
    picture: Buffer.alloc(0),
  });

  it.each([
    ['http://127.0.0.1:4000/confirm', true],
    ['http://127.0.0.1:4001/confirm', false],
    ['http://localhost:4000/confirm', false],
    ['https://127.0.0.1:4000/confirm', false],
    ['https://www.netflix.com/confirm', false],
    ['http://127.0.0.1:4000@evil.example/', false],
    ['about:blank', false],
    ['data:text/html,x', false],
    ['', false],
  ])('T1 on %s: %s', async (url, isYes) => {
    const { approved } = await human.ask(questionOn(url));
    expect([approved, said.at(-1)]).toEqual([isYes, isYes]);
  });

  it('T1 is within reach of the demo alone', () => {
    const importers = (name: string): string[] =>
      listFiles(join(root, 'src'))
        .filter((path) =>
          new RegExp(`from '[^']*/${name}\\.js'|import\\('[^']*/${name}\\.js'`).test(readFileSync(path, 'utf8')),
        )
        .map((path) => relative(join(root, 'src'), path));
    expect(importers('demoHuman')).toEqual(['cli/demoCommand.ts']);
    // The type of its options is all that the command line itself knows of it.
    expect(importers('demoCommand')).toEqual(['cli/commands/demo.ts']);
    expect(importers('netflix').filter((path) => !path.startsWith('services/'))).toEqual([
      'cli/demoCommand.ts',
      'cli/demoHuman.ts',
    ]);
  });
});
