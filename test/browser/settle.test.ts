import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Eyes } from '../../src/browser/eyes.js';
import { type Settled, settle, stateNow } from '../../src/browser/settle.js';
import { type Watch, watchPage } from '../../src/browser/watch.js';
import { rawOf, useBrowser } from '../support/eyes.js';
import { type Site, serve } from '../support/site.js';

const { eyesAt, freshEyes } = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    response.setHeader('content-type', 'text/html');
    if (pathname === '/hold') setTimeout(() => response.end('held'), 300);
    else if (pathname === '/never') return;
    else if (pathname === '/drip') response.write('<title>Drip</title><button>Here already</button>');
    else if (pathname === '/file')
      response.setHeader('content-disposition', 'attachment; filename="evil.exe"').end('x');
    else response.end(`<title>${pathname}</title><button id=b>Go</button><p id=p>before</p>`);
  });
});
afterAll(() => site.close());

const LIMITS = { limitMs: 2_000, patienceMs: 400 };

async function actAndSettle(eyes: Eyes, script: string, limits = LIMITS): Promise<Settled & { watch: Watch }> {
  await rawOf(eyes);
  const since = (await stateNow(eyes.main))?.changes ?? -1;
  const watch = watchPage(eyes);
  await eyes.page.evaluate(script);
  const settled = await settle(eyes, watch, { since, ...limits });
  watch.stop();
  return { ...settled, watch };
}

describe('settling', () => {
  it('an effect at once needs no patience', async () => {
    const eyes = await eyesAt(`${site.url}/page`);
    const { settled, milliseconds } = await actAndSettle(eyes, `p.textContent = 'after'`, {
      limitMs: 60_000,
      patienceMs: 60_000,
    });
    expect(settled).toBe(true);
    expect(milliseconds).toBeLessThan(30_000);
  });

  it('while nothing happens the page is left alone: it is not asked again and again', async () => {
    const eyes = await eyesAt(`${site.url}/page`);
    await rawOf(eyes);
    const sent = vi.spyOn(eyes.main.session, 'send');
    onTestFinished(() => sent.mockRestore());
    const { settled, milliseconds } = await actAndSettle(eyes, '0', { limitMs: 20_000, patienceMs: 1_500 });
    expect(settled).toBe(true);
    expect(milliseconds).toBeGreaterThanOrEqual(1_500);
    // Its state, whether it is quiet, and then for a sign of life; a frame takes a sixtieth of a second.
    expect(sent.mock.calls.length).toBeLessThan(12);
  });

  it('an effect that begins with a timer is waited for', async () => {
    const eyes = await eyesAt(`${site.url}/page`);
    await actAndSettle(eyes, `setTimeout(() => { p.textContent = 'after' }, 150)`, {
      limitMs: 20_000,
      patienceMs: 10_000,
    });
    expect(await eyes.page.textContent('#p')).toBe('after');
  });

  it('a request that the action started is waited for, and what it changes', async () => {
    const eyes = await eyesAt(`${site.url}/page`);
    const { settled, watch } = await actAndSettle(
      eyes,
      `void fetch('/hold').then((r) => r.text()).then((t) => { p.textContent = t })`,
      { limitMs: 20_000, patienceMs: 50 },
    );
    expect([settled, watch.started, await eyes.page.textContent('#p')]).toEqual([true, 1, 'held']);
  });

  it('a navigation is waited for, and the next page is the one that is seen', async () => {
    const eyes = await eyesAt(`${site.url}/one`);
    for (const origin of [site.url, site.foreign]) {
      const { settled, watch } = await actAndSettle(eyes, `location.href = '${origin}/two'`, {
        limitMs: 20_000,
        patienceMs: 10_000,
      });
      expect([settled, watch.navigated]).toEqual([true, true]);
      expect((await rawOf(eyes)).title).toBe('/two');
    }
  });

  it('F15 F16 what never ends is given up in time, and the page can be seen', async () => {
    const endless = [
      `void fetch('/never')`,
      `setInterval(() => { p.textContent = Math.random() }, 10)`,
      `setInterval(() => void fetch('/page'), 5); p.textContent = 1`,
    ];
    for (const script of endless) {
      const eyes = await freshEyes();
      await eyes.page.goto(`${site.url}/page`);
      const { milliseconds } = await actAndSettle(eyes, script, { limitMs: 600, patienceMs: 100 });
      expect(milliseconds).toBeLessThan(3_000);
      expect((await rawOf(eyes)).nodes.map(({ name }) => name)).toContain('Go');
      await eyes.page.context().close();
    }
    const eyes = await freshEyes();
    await eyes.page.goto(`${site.url}/page`);
    await actAndSettle(eyes, `location.href = '/drip'`, { limitMs: 1_500, patienceMs: 1_000 });
    expect((await rawOf(eyes)).nodes.map(({ name }) => name)).toEqual(['Here already']);
    await eyes.page.context().close();
  });

  it('what is typed is heard of although the page wrote itself anew, which takes every listener away', async () => {
    const eyes = await eyesAt(`${site.url}/one`);
    await eyes.page.evaluate(() => {
      document.open();
      document.write('<input autofocus id=i>');
      document.close();
    });
    await rawOf(eyes);
    await eyes.page.focus('#i');
    const before = await stateNow(eyes.main);
    await eyes.page.keyboard.insertText('x');
    expect((await stateNow(eyes.main))?.changes).toBe((before?.changes ?? 0) + 1);
  });

  it('a page that hangs is given up in time', async () => {
    const eyes = await freshEyes();
    await eyes.page.goto(`${site.url}/page`);
    await rawOf(eyes);
    const watch = watchPage(eyes);
    await eyes.page.evaluate('void setTimeout(() => { for (;;) {} })');
    const { settled, milliseconds } = await settle(eyes, watch, { since: 0, limitMs: 500, patienceMs: 100 });
    expect(settled).toBe(false);
    expect(milliseconds).toBeLessThan(3_000);
  });

  it('dialogs are dismissed, popups and downloads noticed, all of it told', async () => {
    const eyes = await freshEyes();
    await eyes.page.goto(`${site.url}/page`);
    const { watch } = await actAndSettle(
      eyes,
      `p.textContent = confirm('Delete everything?') + ''; window.open('/popup'); location.href = '/file'`,
    );
    expect(await eyes.page.textContent('#p')).toBe('false');
    await expect
      .poll(() =>
        watch
          .guests()
          .map(({ kind }) => kind)
          .sort(),
      )
      .toEqual(['dialog', 'download', 'popup']);
    expect(watch.guests()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'dialog', type: 'confirm', message: 'Delete everything?' }),
        expect.objectContaining({ kind: 'download', name: 'evil.exe' }),
      ]),
    );
    await eyes.page.context().close();
  });
});
