import type { Browser, BrowserContext } from 'playwright';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, firstLine } from '../contracts/failure.js';
import type { ProfileV1 } from '../contracts/generated.js';
import { withDeadline } from './deadline.js';

/** Cookies and storage: what makes a browser somebody's. */
export type StorageState = ProfileV1['state'];

export interface ContextOptions {
  /** What an earlier session has left. */
  state?: StorageState | undefined;
  /** The browser is the user's own: its pages are left alone, and so is its window. */
  isShared?: boolean | undefined;
  /** How long a page has to be still until it is taken for settled, for whoever looks for what comes next anyway. */
  quietMs?: number | undefined;
}

export type Size = { width: number; height: number };

const OPEN_MS = 10_000;
/** Every site that has left something is visited, without asking its server. */
const STATE_MS = 20_000;

/** Without a size the pages are as large as their window. */
export async function openContext(
  browser: Browser,
  viewport: Size | null,
  { state, isShared = false }: ContextOptions = {},
): Promise<BrowserContext> {
  if (isShared) return sharedContext(browser);
  const common = { viewport, serviceWorkers: 'block', acceptDownloads: false } as const;
  if (!state) return withDeadline('opening a window', OPEN_MS, browser.newContext(common));
  try {
    const opening = browser.newContext({ ...common, storageState: state });
    return await withDeadline('bringing back the session', STATE_MS, opening);
  } catch (error) {
    if (!browser.isConnected()) throw error;
    throw new AgentError(`the profile cannot be brought back: ${firstLine(error)}`, EXIT.environment, [
      'agent login makes it anew; the one that is there was left as it is',
    ]);
  }
}

function sharedContext(browser: Browser): BrowserContext {
  const [context] = browser.contexts();
  if (!context) throw new AgentError('the browser that --cdp names has no window to work in', EXIT.environment);
  // Where nobody listens, dialogs of the user's own pages would be dismissed.
  context.on('dialog', () => {});
  return context;
}

export async function stateOf(context: BrowserContext): Promise<StorageState> {
  return withDeadline('reading the session', STATE_MS, context.storageState({ indexedDB: true }));
}
