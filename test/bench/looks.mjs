// What a look at a page costs in time, beside Playwright and beside a bare screenshot in the same page.
import { capturePage } from '../../dist/browser/capture.js';
import { lookAt } from '../../dist/browser/look.js';
import { goTo, newEyes } from '../../dist/browser/open.js';
import { ms, ratioRow, takeTurns } from './measure.mjs';

const VIEWPORT = { width: 1280, height: 800 };
const OPEN_MS = 30_000;

export async function openPage(browser, url) {
  const eyes = await newEyes(browser, VIEWPORT);
  await goTo(eyes, url, OPEN_MS);
  return eyes;
}

export const closePage = ({ page }) => page.context().close();

export async function withPage(browser, url, work) {
  const eyes = await openPage(browser, url);
  try {
    return await work(eyes);
  } finally {
    await closePage(eyes);
  }
}

const ourTree = (eyes) => capturePage(eyes);
// In the same page: what our eyes keep alive there does not slow Playwright down, compared with a page without them.
const playwrightTree = ({ page }) => page.ariaSnapshot({ mode: 'ai' });

export async function benchTree(eyes, { name, tree, rounds, warmUps }) {
  const contenders = {
    ours: () => ourTree(eyes),
    playwright: () => playwrightTree(eyes),
    floor: () => eyes.page.evaluate('1'),
  };
  const { ours, playwright, floor } = await takeTurns(contenders, { rounds, warmUps });
  return ratioRow(`tree, ${name}: ours / ariaSnapshot, ms (floor ${ms(floor)})`, ours, playwright, tree);
}

/** A page that stands still spares us asking for listeners; after an action it has changed, so show that as well. */
export async function benchChangedTree(eyes, { name }) {
  const { ours, playwright } = await takeTurns(
    { ours: () => ourTree(eyes), playwright: () => playwrightTree(eyes) },
    { rounds: 15, before: () => eyes.page.evaluate(() => void document.body.append(document.createElement('hr'))) },
  );
  return ratioRow(`tree, ${name}, just changed: ours / ariaSnapshot, ms`, ours, playwright);
}

/** The first look at a fresh page: each side in a page of its own that nobody has looked at yet. */
export async function benchFirstTree(browser, url, { name }) {
  const { ours, playwright } = await takeTurns(
    { ours: ourTree, playwright: playwrightTree },
    { rounds: 5, warmUps: 1, before: () => openPage(browser, url), after: closePage },
  );
  return ratioRow(`tree, ${name}, first look: ours / ariaSnapshot, ms`, ours, playwright);
}

export async function benchPicture(eyes, what, limit) {
  const options = await pictureOptions(eyes);
  const contenders = {
    ours: () => lookAt(eyes),
    bare: () => eyes.main.session.send('Page.captureScreenshot', options),
    playwright: () => eyes.page.screenshot(),
  };
  const { ours, bare, playwright } = await takeTurns(contenders, { rounds: 20 });
  return ratioRow(`${what}: lookAt / bare screenshot, ms (page.screenshot ${ms(playwright)})`, ours, bare, limit);
}

/** What a look asks the browser for, overheard, so that the bare picture is always the same one. */
async function pictureOptions(eyes) {
  const { session } = eyes.main;
  const send = session.send;
  let options;
  session.send = (method, params) => {
    if (method === 'Page.captureScreenshot') options = params;
    return send.call(session, method, params);
  };
  await lookAt(eyes);
  session.send = send;
  if (options === undefined) throw new Error('a look took no picture over its own session');
  return options;
}
