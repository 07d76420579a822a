import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../src/browser/session.js';
import type { Action } from '../../src/page/action.js';
import { byName } from '../support/eyes.js';
import { act, CLICK, lookNow, useSession } from '../support/session.js';
import { type Site, serve } from '../support/site.js';

const { on, at } = useSession();

const lines = (count: number, what = 'Line'): string =>
  Array.from({ length: count }, (_, i) => `<p style="height:30px;margin:0">${what} ${i + 1}</p>`).join('');
const CLICKS = `<script>addEventListener('click', (e) => { document.title = 'clicked ' + e.target.textContent })</script>`;

let site: Site;
beforeAll(async () => {
  site = await serve((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.url === '/inner') {
      response.end(
        `<div id=area style="height:150px;overflow-y:auto">${lines(20)}<button>Inside area</button></div>${lines(40)}<button>Deep</button>${CLICKS}`,
      );
    } else if (request.url === '/only') {
      response.end(
        `<body style="margin:0;overflow:hidden"><iframe src="${site.foreign}/long" style="width:100%;height:780px;border:0"></iframe>`,
      );
    } else if (request.url === '/long') response.end(lines(100));
    else
      response.end(
        `<div style="height:2500px">Top</div><iframe src="${site.foreign}/inner" width=600 height=300></iframe><div style="height:900px"></div>`,
      );
  });
});
afterAll(() => site.close());

type Direction = 'up' | 'down' | 'top' | 'bottom';
/** Whether something moved, and what was said about it. */
async function scroll(
  session: Session,
  direction: Direction,
  amount = 300,
): Promise<[boolean | undefined, string | undefined]> {
  const { acted } = await session.act(await lookNow(session), null, { kind: 'scroll', direction, amount });
  return acted.ok ? [acted.read.moved, acted.read.note] : [undefined, acted.message];
}
const topOf = (session: Session, selector: string): Promise<number> =>
  session.eyes().page.evaluate<number>(`document.querySelector('${selector}').scrollTop`);
const pageTop = (session: Session): Promise<number> => session.eyes().page.evaluate<number>('scrollY');
const REVEAL: Action = { kind: 'reveal' };

/** Brings it into view, and shows that it can be clicked there. */
async function revealAndClick(session: Session, name: string): Promise<unknown[]> {
  const { acted } = await act(session, name, REVEAL);
  const { inView, occluded } = byName((await lookNow(session)).raw, name);
  const { acted: clicked } = await act(session, name, CLICK);
  return [acted.ok && acted.read.moved, inView, occluded ?? false, clicked.ok];
}
const SEEN = [true, 'full', false, true];

describe('scrolling', () => {
  it('the page, by an amount and to its ends, and says when nothing moved', async () => {
    const session = await on(`<body style="margin:0">${lines(100)}`);
    expect(await scroll(session, 'up')).toEqual([false, 'nothing moved: the end is reached']);
    expect(await scroll(session, 'down', 500)).toEqual([true, 'the page moved 500 px down']);
    expect(await pageTop(session)).toBe(500);
    expect(await scroll(session, 'up', 200)).toEqual([true, 'the page moved 200 px up']);
    expect(await scroll(session, 'bottom')).toEqual([true, 'the page moved 1900 px down; it is at its end now']);
    expect(await scroll(session, 'down')).toEqual([false, 'nothing moved: the end is reached']);
    expect(await scroll(session, 'top')).toEqual([true, 'the page moved 2200 px up; it is at its end now']);
  });

  it('a page that fits the window says that nothing moved', async () => {
    const session = await on('<p>Short</p>');
    for (const direction of ['down', 'up', 'top', 'bottom'] as const)
      expect((await scroll(session, direction))[0]).toBe(false);
  });

  it('a page that glides is there at once, and stays', async () => {
    const session = await on(
      `<style>html { scroll-behavior: smooth }</style><body style="margin:0">${lines(300)}<button>Last</button>${CLICKS}`,
    );
    expect(await scroll(session, 'down', 4_000)).toEqual([true, 'the page moved 4000 px down']);
    expect(await pageTop(session)).toBe(4_000);
    expect(await revealAndClick(session, 'Last')).toEqual(SEEN);
    await scroll(session, 'top');
    expect(await pageTop(session)).toBe(0);
  });

  it('the main area of an app whose page itself does not move', async () => {
    const session =
      await on(`<body style="margin:0;height:100vh;overflow:hidden;display:flex"><nav style="width:200px;overflow-y:auto">${lines(60, 'Nav')}</nav>
      <main style="flex:1;overflow-y:auto">${lines(90)}</main>`);
    expect(await scroll(session, 'down')).toEqual([true, 'a scroll area moved 300 px down']);
    expect([await topOf(session, 'main'), await topOf(session, 'nav')]).toEqual([300, 0]);
    await scroll(session, 'bottom');
    expect(await topOf(session, 'main')).toBe(1_900);
  });

  it('the area that was clicked into, until it is at its end; then the page', async () => {
    const session = await on(
      `<body style="margin:0"><div id=list style="height:300px;width:400px;overflow-y:auto"><button>Pick</button>${lines(20)}</div>${lines(80)}`,
    );
    expect(await scroll(session, 'down', 100)).toEqual([true, 'the page moved 100 px down']);
    await scroll(session, 'top');
    await act(session, 'Pick', CLICK);
    expect(await scroll(session, 'down', 100)).toEqual([true, 'a scroll area moved 100 px down']);
    expect([await topOf(session, '#list'), await pageTop(session)]).toEqual([100, 0]);
    await scroll(session, 'bottom');
    expect(await scroll(session, 'down', 100)).toEqual([true, 'the page moved 100 px down']);
  });

  it('what was clicked on an earlier page does not matter', async () => {
    const shell = `<body style="margin:0;height:100vh;overflow:hidden;display:flex"><nav style="width:200px;overflow-y:auto"><button>Pick</button>${lines(60, 'Nav')}</nav><main style="flex:1;overflow-y:auto">${lines(90)}</main>`;
    const session = await on(shell);
    await act(session, 'Pick', CLICK);
    await scroll(session, 'down', 100);
    expect([await topOf(session, 'main'), await topOf(session, 'nav')]).toEqual([0, 100]);
    await on(
      `<body style="margin:0"><div id=box style="width:300px;height:200px;overflow-y:auto">${lines(50)}</div>${lines(80)}`,
    );
    expect(await scroll(session, 'down', 100)).toEqual([true, 'the page moved 100 px down']);
    expect(await topOf(session, '#box')).toBe(0);
  });

  it.each([
    [
      'a dialog',
      '<dialog style="height:300px;overflow:hidden;padding:0"><div id=terms style="height:250px;overflow-y:auto">TEXT</div><button>OK</button></dialog><script>document.querySelector("dialog").showModal()</script>',
    ],
    [
      'a drawer at the side',
      '<div role=dialog aria-modal=true aria-label=Cart style="position:fixed;right:0;top:0;width:250px;height:100vh;background:#fff"><div id=terms style="height:250px;overflow-y:auto">TEXT</div></div>',
    ],
    [
      'a dialog inside a layer that scrolls',
      '<div id=terms style="position:fixed;inset:0;overflow-y:auto"><div role=dialog aria-label=Terms style="margin:50px auto;width:500px;background:#fff">TEXT TEXT</div></div>',
    ],
  ])('in %s over a page, its own area moves and the page never', async (_what, html) => {
    const session = await on(`<body style="margin:0">${lines(100)}${html.replaceAll('TEXT', lines(30))}`);
    expect((await scroll(session, 'down', 120))[1]).toBe('a scroll area moved 120 px down');
    expect(await topOf(session, '#terms')).toBe(120);
    await scroll(session, 'bottom');
    expect(await scroll(session, 'down', 120)).toEqual([false, 'nothing moved: the end is reached']);
    expect(await pageTop(session)).toBe(0);
  });

  it('what fills a frame, of this origin or another, when the page around it has nothing to scroll', async () => {
    const same = await on(
      `<body style="margin:0;overflow:hidden"><iframe style="width:100%;height:780px;border:0" srcdoc='${lines(100)}'></iframe>`,
    );
    await same.eyes().page.frames()[1]?.waitForLoadState('load');
    expect(await scroll(same, 'down', 250)).toEqual([true, 'a scroll area moved 250 px down']);
    expect(await same.eyes().page.frames()[1]?.evaluate('scrollY')).toBe(250);
    const other = await at(`${site.url}/only`);
    await other.eyes().page.frames()[1]?.waitForLoadState('load');
    expect(await scroll(other, 'down', 250)).toEqual([true, 'a scroll area moved 250 px down']);
    expect(await other.eyes().page.frames()[1]?.evaluate('scrollY')).toBe(250);
    await scroll(other, 'up', 250);
    expect(await scroll(other, 'up', 250)).toEqual([false, 'nothing moved: the end is reached']);
  });

  it('markup that takes the names of what we call does not get in the way', async () => {
    const session = await on(
      `<img name=scrollingElement><form style="height:300px;overflow-y:auto"><input name=scrollTo><input name=scrollTop><input name=scrollIntoView>${lines(50)}<button type=button>Far</button></form>${CLICKS}`,
    );
    expect(await scroll(session, 'down', 100)).toEqual([true, 'a scroll area moved 100 px down']);
    expect(await revealAndClick(session, 'Far')).toEqual(SEEN);
  });
});

describe('bringing an element into view', () => {
  it('T003-9 far down, in areas inside areas, and far to the right: it can be clicked then', async () => {
    const session = await on(`<body style="margin:0">${lines(80)}
      <div style="height:200px;overflow-y:auto">${lines(30)}<div style="height:120px;overflow-y:auto">${lines(30)}<button>Nested</button></div></div>
      <div style="display:flex;overflow-x:auto;scroll-behavior:smooth;scroll-snap-type:x mandatory;width:600px">${Array.from({ length: 12 }, (_, i) => `<div style="flex:0 0 300px;scroll-snap-align:start"><button>Card ${i + 1}</button></div>`).join('')}</div>
      ${lines(80)}<button>Far</button>${CLICKS}`);
    for (const name of ['Nested', 'Card 9', 'Far', 'Card 1']) {
      expect([name, await revealAndClick(session, name)]).toEqual([name, SEEN]);
      expect(await session.eyes().page.title()).toBe(`clicked ${name}`);
    }
  });

  it('above the part in view of an area at the top of a page that does not move itself', async () => {
    const session = await on(
      `<body style="margin:0;height:100vh;overflow:hidden"><main style="height:100%;overflow-y:auto"><button>First</button>${lines(200)}<button>Last</button></main>${CLICKS}`,
    );
    for (const name of ['Last', 'First']) expect([name, await revealAndClick(session, name)]).toEqual([name, SEEN]);
  });

  it('in a frame of this origin below the fold', async () => {
    const session = await on(
      `${lines(90)}<iframe style="height:200px" srcdoc='${lines(40)}<button onclick="parent.document.title = this.textContent">Deep</button>'></iframe>${lines(50)}`,
    );
    await session.eyes().page.frames()[1]?.waitForLoadState('load');
    expect(await revealAndClick(session, 'Deep')).toEqual(SEEN);
    expect(await session.eyes().page.title()).toBe('Deep');
  });

  it('in a frame of another origin below the fold, also in an area inside it', async () => {
    const session = await at(`${site.url}/`);
    const inner = session.eyes().page.frames()[1];
    await inner?.waitForLoadState('load');
    for (const name of ['Deep', 'Inside area']) {
      expect([name, await revealAndClick(session, name)]).toEqual([name, SEEN]);
      expect(await inner?.title()).toBe(`clicked ${name}`);
      await scroll(session, 'top');
    }
  });

  it.each([
    ['a header and a footer that stay', '', 'top:0'],
    ['a header inside an area', 'height:260px;overflow-y:auto', ''],
    ['a header so high that the middle lies under it', '', 'top:0;height:500px'],
    ['a footer so high that the middle lies under it', '', 'bottom:0;height:500px'],
  ])('not under %s', async (_what, area, bar) => {
    const sticky =
      bar === '' ? 'position:sticky;top:0;height:100px' : `position:fixed;left:0;right:0;height:90px;${bar}`;
    const session = await on(
      `<body style="margin:0"><div style="${area}"><div class=bar style="${sticky};background:#ddd">Bar</div>${lines(60)}<button>Middle</button>${lines(60)}</div>${CLICKS}`,
    );
    expect(await revealAndClick(session, 'Middle')).toEqual(SEEN);
    expect(await session.eyes().page.title()).toBe('clicked Middle');
  });

  it('what is pushed off the page, where no scrolling leads, is not there to be brought', async () => {
    const session = await on(
      `<div style="overflow:hidden"><button style="position:absolute;left:-9999px">Left</button><button style="position:absolute;top:-500px">Above</button></div>
      <div style="overflow-x:auto;width:300px"><div style="width:900px;position:relative"><button style="position:absolute;left:-400px">Before</button><button>Here</button></div></div>`,
    );
    const names = async (): Promise<string[]> => (await lookNow(session)).raw.nodes.map(({ name }) => name);
    expect(await names()).toEqual(['Here']);
    await session.eyes().page.evaluate('document.querySelectorAll("div")[1].scrollTo(300, 0)');
    expect(await names()).toEqual(['Here']);
  });

  it('what is gone, or hidden by now, is told and nothing moves', async () => {
    const session = await on(
      `<body style="margin:0">${lines(80)}<button id=a>Gone</button><button id=b>Hidden</button>`,
    );
    const view = await lookNow(session);
    await session.eyes().page.evaluate('a.remove(); b.style.display = "none"');
    const gone = await session.act(view, byName(view.raw, 'Gone'), REVEAL);
    expect(gone.acted).toMatchObject({ ok: false, dispatched: false, error: 'ref_invalid' });
    const hidden = await session.act(view, byName(view.raw, 'Hidden'), REVEAL);
    expect(hidden.acted).toMatchObject({ ok: false, dispatched: false, error: 'element_not_visible' });
    expect(await pageTop(session)).toBe(0);
  });
});
