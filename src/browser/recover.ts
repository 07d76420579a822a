import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, failureError } from '../contracts/failure.js';
import { withDeadline } from './deadline.js';
import { type Eyes, isLost, whileThere } from './eyes.js';
import { goTo } from './open.js';
import { stateNow } from './settle.js';
import type { Tabs } from './tabs.js';
import { watchPage } from './watch.js';

const REOPEN_MS = 2_500;
const LOAD_MS = 700;
const ATTEMPTS = 3;
const STOP_MS = 1_000;
const RESPONSE_MS = 500;
const NEXT_MS = 1_500;

/** A page that is about to be replaced cannot be looked at: the next one gets a chance to come. True when it did not. */
export async function awaitNext(eyes: Eyes, milliseconds = NEXT_MS): Promise<boolean> {
  const watch = watchPage(eyes);
  const end = performance.now() + milliseconds;
  while (eyes.leaving && !isLost(eyes) && performance.now() < end) {
    const news = whileThere(eyes, watch.change());
    await withDeadline('waiting for the next page', Math.max(1, end - performance.now()), news).catch(() => {});
  }
  watch.stop();
  return eyes.leaving && !isLost(eyes);
}

/** A slow server may be at work on what was asked of it: it is given up only when that was waited for more than once. */
export async function stopLeaving(tabs: Tabs, eyes: Eyes): Promise<void> {
  await stopLoading(eyes);
  eyes.leaving = false;
  tabs.note(
    'the next page did not answer and is not waited for any more; what was asked of its server may still be done',
  );
}

async function stopLoading({ main }: Eyes): Promise<void> {
  // The look that follows finds out whether it helped.
  await withDeadline('stopping the page', STOP_MS, main.session.send('Page.stopLoading')).catch(() => {});
}

export function lostBrowser(url: string): AgentError {
  const message = 'the browser is gone';
  return failureError({ code: 'BROWSER_LOST', stepId: 'look', message, url }, ['run it again'], EXIT.environment);
}

/** Puts a page in front that can be looked at; raises when that has failed before, or when there is no browser left. */
export async function recover(tabs: Tabs, eyes: Eyes, error: unknown, attempt: number): Promise<void> {
  const url = eyes.page.url();
  if (eyes.leaving && !isLost(eyes) && attempt < ATTEMPTS) return stopLeaving(tabs, eyes);
  const code = error instanceof AgentError ? error.failure?.error_code : undefined;
  switch (code) {
    case 'PAGE_CLOSED':
      if (attempt < ATTEMPTS) return;
      throw error;
    case 'NAV_INTERRUPTED':
      if (attempt === ATTEMPTS) throw error;
      await stopLoading(eyes);
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
    if (url !== 'about:blank') await goTo(eyes, url, REOPEN_MS, LOAD_MS);
    // One that hangs again as soon as it is there is not waited for again.
    if ((await stateNow(eyes.main, RESPONSE_MS)) === null && !eyes.crashed) eyes.hung = true;
    tabs.note(`the page ${what}; it was opened again at ${url}`);
  } catch {
    // The look that follows tells what is there instead.
    tabs.note(`the page ${what} and could not be opened again at ${url}`);
  }
}
