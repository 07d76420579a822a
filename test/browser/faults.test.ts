import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { View } from '../../src/browser/driver.js';
import { openSession, type Session } from '../../src/browser/session.js';
import { EXIT } from '../../src/contracts/exitCodes.js';
import { AgentError } from '../../src/contracts/failure.js';
import type { Action } from '../../src/page/action.js';
import { byName, startOwnTestBrowser, VIEWPORT } from '../support/eyes.js';
import { actIn, actOn, goneOf, lookAfter, namesIn, routes } from '../support/faults.js';
import { CLICK, choose, fillWith, lookNow, useSession } from '../support/session.js';
import { type Site, serve } from '../support/site.js';

const { fresh } = useSession();
let site: Site;
let visits = 0;
/** Called when a page has begun to hang. */
let blocked: (() => void) | undefined;

/** Holds the page as an endless loop does, at no cost for the machine. */
const BLOCK = `const request = new XMLHttpRequest(); request.open('GET', '/never', false); request.send();`;

beforeAll(async () => {
  site = await serve(
    routes({
      '/plain': '<title>Plain</title><button>Go</button><input aria-label=Field>',
      '/framed': (response, { port }) =>
        response.end(
          `<title>Framed</title><button onclick="document.title = 'clicked'">Go</button><iframe src="http://localhost:${port}/inner"></iframe>`,
        ),
      '/inner': '<button>Inner</button>',
      '/opener': '<title>Opener</title><a href="/popup" target=_blank>Open</a>',
      '/popup': '<title>Popup</title><button>Here</button><button onclick="window.close()">Leave</button>',
      '/hang-on-click': `<title>Hangs</title><button onclick="for (;;) {}">Hang</button>
        <input aria-label=Field oninput="${BLOCK}"><select aria-label=List onchange="${BLOCK}"><option>a<option>b</select>
        <a href="/hang-on-load">Once</a> <a href="/hang-on-load?always">Always</a>
        <button onclick="setTimeout(() => { ${BLOCK} }, 30)">Later</button>`,
      '/hang-on-load': (response, { search }) => {
        const isFirst = search === '' && visits++ === 0;
        const script = search !== '' || isFirst ? `<script>${BLOCK}</script>` : '';
        response.end(`<title>Loads</title><button>There</button>${script}`);
      },
      '/never': () => {},
      '/begun': (response) => {
        blocked?.();
        response.end();
      },
    }),
  );
});
afterAll(() => site.close());

async function at(path: string): Promise<Session> {
  const session = await fresh();
  await session.goTo(site.url + path, 3_000);
  return session;
}

/** Ends the process that draws the page in front, and resolves when that is known. */
async function crash(session: Session): Promise<void> {
  const eyes = session.eyes();
  const gone = goneOf(eyes);
  eyes.main.session.send('Page.crash').catch(() => {});
  await gone;
}

describe('a page that crashes', () => {
  it('F1 before an action: nothing is dispatched, and it is opened again at its last address', async () => {
    const session = await at('/plain');
    const view = await lookNow(session);
    await crash(session);
    expect(await session.probe(view, byName(view.raw, 'Go'))).toEqual({ connected: false });
    for (const [name, action] of [
      ['Go', CLICK],
      ['Field', fillWith('x')],
    ] as const) {
      const { acted } = await actIn(session, view, name, action);
      expect(acted).toMatchObject({ ok: false, dispatched: false, error: 'ref_invalid' });
      expect(acted).toMatchObject({ message: 'the page crashed before it was acted on' });
    }
    const after = await lookAfter(session);
    expect([after.raw.title, after.notes]).toEqual([
      'Plain',
      [`the page crashed; it was opened again at ${site.url}/plain`],
    ]);
    // What was seen on the old page means nothing on the new one.
    const { acted } = await actIn(session, view, 'Go', CLICK);
    expect(acted).toMatchObject({ ok: false, dispatched: false, error: 'ref_invalid' });
    expect((await actOn(session, 'Go', CLICK)).acted).toMatchObject({ ok: true });
    expect((await lookAfter(session)).notes).toEqual([]);
  });

  it('F1 during a click and during a fill: it is told that it was dispatched', async () => {
    for (const [name, action] of [
      ['Go', CLICK],
      ['Field', fillWith('x')],
    ] as const) {
      const session = await at('/plain');
      const { page, main } = session.eyes();
      await page.exposeFunction('crashNow', () => void main.session.send('Page.crash').catch(() => {}));
      await page.evaluate(
        `for (const type of ['click', 'input']) addEventListener(type, () => { crashNow(); const end = performance.now() + 1000; while (performance.now() < end); })`,
      );
      const { acted } = await actOn(session, name, action);
      expect(acted).toMatchObject({ ok: false, dispatched: true, error: 'action_failed' });
      expect(acted).toMatchObject({ message: 'the page crashed after it was acted on' });
      const after = await lookAfter(session);
      expect([after.raw.title, after.notes.length]).toEqual(['Plain', 1]);
    }
  });

  it('F1 after an action, and while it is looked at', async () => {
    const session = await at('/plain');
    expect((await actOn(session, 'Go', CLICK)).acted.ok).toBe(true);
    await crash(session);
    expect((await lookAfter(session)).notes[0]).toContain('the page crashed');
    const other = await at('/plain');
    const looking = lookAfter(other);
    other
      .eyes()
      .main.session.send('Page.crash')
      .catch(() => {});
    const view = await looking;
    // The look may have been quicker than the crash; then the next one tells.
    const notes = [...view.notes, ...(await lookAfter(other)).notes];
    expect([view.raw.title, notes.length]).toEqual(['Plain', 1]);
  });

  it('F1 by its own address: the page before it is opened again', async () => {
    const session = await at('/plain');
    const eyes = session.eyes();
    eyes.page.goto('chrome://crash').catch(() => {});
    await goneOf(eyes);
    expect((await lookAfter(session)).raw.url).toBe(`${site.url}/plain`);
  });

  it('F2 twice at the same address: that is an error of the environment', async () => {
    const session = await at('/plain');
    await crash(session);
    await lookAfter(session);
    await crash(session);
    const error = await lookAfter(session).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(AgentError);
    expect(error).toMatchObject({ exitCode: EXIT.environment, failure: { error_code: 'PAGE_CRASHED' } });
  });

  it('F3 a frame of another process: a note, and the page goes on', async () => {
    const session = await at('/framed');
    const view = await lookAfter(session);
    expect(namesIn(view)).toContain('Inner');
    const eyes = session.eyes();
    const inner = eyes.remote.values().next().value;
    inner?.session.send('Page.crash').catch(() => {});
    await new Promise<unknown>((resolve) => eyes.guests.watchers.add(resolve));
    expect((await actIn(session, view, 'Go', CLICK)).acted).toMatchObject({ ok: true, dispatched: true });
    const after = await lookAfter(session);
    expect([after.raw.title, after.notes]).toEqual(['clicked', [`a frame of the page crashed: ${site.foreign}/inner`]]);
    expect(session.eyes()).toBe(eyes);
  });

  it('F3 a tab in the background: a note, and the page in front goes on', async () => {
    const session = await at('/opener');
    const opener = session.eyes();
    await actOn(session, 'Open', CLICK);
    expect((await lookAfter(session)).raw.title).toBe('Popup');
    opener.main.session.send('Page.crash').catch(() => {});
    await goneOf(opener);
    const view = await lookAfter(session);
    expect([view.raw.title, view.notes]).toEqual(['Popup', [`a tab behind this one crashed: ${site.url}/opener`]]);
    expect((await actIn(session, view, 'Here', CLICK)).acted.ok).toBe(true);
    // Back there, it is opened again.
    await actOn(session, 'Leave', CLICK);
    const back = await lookAfter(session);
    expect(back.raw.title).toBe('Opener');
    expect(back.notes.join()).toContain('the page crashed');
  });
});

describe('a browser that is gone', () => {
  it('is told as such: by the action as not done, by the look as an error of the environment', async () => {
    const browser = await startOwnTestBrowser();
    const session = await openSession(browser, VIEWPORT);
    await session.goTo(`${site.url}/plain`, 3_000);
    const view = await lookNow(session);
    await browser.close();
    expect((await actIn(session, view, 'Go', CLICK)).acted).toMatchObject({ ok: false, dispatched: false });
    await expect(lookAfter(session)).rejects.toMatchObject({
      exitCode: EXIT.environment,
      failure: { error_code: 'BROWSER_LOST' },
    });
  });
});

describe('a page that hangs', () => {
  const UNANSWERED = {
    ok: false,
    dispatched: true,
    error: 'timeout',
    message: expect.stringContaining('the page does not answer'),
  };

  async function hangsOn(path: string, name: string, action: Action): Promise<void> {
    const session = await at(path);
    expect((await actOn(session, name, action)).acted).toMatchObject(UNANSWERED);
    const after = await lookAfter(session);
    expect([after.raw.title, after.notes]).toEqual([
      'Hangs',
      [`the page did not answer any more; it was opened again at ${site.url}${path}`],
    ]);
  }

  it('F4 F5 on click, fill and select: a timeout that says so, and the page is opened again', async () => {
    const cases: [string, Action][] = [
      ['Hang', CLICK],
      ['Field', fillWith('x')],
      ['List', choose('b')],
    ];
    await Promise.all(cases.map(([name, action]) => hangsOn('/hang-on-click', name, action)));
  });

  it('F4 in a timer after a click: what was done is told, and that its effect is not known', () =>
    hangsOn('/hang-on-click', 'Later', CLICK));

  it('F4 F5 between two steps: neither the action nor the look wait for ever', async () => {
    const between = async (step: 'act' | 'look'): Promise<void> => {
      const session = await at('/hang-on-click');
      const view = await lookNow(session);
      const begun = new Promise<void>((resolve) => {
        blocked = resolve;
      });
      session
        .eyes()
        .page.evaluate(`navigator.sendBeacon('/begun'); for (;;) {}`)
        .catch(() => {});
      await begun;
      if (step === 'act') {
        const { acted } = await actIn(session, view, 'Hang', CLICK);
        expect(acted).toMatchObject({ ...UNANSWERED, dispatched: false });
      }
      const after = await lookAfter(session);
      expect([after.raw.title, after.notes.length]).toEqual(['Hangs', 1]);
    };
    await between('act');
    await between('look');
  });

  it('F4 on load: it is opened again once, and then it is an error of the environment, all in time', async () => {
    const onLoad = async (always: boolean): Promise<View> => {
      const session = await at('/hang-on-click');
      const { acted } = await actOn(session, always ? 'Always' : 'Once', CLICK);
      expect(acted).toMatchObject(UNANSWERED);
      return lookAfter(session);
    };
    const started = performance.now();
    const [once, always] = await Promise.allSettled([onLoad(false), onLoad(true)]);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(once).toMatchObject({
      value: { raw: { title: 'Loads' }, notes: [expect.stringContaining('opened again')] },
    });
    expect(always).toMatchObject({
      reason: { exitCode: EXIT.environment, failure: { error_code: 'PAGE_UNRESPONSIVE' } },
    });
  });
});
