import type { Look } from '../browser/look.js';
import { assertWritable } from '../contracts/validate.js';
import { type DomMode, pageStateRequest } from '../page/pageState.js';
import { hybridPicture } from '../page/pictures.js';
import { renderPage } from '../page/render.js';
import { skeletonDom } from '../page/skeleton.js';
import type { Projection } from '../page/snapshot.js';
import { writePrivateFile } from '../run/files.js';
import type { BrowserFlags } from '../work/openBrowser.js';
import { type Taken, takeSnapshot } from '../work/snapshot.js';
import { checkFolderFor } from './outFile.js';
import { say } from './say.js';
import { print, printJson, sanitize } from './terminal.js';

export interface SnapshotOptions extends BrowserFlags {
  full?: boolean;
  mode: DomMode;
  screenshot?: string;
  json?: boolean;
}

export async function runSnapshot(page: string, options: SnapshotOptions): Promise<void> {
  const { screenshot, full = false, mode } = options;
  if (screenshot !== undefined) await checkFolderFor('--screenshot', screenshot);
  const wish = { ...options, full, isWhole: full || mode !== 'semantic', dom: mode === 'full' };
  const taken = await takeSnapshot(page, wish, say);
  if (screenshot !== undefined) await writePrivateFile(screenshot, taken.look.png);
  show(taken, options);
}

function show({ look, projection }: Taken, { mode, json = false }: SnapshotOptions): void {
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
