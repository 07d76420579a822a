import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Capture, capturePage } from '../../src/browser/capture.js';
import { DeadlineError, withDeadline } from '../../src/browser/deadline.js';
import type { Eyes } from '../../src/browser/eyes.js';
import { goTo, newEyes } from '../../src/browser/open.js';
import { ask } from '../../src/browser/world.js';
import { AgentError } from '../../src/contracts/failure.js';
import { cleanText } from '../../src/page/cleanText.js';
import type { RawNode } from '../../src/page/raw.js';
import { type AxElement, type AxProcess, axTreesOf, idsOf, whyUnseen } from '../support/axTree.js';
import { startTestBrowser, VIEWPORT } from '../support/eyes.js';
import { listFiles } from '../support/files.js';
import { fixturePath } from '../support/fixtures.js';
import { type Site, serve } from '../support/site.js';
import { THIRD_PARTY_PAGES, thirdPartyFolder } from '../support/thirdParty.js';

const INTERACTIVE = new Set([
  ...['button', 'link', 'checkbox', 'radio', 'textbox', 'searchbox', 'spinbutton', 'combobox', 'listbox', 'menuitem'],
  ...['menuitemcheckbox', 'menuitemradio', 'tab', 'switch', 'slider'],
]);
/** These are told along with what holds them. */
const PARTS = new Set(['option', 'treeitem', 'MenuListPopup', 'RootWebArea']);
const NAME_LIMIT = 900;
const PAGE_MS = 60_000;
const LANES = 2;

interface Difference {
  page: string;
  ours: string;
  theirs: string;
  reason: string;
  html: string;
}

interface Comparison {
  agreed: number;
  /** Different, with a reason or without: all of these count against us. */
  different: Difference[];
  /** In Chromium's tree, and rightly not in our list: no person can see or reach them. */
  unseen: Map<string, number>;
}

interface Target {
  label: string;
  path: string;
  site: Site;
  /** Our own pages may be made to hang or crash; those of others must be looked at. */
  isFixture: boolean;
}

let browser: Browser | undefined;
const sites: Site[] = [];

async function serveFolder(folder: string): Promise<Site> {
  const site = await serve(folder);
  sites.push(site);
  return site;
}

/** A site is served from its own root, all single pages from one. */
async function fixtureTargets(): Promise<Target[]> {
  const sitesFolder = fixturePath('sites');
  const roots = existsSync(sitesFolder) ? readdirSync(sitesFolder).map((name) => join(sitesFolder, name)) : [];
  const targets: Target[] = [];
  for (const root of [fixturePath('pages'), ...roots]) {
    const files = existsSync(root) ? listFiles(root).filter((file) => file.endsWith('.html')) : [];
    if (files.length === 0) continue;
    const site = await serveFolder(root);
    for (const file of files) {
      targets.push({ label: relative(fixturePath('..'), file), path: relative(root, file), site, isFixture: true });
    }
  }
  return targets;
}

async function allTargets(): Promise<Target[]> {
  const site = await serveFolder(await thirdPartyFolder());
  const others = THIRD_PARTY_PAGES.map((path) => ({ label: path, path, site, isFixture: false }));
  return [...others, ...(await fixtureTargets())];
}

beforeAll(async () => {
  browser = await startTestBrowser();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await Promise.all(sites.map((site) => site.close()));
});

async function comparePage({ label, path, site }: Target): Promise<Comparison> {
  const eyes = await newEyes(browser as Browser, VIEWPORT);
  const context = eyes.page.context();
  try {
    const isElsewhere = ({ origin }: URL): boolean => origin !== site.url && origin !== site.foreign;
    await context.route(isElsewhere, (route) => route.abort());
    await goTo(eyes, `${site.url}/${path}`, 10_000);
    for (let attempt = 1; ; attempt++) {
      const capture = await lookPatiently(eyes);
      const before = await changes(capture);
      const comparison = await compare(label, eyes, capture);
      // A page that changed in between is two pages.
      if (before === (await changes(capture)) || attempt === 4) return comparison;
    }
  } finally {
    await context.close();
  }
}

/** Three seconds are the limit of one look; on a machine that runs other tests as well, a page gets a second one. */
async function lookPatiently(eyes: Eyes): Promise<Capture> {
  try {
    return await capturePage(eyes, { scope: 'page' });
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    return capturePage(eyes, { scope: 'page' });
  }
}

async function changes({ processes }: Capture): Promise<number> {
  const states = await Promise.all(processes.map(({ world }) => ask<{ changes: number }>(world, 'state()')));
  return states.reduce((sum, { changes }) => sum + changes, 0);
}

async function compare(page: string, eyes: Eyes, capture: Capture): Promise<Comparison> {
  const { raw, processes } = capture;
  const result: Comparison = { agreed: 0, different: [], unseen: new Map() };
  for (const [number, theirs] of (await axTreesOf(eyes, capture)).entries()) {
    const nodes = raw.nodes.filter(({ frame }) => raw.frames[frame]?.process === number);
    const process = processes[number];
    const handles = nodes.map(({ handle }) => handle);
    const ids = process ? await idsOf(process, handles) : [];
    for (const [index, node] of nodes.entries()) {
      const id = ids[index] ?? -1;
      const element = theirs.elements.get(id);
      if (!isInteractive(node) && !(element && isInteractive(element))) continue;
      const isRepeated = id >= 0 && ids.indexOf(id) < index;
      const reason = isRepeated ? 'TWICE' : element ? difference(node, element) : await whyExtra(theirs, id, node);
      const html = theirs.tags.get(id) ?? '';
      if (reason === '') result.agreed += 1;
      else result.different.push({ page, ours: say(node), theirs: say(element), reason, html });
    }
    await addMissing(page, new Set(ids), theirs, raw.truncated, result);
  }
  return result;
}

function isInteractive({ role, focusable }: { role: string; focusable: boolean }): boolean {
  return INTERACTIVE.has(role) || (focusable && !PARTS.has(role));
}

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, NAME_LIMIT);

/** How the two descriptions of one element differ; "" when they do not. */
function difference(node: RawNode, { role, name: theirName }: AxElement): string {
  if (node.role !== role) return 'ROLE';
  const [ours, theirs] = [fold(node.name), fold(theirName)];
  if (ours === theirs) return '';
  if (ours === fold(cleanText(theirs))) return 'explained: unsafe characters escaped';
  if (ours === fold(cleanText(withoutCardNumbers(theirs)))) return 'explained: card number masked';
  if (node.inputType === 'file' && theirs.startsWith(`${ours}: `)) return 'explained: the chosen file is the value';
  if (node.hiddenText && isPartOf(ours, theirs)) return 'explained: unreadable text left out';
  return 'NAME';
}

function withoutCardNumbers(text: string): string {
  return text.replace(/\d(?:[ -]?\d){12,18}(?!\d)/g, (run) => `••••(${run.replace(/\D/g, '').length})`);
}

/** The words of the one, in their order, with others in between. */
function isPartOf(part: string, whole: string): boolean {
  const words = whole.split(' ');
  return part.split(' ').every((word) => {
    const at = words.indexOf(word);
    if (at < 0) return false;
    words.splice(0, at + 1);
    return true;
  });
}

/** Ours only. A hidden box whose label a person clicks is nothing to Chromium, and a thing to act on for us. */
async function whyExtra(theirs: AxProcess, id: number, { tag, inputType = '' }: RawNode): Promise<string> {
  const [unseen = ''] = id < 0 ? [] : await whyUnseen(theirs, [id]);
  const isBox = tag === 'input' && /^(?:checkbox|radio|file)$/.test(inputType);
  return isBox && unseen !== '' ? 'explained: its label stands in for it' : 'EXTRA';
}

async function addMissing(
  page: string,
  ours: ReadonlySet<number>,
  theirs: AxProcess,
  truncated: string[],
  { different, unseen }: Comparison,
): Promise<void> {
  const missing = [...theirs.elements.values()].filter((element) => !ours.has(element.id) && isInteractive(element));
  const ids = missing.map(({ id }) => id);
  const reasons = await whyUnseen(theirs, ids);
  const isCut = truncated.some((note) => !note.startsWith('a frame'));
  for (const [index, element] of missing.entries()) {
    const html = theirs.tags.get(element.id) ?? '';
    const isForScripts = !INTERACTIVE.has(element.role) && / tabindex="-\d+"/.test(html);
    const excuse = reasons[index] || (isForScripts && 'focused by scripts only') || (isCut && 'the page is too large');
    if (excuse) unseen.set(excuse, (unseen.get(excuse) ?? 0) + 1);
    else different.push({ page, ours: say(undefined), theirs: say(element), reason: 'MISSING', html });
  }
}

/** Letters of icon fonts are drawn by nobody here: they are shown by their codes. */
function say(element: { role: string; name: string } | undefined): string {
  if (!element) return '-';
  const code = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16)}`;
  const name = fold(element.name)
    .slice(0, 60)
    .replace(/[\ue000-\uf8ff]/g, code);
  return `${element.role} "${cleanText(name)}"`;
}

/** Several at a time, in the order in which they come. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

it('at least 98 % of interactive elements have the role and name that Chromium gives them', async () => {
  const targets = await allTargets();
  const total: Comparison = { agreed: 0, different: [], unseen: new Map() };
  const skipped: string[] = [];
  const started = performance.now();
  await inLanes(targets, async (target) => {
    try {
      const { agreed, different, unseen } = await withDeadline(target.label, PAGE_MS, comparePage(target));
      total.agreed += agreed;
      total.different.push(...different);
      for (const [reason, count] of unseen) total.unseen.set(reason, (total.unseen.get(reason) ?? 0) + count);
    } catch (error) {
      const isTrouble = error instanceof AgentError || error instanceof DeadlineError;
      if (!target.isFixture || !isTrouble) throw error;
      skipped.push(`${target.label}: ${error.message}`);
    }
  });
  const { agreed, different, unseen } = total;
  const elements = agreed + different.length;
  const ratio = agreed / elements;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const rows = different
    .map(({ page, ours, theirs, reason, html }) => [page, ours, theirs, reason, html.slice(0, 90)].join(' | '))
    .sort();
  console.log(
    [
      `${agreed} of ${elements} interactive elements agree (${(ratio * 100).toFixed(2)} %), ${targets.length} pages, ${seconds} s`,
      `not counted, because no person can see or reach them: ${[...unseen].map((one) => one.join(' ')).join(', ')}`,
      ...skipped.map((line) => `not compared: ${line}`),
      'page | ours | theirs | reason | element',
      ...rows.slice(0, 40),
      ...(rows.length > 40 ? [`and ${rows.length - 40} more`] : []),
    ].join('\n'),
  );
  expect(targets.length).toBeGreaterThanOrEqual(30);
  expect(elements).toBeGreaterThan(1_500);
  expect(ratio, rows.join('\n')).toBeGreaterThanOrEqual(0.98);
}, 280_000);
