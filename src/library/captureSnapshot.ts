import type { Snapshot } from '../contracts/generated.js';
import { assertWritable } from '../contracts/validate.js';
import { renderPage } from '../page/render.js';
import { takeSnapshot } from '../work/snapshot.js';
import { BROWSER_NAMES, type BrowserOptions, flagsFrom, refuseUnknown, SILENT } from './options.js';

export interface SnapshotOptions extends Omit<BrowserOptions, 'headed'> {
  /** Also what is out of view, the hundred most useful elements. */
  full?: boolean;
}

export interface CapturedSnapshot {
  snapshot: Snapshot;
  /** The very text that the model would read. */
  text: string;
  /** What the viewport showed, secrets blackened: a PNG. */
  picture: Uint8Array;
}

const { headed: _, ...NAMES } = { ...BROWSER_NAMES, full: true } as const;

/** Looks at a URL or a saved HTML file the way the model does, as `agent snapshot` does. */
export async function captureSnapshot(page: string, options: SnapshotOptions = {}): Promise<CapturedSnapshot> {
  refuseUnknown(options, NAMES);
  const { full, onMessage = SILENT } = options;
  const { look, projection } = await takeSnapshot(page, { ...flagsFrom(options), full }, onMessage);
  return {
    snapshot: assertWritable('snapshot', projection.snapshot),
    text: renderPage(look.raw, projection),
    picture: look.png,
  };
}
