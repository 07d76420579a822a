import type { Frame, Request } from 'playwright';
import { onlyFetches } from '../page/action.js';
import type { PageEvent } from './driver.js';
import { type Eyes, isNextPage } from './eyes.js';
import { type Guest, requestKey } from './guests.js';

/** Requests that bring what a person waits for. Beacons, pictures, fonts and open channels do not. */
const WAITED_FOR: ReadonlySet<string> = new Set(['document', 'xhr', 'fetch', 'script', 'stylesheet']);
/** Documents and data: what an action may have asked a server to do. */
const WITNESSED: ReadonlySet<string> = new Set(['document', 'xhr', 'fetch']);
/** Seen this often while nobody did anything, a request is the page's own habit. */
const HABIT = 3;
/** Answers that leave the page where it is. */
const EMPTY: ReadonlySet<number> = new Set([204, 205]);

/** What happens on a page from now on, until `stop`. */
export interface Watch {
  /** Requests that started since, and those of them that have not ended. */
  started: number;
  readonly open: ReadonlySet<Request>;
  /** Tabs that were asked for and have not come up: the browser only tells of them when they were answered. */
  opening: number;
  /** Documents and data asked for. */
  requests: number;
  /** The request for the next page has not been answered yet. */
  leaving: boolean;
  /** The main frame went to another document. */
  navigated: boolean;
  /** Requests for the page or its data that failed or were refused by the server. */
  failures: PageEvent[];
  /** Dialogs, popups, downloads and the like that came since. */
  guests(): readonly Guest[];
  /** Resolves at the next change of the above. */
  change(): Promise<void>;
  stop(): void;
}

/** Listens before the action starts, so that nothing it causes is missed. */
export function watchPage({ page, guests, main: { session } }: Eyes): Watch {
  const open = new Set<Request>();
  const came: Guest[] = [];
  let waiting: (() => void)[] = [];
  const tell = (): void => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const meet = (guest: Guest): void => {
    came.push(guest);
    tell();
  };
  guests.watchers.add(meet);
  guests.acting = true;
  const watch: Watch = {
    started: 0,
    open,
    opening: 0,
    requests: 0,
    leaving: false,
    navigated: false,
    failures: [],
    guests: () => came,
    change: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () => {
      guests.acting = false;
      guests.watchers.delete(meet);
      session.off('Page.windowOpen', opens);
      for (const [event, listener] of Object.entries(listeners)) page.off(event as 'request', listener as () => void);
      tell();
    },
  };
  const isNext = (request: Request): boolean => isNextPage(page, request);
  const ended = (request: Request): void => {
    if (isNext(request)) watch.leaving = false;
    open.delete(request);
    tell();
  };
  const isHabit = (request: Request): boolean => (guests.background.get(requestKey(request)) ?? 0) >= HABIT;
  // What was under way before, or is sent again and again by itself, is not what the action asked for.
  const begun = new WeakSet<Request>();
  const fail = (request: Request, how: string): void => {
    if (!begun.has(request)) return;
    const kind = isWrite(request, page.url()) && !isHabit(request) ? 'write_failed' : 'request_failed';
    watch.failures.push({ kind, words: `${request.method()} ${shortUrl(request.url())} ${how}` });
  };
  const listeners = {
    request: (request: Request): void => {
      if (!WAITED_FOR.has(request.resourceType())) return;
      begun.add(request);
      if (isHabit(request)) return;
      watch.started += 1;
      if (WITNESSED.has(request.resourceType())) watch.requests += 1;
      if (isNext(request)) watch.leaving = true;
      open.add(request);
      tell();
    },
    response: (response: { request(): Request; status(): number; url(): string }): void => {
      const request = response.request();
      if (isNext(request) && EMPTY.has(response.status())) {
        const words = `${request.method()} ${shortUrl(response.url())} was answered without a page; this one stays`;
        watch.failures.push({ kind: 'request_failed', words });
      }
      if (response.status() >= 400 && WITNESSED.has(request.resourceType())) {
        fail(request, `was answered with ${response.status()}`);
      }
    },
    requestfinished: ended,
    requestfailed: (request: Request): void => {
      const reason = request.failure()?.errorText ?? 'unknown';
      // What was given up because the page moved on, or because we refused a download, is no failure.
      if (WITNESSED.has(request.resourceType()) && reason !== 'net::ERR_ABORTED') {
        fail(request, `failed: ${reason}`);
      }
      ended(request);
    },
    framenavigated: (frame: Frame): void => {
      if (frame !== page.mainFrame()) return;
      watch.navigated = true;
      watch.leaving = false;
      tell();
    },
    popup: (): void => {
      watch.opening = Math.max(0, watch.opening - 1);
      tell();
    },
  };
  const opens = (): void => {
    watch.opening += 1;
    tell();
  };
  session.on('Page.windowOpen', opens);
  for (const [event, listener] of Object.entries(listeners)) page.on(event as 'request', listener as () => void);
  return watch;
}

/** Something was sent to the page's own site. What others count and measure may fail without anybody caring. */
function isWrite(request: Request, pageUrl: string): boolean {
  const [own, other] = [pageUrl, request.url()].map((url) => (URL.canParse(url) ? new URL(url).hostname : ''));
  if (onlyFetches(request.method()) || !own || !other) return false;
  return own === other || own.endsWith(`.${other}`) || other.endsWith(`.${own}`);
}

function shortUrl(url: string): string {
  return (url.split(/[?#]/)[0] ?? '').slice(0, 120);
}
