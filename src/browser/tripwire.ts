import type { CDPSession } from 'playwright';
import type { HeldRequest } from '../page/action.js';
import { withDeadline } from './deadline.js';
import type { Hold } from './driver.js';
import { type Eyes, whileThere } from './eyes.js';

/** Stretched across what the page sends while something is done to it that nobody was asked about. */
export interface Tripwire {
  /** What was kept from being sent. */
  held: readonly HeldRequest[];
  stop(): void;
}

/** What a script sends, and pages that are asked for. Pictures, fonts and the like order nothing. */
const WATCHED = ['Document', 'XHR', 'Fetch', 'Ping'] as const;
const PATTERNS = WATCHED.map((resourceType) => ({ urlPattern: '*', resourceType, requestStage: 'Request' }) as const);
const SET_MS = 1_000;

/**
 * The words on a control say what it is for, what it sends says what it does. Requests of the page and its frames are
 * stopped in the browser until they were read, so nothing of a held one has gone anywhere.
 */
export async function setTripwire(eyes: Eyes, hold: Hold): Promise<Tripwire> {
  const held: HeldRequest[] = [];
  const own = watchRequests(eyes.main.session, hold, held);
  const others = [...eyes.remote.values()].map(({ session }) => watchRequests(session, hold, held));
  const stop = (): void => {
    for (const watched of [own, ...others]) watched.stop();
  };
  try {
    // A frame that went away sends nothing any more.
    const set = Promise.all([own.set, ...others.map((other) => other.set.catch(() => {}))]);
    await withDeadline('watching what is sent', SET_MS, whileThere(eyes, set));
  } catch (error) {
    stop();
    throw error;
  }
  return { held, stop };
}

function watchRequests(session: CDPSession, hold: Hold, held: HeldRequest[]): { set: Promise<unknown>; stop(): void } {
  const read = ({ requestId, request: { method, url, postData = '' } }: Paused): void => {
    const command = hold({ method, url, body: postData });
    if (command !== null) held.push({ method, url, command });
    // Taken for given up by the page, so that it stays where it is and no page of the browser's own comes up.
    const answer =
      command === null
        ? session.send('Fetch.continueRequest', { requestId })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    // The page may be gone by then, and its request with it.
    answer.catch(() => {});
  };
  session.on('Fetch.requestPaused', read);
  return {
    set: session.send('Fetch.enable', { patterns: PATTERNS }),
    stop() {
      session.off('Fetch.requestPaused', read);
      // What is paused by then goes on by itself.
      session.send('Fetch.disable').catch(() => {});
    },
  };
}

interface Paused {
  requestId: string;
  request: { method: string; url: string; postData?: string };
}
