import type { Browser, BrowserContext, Page } from 'playwright';
import { withDeadline } from './deadline.js';
import { type Eyes, openEyes } from './eyes.js';
import type { Guest } from './guests.js';
import { settle } from './settle.js';
import { watchPage } from './watch.js';

/** The pages of a run: one in front, behind it those that opened it. */
export interface Tabs {
  front(): Eyes;
  /** Follows and closes what has come and gone since; there is a page in front afterwards. */
  tidy(): Promise<void>;
  actBegins(): void;
  /** In words, what the action did to the tabs. */
  actEnded(): Promise<string[]>;
  /** A blank page in place of the one in front. */
  replaceFront(): Promise<Eyes>;
  /** How often the page at this address has failed by now. */
  countFailure(url: string): number;
  note(words: string): void;
  takeNotes(): string[];
  close(): Promise<void>;
}

const MAX_TABS = 5;
/** A tab that opens this long after an action is still its doing: the browser only tells when it was answered. */
const LATE_MS = 2_000;
const LOAD_MS = 1_500;
const CLOSE_MS = 1_000;

export async function openTabs(browser: Browser, viewport: { width: number; height: number }): Promise<Tabs> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block', acceptDownloads: false });
  let stack: Eyes[] = [await newTab(context)];
  let notes: string[] = [];
  let lastUrl = 'about:blank';
  let acting = false;
  let lastAct = Number.NEGATIVE_INFINITY;
  const handled = new WeakSet<Guest>();
  const failures = new Map<string, number>();

  const front = (): Eyes => stack.at(-1) as Eyes;

  /** New tabs of all pages: the last one that an action opened is followed, every other one is closed. */
  async function receive(): Promise<void> {
    const fresh = stack.flatMap(({ guests }) =>
      guests.all.filter((guest) => guest.kind === 'popup' && !handled.has(guest)),
    );
    const popups = fresh as Extract<Guest, { kind: 'popup' }>[];
    for (const guest of popups) handled.add(guest);
    const wanted = popups.filter(({ page, at }) => !page.isClosed() && (acting || at - lastAct <= LATE_MS)).at(-1);
    for (const { page } of popups) {
      if (page === wanted?.page || page.isClosed()) continue;
      notes.push(`a tab that opened by itself was closed: ${shortUrl(page.url())}`);
      await closePage(page);
    }
    if (wanted) await follow(wanted.page);
  }

  async function follow(page: Page): Promise<void> {
    try {
      const eyes = await withDeadline('following a new tab', LOAD_MS, openEyes(page));
      await settleNew(eyes);
      stack.push(eyes);
      notes.push(`a new tab opened and is in front now: ${shortUrl(page.url())}`);
      if (stack.length > MAX_TABS) await Promise.all(stack.splice(0, 1).map((old) => closePage(old.page)));
    } catch {
      notes.push('a new tab opened and could not be followed');
      await closePage(page);
    }
  }

  async function dropClosed(): Promise<void> {
    const before = front();
    if (!before.page.isClosed()) lastUrl = before.page.url();
    stack = stack.filter(({ page }) => !page.isClosed());
    if (stack.length === 0) {
      stack = [await newTab(context)];
      await front()
        .page.goto(lastUrl, { waitUntil: 'commit', timeout: LOAD_MS })
        .catch(() => {});
      notes.push(`the page closed itself; it was opened again at ${shortUrl(lastUrl)}`);
    } else if (front() !== before) notes.push(`the tab closed; back at ${shortUrl(front().page.url())}`);
  }

  async function tidy(): Promise<void> {
    await receive();
    await dropClosed();
  }

  return {
    front,
    tidy,
    actBegins() {
      acting = true;
      lastUrl = front().page.url();
    },
    async actEnded() {
      const earlier = notes;
      notes = [];
      await tidy();
      acting = false;
      lastAct = performance.now();
      const events = notes;
      notes = earlier;
      return events;
    },
    async replaceFront() {
      const old = stack.pop();
      stack.push(await newTab(context));
      // It may be long in dying; nobody waits for it.
      if (old) void closePage(old.page);
      return front();
    },
    countFailure(url) {
      const count = (failures.get(url) ?? 0) + 1;
      failures.set(url, count);
      return count;
    },
    note: (words) => void notes.push(words),
    takeNotes() {
      const taken = notes;
      notes = [];
      return taken;
    },
    close: () => withDeadline('closing the pages', CLOSE_MS * 3, context.close()),
  };
}

async function newTab(context: BrowserContext): Promise<Eyes> {
  return openEyes(await context.newPage());
}

/** What never finishes loading is looked at as it is. */
async function settleNew(eyes: Eyes): Promise<void> {
  const watch = watchPage(eyes);
  await eyes.page.waitForLoadState('domcontentloaded', { timeout: LOAD_MS }).catch(() => {});
  await settle(eyes, watch, { since: -1, limitMs: LOAD_MS, patienceMs: 0 });
  watch.stop();
}

async function closePage(page: Page): Promise<void> {
  await withDeadline('closing a tab', CLOSE_MS, page.close()).catch(() => {});
}

function shortUrl(url: string): string {
  return url.slice(0, 200);
}
