import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caused } from '../../src/browser/driver.js';
import type { Session } from '../../src/browser/session.js';
import type { Action } from '../../src/page/action.js';
import { type Chat, serveChat } from '../support/chat.js';
import { byName } from '../support/eyes.js';
import { actIn, actOn, lookAfter, namesIn, routes } from '../support/faults.js';
import { CLICK, choose, fillWith, lookNow, useSession } from '../support/session.js';
import { type Site, serve } from '../support/site.js';

const { at, fresh } = useSession();
let site: Site;
const hits = new Map<string, number>();
let chat: Chat;
const held: (() => void)[] = [];

/** Two pages that look alike: what is meant for the one must never reach the other. */
function twin(title: string, counter: string): string {
  const count = `navigator.sendBeacon('/count?${counter}')`;
  return `<title>${title}</title><p id=p></p><button style="position:absolute;left:0;top:50px;width:200px;height:100px"
    onclick="p.textContent = 'x'; ${count}">${title} button</button>
    <input aria-label="${title} field" autofocus style="position:absolute;top:200px" oninput="${count}">`;
}

const LINKS = {
  loop: '/loop',
  broken: '/500',
  missing: '/404',
  nothing: '/204',
  reset: '/reset',
  short: '/short',
  dns: 'http://no-such-host.invalid/',
  bomb: '/bomb',
  locked: '/401',
};

beforeAll(async () => {
  site = await serve(
    routes({
      '/start': (response, { search }) => response.end(twin('Start', `hit${search.slice(1)}`)),
      '/next': (response, { search }) => response.end(twin('Next', `trap${search.slice(1)}`)),
      '/count': (response, { search }) => {
        hits.set(search.slice(1), (hits.get(search.slice(1)) ?? 0) + 1);
        response.end();
      },
      '/slow': (response, { searchParams }) => {
        const run = searchParams.get('run');
        setTimeout(
          () => {
            if (searchParams.get('kind') === '302') response.writeHead(302, { location: `/next?${run}` }).end();
            else response.end(twin('Next', `trap${run}`));
          },
          Number(searchParams.get('after')),
        );
      },
      '/never': () => {},
      '/held': (response) => void held.push(() => response.end('<title>Held</title>')),
      '/drip': (response) => void response.write('<title>Drip</title><button>Here already</button>'),
      '/poll': 'x',
      '/jumps': `<title>Jumps</title><select aria-label=Menu onchange="location = '/never'"><option>A<option>B</select>
        <input aria-label=Live oninput="location = '/never'">`,
      '/links': `<title>Links</title><a href="/never">never</a> <a href="/drip">drip</a> <a href="/held">held</a> <a href="#hash">hash</a> ${Object.entries(
        LINKS,
      )
        .map(([name, href]) => `<a href="${href}">${name}</a>`)
        .join(' ')} <a id=tls>tls</a><script>tls.href = 'https://' + location.host</script>`,
      '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
      '/500': (response) => response.writeHead(500).end('<title>Broken</title><button>Try again</button>'),
      '/404': (response) => response.writeHead(404).end('<title>Missing</title><button>Home</button>'),
      '/401': (response) =>
        response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('<button>No</button>'),
      '/204': (response) => response.writeHead(204).end(),
      '/reset': (response) => {
        response.writeHead(200, { 'content-length': 5_000 });
        response.write('<title>Reset</title><button>Half</button>', () => response.socket?.resetAndDestroy());
      },
      '/short': (response) => {
        response.writeHead(200, { 'content-length': 5_000 });
        response.write('<title>Short</title><button>Half</button>', () => response.socket?.end());
      },
      '/bomb': (response) => {
        const body = gzipSync(
          Buffer.concat([Buffer.from('<title>Bomb</title><button>Boom</button>'), Buffer.alloc(1e7)]),
        );
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
      },
    }),
  );
});
beforeAll(async () => {
  chat = await serveChat();
});
afterAll(() => Promise.all([site.close(), chat.close()]));

describe('a page that goes elsewhere', () => {
  it('F12 while it is clicked, filled, looked at and probed: nothing is raised, repeated, or done to the next page', async () => {
    const lane = async (name: string, action: Action): Promise<void> => {
      const session = await fresh();
      for (const [index, after] of [0, 2, 5, 10, 15, 20, 30, 60, 100, 200, 300].entries()) {
        const run = `${action.kind}${after}`;
        await session.goTo(`${site.url}/start?${run}`, 3_000);
        const view = await lookNow(session);
        const { page } = session.eyes();
        const kind = index % 2 ? '302' : '200';
        page.evaluate(`location.href = '/slow?run=${run}&after=${after}&kind=${kind}'`).catch(() => {});
        if (index % 4 === 1) await session.probe(view, byName(view.raw, name));
        if (index % 4 === 3) await lookAfter(session);
        const { acted } = await actIn(session, view, name, action);
        if (acted.dispatched) expect(hits.get(`hit${run}`) ?? 0).toBeLessThanOrEqual(1);
        else expect([acted.ok ? '' : acted.error, hits.get(`hit${run}`) ?? 0]).toEqual(['ref_invalid', 0]);
        await expect.poll(async () => (await lookNow(session)).raw.title, { timeout: 10_000 }).toBe('Next');
        expect(hits.get(`trap${run}`)).toBe(undefined);
      }
    };
    await Promise.all([lane('Start button', CLICK), lane('Start field', fillWith('x'))]);
  });

  it('F12 because it was clicked: the next page is what the look sees', async () => {
    const session = await fresh();
    for (const after of [0, 50, 300]) {
      for (const kind of ['302', '200']) {
        await session.goTo(`${site.url}/links`, 3_000);
        await session.eyes().page.evaluate(`tls.href = '/slow?run=${kind}&after=${after}&kind=${kind}'`);
        const { acted, caused } = await actOn(session, 'tls', CLICK);
        expect([acted.ok, caused.navigated, caused.leaving]).toEqual([true, true, false]);
        expect((await lookAfter(session)).raw.title).toBe('Next');
      }
    }
  });

  it('F13 within its own document: the address is the new one, and nothing waits', async () => {
    const session = await at(`${site.url}/start?spa`);
    const { page } = session.eyes();
    for (const [script, path] of [
      [`location.hash = 'part'`, '/start?spa#part'],
      [`history.pushState({}, '', '/pushed'); p.textContent = 'pushed'`, '/pushed'],
      [`history.replaceState({}, '', '/replaced')`, '/replaced'],
      ['history.back()', '/start?spa#part'],
    ]) {
      await page.evaluate(`document.querySelector('button').onclick = () => { ${script} }`);
      const { acted, caused } = await actOn(session, 'Start button', CLICK);
      expect([script, acted.ok, caused.settled]).toEqual([script, true, true]);
      expect((await lookAfter(session)).raw.url).toBe(site.url + path);
    }
  });

  it('F14 to a server that never answers: the step ends in time, and the old page is still there', async () => {
    const session = await fresh();
    await session.goTo(`${site.url}/links`, 3_000);
    await lookAfter(session);
    const { acted, caused } = await actOn(session, 'never', CLICK);
    expect([acted.ok, caused.leaving, caused.navigated, caused.settled]).toEqual([true, true, false, false]);
    const before = await lookAfter(session);
    expect([before.raw.title, before.raw.url]).toEqual(['Links', `${site.url}/links`]);
    // It may only be slow: it is waited for some more before it is given up, and then the page can be used again.
    expect(before.notes.join()).toContain('has not answered yet');
    await lookAfter(session);
    const after = await lookAfter(session);
    expect(after.notes.join()).toContain('is not waited for any more');
    expect((await actIn(session, after, 'hash', CLICK)).acted.ok).toBe(true);
  });

  it.each<[string, Action]>([
    ['Menu', choose('B')],
    ['Live', fillWith('x')],
  ])('F14 because something was entered or chosen in %s: reading it back waits for no page', async (name, action) => {
    const leaving = await fresh();
    await leaving.goTo(`${site.url}/jumps`, 3_000);
    expect((await actOn(leaving, name, action)).caused.leaving).toBe(true);
  });

  it('a next page that is slow is not given up by looking at the one before it', async () => {
    const session = await fresh();
    await session.goTo(`${site.url}/links`, 3_000);
    await lookAfter(session);
    await actOn(session, 'held', CLICK);
    expect((await lookAfter(session)).raw.title).toBe('Links');
    for (const end of held.splice(0)) end();
    await expect.poll(async () => (await lookNow(session)).raw.title).toBe('Held');
  });

  it('F15 to one that never ends: what is there can be used, and an action there says that it was still loading', async () => {
    const session = await fresh();
    await session.goTo(`${site.url}/links`, 3_000);
    const { acted, caused } = await actOn(session, 'drip', CLICK);
    expect([acted.ok, caused.navigated, caused.wasLoading]).toEqual([true, true, false]);
    const view = await lookAfter(session);
    expect(namesIn(view)).toEqual(['Here already']);
    const next = await actIn(session, view, 'Here already', CLICK);
    expect([next.acted.ok, next.caused.wasLoading, next.caused.addedCount]).toEqual([true, true, 0]);
  });

  const told = ({ events }: Caused): string => events.map(({ kind, words }) => `${kind}: ${words}`).join('; ');

  it.each([
    ['loop', /request_failed: GET .*ERR_TOO_MANY_REDIRECTS/, ''],
    ['broken', /request_failed: GET .*\/500 was answered with 500/, 'Try again'],
    ['missing', /request_failed: GET .*\/404 was answered with 404/, 'Home'],
    ['locked', /request_failed: GET .*\/401 was answered with 401/, ''],
    ['nothing', /request_failed: GET .*\/204 was answered without a page; this one stays/, 'nothing'],
    ['tls', /request_failed: GET .*ERR_SSL/, ''],
    ['dns', /request_failed: GET .*ERR_(?:NAME_NOT_RESOLVED|TUNNEL_CONNECTION_FAILED|PROXY_CONNECTION_FAILED)/, ''],
    ['reset', /request_failed: GET .*ERR_/, ''],
    ['short', /request_failed: GET .*ERR_/, ''],
    ['bomb', /^$/, 'Boom'],
  ])('F17 to something broken: %s', async (link, words, name) => {
    const session = await at(`${site.url}/links`);
    const { acted, caused } = await actOn(session, link, CLICK);
    expect(acted).toMatchObject({ ok: true, dispatched: true });
    expect(told(caused)).toMatch(words);
    const view = await lookAfter(session);
    if (name !== '') expect(namesIn(view)).toContain(name);
  });
});

describe('a page that never rests', () => {
  async function busy(script: string): Promise<Session> {
    const session = await fresh();
    await session.goTo(`${site.url}/start?busy`, 3_000);
    await session.eyes().page.evaluate(script);
    return session;
  }

  it('F16 requests, changes, streams and messages without end: the step goes on in time', async () => {
    const scripts = [
      `document.querySelector('button').onclick = () => setInterval(() => void fetch('/poll?' + Math.random()), 5)`,
      `setInterval(() => { p.textContent = Math.random() }, 10)`,
      `document.querySelector('button').onclick = () => void fetch('/drip')`,
      `new Promise((done) => { const socket = new WebSocket('${chat.url}'); socket.onmessage = () => { p.textContent = Math.random(); done() } })`,
    ];
    for (const script of scripts) {
      const session = await busy(script);
      expect((await actOn(session, 'Start button', CLICK)).acted).toMatchObject({ ok: true });
      expect(namesIn(await lookAfter(session))).toContain('Start button');
      await session.close();
    }
  });

  it('F16 what a page asks for by itself all the time is not waited for', async () => {
    const session = await busy(
      `setInterval(() => void fetch('/poll?' + Math.random()), 20); setInterval(() => void fetch('/never'), 100)`,
    );
    await expect
      .poll(() => [...session.eyes().guests.background.values()].filter((times) => times >= 3).length)
      .toBe(2);
    const { caused } = await actOn(session, 'Start button', CLICK);
    expect([caused.settled, caused.milliseconds < 1_200]).toEqual([true, true]);
  });
});
