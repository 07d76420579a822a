import type { Frame } from 'playwright';
import type { Capture } from './capture.js';
import { withDeadline } from './deadline.js';
import { type Eyes, whileThere } from './eyes.js';
import { askHere } from './world.js';

/**
 * Resolves when a document that was looked at changes, or any frame goes elsewhere. What neither tells of, a transition
 * of the style sheet for one, is waited for no longer than this long.
 */
export async function nextChange(eyes: Eyes, { raw, processes }: Capture, milliseconds: number): Promise<void> {
  const { page } = eyes;
  let stop: () => void = () => {};
  const moved = new Promise<void>((resolve) => {
    const listener = (_frame: Frame): void => resolve();
    page.on('framenavigated', listener);
    page.on('frameattached', listener);
    stop = () => {
      page.off('framenavigated', listener);
      page.off('frameattached', listener);
    };
  });
  // Of several documents a look knows only the sum of their changes.
  const since = processes.length === 1 ? raw.changes : null;
  const told = processes
    .filter(({ documentId }) => documentId !== '')
    .map(({ world, documentId }) => askHere(world, documentId, `changed(${since}, ${milliseconds})`));
  try {
    await withDeadline('waiting for a change', milliseconds, whileThere(eyes, Promise.race([moved, ...told])));
  } catch {
    // Time is up, or the document went away: either way it is looked at again.
  } finally {
    stop();
  }
}
