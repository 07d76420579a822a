import type { Browser } from 'playwright';
import type { Action } from '../page/action.js';
import type { RawNode } from '../page/raw.js';
import { type Problem, refused } from './act.js';
import { type Capture, capturePage, processOf } from './capture.js';
import { NOTHING_CAUSED } from './caused.js';
import { nextChange } from './change.js';
import { type ContextOptions, type Size, type StorageState, stateOf } from './context.js';
import { isCurrent } from './current.js';
import { DeadlineError, withDeadline } from './deadline.js';
import type { Deed, Hold, PageDriver, View, ViewOptions } from './driver.js';
import { type Eyes, isLost, whileThere } from './eyes.js';
import { leadsTo } from './leads.js';
import { lookAt } from './look.js';
import { goTo } from './open.js';
import { endOf, perform } from './perform.js';
import { probeElement } from './probe.js';
import { queryPage } from './query.js';
import { awaitNext, lostBrowser, recover, stopLeaving } from './recover.js';
import { openTabs } from './tabs.js';
import { askHere } from './world.js';

/** A browser context with one page in front, held for the length of a run. */
export interface Session extends PageDriver {
  goTo(url: string, milliseconds: number): Promise<void>;
  /** Resolves when the page is not as it was in this look any more, and after so long in any case. */
  changed(view: View, milliseconds: number): Promise<void>;
  /** Waits for the next page where one was asked for; false when it has not come. */
  arrived(milliseconds: number): Promise<boolean>;
  /** All that can be read in an element; null when it is gone or does not answer. */
  read(view: View, node: RawNode): Promise<string | null>;
  /** The page in front. */
  eyes(): Eyes;
  /** What the sites have left in the browser by now. */
  state(): Promise<StorageState>;
  close(): Promise<void>;
}

const FIND_MS = 2_000;
/** At least this long for a tab that an action opened. */
const FOLLOW_MS = 500;

/** How often the page before is shown while the next one is waited for, before that is given up. */
const MAX_WAITS = 2;
const NOT_YET =
  'the next page has not answered yet; this is the page before it, as it was last seen. Look again to wait';

/** Only what is worth waiting for: an action is not held up for what its record would be the better for. */
const LEADS_MS = 500;

const CHANGING = { problem: 'the page changed or stopped answering while it was searched' };
const OTHER_PAGE: Problem = { error: 'ref_invalid', message: 'the page it was seen on is not in front any more' };

export async function openSession(browser: Browser, viewport: Size, options: ContextOptions = {}): Promise<Session> {
  const tabs = await openTabs(browser, viewport, options).catch((error: unknown) => {
    // A browser that starts and opens no page is none, whatever it dies of.
    throw browser.isConnected() && !(error instanceof DeadlineError) ? error : lostBrowser('');
  });
  // The way back from a view to its elements is nobody else's business.
  const known = new WeakMap<View, { capture: Capture; eyes: Eyes }>();
  const behind = (view: View): { capture: Capture; eyes: Eyes } => {
    const found = known.get(view);
    if (!found) throw new Error('this view is not of this session');
    return found;
  };

  let last: { view: View; eyes: Eyes; waits: number; png: Buffer } | undefined;

  async function look(options: ViewOptions): Promise<View> {
    try {
      return await lookAndRecover(options);
    } catch (error) {
      throw browser.isConnected() ? error : lostBrowser(tabs.front().page.url());
    }
  }

  async function lookAndRecover(options: ViewOptions): Promise<View> {
    for (let attempt = 1; ; attempt++) {
      await tabs.tidy();
      const eyes = tabs.front();
      try {
        const waiting = eyes.leaving ? await stillWaiting(eyes, options) : null;
        if (waiting) return waiting;
        const { png, ...capture } = await seeWith(eyes, options);
        const document = capture.processes[0]?.documentId ?? '';
        const view: View = { raw: capture.raw, scope: options.scope, document, png, notes: tabs.takeNotes() };
        known.set(view, { capture, eyes });
        // Not every look takes a picture.
        last = { view, eyes, waits: 0, png: options.picture || last?.eyes !== eyes ? png : last.png };
        return view;
      } catch (error) {
        await recover(tabs, eyes, error, attempt);
      }
    }
  }

  /** The page as it was last seen, while the next one is being waited for; nobody can ask it anything then. */
  async function stillWaiting(eyes: Eyes, { picture }: ViewOptions): Promise<View | null> {
    if (!(await awaitNext(eyes))) return null;
    if (last?.eyes === eyes && last.waits < MAX_WAITS && (last.png.length > 0 || !picture)) {
      last.waits += 1;
      const view: View = { ...last.view, png: last.png, notes: [...tabs.takeNotes(), NOT_YET] };
      known.set(view, behind(last.view));
      return view;
    }
    await stopLeaving(tabs, eyes);
    return null;
  }

  return {
    look,
    async goTo(url, milliseconds) {
      await goTo(tabs.front(), url, milliseconds);
    },
    async isCurrent(view) {
      const { capture, eyes } = behind(view);
      return eyes === tabs.front() && !isLost(eyes) && !eyes.leaving && isCurrent(capture);
    },
    async probe(view, node) {
      const { capture, eyes } = behind(view);
      if (eyes.leaving && (await awaitNext(eyes))) return { connected: false, unanswered: true };
      if (eyes !== tabs.front() || isLost(eyes)) return { connected: false };
      try {
        return await whileThere(eyes, probeElement(capture, node));
      } catch (error) {
        // Of a page that crashed, hangs or went elsewhere there is nothing left to probe.
        if (!(error instanceof DeadlineError) || isLost(eyes) || eyes.leaving) return { connected: false };
        eyes.hung = true;
        return { connected: false, unanswered: true };
      }
    },
    async find(by, selector) {
      const view = await look({ scope: 'page', picture: false });
      const { capture, eyes } = behind(view);
      const work = whileThere(eyes, queryPage(capture, by, selector));
      // The look that follows tells what became of the page.
      const nodes = await withDeadline('searching the page', FIND_MS, work).catch(() => CHANGING);
      if (!Array.isArray(nodes)) return nodes === CHANGING ? CHANGING : { ...nodes, invalid: true };
      const beyond = nodes.filter((node) => !view.raw.nodes.includes(node));
      if (beyond.length === 0) return { view, nodes };
      // Somebody named what a look passes over: it belongs to this one, and is found again by it.
      const wider: View = { ...view, raw: { ...view.raw, nodes: [...view.raw.nodes, ...beyond] } };
      known.set(wider, behind(view));
      return { view: wider, nodes };
    },
    async changed(view, milliseconds) {
      const { capture, eyes } = behind(view);
      if (eyes === tabs.front() && !isLost(eyes)) await nextChange(eyes, capture, milliseconds);
    },
    async arrived(milliseconds) {
      const eyes = tabs.front();
      return !eyes.leaving || !(await awaitNext(eyes, milliseconds));
    },
    async read(view, node) {
      const { capture, eyes } = behind(view);
      const { world, documentId } = processOf(capture, node);
      const asking = whileThere(eyes, askHere<string | null>(world, documentId, `readText(${node.handle})`));
      return withDeadline('reading an element', FIND_MS, asking).catch(() => null);
    },
    async leads(view, node) {
      const { capture, eyes } = behind(view);
      if (eyes !== tabs.front() || isLost(eyes) || eyes.leaving) return null;
      const work = whileThere(eyes, leadsTo(capture, node));
      // What became of the page is for the action and the look after it to tell.
      return withDeadline('looking for what leads to an element', LEADS_MS, work).catch(() => null);
    },
    async act(view: View, node: RawNode | null, action: Action, hold?: Hold): Promise<Deed> {
      const { capture, eyes } = behind(view);
      if (eyes !== tabs.front()) return { acted: refused(OTHER_PAGE), caused: NOTHING_CAUSED };
      const end = endOf(action);
      tabs.actBegins();
      const deed = await perform(eyes, capture, node, action, hold);
      const left = Math.max(FOLLOW_MS, end - performance.now());
      // Without a browser there are no tabs either; the next look says so.
      const told = await tabs.actEnded(left).catch(() => []);
      const events = told.map((words) => ({ kind: 'tab' as const, words }));
      return { ...deed, caused: { ...deed.caused, events: [...events, ...deed.caused.events] } };
    },
    eyes: () => tabs.front(),
    state: () => stateOf(tabs.front().page.context()),
    close: () => tabs.close(),
  };
}

/** Tree and picture, or the tree alone. */
async function seeWith(eyes: Eyes, { scope, picture }: ViewOptions): Promise<Capture & { png: Buffer }> {
  if (picture) return lookAt(eyes, { scope, dom: true });
  return { ...(await capturePage(eyes, { scope, dom: true })), png: Buffer.alloc(0) };
}
