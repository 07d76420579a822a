import type { Browser } from 'playwright';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, failureError } from '../contracts/failure.js';
import type { Action } from '../page/action.js';
import type { RawNode } from '../page/raw.js';
import { type Capture, capturePage } from './capture.js';
import { isCurrent } from './current.js';
import { DeadlineError, withDeadline } from './deadline.js';
import type { Deed, PageDriver, View, ViewOptions } from './driver.js';
import type { Eyes } from './eyes.js';
import { lookAt } from './look.js';
import { goTo } from './open.js';
import { nothingCaused, perform } from './perform.js';
import { probeElement } from './probe.js';
import { queryPage } from './query.js';
import { openTabs, type Tabs } from './tabs.js';
import { pageTrouble } from './trouble.js';

/** A browser context with one page in front, held for the length of a run. */
export interface Session extends PageDriver {
  goTo(url: string, milliseconds: number): Promise<void>;
  /** The page in front. */
  eyes(): Eyes;
  close(): Promise<void>;
}

const REOPEN_MS = 2_500;
const ATTEMPTS = 3;
const CLOSE_MS = 1_000;

export async function openSession(browser: Browser, viewport: { width: number; height: number }): Promise<Session> {
  const tabs = await openTabs(browser, viewport);
  // The way back from a view to its elements is nobody else's business.
  const known = new WeakMap<View, { capture: Capture; eyes: Eyes }>();
  const behind = (view: View): { capture: Capture; eyes: Eyes } => {
    const found = known.get(view);
    if (!found) throw new Error('this view is not of this session');
    return found;
  };

  async function look(options: ViewOptions): Promise<View> {
    for (let attempt = 1; ; attempt++) {
      await tabs.tidy();
      const eyes = tabs.front();
      try {
        if (eyes.hung) throw pageTrouble('unresponsive', eyes.page.url());
        eyes.guests.dialogs = 0;
        const { png, ...capture } = await seeWith(eyes, options);
        const document = capture.processes[0]?.documentId ?? '';
        const view: View = { raw: capture.raw, scope: options.scope, document, png, notes: tabs.takeNotes() };
        known.set(view, { capture, eyes });
        return view;
      } catch (error) {
        await recover(browser, tabs, eyes, error, attempt);
      }
    }
  }

  return {
    look,
    async goTo(url, milliseconds) {
      await goTo(tabs.front(), url, milliseconds);
    },
    async isCurrent(view) {
      const { capture, eyes } = behind(view);
      return eyes === tabs.front() && !eyes.page.isClosed() && isCurrent(capture);
    },
    async probe(view, node) {
      const { capture, eyes } = behind(view);
      if (eyes !== tabs.front()) return { connected: false };
      try {
        return await probeElement(capture, node);
      } catch (error) {
        if (!(error instanceof DeadlineError)) return { connected: false };
        eyes.hung = true;
        return { connected: false, unanswered: true };
      }
    },
    async find(by, selector) {
      const view = await look({ scope: 'page', picture: false });
      const nodes = await queryPage(behind(view).capture, by, selector);
      return Array.isArray(nodes) ? { view, nodes } : nodes;
    },
    async act(view: View, node: RawNode | null, action: Action): Promise<Deed> {
      const { capture, eyes } = behind(view);
      if (eyes !== tabs.front()) return NOT_IN_FRONT;
      tabs.actBegins();
      const deed = await perform(eyes, capture, node, action);
      const events = (await tabs.actEnded()).map((words) => ({ kind: 'tab' as const, words }));
      return { ...deed, caused: { ...deed.caused, events: [...events, ...deed.caused.events] } };
    },
    eyes: () => tabs.front(),
    close: () => tabs.close(),
  };
}

/** The page that the element was on crashed, closed, or gave way to another tab. */
const NOT_IN_FRONT: Deed = {
  acted: { ok: false, dispatched: false, error: 'ref_invalid', message: 'the page it was on is not in front any more' },
  caused: nothingCaused(),
};

/** Tree and picture, or the tree alone. */
async function seeWith(eyes: Eyes, { scope, picture }: ViewOptions): Promise<Capture & { png: Buffer }> {
  if (picture) return lookAt(eyes, { scope, dom: true });
  return { ...(await capturePage(eyes, { scope, dom: true })), png: Buffer.alloc(0) };
}

/** Puts a page in front that can be looked at; raises when that has failed before, or when there is no browser left. */
async function recover(browser: Browser, tabs: Tabs, eyes: Eyes, error: unknown, attempt: number): Promise<void> {
  const url = eyes.page.url();
  if (!browser.isConnected()) {
    const message = 'the browser is gone';
    throw failureError({ code: 'BROWSER_LOST', stepId: 'look', message, url }, ['run it again'], EXIT.environment);
  }
  const code = error instanceof AgentError ? error.failure?.error_code : undefined;
  switch (code) {
    case 'PAGE_CLOSED':
      if (attempt < ATTEMPTS) return;
      throw error;
    case 'NAV_INTERRUPTED':
      if (attempt === ATTEMPTS) throw error;
      await withDeadline('stopping the page', CLOSE_MS, eyes.main.session.send('Page.stopLoading')).catch(() => {});
      return tabs.note('the page kept going to other pages and was stopped');
    case 'PAGE_CRASHED':
    case 'PAGE_UNRESPONSIVE':
      if (tabs.countFailure(url) > 1) throw again(code, url);
      await reopen(tabs, url, code === 'PAGE_CRASHED' ? 'crashed' : 'did not answer any more');
      return;
    default:
      throw error;
  }
}

/** A page that fails as soon as it is there cannot be worked with. */
function again(code: 'PAGE_CRASHED' | 'PAGE_UNRESPONSIVE', url: string): AgentError {
  const message = code === 'PAGE_CRASHED' ? 'the page crashed again' : 'the page does not answer, opened anew either';
  return failureError({ code, stepId: 'look', message, url }, ['try again later'], EXIT.environment);
}

/** A new page at the same address, with the same cookies; what was typed or open in the old one is gone. */
async function reopen(tabs: Tabs, url: string, what: string): Promise<void> {
  const eyes = await tabs.replaceFront();
  try {
    if (url !== 'about:blank') await goTo(eyes, url, REOPEN_MS);
    tabs.note(`the page ${what}; it was opened again at ${url}`);
  } catch {
    // The look that follows tells what is there instead.
    tabs.note(`the page ${what} and could not be opened again at ${url}`);
  }
}
