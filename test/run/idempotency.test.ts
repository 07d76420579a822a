import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalHash, canonicalJson } from '../../src/contracts/canonical.js';
import type { TaskResultV1 } from '../../src/contracts/generated.js';
import { createResult } from '../../src/contracts/records.js';
import { type Claim, claimKey, type Wish } from '../../src/run/idempotency.js';
import { isThere, ownerOf } from '../../src/run/owner.js';
import type { EventPayload, EventType } from '../../src/run/recorder.js';
import { openRun } from '../../src/run/store.js';

const HASH = canonicalHash({ goal: 'cancel' });

function newRuns(): string {
  return mkdtempSync(join(tmpdir(), 'agent-keys-'));
}

function claim(runsDir: string, wish: Partial<Wish> = {}, pid = process.pid): Promise<Claim> {
  const deps = { runsDir, pid, isAlive: () => true, now: () => new Date() };
  return claimKey(deps, {
    key: 'november',
    payloadHash: HASH,
    taskId: `run-${randomUUID()}`,
    forceNew: false,
    ...wish,
  });
}

type Happened = [EventType, EventPayload];

/** Does something as a process that is gone afterwards. */
async function asOneWhoDies<T>(work: (pid: number) => Promise<T>): Promise<T> {
  const child = spawn('sleep', ['60']);
  try {
    return await work(child.pid ?? 0);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** A run that took the key, did this, and ended like that, or died. */
async function ranAs(
  runsDir: string,
  taskId: string,
  events: Happened[],
  result?: Partial<TaskResultV1>,
): Promise<void> {
  expect(await asOneWhoDies((pid) => claim(runsDir, { taskId }, pid))).toEqual({ kind: 'claimed' });
  const run = await openRun(runsDir, taskId, () => new Date());
  for (const [type, payload] of events) await run.recorder.record(type, payload);
  if (result) {
    const { status } = result;
    const failure = status === 'rejected' ? { failure: REJECTED } : {};
    await run.writeResult(
      createResult({ task_id: taskId, success: status === 'completed', duration_ms: 5, steps: [], ...failure }),
    );
  }
  await run.close();
}

const REJECTED = {
  error_schema_version: 'error.v1' as const,
  error_class: 'capability_rejected' as const,
  error_code: 'CAP_HUMAN_REJECTED',
  message: 'no',
  step_id: '1',
  selector: '',
  url: '',
  fingerprint: '0'.repeat(64),
};
const clicked: Happened[] = [
  ['step_started', { command_id: '1', tool: 'browser_click', target: 'button "Next"' }],
  [
    'step_finished',
    {
      command_id: '1',
      tool: 'browser_click',
      status: 'ok',
      duration_ms: 9,
      verification: { outcome: 'verified', observations: [] },
    },
  ],
];
describe('idempotency keys', () => {
  it('004-15 the hash of what is to be done does not depend on the order of keys, at any depth', () => {
    const one = { goal: 'x', commands: [{ id: '1', params: { a: 1, b: [1, { d: 1, c: 2 }] } }] };
    const other = { commands: [{ params: { b: [1, { c: 2, d: 1 }], a: 1 }, id: '1' }], goal: 'x' };
    expect(canonicalJson(one)).toBe(canonicalJson(other));
    expect(canonicalHash(one)).toBe(canonicalHash(other));
    expect(canonicalHash({ ...one, goal: 'y' })).not.toBe(canonicalHash(one));
    expect(canonicalHash([1, 2])).not.toBe(canonicalHash([2, 1]));
  });

  it('004-13 F66 the same key and the same payload after a success give the stored answer, also when a new one is forced', async () => {
    const runs = newRuns();
    await ranAs(runs, 'run-first', clicked, { status: 'completed' });
    for (const forceNew of [false, true]) {
      const again = await claim(runs, { forceNew });
      expect(again).toMatchObject({ kind: 'answered', taskId: 'run-first', result: { status: 'completed' } });
    }
  });

  it('004-14 the same key with another payload is a conflict that names the first run, whatever became of it', async () => {
    const runs = newRuns();
    await ranAs(runs, 'run-first', [], { status: 'failed' });
    const other = { payloadHash: canonicalHash({ goal: 'buy' }) };
    expect(await claim(runs, other)).toEqual({ kind: 'conflict', taskId: 'run-first' });
    expect(await claim(runs, { ...other, forceNew: true })).toEqual({ kind: 'conflict', taskId: 'run-first' });
  });

  it('another key is another matter, and the file of a key is for its owner only', async () => {
    const runs = newRuns();
    await ranAs(runs, 'run-first', [], { status: 'completed' });
    expect(await claim(runs, { key: 'december' })).toEqual({ kind: 'claimed' });
    const files = readdirSync(join(runs, '.keys'));
    expect(files).toHaveLength(2);
    expect(files.map((file) => statSync(join(runs, '.keys', file)).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it('F66 after a failure that did nothing irrevocable the key may be used again, and only once more at a time', async () => {
    const runs = newRuns();
    await ranAs(runs, 'run-first', clicked, { status: 'failed' });
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(runs)));
    expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
    expect(claims.filter(({ kind }) => kind === 'running')).toHaveLength(19);
  });

  it.each<[string, Happened[], Partial<TaskResultV1> | undefined]>([
    ['an intent without an outcome', clicked.slice(0, 1), undefined],
    [
      'an approval',
      [...clicked, ['checkpoint_resolved', { command_id: '2', status: 'ok', message: 'approved' }]],
      { status: 'failed' },
    ],
    [
      'an effect that was not seen',
      [
        ...clicked.slice(0, 1),
        [
          'step_finished',
          {
            command_id: '1',
            tool: 'browser_click',
            status: 'failed',
            duration_ms: 1,
            verification: { outcome: 'dispatched_unverified', observations: [] },
          },
        ],
      ],
      { status: 'failed' },
    ],
    ['a death in the middle', clicked, undefined],
  ])('F66 after %s nothing runs under the key until the user says so', async (_, events, result) => {
    const runs = newRuns();
    await ranAs(runs, 'run-first', events, result);
    for (const _try of [1, 2]) {
      expect(await claim(runs)).toMatchObject({ kind: 'unclear', taskId: 'run-first' });
    }
    expect(await claim(runs, { forceNew: true })).toEqual({ kind: 'claimed' });
  });

  it('F65 twenty at once: exactly one runs, the others hear who', async () => {
    const runs = newRuns();
    const wishes = Array.from({ length: 20 }, (_, index) => claim(runs, { taskId: `run-${index}` }));
    const claims = await Promise.all(wishes);
    const winner = claims.findIndex(({ kind }) => kind === 'claimed');
    const others = claims.filter((_, index) => index !== winner);
    expect(others).toEqual(Array.from({ length: 19 }, () => ({ kind: 'running', taskId: `run-${winner}` })));
  });

  it('F67 the claim of a process that is gone, or of another boot, or whose number somebody else has now, is no hindrance', async () => {
    const [gone, me] = await Promise.all([asOneWhoDies(ownerOf), ownerOf(process.pid)]);
    const alive = (): boolean => true;
    expect(await isThere(me, alive)).toBe(true);
    expect(await isThere(gone, alive)).toBe(false);
    expect(await isThere({ ...me, boot_id: 'another' }, alive)).toBe(false);
    expect(await isThere({ ...me, started: '1' }, alive)).toBe(false);
    const runs = newRuns();
    const held = await asOneWhoDies(async (pid) => {
      await claim(runs, { taskId: 'run-first' }, pid);
      return claim(runs);
    });
    expect(held).toEqual({ kind: 'running', taskId: 'run-first' });
    expect(await claim(runs)).toEqual({ kind: 'claimed' });
  });

  it('a claim that cannot be read stops, since nobody knows what was done under it', async () => {
    const runs = newRuns();
    await claim(runs);
    const [file = ''] = readdirSync(join(runs, '.keys'));
    const path = join(runs, '.keys', file);
    const half = readFileSync(path, 'utf8').slice(0, 40);
    writeFileSync(path, half);
    await expect(claim(runs)).rejects.toThrow(/cannot be read/);
    mkdirSync(join(runs, 'unrelated'));
    expect(await claim(runs, { key: 'december' })).toEqual({ kind: 'claimed' });
  });
});
