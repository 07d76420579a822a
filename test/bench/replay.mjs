// The recorded cancellation, replayed with all that belongs to it, beside a script by hand that does the same clicks and
// waits; what the run folder costs; and what a hundred replays in one process leave behind in memory.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { findBrowser } from '../../dist/browser/find.js';
import { launchBrowser } from '../../dist/browser/launch.js';
import { openRun } from '../../dist/run/store.js';
import { startNetflixSite } from '../../dist/site/netflix.js';
import { thisHost } from '../../dist/work/machine.js';
import { limitRow, ratioRow, takeTurns } from './measure.mjs';

const ROUNDS = 9;
const REPLAYS = Number(process.env.AGENT_BENCH_REPLAYS ?? 100);
const WARM = Math.min(20, REPLAYS);

/** The test suite's own parts, made readable for Node. */
async function support(root) {
  const outfile = `${root}dist/bench/replaying.mjs`;
  const contents = "export * from './test/support/replaying.ts';";
  const stdin = { contents, resolveDir: root, loader: 'ts' };
  const rest = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'warning' };
  // Its modules find their files beside themselves, so they are taken from where they were compiled to.
  const fromDist = {
    name: 'dist',
    setup({ onResolve }) {
      onResolve({ filter: /\/src\// }, ({ path }) => ({
        path: path.replace(/^.*\/src\//, `${root}dist/`),
        external: true,
      }));
    },
  };
  await build({ stdin, ...rest, plugins: [fromDist], outfile });
  return import(outfile);
}

/** What somebody would write by hand: the same clicks, the same waits, nothing looked at or written down. */
async function byHand(browser, { commands, viewport }) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  for (const { action, params } of commands) {
    if (action === 'navigate') await page.goto(params.url);
    else if (action === 'click') await page.locator(params.selector).click();
    else await page.waitForURL((url) => url.href.includes(params.contains));
  }
  await page.locator('h1').waitFor();
  await context.close();
}

/** A recorder over files that says how long it took in all. */
async function timedRun(folder, taskId, spent) {
  const run = await openRun(folder, taskId, () => new Date());
  const timed =
    (work) =>
    async (...args) => {
      const started = performance.now();
      try {
        return await work(...args);
      } finally {
        spent.ms += performance.now() - started;
      }
    };
  const { record, keepSnapshot } = run.recorder;
  return { ...run, recorder: { record: timed(record), keepSnapshot: timed(keepSnapshot) } };
}

export async function benchReplay(root) {
  const found = await findBrowser(thisHost());
  if (!found) throw new Error('no browser: npm run setup:browser installs one');
  const { recordNetflix, replayIn } = await support(root);
  let site = await startNetflixSite();
  const port = Number(new URL(site.url).port);
  // A membership can be cancelled once.
  const anew = async () => {
    await site.close();
    site = await startNetflixSite({ port });
  };
  const browser = await launchBrowser(thisHost(), found);
  const folder = mkdtempSync(join(tmpdir(), 'agent-bench-'));
  const spent = { ms: 0, all: 0 };
  const ours = async (task) => {
    const started = performance.now();
    const run = await timedRun(folder, `r-${randomUUID()}`, spent);
    const { result } = await replayIn(browser, task, { recorder: run.recorder });
    if (result.status !== 'completed') throw new Error(JSON.stringify(result.failure));
    await run.writeResult(result);
    await run.close();
    spent.all += performance.now() - started;
  };
  try {
    const { task } = await recordNetflix(browser, site.url);
    const times = await takeTurns(
      { ours: () => ours(task), byHand: () => byHand(browser, task) },
      { rounds: ROUNDS, warmUps: 2, before: anew },
    );
    const share = (spent.ms / spent.all) * 100;
    const often = async (count) => {
      for (let round = 0; round < count; round++) {
        await anew();
        await ours(task);
      }
    };
    await often(WARM);
    const before = memory();
    await often(REPLAYS);
    const after = memory();
    const grown = (key) => (after[key] - before[key]) / 2 ** 20;
    return [
      ratioRow(
        'replay of the cancellation, verified, with events and pictures / script by hand, ms',
        times.ours,
        times.byHand,
        1.5,
      ),
      limitRow('run folder, share of the time, %', Number(share.toFixed(1)), 5),
      limitRow(`heap grown over ${REPLAYS} replays, MiB`, Number(grown('heapUsed').toFixed(1)), 10),
      limitRow(`memory grown over ${REPLAYS} replays, MiB`, Number(grown('rss').toFixed(1))),
    ];
  } finally {
    await browser.close();
    await site.close();
    rmSync(folder, { recursive: true });
  }
}

function memory() {
  globalThis.gc?.();
  return process.memoryUsage();
}
