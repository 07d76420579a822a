import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deed } from '../../src/browser/driver.js';
import type { Session } from '../../src/browser/session.js';
import { actOn, routes } from '../support/faults.js';
import { CLICK, lookNow, useSession } from '../support/session.js';
import { type Site, serve } from '../support/site.js';

const { at } = useSession();
let site: Site;

const INSIDE = `<p id=p>before</p><button onclick="p.textContent = 'after'">framed now</button>
  <button onclick="setTimeout(() => { p.textContent = 'after' }, 150)">framed later</button>`;

beforeAll(async () => {
  site = await serve(
    routes({
      '/page': (response, { port, searchParams }) => {
        const host = searchParams.has('foreign') ? 'localhost' : '127.0.0.1';
        response.end(`<title>Page</title><p id=p>before</p><button>nothing</button><input type=checkbox aria-label=tick><input aria-label=field>
          <div id=area style="height:60px;width:99px;overflow:auto"><div style="height:900px"></div></div>
          <button onclick="area.scrollTop += 50">scroll</button>
          <button onclick="p.textContent = 'after'">now</button>
          <button onclick="setTimeout(() => { p.textContent = 'after' }, 150)">later</button>
          <button onclick="fetch('/slow').then((answer) => answer.text()).then((text) => { p.textContent = text })">asks</button>
          <iframe src="http://${host}:${port}/inside"></iframe>`);
      },
      '/inside': INSIDE,
      '/slow': (response) => void setTimeout(() => response.end('after'), 500),
    }),
  );
});
afterAll(() => site.close());

async function click(session: Session, name: string): Promise<Deed['caused']> {
  const { acted, caused } = await actOn(session, name, CLICK);
  expect([name, acted.ok, caused.settled]).toEqual([name, true, true]);
  return caused;
}

/** The quickest of a few tries: a busy machine may be slow, but is not slow each time. */
async function quickest(session: Session, name: string, times = 4): Promise<number> {
  const taken: number[] = [];
  for (let run = 0; run < times; run++) {
    await session.eyes().page.evaluate('document.activeElement.blur()');
    taken.push((await click(session, name)).milliseconds);
  }
  return Math.min(...taken);
}

const PATIENCE_MS = 400;

describe('what an action starts', () => {
  it('where nothing happens, an effect gets its time to begin', async () => {
    expect(await quickest(await at(`${site.url}/page`), 'nothing', 2)).toBeGreaterThanOrEqual(PATIENCE_MS);
  });

  it('what is seen at once costs no patience, though the document does not change', async () => {
    const session = await at(`${site.url}/page`);
    for (const name of ['now', 'tick', 'field', 'scroll'])
      expect([name, (await quickest(session, name)) < PATIENCE_MS]).toEqual([name, true]);
  });

  it('a timer, and a request with what comes of it, are waited for', async () => {
    for (const name of ['now', 'later', 'asks']) {
      const session = await at(`${site.url}/page`);
      await click(session, name);
      expect(await session.eyes().page.textContent('#p')).toBe('after');
    }
  });

  it.each(['page', 'page?foreign'])('inside a frame of %s too, at once and after a timer', async (path) => {
    for (const name of ['framed now', 'framed later']) {
      const session = await at(`${site.url}/${path}`);
      await lookNow(session);
      const { milliseconds } = await click(session, name);
      expect(await session.eyes().page.frames()[1]?.textContent('#p')).toBe('after');
      if (name === 'framed later') expect(milliseconds).toBeGreaterThanOrEqual(100);
    }
  });
});
