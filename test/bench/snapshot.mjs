// A look at a page: its time, the tokens of its text, and what it shows, beside Playwright and beside the peers.
import { capturePage } from '../../dist/browser/capture.js';
import { findBrowser } from '../../dist/browser/find.js';
import { launchBrowser } from '../../dist/browser/launch.js';
import { inert, renderPage } from '../../dist/page/render.js';
import { projectSnapshot } from '../../dist/page/snapshot.js';
import { estimateTokens } from '../../dist/page/tokens.js';
import { thisHost } from '../../dist/work/machine.js';
import { controlsInView, missingFrom } from './coverage.mjs';
import { benchChangedTree, benchFirstTree, benchPicture, benchTree, withPage } from './looks.mjs';
import { limitRow, ms, ratioRow, takeTurns } from './measure.mjs';
import { servePages } from './pages.mjs';
import { startPeers } from './peers.mjs';

/** `tree` limits our time over Playwright's, `tokens` our text; the small pages make up the totals. */
const SMALL = { small: true, tree: 1, tokens: 2_000, rounds: 30, warmUps: 20, peerRounds: 9 };
const PAGES = [
  { ...SMALL, name: 'login', tokens: 999 },
  { ...SMALL, name: '200' },
  { ...SMALL, name: 'iframes' },
  { ...SMALL, name: 'cross-origin' },
  { ...SMALL, name: 'shadow' },
  { ...SMALL, name: 'modal' },
  { ...SMALL, name: 'cancel', tokens: 999, small: false, tree: undefined },
  { name: '2000', tree: 0.15, tokens: 2_000, rounds: 10, warmUps: 3, peerRounds: 5 },
  { name: '20000', tree: 0.05, tokens: 2_000, rounds: 5, warmUps: 1, peerRounds: 2 },
];
const LIMITS = { '@playwright/mcp': 0.45, 'agent-browser': 0.85 };

function textOf(raw, viewportOnly = true) {
  const options = { id: 'bench', timestamp: '2026-01-01T00:00:00.000Z', screenshot: '', viewportOnly };
  return renderPage(raw, projectSnapshot(raw, options));
}

async function benchPage(browser, url, page) {
  const { name } = page;
  const rows = [];
  const texts = await withPage(browser, url, async (eyes) => {
    rows.push(await benchTree(eyes, page));
    const { raw } = await capturePage(eyes);
    // Playwright's time is that until the text, so ours must not hide behind the capture.
    if (/^\d+$/.test(name)) {
      const { ours } = await takeTurns({ ours: async () => textOf(raw) }, { rounds: 10 });
      rows.push({ what: `text from a capture, ${name}: projection and rendering, ms`, value: ms(ours), number: ours });
    }
    if (name === '200') rows.push(await benchPicture(eyes, 'picture, 200', 1.2));
    if (name === 'login') rows.push(await benchPicture(eyes, 'picture, login with a secret to blacken'));
    const whole = textOf((await capturePage(eyes, { scope: 'page' })).raw, false);
    if (/^2000?$/.test(name)) rows.push(await benchChangedTree(eyes, page));
    return { text: textOf(raw), whole };
  });
  if (/^2000?$/.test(name)) rows.push(await benchFirstTree(browser, url, page));
  return { rows, ...texts };
}

/** Each peer's time, its floor, and all that its model reads: for @playwright/mcp the whole answer of the tool. */
async function benchPeers(peers, url, { name, peerRounds: rounds }) {
  // The first text counts, because refs may grow longer with every look.
  const texts = new Map();
  for (const peer of peers) {
    await peer.open(url);
    texts.set(peer.name, await peer.snapshot());
  }
  const calls = peers.flatMap((peer) => [
    [peer.name, () => peer.snapshot()],
    [`${peer.name} floor`, () => peer.floor()],
  ]);
  const times = await takeTurns(Object.fromEntries(calls), { rounds, warmUps: 1 });
  const words = peers.map((peer) => `${peer.name} ${ms(times[peer.name])} (${ms(times[`${peer.name} floor`])})`);
  return { texts, row: { what: `peers' snapshot (floor), ${name}, ms`, value: words.join(', ') } };
}

/** By peer, what its text carries of the viewport. */
function findInView(browser, url, texts) {
  return withPage(browser, url, async ({ page }) => {
    const known = new Map();
    const found = new Map();
    for (const [peer, text] of texts) found.set(peer, await controlsInView(page, text, known));
    return found;
  });
}

function tokenRows(ours, texts, peers) {
  const rows = PAGES.map(({ name, tokens }) => {
    const number = estimateTokens(ours.get(name).text);
    const theirs = peers.map((peer) => `, ${peer.name} ${estimateTokens(texts.get(name).get(peer.name))}`);
    return limitRow(`tokens, ${name}`, number, tokens, `${number}${theirs.join('')}`);
  });
  const small = PAGES.filter((page) => page.small);
  const sum = (textFor) => small.reduce((total, { name }) => total + estimateTokens(textFor(name)), 0);
  const total = sum((name) => ours.get(name).text);
  for (const { name: peer } of peers) {
    // Peers know no viewport; what we leave out below the fold is named in our text.
    const what = `tokens, small pages: ours (viewport) / ${peer} (whole page)`;
    const theirs = sum((name) => texts.get(name).get(peer));
    rows.push(ratioRow(what, total, theirs, LIMITS[peer], String));
  }
  const whole = sum((name) => ours.get(name).whole);
  return [...rows, limitRow('tokens, small pages: ours, whole page (cut to 2000 a page)', whole)];
}

function coverageRows(missing, wanted) {
  const row = {
    what: `controls in view that a peer shows and our text lacks, of ${wanted}`,
    value: String(missing.length),
    number: missing.length,
    goal: '0',
    ok: missing.length === 0,
  };
  return [row, ...missing.map((control) => ({ what: `  lacks ${control}`, value: '' }))];
}

/** Times and texts of the peers, and what they show that we do not. */
async function comparePeers(browser, peers, urlOf, ours, tell) {
  const texts = new Map();
  const times = [];
  const missing = [];
  let wanted = 0;
  let inView = new Map();
  for (const page of peers.length > 0 ? PAGES : []) {
    tell(`  ${page.name}, peers`);
    const measured = await benchPeers(peers, urlOf(page.name), page);
    texts.set(page.name, measured.texts);
    times.push(measured.row);
    // 20,000 elements begin with the same screen as 2,000, and finding one by its name among them takes seconds.
    if (page.name !== '20000') inView = await findInView(browser, urlOf(page.name), measured.texts);
    for (const [peer, controls] of inView) {
      for (const count of controls.values()) wanted += count;
      const lacking = missingFrom(ours.get(page.name).text, controls, inert);
      missing.push(...lacking.map((control) => `${control} on ${page.name} (${peer})`));
    }
  }
  const coverage = peers.length > 0 ? coverageRows(missing, wanted) : [];
  return [...tokenRows(ours, texts, peers), ...times, ...coverage];
}

export async function benchSnapshot() {
  const found = await findBrowser(thisHost());
  if (!found) throw new Error('no browser: npm run setup:browser installs one');
  const tell = (line) => process.stderr.write(`${line}\n`);
  const { urlOf, close } = await servePages();
  const browser = await launchBrowser(thisHost(), found);
  let peers = [];
  try {
    const rows = [];
    const ours = new Map();
    for (const page of PAGES) {
      tell(`  ${page.name}`);
      const { rows: measured, ...texts } = await benchPage(browser, urlOf(page.name), page);
      rows.push(...measured);
      ours.set(page.name, texts);
    }
    // Only now: their browsers would take time from ours.
    peers = await startPeers(found.path, tell);
    return [...rows, ...(await comparePeers(browser, peers, urlOf, ours, tell))];
  } finally {
    for (const peer of peers) await peer.close();
    await browser.close();
    close();
  }
}
