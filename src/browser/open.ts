import type { Browser, Page } from 'playwright';
import { failureError } from '../contracts/failure.js';
import { withDeadline } from './deadline.js';
import { type Eyes, openEyes } from './eyes.js';
import { ask } from './world.js';

export interface OpenOptions {
  width: number;
  height: number;
  /** How long the page may take until something of it is there. */
  milliseconds: number;
}

/** A fresh page with our eyes on it, before it goes anywhere. */
export async function newEyes(
  browser: Browser,
  { width, height }: Pick<OpenOptions, 'width' | 'height'>,
): Promise<Eyes> {
  const context = await browser.newContext({ viewport: { width, height }, serviceWorkers: 'block' });
  const page = await context.newPage();
  return openEyes(page);
}

/** Goes to a page and waits until it has settled, within bounds: one that never ends loading is looked at as it is. */
export async function goTo(eyes: Eyes, url: string, milliseconds: number): Promise<void> {
  const { page } = eyes;
  try {
    await withDeadline(
      `opening ${url}`,
      milliseconds + 1_000,
      page.goto(url, { waitUntil: 'commit', timeout: milliseconds }),
    );
  } catch (error) {
    const reason = reasonOf(error);
    throw failureError({ code: 'NAV_FAILED', stepId: 'open', message: `${url} cannot be opened: ${reason}`, url }, [
      'check the address, and that the site can be reached from here',
    ]);
  }
  await settle(eyes, page);
}

/** The first line of what the browser says, without Playwright's frame around it. */
function reasonOf(error: unknown): string {
  const line = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  return /net::(ERR_[A-Z_]+)/.exec(line)?.[1] ?? line.replace(/^page\.goto: /, '');
}

const LOAD_MS = 5_000;
const QUIET_MS = 150;
const QUIET_LIMIT_MS = 2_000;

/** Loaded, then quiet for a moment; neither is waited for longer than it is worth. */
async function settle(eyes: Eyes, page: Page): Promise<void> {
  await page.waitForLoadState('load', { timeout: LOAD_MS }).catch(() => {});
  const end = performance.now() + QUIET_LIMIT_MS;
  let last = await mutations(eyes);
  while (last !== undefined && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const now = await mutations(eyes);
    if (now === last) return;
    last = now;
  }
}

/** How often the page has changed so far; undefined when it does not answer. */
async function mutations({ main }: Eyes): Promise<number | undefined> {
  try {
    const state = await withDeadline('asking the page', 1_000, ask<{ mutations: number }>(main, 'state()'));
    return state.mutations;
  } catch {
    return undefined;
  }
}
