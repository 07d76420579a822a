import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KeptRun } from '../../src/run/keptRun.js';
import { standingOf } from '../../src/run/standing.js';
import { root, runProgram } from '../support/cli.js';
import { temporaryFolder } from '../support/fixtures.js';
import { canUnshare, expectSound, inPairs, type Struck, spread, strike } from '../support/struck.js';

/** FAULT_POINTS=all strikes at many more points, which takes some minutes. */
const isWhole = process.env['FAULT_POINTS'] === 'all';
const LIMIT_MS = (isWhole ? 30 : 2) * 60_000;

/** In the middle of the cancellation, before what cannot be taken back. */
const WHILE_IT_WORKS = { FAULT_ONLY: 'datasync', FAULT_AT: '9' };

async function struckBy(env: Record<string, string>): Promise<{ struck: Struck; run: KeptRun | null }> {
  const struck = await strike(env);
  return { struck, run: await expectSound(struck) };
}

describe('whatever ends a run', () => {
  it('F51 F52 a signal ends it after what it is doing, the second at once, the third whatever happens; what became of it is written down', async () => {
    const ends = [
      ['SIGINT', 130],
      ['SIGINT,SIGINT', 130],
      ['SIGINT,SIGINT,SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ] as const;
    await inPairs(ends, async ([kind, code]) => {
      const { struck, run } = await struckBy({ FAULT_KIND: kind, ...WHILE_IT_WORKS });
      expect([kind, struck.code, struck.effects]).toEqual([kind, code, []]);
      if (kind === 'SIGINT,SIGINT,SIGINT') return;
      expect([kind, run?.result?.reason, run?.result?.status]).toEqual([kind, 'interrupted', 'failed']);
      expect(run && standingOf(run).words).toMatch(/^interrupted/);
    });
  });

  it('F54 stopped in the middle and woken again, it goes on or ends, and does nothing twice', async () => {
    const { struck, run } = await struckBy({ FAULT_KIND: 'SIGSTOP', ...WHILE_IT_WORKS });
    // Time goes on while it is stopped: what it was at may be over when it wakes, and then that is told.
    const ends = [
      [0, 'completed'],
      [1, 'failed'],
      [9, 'failed'],
    ];
    expect(ends).toContainEqual([struck.code, run?.result?.status]);
    expect(struck.wakings).toBe(1);
  });

  it(
    'F57 a fault of ours that nobody catches ends it as a bug, with its result written and its browser gone',
    async () => {
      const sites = spread(30, isWhole ? 20 : 2).map((at, index) => ({ at, kind: index % 2 ? 'reject' : 'throw' }));
      await inPairs(sites, async ({ at, kind }) => {
        const { struck, run } = await struckBy({ FAULT_KIND: kind, FAULT_ONLY: 'write /', FAULT_AT: String(at + 2) });
        if (struck.stderr === '' || !struck.stderr.includes('injected')) return expect(at).toBeGreaterThan(26);
        expect([at, struck.code, struck.stderr.includes('this is a bug in agent')]).toEqual([at, 70, true]);
        if (run?.result) expect(run.result.failure?.error_code).toBe('INTERNAL_ERROR');
      });
    },
    LIMIT_MS,
  );

  it(
    'F61 an operation on its files that fails ends it as a failure of the environment, and what could not be written down is not done',
    async () => {
      const codes = ['EIO', 'ENOSPC', 'EACCES', 'EMFILE', 'EINTR'];
      const points = spread(90, isWhole ? 90 : 4).map((at, index) => ({ at, code: codes[index % codes.length] ?? '' }));
      await inPairs(points, async ({ at, code }) => {
        const kind = at % 2 ? 'fail' : 'broken';
        const { struck, run } = await struckBy({
          FAULT_KIND: kind,
          FAULT_CODE: code,
          FAULT_ONLY: '/',
          FAULT_AT: String(at),
        });
        const isStruck = struck.points.length >= at;
        expect([at, code, kind, struck.code]).toEqual([at, code, kind, isStruck ? expect.toBeOneOf([5, 9]) : 0]);
        if (isStruck && run?.result) expect(run.result.status).toBe('failed');
      });
    },
    LIMIT_MS,
  );

  it('F61 a write that takes only a part is gone on with', async () => {
    const { struck, run } = await struckBy({
      FAULT_KIND: 'broken',
      FAULT_CODE: 'SHORT',
      FAULT_ONLY: '^write ',
      FAULT_AT: '3',
    });
    expect([struck.code, run?.result?.status, run?.warnings]).toEqual([0, 'completed', []]);
  });

  it('F68 a clock that jumps changes no deadline and no order; both times are written down', async () => {
    await inPairs(['-3600000', '86400000'], async (by) => {
      const { struck, run } = await struckBy({ FAULT_KIND: 'clock', FAULT_CODE: by, ...WHILE_IT_WORKS });
      expect([by, struck.code, run?.result?.status]).toEqual([by, 0, 'completed']);
      const events = run?.events ?? [];
      const walls = events.map(({ created_at }) => Date.parse(created_at));
      const jumps = walls.map((at, index) => at - (walls[index - 1] ?? at));
      expect(Math.max(...jumps.map((jump) => Math.abs(jump - Number(by))).map((off) => -off))).toBeGreaterThan(-10_000);
      const steady = events.map(({ monotonic_ms = 0 }) => monotonic_ms);
      expect(steady).toEqual([...steady].sort((one, other) => one - other));
      expect(run?.result?.duration_ms).toBeLessThan(60_000);
    });
  });
});

describe('where a run is kept and told', () => {
  it('F62 a runs folder that is a file, below one, or a link is refused before a browser is started', async () => {
    const place = temporaryFolder();
    writeFileSync(join(place, 'file'), '');
    mkdirSync(join(place, 'elsewhere'));
    symlinkSync(join(place, 'elsewhere'), join(place, 'link'));
    for (const [name, words] of [
      ['file', /EEXIST|ENOTDIR|not a folder/],
      ['file/below', /ENOTDIR/],
      ['link', /symbolic link/],
    ] as const) {
      const struck = await strike({}, { runsDir: join(place, name) });
      expect([name, struck.code]).toEqual([name, 5]);
      expect(struck.stderr).toMatch(words);
      expect(struck.stderr).not.toContain('sandbox');
    }
  });

  it.skipIf(!canUnshare())(
    'F60 F62 on a disk that is full or read-only nothing is done that could not be written down',
    async () => {
      await inPairs(['size=24k', 'size=160k', 'ro'], async (how) => {
        const runsDir = join(temporaryFolder(), 'runs');
        mkdirSync(runsDir);
        const mount = `mount -t tmpfs -o ${how} none '${runsDir}' && "$0" "$@"; code=$?; cp -a '${runsDir}' '${runsDir}.kept'; exit $code`;
        const struck = await strike({}, { runsDir, wrap: ['unshare', '-rm', 'sh', '-c', mount] });
        expect([how, struck.code, struck.effects]).toEqual([how, 5, []]);
        expect(struck.stderr).toMatch(/ENOSPC|EROFS/);
        await expectSound({ ...struck, runsDir: `${runsDir}.kept` });
      });
    },
  );

  it('F55 F60 whoever reads its output may go away: the run goes on and its files are whole; on a full disk the output is no success', async () => {
    await inPairs(['"$0" "$@" | true', '"$0" "$@" > /dev/full'], async (line) => {
      const struck = await strike({}, { wrap: ['bash', '-o', 'pipefail', '-c', line] });
      const run = await expectSound({ ...struck, code: 0 });
      expect([line, struck.code, run?.result?.status]).toEqual([line, line.includes('full') ? 5 : 0, 'completed']);
    });
  });

  it('F59 with too few files that it may open it says so, before a browser is started', async () => {
    const out = join(temporaryFolder(), 'runs');
    const run = ['run', '--goal', 'click "A"', '--model', 'playbook', '--url', 'http://127.0.0.1:9/', '--out', out];
    for (const files of [64, 127]) {
      const command = `ulimit -n ${files}; exec "$0" "$@"`;
      const { code, stderr } = await runProgram('bash', [
        '-c',
        command,
        process.execPath,
        `${root}bin/agent.js`,
        ...run,
      ]);
      expect([files, code, stderr]).toEqual([files, 5, expect.stringContaining(`and ${files} are allowed: ulimit -n`)]);
      expect(stderr).not.toContain('this is a bug');
    }
  });
});
