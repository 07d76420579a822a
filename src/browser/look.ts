import { blacken, decodePng, encodePng } from '../page/png.js';
import type { RawPage } from '../page/raw.js';
import { type Capture, capturePage, LOOK_LIMIT_MS, type LookOptions } from './capture.js';
import { DeadlineError, withDeadline } from './deadline.js';
import { type Eyes, whileThere } from './eyes.js';
import { pageTrouble, refuseIfGone } from './trouble.js';

/** One look with its picture. */
export interface Look extends Capture {
  /** What the viewport showed, secrets blackened. */
  png: Buffer;
}

/** Tree and picture at the same time: the picture is what takes long, the tree comes free beside it. */
export async function lookAt(eyes: Eyes, options: LookOptions = {}): Promise<Look> {
  // Asked for a picture of a crashed page, Chromium 156 goes down as a whole.
  refuseIfGone(eyes);
  const picture = takePicture(eyes);
  // Whoever fails first is heard; the other must not fail unheard.
  picture.catch(() => {});
  const captured = await capturePage(eyes, options);
  return { ...captured, png: hideSecrets(await picture, captured.raw) };
}

const TRIES = 5;

async function takePicture(eyes: Eyes): Promise<Buffer> {
  const end = performance.now() + LOOK_LIMIT_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      const shot = whileThere(eyes, capture(eyes));
      return await withDeadline('taking a picture', Math.max(1, end - performance.now()), shot);
    } catch (error) {
      refuseIfGone(eyes);
      // A page that has not drawn anything yet, or is about to be replaced, has no picture for a moment.
      if (error instanceof DeadlineError || attempt === TRIES) throw pageTrouble('unresponsive', eyes.page.url());
      await new Promise((resolve) => setTimeout(resolve, 50 * attempt));
    }
  }
}

async function capture({ main: { session } }: Eyes): Promise<Buffer> {
  // Twice as fast as Playwright's own, because the compression is the light one.
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  return Buffer.from(data, 'base64');
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
