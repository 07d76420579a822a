import type { Browser } from 'playwright';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError } from '../contracts/failure.js';
import { openContext, type StorageState, stateOf } from './context.js';
import { reasonOf } from './open.js';

/** A window in which a human does what they like; nothing of ours watches or acts in it. */
export interface LoginWindow {
  /** Settles when its last page is closed. */
  closed: Promise<void>;
  state(): Promise<StorageState>;
}

const OPEN_MS = 30_000;

export async function openLoginWindow(browser: Browser, url: string, state?: StorageState): Promise<LoginWindow> {
  const context = await openContext(browser, null, { state });
  // Dialogs wait for the human; without a listener they would be dismissed.
  context.on('dialog', () => {});
  const closed = new Promise<void>((resolve) => {
    context.on('page', (page) =>
      page.on('close', () => {
        if (context.pages().length === 0) resolve();
      }),
    );
    browser.on('disconnected', () => resolve());
  });
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: 'commit', timeout: OPEN_MS });
  } catch (error) {
    // Whoever closes the window at once has not failed to open it.
    if (!page.isClosed()) throw cannotOpen(url, error);
  }
  return {
    closed,
    async state() {
      if (browser.isConnected()) return stateOf(context);
      throw new AgentError('the browser was quit, and with it the session: nothing was kept', EXIT.environment, [
        'log in again, and then press Enter here before the browser is quit',
      ]);
    },
  };
}

function cannotOpen(url: string, error: unknown): AgentError {
  return new AgentError(`${url} cannot be opened: ${reasonOf(error)}`, EXIT.environment, ['check the address']);
}
