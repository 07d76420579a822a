import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StorageState } from '../../src/browser/context.js';
import { openLoginWindow } from '../../src/browser/loginWindow.js';
import { openSession } from '../../src/browser/session.js';
import { assertWritable } from '../../src/contracts/validate.js';
import { failureOf } from '../support/claude.js';
import { startOwnTestBrowser, startTestBrowser, VIEWPORT } from '../support/eyes.js';
import { profileOf } from '../support/profiles.js';
import { type Site, serve } from '../support/site.js';

const PAGE = `<title>waits</title><script>
  const opening = indexedDB.open('db', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('s');
  opening.onsuccess = () => {
    const store = opening.result.transaction('s', 'readwrite').objectStore('s');
    const before = store.get('at');
    before.onsuccess = () => {
      document.title = [localStorage.note, before.result?.toISOString(), document.cookie].join(' ');
      localStorage.note = 'kept';
      store.put(new Date(0), 'at');
    };
  };
</script>`;
let browser: Browser;
let site: Site;
beforeAll(async () => {
  site = await serve((_, response) => {
    const cookies = ['plain=1; Path=/', 'hidden=2; Path=/; HttpOnly'];
    response.setHeader('set-cookie', cookies).setHeader('content-type', 'text/html').end(PAGE);
  });
  browser = await startTestBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** What the page finds when it comes, and what it leaves behind. */
async function visit(state?: StorageState): Promise<{ found: string; left: StorageState }> {
  const session = await openSession(browser, VIEWPORT, { state });
  await session.goTo(`${site.url}/`, 5_000);
  const { page } = session.eyes();
  await page.waitForFunction(() => document.title !== 'waits');
  const seen = { found: await page.title(), left: await session.state() };
  await session.close();
  return seen;
}

it('a session comes back whole: cookies, hidden ones too, localStorage and IndexedDB', async () => {
  const first = await visit();
  expect(first.found).toBe('plain=1');
  const profile = assertWritable('profile.v1', { ...profileOf('x', site.url), state: first.left });
  const second = await visit((JSON.parse(JSON.stringify(profile)) as typeof profile).state);
  expect(second.found).toBe('kept 1970-01-01T00:00:00.000Z plain=1');
  expect(second.left.cookies.map(({ name, httpOnly }) => [name, httpOnly]).sort()).toEqual([
    ['hidden', true],
    ['plain', false],
  ]);
});

it('one that the browser does not take is said, with what to do', async () => {
  const { state } = profileOf('x', site.url);
  const cookies = state.cookies.map((cookie) => ({ ...cookie, expires: -5 }));
  const { exitCode, message, remedies } = await failureOf(visit({ ...state, cookies }));
  expect([exitCode, message]).toEqual([5, expect.stringContaining('the profile cannot be brought back')]);
  expect(remedies.join()).toContain('agent login');
});

it('a login is done when the last page of its window is closed, whoever opened it', async () => {
  const { state } = profileOf('x', site.url);
  const window = await openLoginWindow(browser, `${site.url}/`, state);
  let isClosed = false;
  void window.closed.then(() => {
    isClosed = true;
  });
  const [first] = browser.contexts().at(-1)?.pages() ?? [];
  const opened = first?.waitForEvent('popup');
  await first?.evaluate((url) => void open(url), site.url);
  const second = await opened;
  await first?.close();
  await second?.waitForLoadState();
  expect(isClosed).toBe(false);
  await second?.close();
  await window.closed;
  const { cookies, origins } = await window.state();
  expect([cookies.map(({ name }) => name).sort(), origins[0]?.origin]).toEqual([['hidden', 'plain', 'sid'], site.url]);
});

it('a browser that is quit takes the session along, and that is said', async () => {
  const own = await startOwnTestBrowser();
  const window = await openLoginWindow(own, `${site.url}/`);
  await own.close();
  await window.closed;
  expect(await failureOf(window.state())).toMatchObject({
    exitCode: 5,
    message: expect.stringContaining('nothing was kept'),
  });
});
