// What the model reads in the whole Netflix cancellation, turn by turn: the real loop and the real SDK, against a
// Messages API on this machine whose model only says what to click. Tokens are estimated, for lack of a tokenizer.
import { build } from 'esbuild';
import { findBrowser } from '../../dist/browser/find.js';
import { launchBrowser } from '../../dist/browser/launch.js';
import { openSession } from '../../dist/browser/session.js';
import { claudeModel } from '../../dist/model/claude.js';
import { thisHost } from '../../dist/work/machine.js';
import { limitRow } from './measure.mjs';

const GOAL = 10_000;
const MODEL = 'claude-sonnet-5-5';

/** The test suite's own parts, made readable for Node. */
async function support(root) {
  const outfile = `${root}dist/bench/support.mjs`;
  const contents = ['cancelling', 'messagesApi', 'site', 'fixtures']
    .map((name) => `export * from './test/support/${name}.ts';`)
    .join('\n');
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    external: ['vitest'],
    logLevel: 'warning',
    outfile,
  });
  return import(outfile);
}

export async function benchTokens(root) {
  const found = await findBrowser(thisHost());
  if (!found) throw new Error('no browser: npm run setup:browser installs one');
  const { cancels, runTask, startMessagesApi, serve } = await support(root);
  const site = await serve(`${root}fixtures/sites/netflix`);
  const api = await startMessagesApi(({ body }) => cancels(body));
  const browser = await launchBrowser(thisHost(), found);
  try {
    const session = await openSession(browser, { width: 1280, height: 800 });
    const model = claudeModel({ apiKey: 'sk-bench', baseURL: api.url, model: MODEL });
    const { result, events } = await runTask(session, () => model, { url: `${site.url}/account.html` });
    if (result.status !== 'completed') throw new Error(`the task ended as ${result.status}: ${result.reason}`);
    return rowsOf(events, result);
  } finally {
    await browser.close();
    await api.close();
    await site.close();
  }
}

function rowsOf(events, { usage }) {
  const calls = events.filter(({ event_type }) => event_type === 'llm_call').map(({ payload }) => payload.usage);
  const weigh = ({ input_tokens, cache_creation_input_tokens, cache_read_input_tokens }) =>
    input_tokens + cache_creation_input_tokens + cache_read_input_tokens / 10;
  const turns = calls.map((call, index) => ({
    what: `netflix, turn ${index + 1}: input tokens (new + written to the cache + read from it)`,
    value: `${call.input_tokens} + ${call.cache_creation_input_tokens} + ${call.cache_read_input_tokens}`,
    number: weigh(call),
  }));
  const total = Math.round(calls.reduce((sum, call) => sum + weigh(call), 0));
  const dollars = usage.cost_usd.toFixed(4);
  return [
    ...turns,
    limitRow('netflix, whole task: input tokens, cache reads counted at a tenth', total, GOAL),
    { what: `netflix, whole task: cost with ${MODEL}, dollars`, value: dollars, number: usage.cost_usd },
  ];
}
