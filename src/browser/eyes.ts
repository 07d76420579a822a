import type { BrowserContext, CDPSession, Frame, Page } from 'playwright';
import { type Guests, receiveGuests } from './guests.js';
import { createWorld, objectOf, type World } from './world.js';

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
  /** Input was sent to the page since the action began. */
  touched: boolean;
  guests: Guests;
  /** Rejects when the page crashes or is closed: calls that were under way then never answer. */
  gone: Promise<never>;
}

/** Call it before the page goes anywhere, so that what happens from the first moment on is seen. */
export async function openEyes(page: Page): Promise<Eyes> {
  const guests = receiveGuests(page);
  const session = await page.context().newCDPSession(page);
  let end: (reason: Error) => void = () => {};
  const gone = new Promise<never>((_, reject) => {
    end = reject;
  });
  // Somebody looks at it only while a look is under way.
  gone.catch(() => {});
  const main = await createWorld(session);
  const eyes: Eyes = {
    page,
    main,
    remote: new Map(),
    asked: new WeakMap(),
    crashed: false,
    hung: false,
    touched: false,
    guests,
    gone,
  };
  page.on('crash', () => {
    eyes.crashed = true;
    end(new Error('the page crashed'));
  });
  guests.onStorm = () => {
    eyes.hung = true;
    end(new Error('the page opens one dialog after the other'));
  };
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
async function findRemoteFrames({ page, remote, asked }: Eyes): Promise<void> {
  const fresh = page.frames().filter((frame) => frame !== page.mainFrame() && asked.get(frame) !== frame.url());
  await Promise.all(
    fresh.map(async (frame) => {
      const url = frame.url();
      const session = await sessionOf(page.context(), frame);
      const world = session && (await createWorld(session));
      asked.set(frame, url);
      if (!world) return;
      remote.set(world.frameId, world);
      session.once('close', () => {
        if (remote.get(world.frameId) === world) remote.delete(world.frameId);
        asked.delete(frame);
      });
    }),
  );
}

/** Only frames of another process have a session of their own; Playwright says so by refusing. */
async function sessionOf(context: BrowserContext, frame: Frame): Promise<CDPSession | undefined> {
  try {
    return await context.newCDPSession(frame);
  } catch {
    return undefined;
  }
}
