import type { Browser, Page } from 'playwright';
import { type ContextOptions, openContext, type Size } from './context.js';
import { withDeadline } from './deadline.js';
import { type Eyes, openEyes } from './eyes.js';
import { dialogGuest, type Guests, receiveGuests, takeUntold, wordsFor } from './guests.js';
import { goTo } from './open.js';
import { settle } from './settle.js';
import { watchPage } from './watch.js';

/** The pages of a run: one in front, behind it those that opened it. */
export interface Tabs {
  front(): Eyes;
  /** Follows and closes what has come and gone since; there is a page in front afterwards. */
  tidy(): Promise<void>;
  actBegins(): void;
  /** In words, what the action did to the tabs, as far as it can be seen in time. */
  actEnded(milliseconds: number): Promise<string[]>;
  /** A blank page in place of the one in front. */
  replaceFront(): Promise<Eyes>;
  /** How often the page at this address has failed by now. */
  countFailure(url: string): number;
  note(words: string): void;
  /** Everything that nobody has been told about, of all pages. */
  takeNotes(): string[];
  close(): Promise<void>;
}

interface Arrival {
  page: Page;
  guests: Guests;
  at: number;
}

const MAX_TABS = 5;
/** A tab that opens this long after an action is still its doing: the browser only tells when it was answered. */
const LATE_MS = 2_000;
const LOAD_MS = 1_500;
/** A browser that opens no page within this time is no use. */
const OPEN_MS = 10_000;
const CLOSE_MS = 1_000;

export async function openTabs(browser: Browser, viewport: Size, options: ContextOptions = {}): Promise<Tabs> {
  const { isShared = false } = options;
  const context = await openContext(browser, viewport, options);
  let arrivals: Arrival[] = [];
  let notes: string[] = [];
  const received = new WeakSet<Page>();
  let ownComing = false;
  let closedAtOnce = 0;
  const arrive = (page: Page): void => {
    // Beyond the first few nobody looks at them, and each takes its share of the machine.
    if (!ownComing && arrivals.length >= MAX_TABS) {
      closedAtOnce += 1;
      closePage(page);
    } else {
      receive(page);
      arrivals.push({ page, guests: receiveGuests(page), at: performance.now() });
    }
  };
  const receive = (page: Page): void => {
    received.add(page);
    if (isShared) page.on('popup', arrive);
  };
  // In a browser of the user's own, only what our pages open is ours.
  if (!isShared) context.on('page', arrive);
  // A new tab can have its first dialog before the browser has told of the tab.
  context.on('dialog', (dialog) => {
    const page = dialog.page();
    if (page && received.has(page)) return;
    // One of the user's own is theirs to answer; what our action has just opened has no page yet.
    if (isShared && !(acting && page === null)) return;
    notes.push(wordsFor(dialogGuest(dialog)) ?? '');
    dialog.dismiss().catch(() => {});
  });

  async function newTab(): Promise<Eyes> {
    ownComing = true;
    try {
      const page = await withDeadline('opening a page', OPEN_MS, context.newPage());
      const guests = arrivals.find((arrival) => arrival.page === page)?.guests;
      arrivals = arrivals.filter((arrival) => arrival.page !== page);
      if (isShared) receive(page);
      return await withDeadline('looking into a page', OPEN_MS, lookInto(page, guests));
    } finally {
      ownComing = false;
    }
  }

  async function lookInto(page: Page, guests: Guests | undefined): Promise<Eyes> {
    const eyes = await openEyes(page, guests);
    eyes.quietMs = options.quietMs;
    // The user may go on in other tabs meanwhile; a page that is not in front stops drawing.
    if (isShared) await eyes.main.session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    return eyes;
  }

  let acting = false;
  let stack: Eyes[] = [await newTab()];
  let lastUrl = 'about:blank';
  /** One tab is followed for each action. */
  let hasFollowed = false;
  let lastAct = Number.NEGATIVE_INFINITY;
  const failures = new Map<string, number>();
  const crashesTold = new WeakSet<Eyes>();

  const front = (): Eyes => stack.at(-1) as Eyes;

  /** New tabs of all pages: the last one that an action opened is followed, every other one is closed. */
  async function takeIn(milliseconds: number): Promise<void> {
    const came = arrivals;
    arrivals = [];
    const isWanted = ({ page, at }: Arrival): boolean => !page.isClosed() && (acting || at - lastAct <= LATE_MS);
    const wanted = hasFollowed ? undefined : came.filter(isWanted).at(-1);
    const others = came.filter((one) => one !== wanted).map(({ page }) => page);
    const open = others.filter((page) => !page.isClosed());
    tellClosed('a tab that opened by itself was closed', open, closedAtOnce);
    tellClosed(
      'a tab opened and closed again',
      others.filter((page) => page.isClosed()),
    );
    closedAtOnce = 0;
    for (const page of open) closePage(page);
    if (wanted) await follow(wanted, milliseconds);
  }

  function tellClosed(words: string, pages: readonly Page[], uncounted = 0): void {
    const more = pages.length + uncounted - 1;
    const first = pages[0] ? `: ${shortUrl(pages[0].url())}` : '';
    if (more >= 0) notes.push(`${words}${first}${more > 0 ? `, and ${more} more` : ''}`);
  }

  async function follow({ page, guests }: Arrival, milliseconds: number): Promise<void> {
    try {
      const end = performance.now() + milliseconds;
      const eyes = await withDeadline('following a new tab', milliseconds, lookInto(page, guests));
      await settleNew(eyes, Math.max(1, end - performance.now()));
      stack.push(eyes);
      hasFollowed = true;
      notes.push(`a new tab opened and is in front now: ${shortUrl(page.url())}`);
      for (const old of stack.splice(0, stack.length - MAX_TABS)) closePage(old.page);
    } catch {
      // It closed again, or does not answer: either way there is nothing to look at.
      notes.push(`a new tab opened and could not be followed: ${shortUrl(page.url())}`);
      closePage(page);
    }
  }

  async function dropClosed(): Promise<void> {
    const before = front();
    if (!before.page.isClosed()) lastUrl = before.page.url();
    for (const { guests } of stack.filter(({ page }) => page.isClosed())) notes.push(...takeUntold(guests));
    const left = stack.filter(({ page }) => !page.isClosed());
    stack = left.length > 0 ? left : [await newTab()];
    if (left.length === 0) {
      // The look that follows shows what is there instead.
      if (lastUrl !== 'about:blank') await goTo(front(), lastUrl, LOAD_MS, LOAD_MS).catch(() => {});
      notes.push(`the page closed itself; it was opened again at ${shortUrl(lastUrl)}`);
    } else if (front() !== before) notes.push(`the tab closed; back at ${shortUrl(front().page.url())}`);
  }

  async function tidy(milliseconds = LOAD_MS): Promise<void> {
    await takeIn(milliseconds);
    await dropClosed();
  }

  return {
    front,
    tidy,
    actBegins() {
      acting = true;
      hasFollowed = false;
      lastUrl = front().page.url();
    },
    async actEnded(milliseconds) {
      const earlier = notes;
      notes = [];
      await tidy(milliseconds);
      acting = false;
      lastAct = performance.now();
      const events = notes;
      notes = earlier;
      return events;
    },
    async replaceFront() {
      const old = stack.pop();
      stack.push(await newTab());
      if (old) {
        notes.push(...takeUntold(old.guests));
        closePage(old.page);
      }
      return front();
    },
    countFailure(url) {
      const count = (failures.get(url) ?? 0) + 1;
      failures.set(url, count);
      return count;
    },
    note: (words) => void notes.push(words),
    takeNotes() {
      const crashed = stack.filter((eyes) => eyes.crashed && eyes !== front() && !crashesTold.has(eyes));
      for (const eyes of crashed) crashesTold.add(eyes);
      const taken = [
        ...notes,
        ...stack.flatMap(({ guests }) => takeUntold(guests)),
        ...crashed.map(({ page }) => `a tab behind this one crashed: ${shortUrl(page.url())}`),
      ];
      notes = [];
      return taken;
    },
    async close() {
      const pages = [...stack, ...arrivals].map(({ page }) => page);
      const closing: Promise<unknown> = isShared ? Promise.all(pages.map((page) => page.close())) : context.close();
      await withDeadline('closing the pages', CLOSE_MS * 3, closing);
    },
  };
}

/** What never finishes loading is looked at as it is. */
async function settleNew(eyes: Eyes, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  const watch = watchPage(eyes);
  await eyes.page.waitForLoadState('domcontentloaded', { timeout: milliseconds }).catch(() => {});
  await settle(eyes, watch, { since: -1, limitMs: Math.max(0, end - performance.now()), patienceMs: 0 });
  watch.stop();
}

/** It may be long in dying; nobody waits for it. */
function closePage(page: Page): void {
  page.close().catch(() => {});
}

function shortUrl(url: string): string {
  return url.slice(0, 200);
}
