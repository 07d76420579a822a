import { randomUUID } from 'node:crypto';
import { type Look, lookAt } from '../browser/look.js';
import { goTo } from '../browser/open.js';
import { usageError } from '../contracts/failure.js';
import { assertWritable } from '../contracts/validate.js';
import { type DomMode, pageStateRequest } from '../page/pageState.js';
import { hybridPicture } from '../page/pictures.js';
import { renderPage } from '../page/render.js';
import { skeletonDom } from '../page/skeleton.js';
import { type Projection, projectSnapshot } from '../page/snapshot.js';
import { writePrivateFile } from '../run/files.js';
import { addressOf } from './address.js';
import { loadConfig } from './config.js';
import { type BrowserFlags, chooseBrowser, openBrowser } from './openBrowser.js';
import { checkFolderFor } from './outFile.js';
import { print, printJson, sanitize } from './terminal.js';

export interface SnapshotOptions extends BrowserFlags {
  full?: boolean;
  mode: DomMode;
  screenshot?: string;
  json?: boolean;
}

const OPEN_LIMIT_MS = 15_000;

export async function runSnapshot(page: string, options: SnapshotOptions): Promise<void> {
  const url = addressOf(page);
  const size = sizeOf(options.viewport);
  if (options.screenshot !== undefined) await checkFolderFor('--screenshot', options.screenshot);
  const config = await loadConfig();
  const browser = await openBrowser(await chooseBrowser(options, url), config);
  try {
    const eyes = await browser.openEyes(size);
    await goTo(eyes, url, OPEN_LIMIT_MS);
    const wantsAll = options.full === true || options.mode !== 'semantic';
    const look = await lookAt(eyes, { scope: wantsAll ? 'page' : 'viewport', dom: options.mode === 'full' });
    if (options.screenshot !== undefined) await writePrivateFile(options.screenshot, look.png);
    show(look, options);
  } finally {
    await browser.close();
  }
}

export function sizeOf(text = '1280x800'): { width: number; height: number } {
  const match = /^(\d{2,5})x(\d{2,5})$/i.exec(text);
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  if (match && width >= 200 && height >= 200 && width <= 10_000 && height <= 10_000) return { width, height };
  throw usageError(
    `--viewport ${JSON.stringify(text)} is no size`,
    'give width x height in pixels, for example 1280x800',
  );
}

function show(look: Look, { full = false, mode, json = false }: SnapshotOptions): void {
  const projection = projectSnapshot(look.raw, {
    id: randomUUID(),
    timestamp: new Date().toISOString(),
    screenshot: look.png.toString('base64'),
    viewportOnly: !full,
  });
  if (mode === 'semantic') {
    if (json) printJson(assertWritable('snapshot', projection.snapshot));
    else print(sanitize(renderPage(look.raw, projection)));
    return;
  }
  if (json) printJson(requestOf(look, projection, mode));
  else print(sanitize(mode === 'full' ? (look.raw.dom ?? '') : skeletonDom(look.raw, projection)));
}

function requestOf(look: Look, projection: Projection, mode: DomMode) {
  const options = { query: 'agent snapshot', mode, tabId: 1 };
  const picture = mode === 'hybrid' ? { picture: hybridPicture(look.png) } : {};
  return assertWritable('page_state_request', pageStateRequest(look.raw, projection, { ...options, ...picture }));
}
