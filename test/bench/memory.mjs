// What a long task leaves in memory: a hundred steps on one page, each with settling, verification, snapshot and picture.
import { findBrowser } from '../../dist/browser/find.js';
import { launchBrowser } from '../../dist/browser/launch.js';
import { thisHost } from '../../dist/work/machine.js';
import { act, ourTools } from './actions.mjs';
import { limitRow } from './measure.mjs';
import { servePages } from './pages.mjs';

const STEPS = 100;
/** By then everything that is loaded once has been loaded. */
const WARM = 20;
const MEGABYTE = 1_048_576;
const FILL = { name: 'fill', target: 'Shop name', role: 'textbox', value: (round) => `North Pier ${round}` };
const CLICK = { name: 'click', target: 'Preview', role: 'button' };

function heap() {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / MEGABYTE;
}

export async function benchMemory() {
  const found = await findBrowser(thisHost());
  if (!found) throw new Error('no browser: npm run setup:browser installs one');
  const { urlOf, close } = await servePages();
  const browser = await launchBrowser(thisHost(), found);
  try {
    const tools = await ourTools(browser, urlOf('200-live'));
    let warm = 0;
    for (let step = 1; step <= STEPS; step++) {
      await act(tools, step % 2 ? FILL : CLICK, step);
      if (step === WARM) warm = heap();
    }
    const grown = heap() - warm;
    const what = `heap after ${STEPS} steps, more than after ${WARM}, MB (of ${warm.toFixed(0)})`;
    return [limitRow(what, Number(grown.toFixed(1)), 5, grown.toFixed(1))];
  } finally {
    await browser.close();
    close();
  }
}
