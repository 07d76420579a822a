import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { Acted } from '../../src/browser/driver.js';
import type { Session } from '../../src/browser/session.js';
import { useEffects } from '../support/effects.js';
import { byName } from '../support/eyes.js';
import { act, CLICK, lookNow, useSession } from '../support/session.js';

const { at } = useSession();
const { did, page, site } = useEffects();

interface Clicked {
  session: Session;
  acted: Acted;
  presses: number;
}

/** Clicks while something happens to the page after the guard was set and before the button goes down. */
async function clickWhile(
  html: string,
  change: string | ((tab: Page) => Promise<unknown>),
  times = 1,
): Promise<Clicked> {
  const session = await at(page(html));
  const { page: tab } = session.eyes();
  const { mouse } = tab;
  const down = mouse.down.bind(mouse);
  let presses = 0;
  mouse.down = async (options) => {
    presses += 1;
    if (presses <= times) await (typeof change === 'string' ? tab.evaluate(change) : change(tab));
    await down(options);
  };
  try {
    const { acted } = await act(session, 'Keep', CLICK);
    return { session, acted, presses };
  } finally {
    mouse.down = down;
  }
}

const PLACE = 'position:absolute;left:50px;top:50px;width:200px;height:60px';
const KEEP = `<button id=t style="${PLACE}">Keep</button><script>tell(t, 'KEEP')</script>`;
const ALL = ['KEEP pointerdown', 'KEEP mousedown', 'KEEP pointerup', 'KEEP mouseup', 'KEEP click'];
const RUN = `t.style.left = (parseInt(t.style.left) + 300) % 900 + 'px'`;
const COVER = `<button id=d style="${PLACE};z-index:-1">Delete</button><script>tell(d, 'DELETE')</script>`;

describe('F8 between the last look and the press', () => {
  it('an element that moved is sought again, and clicked once', async () => {
    const { acted, presses } = await clickWhile(COVER + KEEP, RUN);
    expect(acted).toEqual({ ok: true, dispatched: true, read: {} });
    expect(presses).toBe(2);
    expect(did()).toEqual(ALL);
  });

  it('one that keeps moving is tried three times in all; nothing is dispatched, and what is there instead is named', async () => {
    const { acted, presses } = await clickWhile(
      `<div id=c role=dialog aria-label=Ad style="position:fixed;inset:0;z-index:-2"></div>${KEEP}<script>tell(c, 'AD')</script>`,
      RUN,
      9,
    );
    expect(acted).toMatchObject({
      ok: false,
      dispatched: false,
      error: 'element_obscured',
      blocker: { words: 'dialog "Ad"', vaultyId: 'id:c' },
    });
    expect(presses).toBe(3);
    expect(did()).toEqual([]);
  });

  it.each([
    ['relabelled', `t.textContent = 'Delete'`, 'ref_invalid'],
    ['removed', 't.remove()', 'ref_invalid'],
    ['hidden', 't.hidden = true; t.style.display = "none"', 'element_not_visible'],
    ['covered', 'd.style.zIndex = 9', 'element_obscured'],
  ])('%s: not clicked, and told by another look', async (_, change, error) => {
    const { acted, presses } = await clickWhile(COVER + KEEP, change);
    expect(acted).toMatchObject({ ok: false, dispatched: false, error });
    expect(presses).toBe(1);
    expect(did()).toEqual([]);
  });

  it('an iframe that has just come may hear the press, but gets no click, and it is told', async () => {
    const come = `const f = document.createElement('iframe'); f.style = 'position:fixed;inset:0;width:100%;height:100%';
      document.body.append(f); f.contentWindow.addEventListener('click', () => did('DELETE'))`;
    const { acted, presses } = await clickWhile(KEEP, come);
    expect(acted).toMatchObject({ ok: false, dispatched: true, error: 'action_failed' });
    expect(presses).toBe(1);
    expect(did()).toEqual([]);
  });

  it.each(['here', 'foreign'])('an iframe that was moved over it hears nothing: %s', async (where) => {
    page(
      `<body style="margin:0"><button style="width:400px;height:400px">Delete</button><script>tell(window, 'DELETE')</script>`,
      'inner',
    );
    const address = `${where === 'here' ? site().url : site().foreign}/inner`;
    const frame = `<iframe id=f src="${address}" style="position:absolute;left:0;top:400px;width:400px;height:400px;border:0"></iframe>`;
    const drawn = `f.style.top = '0'; new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`;
    const { acted } = await clickWhile(KEEP + frame, drawn);
    expect(did().filter((effect) => effect.startsWith('DELETE'))).toEqual([]);
    expect(acted.ok).toBe(did().includes('KEEP click'));
  });

  it('what was put over a foreign iframe hears nothing', async () => {
    page(KEEP, 'inner');
    const frame = `<iframe src="${site().foreign}/inner" style="position:absolute;left:0;top:0;width:400px;height:400px;border:0"></iframe>`;
    const cover = `<div id=c role=dialog aria-label=Ad style="position:fixed;inset:0;z-index:-1">x</div><script>tell(c, 'DELETE')</script>`;
    const drawn = `c.style.zIndex = 9; new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`;
    const { acted } = await clickWhile(cover + frame, drawn);
    expect(did().filter((effect) => effect.startsWith('DELETE'))).toEqual([]);
    expect(acted.ok).toBe(did().includes('KEEP click'));
  });

  it('documents that were looked at hear the mouse of anybody, also in frames', async () => {
    page(KEEP, 'inner');
    for (const address of [site().url, site().foreign]) {
      const frame = `<iframe src="${address}/inner" style="position:absolute;left:0;top:0;width:400px;height:400px;border:0"></iframe>`;
      const session = await at(page(frame));
      const before = did().length;
      const { x, y } = byName((await lookNow(session)).raw, 'Keep').freePoint ?? { x: 0, y: 0 };
      await session.eyes().page.mouse.click(x, y);
      expect(did().slice(before)).toEqual(ALL);
    }
  });

  it('F12 another page in its place does not get the click, and what comes after is a normal page', async () => {
    page(
      `<body style="margin:0"><button style="width:100vw;height:100vh">Delete</button><script>tell(window, 'DELETE')</script>`,
      'other',
    );
    const { session, acted } = await clickWhile(KEEP, (tab) => tab.goto(`${site().url}/other`));
    expect(acted).toMatchObject({ ok: false, dispatched: false, error: 'ref_invalid' });
    expect(did()).toEqual([]);
    expect((await act(session, 'Delete', CLICK)).acted).toMatchObject({ ok: true });
    expect(did()).toContain('DELETE click');
  });
});
