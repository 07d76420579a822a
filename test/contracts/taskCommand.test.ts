import { describe, expect, it } from 'vitest';
import { readFamily } from '../../src/contracts/read.js';
import { fixtureFiles, parseFixture, readFixture } from '../support/fixtures.js';

interface Expected {
  pointer: string;
  says: string;
}

const expected = parseFixture('tasks/bad/expected.json') as Record<string, Expected>;
const bad = fixtureFiles('tasks/bad', '.json').filter((file) => file !== 'expected.json');
const good = parseFixture('tasks/good/every-action.json') as { commands: { action: string }[] };
const read = (value: unknown): ReturnType<typeof readFamily> =>
  readFamily('task_command', new TextEncoder().encode(JSON.stringify(value)));

describe('task_command.v1', () => {
  it('004-1 the shape of the contract is accepted', () => {
    expect(readFamily('task_command', readFixture('tasks/good/every-action.json'))).toMatchObject({
      ok: true,
      value: good,
      warnings: [],
    });
  });

  it.each([
    ['004-2', 'navigate'],
    ['004-3', 'click'],
    ['004-4', 'type'],
    ['004-5', 'wait_for_url'],
    ['004-6', 'get_text'],
    ['004-7', 'get_title'],
  ])('%s %s is accepted with its params and refused with another action’s', (_number, action) => {
    const command = good.commands.find((candidate) => candidate.action === action);
    expect(read({ ...good, commands: [command] })).toMatchObject({ ok: true });
    expect(read({ ...good, commands: [{ ...command, params: 'x' }] })).toMatchObject({ ok: false });
  });

  it('004-8 any other action is refused', () => {
    for (const action of ['select', 'scroll', 'eval', 'run_shell', 'execute_js', 'constructor', '', 'CLICK']) {
      const result = read({ ...good, commands: [{ id: '1', action, params: {} }] });
      expect(result).toMatchObject({ ok: false, problems: [{ pointer: '/commands/0/action' }] });
    }
  });

  it('004-10 fallback_selectors are optional', () => {
    const click = (params: object): unknown => ({ ...good, commands: [{ id: '1', action: 'click', params }] });
    expect(read(click({ selector: '#a' }))).toMatchObject({ ok: true, warnings: [] });
    expect(read(click({ selector: '#a', fallback_selectors: ['#b', 'text=Save'] }))).toMatchObject({
      ok: true,
      warnings: [],
    });
    expect(read(click({ selector: '#a', fallback_selectors: [] }))).toMatchObject({ ok: true, warnings: [] });
  });
});

describe('malformed task files', () => {
  it('F71 every file of the corpus has an expectation, and there are at least 250', () => {
    expect(Object.keys(expected).sort()).toEqual(bad);
    expect(bad.length).toBeGreaterThanOrEqual(250);
  });

  it('F71 none takes longer than a tenth of a second to be refused', () => {
    const times = bad.map((file) => {
      const bytes = readFixture(`tasks/bad/${file}`);
      const started = performance.now();
      readFamily('task_command', bytes);
      return performance.now() - started;
    });
    expect(Math.max(...times)).toBeLessThan(100);
  });

  it.each(bad)('004-1 %s is refused at the right place', (file) => {
    const result = readFamily('task_command', readFixture(`tasks/bad/${file}`));
    expect(result.ok).toBe(false);
    if (result.ok) return;
    const { pointer, says } = expected[file] as Expected;
    expect(result.problems.map((problem) => problem.pointer)).toContain(pointer);
    expect(result.problems.find((problem) => problem.pointer === pointer)?.message).toContain(says);
    // One fault in the file, one problem told: the reader is not sent around.
    expect(result.problems).toHaveLength(1);
  });
});
