import type { Browser } from 'playwright';
import { failureError, firstLine } from '../contracts/failure.js';
import { type ContextOptions, openContext, type Size } from './context.js';
import { withDeadline } from './deadline.js';
import { type Eyes, openEyes } from './eyes.js';
import { settle } from './settle.js';
import { watchPage } from './watch.js';

const LOAD_MS = 5_000;
const SETTLE_MS = 2_000;

/** A fresh page with our eyes on it, before it goes anywhere. */
export async function newEyes(browser: Browser, viewport: Size, options: ContextOptions = {}): Promise<Eyes> {
  const context = await openContext(browser, viewport, options);
  const page = await context.newPage();
  return openEyes(page);
}

/** Goes to a page and waits until it has settled, within bounds: one that never ends loading is looked at as it is. */
export async function goTo(eyes: Eyes, url: string, milliseconds: number, loadMs = LOAD_MS): Promise<void> {
  const { page } = eyes;
  const watch = watchPage(eyes);
  try {
    await withDeadline(
      `opening ${url}`,
      milliseconds + 1_000,
      page.goto(url, { waitUntil: 'commit', timeout: milliseconds }),
    );
  } catch (error) {
    watch.stop();
    const reason = reasonOf(error);
    throw failureError({ code: 'NAV_FAILED', stepId: 'open', message: `${url} cannot be opened: ${reason}`, url }, [
      'check the address, and that the site can be reached from here',
      'agent demo works without a network',
    ]);
  }
  // What never finishes loading is looked at as it is.
  await page.waitForLoadState('load', { timeout: loadMs }).catch(() => {});
  await settle(eyes, watch, { since: -1, limitMs: Math.min(SETTLE_MS, loadMs), patienceMs: 0 });
  watch.stop();
}

/** The first line of what the browser says, without Playwright's frame around it. */
export function reasonOf(error: unknown): string {
  const line = firstLine(error);
  return /net::(ERR_[A-Z_]+)/.exec(line)?.[1] ?? line.replace(/^page\.goto: /, '');
}
