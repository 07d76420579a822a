import { expect, it } from 'vitest';
import { standingOf } from '../../src/run/standing.js';
import { expectSound, inPairs, spread, strike } from '../support/struck.js';

/** FAULT_POINTS=all kills at every point there is, which takes some minutes. */
const { FAULT_POINTS = '10' } = process.env;
const isWhole = FAULT_POINTS === 'all';
const LIMIT_MS = (isWhole ? 30 : 2) * 60_000;

it(
  'F53 T21 killed at any write or input of the whole cancellation: the log is a valid prefix, nothing is done twice or without its intent, nothing is left running',
  async () => {
    const whole = await strike({ FAULT_KIND: 'kill' });
    expect(whole.code).toBe(0);
    expect(whole.effects.map(({ what }) => what)).toEqual(['cancelled']);
    expect((await expectSound(whole))?.result?.status).toBe('completed');
    const { points } = whole;
    expect(points.length).toBeGreaterThan(120);
    // Right after the last click was sent, nobody can know what came of it.
    const lastClick = points.lastIndexOf('after Input.dispatchMouseEvent mouseReleased') + 1;
    const told = new Map<string, number>();
    const some = spread(points.length, isWhole ? points.length : Number(FAULT_POINTS));
    await inPairs([...new Set([...some, lastClick])], async (at) => {
      const struck = await strike({ FAULT_KIND: 'kill', FAULT_AT: String(at) });
      expect([at, struck.signal]).toEqual([at, 'SIGKILL']);
      const run = await expectSound(struck).catch((error: Error) => {
        error.message = `killed at ${at}, ${points[at - 1]}: ${error.message}`;
        throw error;
      });
      const words = run ? standingOf(run).words : 'nothing was kept';
      told.set(words, (told.get(words) ?? 0) + 1);
      if (at === lastClick) expect(words).toBe('killed at step 5: outcome unknown');
    });
    expect([...told.keys()].length).toBeGreaterThan(3);
    if (isWhole) console.log(Object.fromEntries(told));
  },
  LIMIT_MS,
);
