import type { BrowserContext, CDPSession, Frame, Page, Request } from 'playwright';
import { withDeadline } from './deadline.js';
import { type Guests, receiveGuests } from './guests.js';
import { createWorld, objectOf, type World } from './world.js';

const FRAME_MS = 600;
/** What the browser opens itself; everything else it hands to another program, if somebody agrees. */
const OWN_SCHEMES = /^(?:https?|about|data|blob|file|javascript|chrome|chrome-error|view-source):/i;

/** What is needed to look at one page again and again. */
export interface Eyes {
  page: Page;
  main: World;
  /** Worlds of frames that other processes draw, by the browser's frame id. */
  remote: Map<string, World>;
  /** The address at which each frame was last asked whether it has a session of its own. */
  asked: WeakMap<Frame, string>;
  crashed: boolean;
  /** It does not answer, or opens dialogs without end: nothing more is asked of it. */
  hung: boolean;
  /** The next page was asked for and has not answered. Until it does, the browser passes no question on to this one. */
  leaving: boolean;
  /** The page tried to open another program, and no click has arrived since. */
  askedOutside: boolean;
  /** Input was sent to the page since the action began. */
  touched: boolean;
  /** Counts the actions; undefined while none is under way. */
  turn?: number | undefined;
  guests: Guests;
  /** How long it has to be still until it is taken for settled. */
  quietMs?: number | undefined;
  /** Where the mouse was put last. */
  pointer?: { x: number; y: number };
  ending: Ending;
}

/** The page's crash or its closing, and who has to hear of it. */
interface Ending {
  reason?: Error;
  listeners: Set<(reason: Error) => void>;
}

/**
 * Work on a page that rejects when the page crashes or is closed first: calls that were under way then never answer. No
 * race against one promise that lives as long as the page: that one would keep every picture and tree that ever won.
 */
export async function whileThere<T>({ ending }: Eyes, work: Promise<T>): Promise<T> {
  let hear: (reason: Error) => void = () => {};
  const gone = new Promise<never>((_, reject) => {
    hear = reject;
    if (ending.reason) reject(ending.reason);
    else ending.listeners.add(reject);
  });
  try {
    return await Promise.race([work, gone]);
  } finally {
    ending.listeners.delete(hear);
  }
}

/** Nothing more can be asked of the page. */
export function isLost({ crashed, hung, page }: Eyes): boolean {
  return crashed || hung || page.isClosed();
}

/**
 * The right of the action under way to touch the page. Once it is given up, whatever is left of it, held up somewhere,
 * must not touch the page any more; nor may it when the next page is on its way already, which would get the touch.
 */
export function takeTurn(eyes: Eyes): () => void {
  const { turn } = eyes;
  return () => {
    if (turn === undefined || eyes.turn !== turn) throw new Error('the action was given up');
    if (eyes.leaving) throw new Error('the page is being left');
    eyes.touched = true;
  };
}

/** Whether this is the request for the document that replaces the whole page. */
export function isNextPage(page: Page, request: Request): boolean {
  try {
    return request.isNavigationRequest() && request.frame() === page.mainFrame();
  } catch {
    // The frame of a request is not always known.
    return false;
  }
}

/** Call it before the page goes anywhere, so that what happens from the first moment on is seen. */
export async function openEyes(page: Page, guests: Guests = receiveGuests(page)): Promise<Eyes> {
  const session = await page.context().newCDPSession(page);
  const ending: Ending = { listeners: new Set() };
  const end = (reason: Error): void => {
    ending.reason ??= reason;
    for (const hear of ending.listeners) hear(reason);
  };
  const main = await createWorld(session);
  const eyes: Eyes = {
    page,
    main,
    remote: new Map(),
    asked: new WeakMap(),
    crashed: false,
    hung: false,
    leaving: false,
    askedOutside: false,
    touched: false,
    guests,
    ending,
  };
  // Not Playwright's event: that comes for a frame in a process of its own too, and the page lives on then.
  session.on('Inspector.targetCrashed', () => {
    eyes.crashed = true;
    end(new Error('the page crashed'));
  });
  guests.onStorm = () => {
    eyes.hung = true;
    end(new Error('the page opens one dialog after the other'));
  };
  if (guests.stormy) guests.onStorm();
  page.on('framenavigated', (frame) => {
    eyes.asked.delete(frame);
    if (frame === page.mainFrame()) eyes.leaving = false;
  });
  let next: Request | undefined;
  page.on('request', (request) => {
    if (!isNextPage(page, request)) return;
    next = request;
    if (!OWN_SCHEMES.test(request.url())) eyes.askedOutside = true;
    eyes.leaving = true;
  });
  // Not every page that was asked for comes: downloads and empty answers leave this one where it is.
  const ended = (request: Request): void => {
    if (request === next) eyes.leaving = false;
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  page.on('close', () => end(new Error('the page was closed')));
  return eyes;
}

/** The world of the frame inside an iframe element that another process draws; undefined while there is none. */
export async function worldInside(eyes: Eyes, outer: World, handle: number): Promise<World | undefined> {
  const objectId = await objectOf(outer, `globalThis.__agent.element(${handle})`);
  if (objectId === undefined) return undefined;
  const { node } = await outer.session.send('DOM.describeNode', { objectId });
  if (node.frameId === undefined) return undefined;
  if (!eyes.remote.has(node.frameId)) await findRemoteFrames(eyes);
  return eyes.remote.get(node.frameId);
}

/** Opens a session for every frame of another process that has none yet. */
async function findRemoteFrames({ page, remote, asked, guests }: Eyes): Promise<void> {
  const fresh = page.frames().filter((frame) => frame !== page.mainFrame() && asked.get(frame) !== frame.url());
  await Promise.all(
    fresh.map(async (frame) => {
      const url = frame.url();
      const session = await sessionOf(page.context(), frame);
      const world = session && (await inTime(createWorld(session)));
      asked.set(frame, url);
      if (!world) return;
      remote.set(world.frameId, world);
      session.once('close', () => {
        if (remote.get(world.frameId) === world) remote.delete(world.frameId);
        asked.delete(frame);
      });
      session.once('Inspector.targetCrashed', () => {
        if (remote.get(world.frameId) === world) remote.delete(world.frameId);
        guests.welcome({ kind: 'frameCrash', url: frame.url() });
      });
    }),
  );
}

/** A frame that hangs must not take the page with it. */
async function inTime(world: Promise<World>): Promise<World | undefined> {
  return withDeadline('looking into a frame', FRAME_MS, world).catch(() => undefined);
}

/** Only frames of another process have a session of their own; Playwright says so by refusing. */
async function sessionOf(context: BrowserContext, frame: Frame): Promise<CDPSession | undefined> {
  try {
    return await context.newCDPSession(frame);
  } catch {
    return undefined;
  }
}
