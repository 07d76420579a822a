import { randomUUID } from 'node:crypto';
import { type Look, lookAt } from '../browser/look.js';
import { goTo } from '../browser/open.js';
import { type Projection, projectSnapshot } from '../page/snapshot.js';
import { addressOf } from './address.js';
import { loadConfig } from './config.js';
import { type BrowserFlags, chooseBrowser, openBrowser } from './openBrowser.js';
import type { Say } from './say.js';
import { sizeOf } from './size.js';

export interface SnapshotWish extends BrowserFlags {
  /** Also what is out of view. */
  full?: boolean | undefined;
  /** The whole page is looked at, whatever is then shown of it. */
  isWhole?: boolean | undefined;
  /** The page's own source comes along. */
  dom?: boolean | undefined;
}

export interface Taken {
  look: Look;
  projection: Projection;
}

const OPEN_LIMIT_MS = 15_000;

/** One page, looked at in a browser that is started for it. */
export async function takeSnapshot(page: string, wish: SnapshotWish, say: Say): Promise<Taken> {
  const { full = false, isWhole = full, dom = false } = wish;
  const url = addressOf(page);
  const size = sizeOf(wish.viewport);
  const choice = await chooseBrowser(wish, url);
  const browser = await openBrowser(choice, await loadConfig(), say);
  try {
    const eyes = await browser.openEyes(size);
    await goTo(eyes, url, OPEN_LIMIT_MS);
    const look = await lookAt(eyes, { scope: isWhole ? 'page' : 'viewport', dom });
    const projection = projectSnapshot(look.raw, {
      id: randomUUID(),
      timestamp: new Date().toISOString(),
      screenshot: look.png.toString('base64'),
      viewportOnly: !full,
    });
    return { look, projection };
  } finally {
    await browser.close();
  }
}
