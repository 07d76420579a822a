import { blacken, decodePng, encodePng } from '../page/png.js';
import type { RawPage } from '../page/raw.js';
import { type Capture, capturePage, LOOK_LIMIT_MS, type LookOptions } from './capture.js';
import { DeadlineError, withDeadline } from './deadline.js';
import type { Eyes } from './eyes.js';
import { pageTrouble } from './trouble.js';

/** One look with its picture. */
export interface Look extends Capture {
  /** What the viewport showed, secrets blackened. */
  png: Buffer;
}

/** Tree and picture at the same time: the picture is what takes long, the tree comes free beside it. */
export async function lookAt(eyes: Eyes, options: LookOptions = {}): Promise<Look> {
  // Asked for a picture of a crashed page, Chromium 156 goes down as a whole.
  if (eyes.crashed) throw pageTrouble('crashed', eyes.page.url());
  const picture = takePicture(eyes);
  // Whoever fails first is heard; the other must not fail unheard.
  picture.catch(() => {});
  const captured = await capturePage(eyes, options);
  return { ...captured, png: hideSecrets(await picture, captured.raw) };
}

async function takePicture(eyes: Eyes): Promise<Buffer> {
  const { session } = eyes.main;
  // Twice as fast as Playwright's own, because the compression is the light one.
  const shot = session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  try {
    const { data } = await withDeadline('taking a picture', LOOK_LIMIT_MS, Promise.race([shot, eyes.gone]));
    return Buffer.from(data, 'base64');
  } catch (error) {
    const url = eyes.page.url();
    if (eyes.crashed) throw pageTrouble('crashed', url);
    if (eyes.page.isClosed()) throw pageTrouble('closed', url);
    if (error instanceof DeadlineError) throw pageTrouble('unresponsive', url);
    throw error;
  }
}

const MARGIN = 2;

function hideSecrets(png: Buffer, { secretBoxes, viewport }: RawPage): Buffer {
  if (secretBoxes.length === 0) return png;
  const picture = decodePng(png);
  const scale = viewport.width > 0 ? picture.width / viewport.width : 1;
  const boxes = secretBoxes.map(({ x, y, width, height }) => ({
    x: (x - MARGIN) * scale,
    y: (y - MARGIN) * scale,
    width: (width + 2 * MARGIN) * scale,
    height: (height + 2 * MARGIN) * scale,
  }));
  return Buffer.from(encodePng(blacken(picture, boxes)));
}
