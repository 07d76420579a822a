// One action with all that belongs to it, beside what the peers need for the same: act, settle, look again.
import { randomUUID } from 'node:crypto';
import { findBrowser } from '../../dist/browser/find.js';
import { launchBrowser } from '../../dist/browser/launch.js';
import { openSession } from '../../dist/browser/session.js';
import { createMemory } from '../../dist/checkpoint/memory.js';
import { rulesFor } from '../../dist/checkpoint/rules.js';
import { memoryRecorder } from '../../dist/run/recorder.js';
import { GENERIC } from '../../dist/services/generic.js';
import { toolbox } from '../../dist/tools/tools.js';
import { createExchange } from '../../dist/verify/exchange.js';
import { createPageSide } from '../../dist/verify/pageSide.js';
import { thisHost } from '../../dist/work/machine.js';
import { ms, ratioRow, takeTurns } from './measure.mjs';
import { servePages } from './pages.mjs';
import { startPeers } from './peers.mjs';

const VIEWPORT = { width: 1280, height: 800 };
const ROUNDS = 15;

/** What is done in each round, and by which name it is found. Nothing of it starts a request. */
const ACTIONS = [
  { name: 'click', target: 'Preview', role: 'button' },
  { name: 'tick', target: 'Hold orders for review', role: 'checkbox' },
  { name: 'fill', target: 'Shop name', role: 'textbox', value: (round) => `North Pier ${round}` },
  { name: 'select', target: 'Currency', role: 'combobox', value: (round) => (round % 2 ? 'Yen' : 'Euro') },
  { name: 'click without effect', target: 'Edit', role: 'button' },
];

const nobody = {
  channel: 'nobody',
  hasWindow: false,
  ask: async () => ({ approved: false, message: 'nobody is there' }),
};

/** The seven tools over a real page, with the rules for any site, exactly as a run uses them. */
export async function ourTools(browser, url) {
  const session = await openSession(browser, VIEWPORT);
  await session.goTo(url, 30_000);
  const context = {
    driver: session,
    gate: { rules: rulesFor(GENERIC), memory: createMemory(), human: nobody },
    recorder: memoryRecorder('bench', () => new Date()),
    pageSide: createPageSide(createExchange(randomUUID), 'bench'),
    monotonic: () => performance.now(),
    shown: null,
    newId: randomUUID,
    now: () => new Date(),
    confirm: async () => ({ acknowledged: false, message: null }),
  };
  const { call } = toolbox(context);
  const use = async (name, input) => {
    const snapshotId = context.shown?.projection.snapshot.snapshot_id ?? '';
    return (await call({ id: '1', name, input, snapshotId })).result;
  };
  const refOf = (name) => context.shown.projection.snapshot.elements.find((element) => element.name === name).ref;
  await use('get_snapshot', {});
  return { session, use, refOf };
}

const TOOL = { fill: 'browser_fill', select: 'browser_select' };

export async function act(tools, { name, target, value }, round) {
  const input = { ref: tools.refOf(target), ...(value ? { value: value(round) } : {}) };
  const result = await tools.use(TOOL[name] ?? 'browser_click', input);
  const isWanted = name === 'click without effect' ? result.verification.outcome === 'no_effect' : result.success;
  if (!isWanted) throw new Error(`${name}: ${result.message}`);
}

/** The least it can cost with Playwright: the bare action and one question to the page. */
async function floor(page, { name, target, role, value }, round) {
  const locator = page.getByRole(role, { name: target, exact: true }).first();
  if (name === 'fill') await locator.fill(value(round));
  else if (name === 'select') await locator.selectOption(value(round));
  else await locator.click();
  await page.evaluate('document.title');
}

export async function benchActions() {
  const found = await findBrowser(thisHost());
  if (!found) throw new Error('no browser: npm run setup:browser installs one');
  const tell = (line) => process.stderr.write(`${line}\n`);
  const { urlOf, close } = await servePages();
  const url = urlOf('200-live');
  const browser = await launchBrowser(thisHost(), found);
  const peers = await startPeers(found.path, tell);
  try {
    const tools = await ourTools(browser, url);
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.goto(url);
    for (const peer of peers) await peer.open(url);
    const rows = [];
    let settledClick;
    for (const action of ACTIONS) {
      tell(`  ${action.name}`);
      let round = 0;
      const contenders = {
        ours: () => act(tools, action, round),
        floor: () => floor(page, action, round),
        ...Object.fromEntries(peers.map((peer) => [peer.name, () => peer.act(action, action.value?.(round))])),
      };
      const before = async () => {
        round += 1;
      };
      const times = await takeTurns(contenders, { rounds: ROUNDS, warmUps: 2, before });
      settledClick ??= times['@playwright/mcp'];
      rows.push(...rowsOf(action, times, settledClick));
    }
    return rows;
  } finally {
    for (const peer of peers) await peer.close();
    await browser.close();
    close();
  }
}

/** Only the click of @playwright/mcp waits for what it started; its other actions answer without wait and snapshot. */
const THEIRS = {
  '@playwright/mcp': {
    click: 'browser_click',
    tick: 'browser_click',
    fill: 'browser_type + browser_snapshot',
    select: 'browser_select_option + browser_snapshot',
  },
  'agent-browser': {
    click: 'click + snapshot -i',
    tick: 'click + snapshot -i',
    fill: 'fill + snapshot -i',
    select: 'select + snapshot -i',
  },
};
const GOAL = 0.5;

function rowsOf({ name, value }, times, settledClick) {
  const [verb] = name.split(' ');
  const ours = `${name}, settled, verified, with snapshot and picture: ours`;
  const beside = Object.entries(THEIRS).flatMap(([peer, calls]) =>
    times[peer] === undefined
      ? []
      : [ratioRow(`${ours} / ${peer} ${calls[verb]}, ms`, times.ours, times[peer], goalOf(peer, name, value))],
  );
  const likewise =
    value && settledClick
      ? [ratioRow(`${ours} / @playwright/mcp browser_click, ms`, times.ours, settledClick, GOAL)]
      : [];
  const bare = {
    what: `${name}: floor (bare Playwright ${verb} and one evaluate), ms`,
    value: ms(times.floor),
    number: times.floor,
  };
  return [...likewise, ...beside, bare];
}

/** A click that does nothing has to be waited for: for information. */
function goalOf(peer, name, value) {
  return peer === '@playwright/mcp' && value === undefined && !name.includes('without') ? GOAL : undefined;
}
