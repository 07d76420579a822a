import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../src/browser/session.js';
import type { TaskCommandV1 } from '../../src/contracts/generated.js';
import { GENERIC } from '../../src/services/generic.js';
import { startTestBrowser } from '../support/eyes.js';
import { LIST_MUTATIONS, MUTATIONS } from '../support/mutations.js';
import { openReplaySession, recordDeeds, replayIn, type TestReplay, YES } from '../support/replaying.js';
import { CLICK, fillWith } from '../support/session.js';
import { type MutableSite, type Mutation, mutableSite } from '../support/shopSite.js';

/** Short, because what is gone stays gone; longer than anything here takes to come. */
const LIMITS = { targetMs: 1_000, primaryMs: 650 };

let browser: Browser;
let site: MutableSite;
beforeAll(async () => {
  browser = await startTestBrowser();
  site = await mutableSite();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

interface Row {
  name: string;
  same: boolean;
  strict: string;
  fallback: string;
}

/** Whatever the page has become: either the very thing is done, and said so, or nothing and that is said. */
async function replayed(
  session: Session,
  mutation: Mutation,
  recorded: Recorded,
  allowFallback: boolean,
): Promise<string> {
  const { url, effects } = site.host(mutation);
  const task = JSON.parse(JSON.stringify(recorded.task).replaceAll(hostOf(recorded.url), hostOf(url))) as TaskCommandV1;
  const replay = await replayIn(browser, task, {
    ...{ session, service: GENERIC, limits: LIMITS, allowFallback, answers: YES },
  });
  const done = effects();
  expect(
    done.filter((one) => one !== recorded.effect),
    `${mutation.name}: a wrong click`,
  ).toEqual([]);
  expect(done.length, `${mutation.name}: done twice`).toBeLessThanOrEqual(1);
  const isDone = replay.result.status === 'completed';
  if (isDone) {
    expect(done, `${mutation.name}: a false success`).toEqual([recorded.effect]);
    expect(mutation.same, `${mutation.name}: another control`).toBe(true);
  }
  expect(replay.exitCode === 0, mutation.name).toBe(isDone);
  if (isDone) return drifted(replay) ? 'healed' : 'done';
  return replay.result.failure?.error_code ?? replay.result.reason ?? '';
}

function hostOf(url: string): string {
  return new URL(url).host;
}

function drifted({ result }: TestReplay): boolean {
  return result.steps.some(({ drift }) => drift !== undefined);
}

interface Recorded {
  task: TaskCommandV1;
  url: string;
  effect: string;
}

/** Waiting is most of it, so several are tried side by side. */
const WORKERS = 4;

async function table(mutations: readonly Mutation[], recorded: Recorded): Promise<Row[]> {
  const rows: Row[] = [];
  const left = mutations.map((mutation, index) => ({ mutation, index }));
  const work = async (): Promise<void> => {
    const session = await openReplaySession(browser, recorded.task);
    for (let next = left.shift(); next; next = left.shift()) {
      const { mutation, index } = next;
      const strict = await replayed(session, mutation, recorded, false);
      // Where the selector fits, nothing else is ever looked for.
      const fallback = strict === 'done' ? 'done' : await replayed(session, mutation, recorded, true);
      rows[index] = { name: mutation.name, same: mutation.same, strict, fallback };
    }
    await session.close();
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return rows;
}

function print(rows: readonly Row[]): void {
  const lines = rows.map(({ name, same, strict, fallback }) =>
    [name.padEnd(58), (same ? 'same' : 'other').padEnd(6), strict.padEnd(22), fallback].join(' '),
  );
  console.log([`${'what became of the page'.padEnd(65)} strict                 with fallback`, ...lines].join('\n'));
}

describe('pages that are not what they were', () => {
  it('F72 F73 004-11 004-12 no wrong click, no false success; with fallback most of what is still there is found', async () => {
    const { url } = site.host(MUTATIONS[0] as Mutation);
    const task = await recordDeeds(browser, {
      url,
      deeds: [
        { name: 'Display name', action: fillWith('Ada') },
        { name: 'Save changes', action: CLICK },
      ],
      success: { heading_contains: 'are saved' },
    });
    const rows = await table(MUTATIONS, { task, url, effect: '/save' });
    print(rows);
    expect(rows.length).toBeGreaterThanOrEqual(30);
    expect(rows[0]).toMatchObject({ strict: 'done' });
    const broken = rows.filter(({ same, strict }) => same && strict !== 'done');
    const healed = broken.filter(({ fallback }) => fallback === 'healed');
    expect(broken.length).toBeGreaterThan(5);
    expect(healed.length / broken.length).toBeGreaterThanOrEqual(0.4);
  }, 120_000);

  it('F72 of a list the row that was meant, or none', async () => {
    const { url } = site.host(LIST_MUTATIONS[0] as Mutation);
    const deeds = [{ name: 'Remove', action: CLICK, row: 'South' }];
    const task = await recordDeeds(browser, { deeds, url });
    const rows = await table(LIST_MUTATIONS, { task, url, effect: '/remove/South' });
    print(rows);
    expect(rows[0]).toMatchObject({ strict: 'done' });
  }, 60_000);
});
