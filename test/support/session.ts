import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Deed, View } from '../../src/browser/driver.js';
import { openSession, type Session } from '../../src/browser/session.js';
import type { Action } from '../../src/page/action.js';
import { byName, startTestBrowser, VIEWPORT } from './eyes.js';
import { benchOver, type RealBench } from './tools.js';

export interface TestSession {
  /** The file's session with this content in front, as a new document. */
  on(html: string): Promise<Session>;
  at(url: string): Promise<Session>;
  /** A session of its own, closed after the test: for tests that break their page. */
  fresh(): Promise<Session>;
}

/** One browser and one session for a test file. */
export function useSession(): TestSession {
  let browser: Browser | undefined;
  let session: Session | undefined;
  let broken: Session[] = [];
  beforeAll(async () => {
    browser = await startTestBrowser();
    session = await openSession(browser, VIEWPORT);
  });
  afterEach(async () => {
    await Promise.all(broken.map((one) => one.close().catch(() => {})));
    broken = [];
  });
  afterAll(() => browser?.close());
  const at = async (url: string): Promise<Session> => {
    const { page } = (session as Session).eyes();
    await page.goto(url);
    return session as Session;
  };
  return {
    at,
    async on(html) {
      const one = await at('about:blank');
      await one.eyes().page.setContent(html);
      return one;
    },
    async fresh() {
      const one = await openSession(browser as Browser, VIEWPORT);
      broken.push(one);
      return one;
    },
  };
}

/** The seven tools over real pages. */
export interface TestTools {
  /** This content in front, looked at once. */
  on(html: string): Promise<RealBench>;
  at(url: string): Promise<RealBench>;
  /** A session of its own at this address: for pages that break. */
  freshAt(url: string): Promise<RealBench>;
}

export function useTools(): TestTools {
  const sessions = useSession();
  const looked = async (session: Session): Promise<RealBench> => {
    const bench = benchOver(session);
    await bench.use('get_snapshot', {});
    return bench;
  };
  return {
    on: async (html) => looked(await sessions.on(html)),
    at: async (url) => looked(await sessions.at(url)),
    async freshAt(url) {
      const session = await sessions.fresh();
      await session.goTo(url, 10_000);
      return looked(session);
    },
  };
}

export function lookNow(session: Session): Promise<View> {
  return session.look({ scope: 'page', picture: false });
}

/** Looks, and acts on the element of this name. */
export async function act(session: Session, name: string, action: Action): Promise<Deed> {
  const view = await lookNow(session);
  return session.act(view, byName(view.raw, name), action);
}

export const CLICK: Action = { kind: 'click' };
export const fillWith = (value: string, rest: { clear?: boolean; submit?: boolean } = {}): Action => ({
  kind: 'fill',
  value,
  clear: true,
  submit: false,
  ...rest,
});
export const choose = (...values: string[]): Action => ({ kind: 'select', values });
