import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../../src/contracts/eventLog.js';
import type { TaskEventLine } from '../../src/contracts/generated.js';
import { createResult } from '../../src/contracts/records.js';
import { type KeptRun, readLooks, readRun, runIds } from '../../src/run/keptRun.js';
import { openScratch } from '../../src/run/scratch.js';
import { standingOf } from '../../src/run/standing.js';
import { openRun } from '../../src/run/store.js';
import { fixturePath, temporaryFolder } from '../support/fixtures.js';

const noOne = (): boolean => false;
const LOG = 'task_events.jsonl';
const RESULT = 'task_result.json';

/** A run of one click that was recorded to its end, without a result. */
async function recorded(): Promise<{ runs: string; folder: string; log: Buffer }> {
  const runs = join(temporaryFolder(), 'runs');
  const run = await openRun(runs, 'run-1', () => new Date());
  const { record } = run.recorder;
  await record('task_started', { task_id: 'run-1', url: 'https://shop.example/', message: 'buy tea' });
  await record('step_started', { command_id: '1', tool: 'browser_click', target: 'button "Pay"' });
  await record('step_finished', { command_id: '1', tool: 'browser_click', status: 'ok', duration_ms: 9 });
  await record('task_completed', { task_id: 'run-1', status: 'completed', duration_ms: 12, message: 'completed' });
  await run.close();
  return { runs, folder: run.folder, log: readFileSync(join(run.folder, LOG)) };
}

async function read(runs: string): Promise<KeptRun> {
  const run = await readRun(runs, 'run-1', noOne);
  if (!run) throw new Error('there is no such run');
  return run;
}

function linesOf(log: Buffer): string[] {
  return log.toString('utf8').split('\n').slice(0, -1);
}

describe('a log that something happened to', () => {
  it('F63 cut off at any byte: what stands before is read, and only the torn line is left out', async () => {
    const { log } = await recorded();
    const lines = linesOf(log);
    for (let length = 0; length <= log.length; length++) {
      const { events, problems, warnings } = readEvents(log.subarray(0, length));
      const whole = log.subarray(0, length).toString('utf8').split('\n').length - 1;
      const next = lines[whole];
      // A last line that lacks nothing but its end is a whole one.
      const isAll = next !== undefined && log.subarray(0, length).toString('utf8').endsWith(`${next}`);
      expect([length, problems, events.length]).toEqual([length, [], whole + (isAll ? 1 : 0)]);
      const isTorn = !isAll && length > 0 && log[length - 1] !== 0x0a;
      expect([length, warnings.map(({ message }) => message.split(':')[0])]).toEqual([
        length,
        isTorn ? ['truncated_tail'] : [],
      ]);
    }
  });

  it('F63 T21 a bit that is flipped anywhere is found, and nothing from that line on is believed', async () => {
    const { log } = await recorded();
    const ends = [...log.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
    for (let at = 0; at < log.length; at += 7) {
      const changed = Buffer.from(log);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      const line = ends.filter((end) => end < at).length;
      const { events, problems, warnings } = readEvents(changed);
      const told = [...problems, ...warnings].map(({ message }) => message).join();
      // A flipped blank or newline may leave the same text; whatever is read is what was written.
      const isSame = JSON.stringify(events) === JSON.stringify(readEvents(log).events);
      if (!isSame) expect([at, events.length <= line, told === '']).toEqual([at, true, false]);
    }
  });

  it.each<[string, (lines: string[]) => string, RegExp]>([
    ['a line that was taken out', ([one, , ...rest]) => [one, ...rest].join('\n'), /missing_id.*line 2/],
    ['a line that was written twice', ([one, ...rest]) => [one, one, ...rest].join('\n'), /duplicate_id.*line 2/],
    ['lines that changed places', ([one, two, ...rest]) => [two, one, ...rest].join('\n'), /missing_id.*line 1/],
    ['words that were changed', (lines) => lines.join('\n').replace('buy tea', 'buy gin'), /changed_line.*line 1/],
    [
      'a version of tomorrow',
      (lines) => lines.join('\n').replace('task_event.v1', 'task_event.v2'),
      /v2.*not supported.*line 1/,
    ],
    [
      'a chain that was taken off',
      (lines) => lines.join('\n').replace(/,"prev":"\w+","hash":"\w+"/, ''),
      /broken_chain.*line/,
    ],
  ])('F63 T21 %s is told with its line', async (_, change, told) => {
    const { runs, folder, log } = await recorded();
    writeFileSync(join(folder, LOG), `${change(linesOf(log))}\n`);
    const run = await read(runs);
    expect(run.problems.join()).toMatch(told);
    expect(standingOf(run).state).toBe('unknown');
  });

  it('F63 carriage returns and a byte order mark are odd, and nothing more', async () => {
    const { runs, folder, log } = await recorded();
    writeFileSync(join(folder, LOG), `\ufeff${log.toString('utf8').replaceAll('\n', '\r\n')}`);
    const run = await read(runs);
    expect([run.events.length, run.problems]).toEqual([4, []]);
    expect(run.warnings.join()).toMatch(/byte_order_mark.*crlf/);
  });

  it('F64 a result that was only half written is no result, and what the log says stands', async () => {
    const { runs, folder } = await recorded();
    const result = JSON.stringify(createResult({ task_id: 'run-1', success: true, duration_ms: 5, steps: [] }));
    for (const length of [0, 1, 20, result.length - 1]) {
      writeFileSync(join(folder, RESULT), result.slice(0, length));
      const run = await read(runs);
      expect([run.result, run.events.length]).toEqual([null, 4]);
      expect(run.problems.join()).toMatch(/^task_result\.json: /);
    }
    // One that was begun beside and never moved into place is not looked at.
    writeFileSync(join(folder, `${RESULT}.x1.tmp`), result);
    writeFileSync(join(folder, RESULT), result);
    expect(await read(runs)).toMatchObject({ problems: [], result: { status: 'completed' } });
  });

  it('T21 a result that says something else than the log, or that is of another run, is told', async () => {
    const { runs, folder } = await recorded();
    const other = createResult({ task_id: 'run-2', success: false, duration_ms: 5, steps: [] });
    writeFileSync(join(folder, RESULT), JSON.stringify(other));
    expect((await read(runs)).problems).toEqual([
      'task_result.json: it is of the run run-2',
      'task_result.json: it says failed, and the last event says completed',
    ]);
  });
});

describe('a run folder', () => {
  it('F70 004-53 of an older build is read, and one with fields of a later build, too; a later version is refused', async () => {
    const runs = join(temporaryFolder(), 'runs');
    const folder = join(runs, 'run-1');
    mkdirSync(folder, { recursive: true });
    copyFileSync(fixturePath('contracts/v1/task_events.unstamped.jsonl'), join(folder, LOG));
    copyFileSync(fixturePath('contracts/later/task_result.v1.json'), join(folder, RESULT));
    const run = await read(runs);
    expect(run.events.length).toBeGreaterThan(0);
    expect(run.events.every(({ payload }: TaskEventLine) => payload.schema_version === 'task_event.v1')).toBe(true);
    expect(run.result?.schema_version).toBe('task_result.v1');
    copyFileSync(fixturePath('contracts/future/task_result.v2.json'), join(folder, RESULT));
    const later = await read(runs);
    expect(later.result).toBeNull();
    expect(later.problems.join()).toMatch(/task_result\.v2.*not supported.*Update agent/);
  });

  it('T16 links in it are not followed, and neither are pipes waited for', async () => {
    const { runs, folder, log } = await recorded();
    const secret = join(temporaryFolder(), 'secret.json');
    writeFileSync(secret, JSON.stringify(createResult({ task_id: 'run-1', success: true, duration_ms: 5, steps: [] })));
    symlinkSync(secret, join(folder, RESULT));
    symlinkSync(folder, join(runs, 'run-2'));
    expect(await readRun(runs, 'run-2', noOne)).toBeNull();
    expect(await runIds(runs)).toEqual(['run-1']);
    const run = await read(runs);
    expect([run.result, run.problems]).toEqual([null, ['task_result.json cannot be read: it is a symbolic link']]);
    for (const id of ['..', '../runs/run-1', 'run-1/', './run-1', 'run-1\0', '']) {
      expect(await readRun(runs, id, noOne)).toBeNull();
    }
    expect(log.length).toBeGreaterThan(0);
  });

  it('T16 pictures are found by their own names, whatever the events call them, and a link to one is left out', async () => {
    const { runs, folder } = await recorded();
    copyFileSync(fixturePath('contracts/v1/stored_snapshot.v1.json'), join(folder, 'snapshots/001.json'));
    writeFileSync(join(folder, 'snapshots/002.json'), '{');
    symlinkSync('/etc/hostname', join(folder, 'screenshots/001.png'));
    const { looks, problems } = await readLooks(await read(runs));
    expect([looks.map(({ png }) => png), problems.length]).toEqual([[null], 2]);
    expect(problems.join()).toMatch(/001\.png cannot be read: it is a symbolic link.*002\.json/);
  });

  it('I10 says whether somebody still works in it', async () => {
    const runs = join(temporaryFolder(), 'runs');
    const run = await openRun(runs, 'run-1', () => new Date(), { pid: process.pid });
    await run.recorder.record('task_started', { task_id: 'run-1', message: 'x' });
    expect(standingOf(await read(runs))).toEqual({ state: 'running', words: 'running' });
    await run.close();
    expect(standingOf(await read(runs))).toEqual({ state: 'killed', words: 'killed before it did anything' });
  });
});

describe('temporary files', () => {
  it('those of a process that is gone go with the next start, and nothing else does', async () => {
    const place = temporaryFolder();
    const mine = await openScratch(place, process.pid, noOne);
    for (const name of ['agent-1-99999999-abcdef', 'agent-x', 'other', 'agent-999999-1-abcdef']) {
      mkdirSync(join(place, name));
      writeFileSync(join(place, name, 'file'), '');
    }
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'kept'), '');
    symlinkSync(outside, join(place, 'agent-1-1-abcdef'));
    const second = await openScratch(place, process.pid, noOne);
    expect(
      readdirSync(place)
        .map((name) => join(place, name))
        .sort(),
    ).toEqual([mine, second, join(place, 'agent-x'), join(place, 'other'), join(place, 'agent-1-1-abcdef')].sort());
    expect(readdirSync(outside)).toEqual(['kept']);
  });
});
