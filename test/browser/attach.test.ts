import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { attachBrowser, endpointOf } from '../../src/browser/attach.js';
import { openSession, type Session } from '../../src/browser/session.js';
import { failureOf } from '../support/claude.js';
import { VIEWPORT } from '../support/eyes.js';
import { type OwnBrowser, startOwnBrowser } from '../support/ownBrowser.js';
import { act, CLICK, lookNow } from '../support/session.js';
import { page, type Site, serve } from '../support/site.js';

let own: OwnBrowser;
let site: Site;
let mine: Page;
beforeAll(async () => {
  const html = `<title>Shop</title><h1>Shop</h1><a target=_blank rel=noopener href="/details">Details</a>
    <button onclick="document.title = 'Done'">Go</button><label>Note <input></label>`;
  [own, site] = await Promise.all([startOwnBrowser(), serve(page(html))]);
  [mine] = own.pages() as [Page];
  await mine.goto(`${site.url}/mine`);
  await mine.fill('input', 'half a sentence');
});
afterAll(async () => {
  await own?.close();
  await site?.close();
});

interface AtWork {
  session: Session;
  hasWindow: boolean;
  leave(): Promise<void>;
}

async function attach(url = own.url): Promise<AtWork> {
  const { browser, hasWindow } = await attachBrowser(endpointOf(url));
  const session = await openSession(browser, VIEWPORT, { isShared: true });
  const leave = async (): Promise<void> => {
    await session.close();
    await browser.close();
  };
  onTestFinished(() => leave().catch(() => {}));
  return { session, hasWindow, leave };
}

const urls = (): string[] =>
  own
    .pages()
    .map((one) => one.url().replace(site.url, ''))
    .sort();

describe('a browser that the user runs', () => {
  it.each([
    ['http', () => own.url],
    ['ws', () => own.socket],
  ])('over %s: it works in a tab of its own, and leaves the browser and its pages as they were', async (_, address) => {
    const { session, hasWindow, leave } = await attach(address());
    expect(hasWindow).toBe(true);
    await session.goTo(`${site.url}/ours`, 5_000);
    expect(urls()).toEqual(['/mine', '/ours']);
    const { acted } = await act(session, 'Go', CLICK);
    expect(acted).toMatchObject({ ok: true });
    expect((await lookNow(session)).raw.title).toBe('Done');
    await leave();
    await expect.poll(urls).toEqual(['/mine']);
    expect([await mine.inputValue('input'), await mine.title()]).toEqual(['half a sentence', 'Shop']);
    expect([own.process.exitCode, own.hand.isConnected()]).toEqual([null, true]);
  });

  it('follows the tabs that its own pages open, and takes them along when it goes', async () => {
    const { session, leave } = await attach();
    await session.goTo(`${site.url}/ours`, 5_000);
    await act(session, 'Details', CLICK);
    const { raw, notes } = await lookNow(session);
    expect(raw.url).toBe(`${site.url}/details`);
    expect(notes).toEqual([]);
    await leave();
    await expect.poll(urls).toEqual(['/mine']);
  });

  it('does not touch what the user does meanwhile: tabs, tabs of tabs, dialogs', async () => {
    const { session, leave } = await attach();
    await session.goTo(`${site.url}/ours`, 5_000);
    const other = (await own.hand.contexts()[0]?.newPage()) as Page;
    onTestFinished(() => other.close());
    await other.goto(`${site.url}/other`);
    const opened = other.waitForEvent('popup');
    await other.click('a');
    const third = await opened;
    // The user's own answer, and nobody else's.
    const asked = other.waitForEvent('dialog');
    const answer = other.evaluate(() => confirm('Leave?'));
    const dialog = await asked;
    await act(session, 'Go', CLICK);
    expect((await lookNow(session)).raw.url).toBe(`${site.url}/ours`);
    expect(urls()).toEqual(['/details', '/mine', '/other', '/ours']);
    await dialog.accept();
    expect(await answer).toBe(true);
    await leave();
    await expect.poll(urls).toEqual(['/details', '/mine', '/other']);
    await third.close();
  });

  it('its own dialogs are dismissed and told, as ever', async () => {
    const { session } = await attach();
    await session.goTo(`${site.url}/ours`, 5_000);
    const front = session.eyes().page;
    expect(await front.evaluate(() => confirm('Sure?'))).toBe(false);
    expect((await lookNow(session)).notes.join()).toContain('"Sure?"');
  });

  it('a tab of ours that the user closes is opened again', async () => {
    const { session } = await attach();
    await session.goTo(`${site.url}/ours`, 5_000);
    await lookNow(session);
    await own
      .pages()
      .find((one) => one.url().endsWith('/ours'))
      ?.close();
    await expect.poll(urls).toEqual(['/mine']);
    const { raw, notes } = await lookNow(session);
    expect([raw.url, notes.join()]).toEqual([`${site.url}/ours`, expect.stringContaining('it was opened again')]);
  });

  it('names and roles are found without the feature that our own browser is started with', async () => {
    const { session } = await attach();
    await session.goTo(`${site.url}/ours`, 5_000);
    const { raw } = await lookNow(session);
    expect(raw.nodes.map(({ role, name }) => `${role} ${name}`)).toEqual([
      'heading Shop',
      'link Details',
      'button Go',
      'textbox Note',
    ]);
  });
});

describe('where a browser may be attached to', () => {
  it.each(['http://127.0.0.1:9222', 'http://localhost:1', 'ws://[::1]:9222/devtools/browser/x', 'http://127.8.9.1:1/'])(
    '%s is on this machine',
    (given) => expect(endpointOf(given).href).toContain(given),
  );

  it.each([
    ['http://example.com:9222', /not on this machine[\s\S]*ssh -L 9222:127\.0\.0\.1:9222 example\.com/],
    ['ws://10.0.0.1/x', /not on this machine/],
    ['http://127.0.0.1.evil.com:1', /not on this machine/],
    ['http://localhost.evil.com', /not on this machine/],
    ['http://127.0.0.1@evil.com/', /not on this machine/],
    ['9222', /did you mean http:\/\/127\.0\.0\.1:9222 \?/],
    ['localhost:9333', /did you mean http:\/\/127\.0\.0\.1:9333 \?/],
    ['https://127.0.0.1:1', /cannot be attached to|is not where/],
    ['', /is not where/],
  ])('%s is refused', async (given, words) => {
    const { message, remedies, exitCode } = await failureOf((async () => endpointOf(given))());
    expect([exitCode, `${message}\n${remedies.join('\n')}`]).toEqual([2, expect.stringMatching(words)]);
  });

  it('nobody there, no browser there, or one that sends us elsewhere: said, with how to start one', async () => {
    let body = 'hello';
    const server = createServer((_, response) => response.setHeader('connection', 'close').end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const refusal = async (): Promise<string> => {
      const { message, remedies, exitCode } = await failureOf(attachBrowser(endpointOf(url)));
      expect([exitCode, remedies.join()]).toEqual([5, expect.stringContaining('--remote-debugging-port=')]);
      return message;
    };
    expect(await refusal()).toContain('what answers there is no browser');
    for (const socket of ['ws://example.com/devtools/browser/1', 7, 'nonsense']) {
      body = JSON.stringify({ webSocketDebuggerUrl: socket });
      expect(await refusal()).toContain('what answers there is no browser');
    }
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await refusal()).toContain('nothing listens there');
  });
});
