import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caused } from '../../src/browser/driver.js';
import type { Session } from '../../src/browser/session.js';
import { actIn, actOn, lookAfter, routes } from '../support/faults.js';
import { CLICK, lookNow, useSession } from '../support/session.js';
import { type Site, serve } from '../support/site.js';

const { fresh } = useSession();
let site: Site;

const SCRIPTS = {
  open: `window.open('/popup')`,
  noopener: `window.open('/popup', '_blank', 'noopener')`,
  'blank first': `const one = window.open('about:blank'); setTimeout(() => { one.location = '/popup' }, 20)`,
  'closes itself at once': `window.open('/closing')`,
  'closes itself later': `const one = window.open('/popup'); window.onmessage = () => one.close()`,
  'closes its opener': `window.open('/closes-opener')`,
  'moves its opener': `window.open('/moves-opener')`,
  storm: `for (let i = 0; i < 50; i++) window.open('/popup?' + i)`,
  'slow popup': `window.open('/slow')`,
  'never answered': `window.open('/never')`,
  'popup with a dialog': `window.open('/dialog')`,
  'closes this page': 'window.close()',
};

beforeAll(async () => {
  site = await serve(
    routes({
      '/opener': `<title>Opener</title><a href="/popup" target=_blank>link</a> <a href="/popup" target=named>named</a> ${Object.entries(
        SCRIPTS,
      )
        .map(([name, script]) => `<button onclick="${script}">${name}</button>`)
        .join(' ')}`,
      '/popup': '<title>Popup</title><button onclick="window.close()">Close</button><button>Stay</button>',
      '/closing': '<title>Closing</title><script>window.close()</script>',
      '/closes-opener': '<title>Popup</title><script>opener.close()</script><button>Stay</button>',
      '/moves-opener': `<title>Popup</title><script>opener.location = '/moved'</script><button onclick="window.close()">Close</button>`,
      '/dialog': `<title>Popup</title><script>alert('from the popup')</script><button>Stay</button>`,
      '/slow': (response) => void setTimeout(() => response.end('<title>Slow</title><button>Stay</button>'), 700),
      '/never': () => {},
    }),
  );
});
afterAll(() => site.close());

async function opener(): Promise<Session> {
  const session = await fresh();
  await session.goTo(`${site.url}/opener`, 3_000);
  return session;
}

const pagesOf = (session: Session): number => session.eyes().page.context().pages().length;
const tabsIn = ({ events }: Caused): string[] => events.filter(({ kind }) => kind === 'tab').map(({ words }) => words);
const FOLLOWED = /^a new tab opened and is in front now: /;

describe('tabs that an action opens', () => {
  it.each(['link', 'named', 'open', 'noopener', 'blank first', 'slow popup', 'popup with a dialog'])(
    'F24 %s: followed and told, and closed again it leads back',
    async (name) => {
      const session = await opener();
      const { acted, caused } = await actOn(session, name, CLICK);
      expect(acted).toMatchObject({ ok: true, dispatched: true });
      const view = await lookAfter(session);
      expect(view.raw.title).toMatch(/^(?:Popup|Slow)$/);
      const dialog = name.includes('dialog') ? [expect.stringContaining('from the popup')] : [];
      const told = [...tabsIn(caused), ...view.notes];
      expect(told.sort()).toEqual([...dialog, expect.stringMatching(FOLLOWED)]);
      expect((await actIn(session, view, 'Stay', CLICK)).acted.ok).toBe(true);
      await session.eyes().page.close();
      const back = await lookAfter(session);
      expect([back.raw.title, back.notes]).toEqual(['Opener', [`the tab closed; back at ${site.url}/opener`]]);
    },
  );

  it('F24 F26 one that an action closes: back at its opener, told with the action', async () => {
    const session = await opener();
    await actOn(session, 'open', CLICK);
    const { acted, caused } = await actOn(session, 'Close', CLICK);
    expect(acted).toMatchObject({ ok: true, dispatched: true });
    expect(tabsIn(caused)).toEqual([`the tab closed; back at ${site.url}/opener`]);
    expect((await lookAfter(session)).raw.title).toBe('Opener');
  });

  it('F24 one that closes itself: back at its opener, and what was seen on it is dead', async () => {
    const session = await opener();
    await actOn(session, 'closes itself later', CLICK);
    const popup = await lookAfter(session);
    const [first] = session.eyes().page.context().pages();
    const closed = session.eyes().page.waitForEvent('close');
    await first?.evaluate(`postMessage('now', '*')`);
    await closed;
    const { acted } = await actIn(session, popup, 'Stay', CLICK);
    expect(acted).toMatchObject({ ok: false, dispatched: false, error: 'ref_invalid' });
    expect((await lookAfter(session)).raw.title).toBe('Opener');
    expect((await actIn(session, popup, 'Stay', CLICK)).acted).toMatchObject({
      dispatched: false,
      error: 'ref_invalid',
    });
  });

  it('F24 one that is closed before anybody sees it: the page stays in front', async () => {
    const session = await opener();
    const { acted } = await actOn(session, 'closes itself at once', CLICK);
    expect(acted).toMatchObject({ ok: true, dispatched: true });
    await expect.poll(() => pagesOf(session)).toBe(1);
    await expect.poll(async () => (await lookNow(session)).raw.title).toBe('Opener');
    await lookAfter(session);
  });

  it('F24 one that closes or moves its opener is in front', async () => {
    for (const name of ['closes its opener', 'moves its opener']) {
      const session = await opener();
      await actOn(session, name, CLICK);
      expect((await lookAfter(session)).raw.title).toBe('Popup');
      if (name === 'closes its opener') continue;
      await actOn(session, 'Close', CLICK);
      expect((await lookAfter(session)).raw.url).toBe(`${site.url}/moved`);
    }
  });

  it('F24 one whose server never answers: the page stays in front, and the step ends in time', async () => {
    const session = await opener();
    expect((await actOn(session, 'never answered', CLICK)).acted.ok).toBe(true);
    expect((await lookAfter(session)).raw.title).toBe('Opener');
  });

  it('F25 fifty at once: at most one is followed, all others are closed, and the run goes on', async () => {
    const session = await opener();
    const { acted, caused } = await actOn(session, 'storm', CLICK);
    expect(acted.dispatched).toBe(true);
    // Opening fifty tabs keeps a small machine busy for longer than any page could.
    const view = await lookAfter(session, 20_000);
    const told = [...tabsIn(caused), ...view.notes];
    // On a busy machine none of them may have come up in time to be followed.
    expect(told.filter((words) => FOLLOWED.test(words)).length).toBe(view.raw.title === 'Popup' ? 1 : 0);
    expect(told.length).toBeLessThan(15);
    await expect
      .poll(
        async () => {
          await lookNow(session);
          return pagesOf(session);
        },
        { timeout: 10_000 },
      )
      .toBeLessThanOrEqual(2);
    const front = await lookNow(session);
    const name = front.raw.title === 'Popup' ? 'Stay' : 'link';
    expect((await actIn(session, front, name, CLICK)).acted.ok).toBe(true);
  });
});

describe('tabs that nobody asked for', () => {
  it('F24 one that the page opens by itself is closed and told', async () => {
    const session = await opener();
    await lookAfter(session);
    const context = session.eyes().page.context();
    const came = context.waitForEvent('page');
    await session.eyes().page.evaluate(`void setTimeout(() => open('/popup'), 10)`);
    await came;
    const view = await lookAfter(session);
    expect([view.raw.title, view.notes]).toEqual([
      'Opener',
      [`a tab that opened by itself was closed: ${site.url}/popup`],
    ]);
    await expect.poll(() => pagesOf(session)).toBe(1);
  });

  it('F26 the last page closes itself: it is opened again, told with the action or by the look', async () => {
    const session = await opener();
    const { caused } = await actOn(session, 'closes this page', CLICK);
    const view = await lookAfter(session);
    expect(view.raw.title).toBe('Opener');
    // Chromium lets a page close itself only while there is nothing to go back to.
    const told = [...tabsIn(caused), ...view.notes];
    expect(told).toEqual(told.length > 0 ? [expect.stringContaining('the page closed itself')] : []);
    await session.eyes().page.close();
    const after = await lookAfter(session);
    expect([after.raw.title, after.notes]).toEqual([
      'Opener',
      [`the page closed itself; it was opened again at ${site.url}/opener`],
    ]);
    expect((await actOn(session, 'link', CLICK)).acted.ok).toBe(true);
  });
});
