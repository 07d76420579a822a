import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { type Capture, capturePage, type LookOptions } from '../../src/browser/capture.js';
import type { Eyes } from '../../src/browser/eyes.js';
import { findBrowser } from '../../src/browser/find.js';
import { launchBrowser } from '../../src/browser/launch.js';
import { newEyes } from '../../src/browser/open.js';
import type { RawNode, RawPage } from '../../src/page/raw.js';
import { type Projection, projectSnapshot } from '../../src/page/snapshot.js';
import { thisHost } from '../../src/work/machine.js';

export const VIEWPORT = { width: 1280, height: 800 };

/** A browser of the test's own, for tests that break it. */
export async function startOwnTestBrowser(): Promise<Browser> {
  const found = await findBrowser(thisHost());
  if (!found) throw new Error('no browser: npm run setup:browser installs one');
  return launchBrowser(thisHost(), found);
}

let shared: Browser | undefined;

/** One for all the test files of a process, because starting one costs more than most of them. Its `close` closes its windows. */
export async function startTestBrowser(): Promise<Browser> {
  if (shared?.isConnected()) return shared;
  const browser = await startOwnTestBrowser();
  browser.close = async () => {
    // A window may be gone already, or its page be stuck: what it leaves behind is nobody's business any more.
    await Promise.all(browser.contexts().map((context) => context.close().catch(() => {})));
  };
  shared = browser;
  return browser;
}

export interface TestEyes {
  /** The file's page with this content, as a new document. */
  eyesOn(html: string): Promise<Eyes>;
  eyesAt(url: string): Promise<Eyes>;
  /** A page of its own, for tests that break it. */
  freshEyes(): Promise<Eyes>;
}

/** One browser and one page for a test file. */
export function useBrowser(): TestEyes {
  let browser: Browser | undefined;
  let eyes: Eyes | undefined;
  beforeAll(async () => {
    browser = await startTestBrowser();
    eyes = await newEyes(browser, VIEWPORT);
  });
  afterAll(() => browser?.close());
  const eyesAt = async (url: string): Promise<Eyes> => {
    await eyes?.page.goto(url);
    return eyes as Eyes;
  };
  return {
    eyesAt,
    async eyesOn(html) {
      const { page } = await eyesAt('about:blank');
      await page.setContent(html);
      return eyes as Eyes;
    },
    freshEyes: () => newEyes(browser as Browser, VIEWPORT),
  };
}

export async function look(eyes: Eyes, options: LookOptions = {}): Promise<Capture> {
  return capturePage(eyes, options);
}

export async function rawOf(eyes: Eyes, options: LookOptions = {}): Promise<RawPage> {
  return (await capturePage(eyes, options)).raw;
}

/** A one-pixel PNG, for projections whose picture does not matter. */
export const TINY_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

export function project(raw: RawPage, viewportOnly = true): Projection {
  const id = '00000000-0000-4000-8000-000000000000';
  return projectSnapshot(raw, { id, timestamp: '2026-01-01T00:00:00.000Z', screenshot: TINY_PNG, viewportOnly });
}

export function byName(raw: RawPage, name: string): RawNode {
  const node = raw.nodes.find((candidate) => candidate.name === name);
  if (!node) throw new Error(`no element is called ${name}: ${raw.nodes.map((one) => one.name).join(' | ')}`);
  return node;
}

export function byId(raw: RawPage, id: string): RawNode {
  const node = raw.nodes.find(({ vaultyId }) => vaultyId === `id:${id}`);
  if (!node) throw new Error(`no element has the id ${id}: ${raw.nodes.map((one) => one.vaultyId).join(' | ')}`);
  return node;
}

/** Right after its start, on a busy machine, Chromium may have nothing to take a picture of yet. */
export async function pictureOf(page: Page, options: Parameters<Page['screenshot']>[0] = {}): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await page.screenshot(options);
    } catch (error) {
      if (attempt === 5) throw error;
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
  }
}
