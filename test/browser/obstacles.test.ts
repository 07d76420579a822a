import { describe, expect, it } from 'vitest';
import type { Acted } from '../../src/browser/driver.js';
import type { Session } from '../../src/browser/session.js';
import { useEffects } from '../support/effects.js';
import { byId, byName } from '../support/eyes.js';
import { act, CLICK, lookNow, useSession } from '../support/session.js';

const { at } = useSession();
const { did, page, site } = useEffects();

const HEARD = `<script>tell(window, 'heard')</script>`;
const PLACE = 'position:absolute;left:50px;top:50px;width:200px;height:60px';
const TARGET = `<button style="${PLACE}" onclick="did('clicked')">Go</button>`;

async function clickOn(html: string, name = 'Go'): Promise<Acted> {
  return (await act(await at(page(html)), name, CLICK)).acted;
}

/** Looks, lets the page change, and clicks what was looked at. */
async function clickAfter(html: string, change: string): Promise<{ session: Session; acted: Acted }> {
  const session = await at(page(html));
  await Promise.all(
    session
      .eyes()
      .page.frames()
      .map((frame) => frame.waitForLoadState('load')),
  );
  const view = await lookNow(session);
  await session.eyes().page.evaluate(change);
  return { session, acted: (await session.act(view, byName(view.raw, 'Go'), CLICK)).acted };
}

describe('F10 something lies over it', () => {
  it.each([
    [
      'a consent banner',
      `<div id=c role=dialog aria-label="We use cookies" style="position:fixed;left:0;right:0;top:0;height:300px;background:#fff"><button>Accept</button></div>`,
      'dialog "We use cookies"',
      'id:c',
    ],
    [
      'a dialog with a veil',
      `<div id=v style="position:fixed;inset:0;background:#0008"><div id=c role=dialog aria-label=News style="position:absolute;left:400px;top:300px;background:#fff">x</div></div>`,
      'dialog "News"',
      'id:c',
    ],
    [
      'a modal dialog',
      `<dialog id=c aria-label=Hello>x</dialog><script>setTimeout(() => 0)</script>`,
      'dialog "Hello"',
      'id:c',
    ],
    [
      'a layer without words over all of the page',
      `<div id=c style="position:fixed;inset:0"></div>`,
      '<div#c>',
      'id:c',
    ],
    [
      'a layer of another page',
      `<iframe id=c title=Chat style="position:fixed;inset:0;width:100%;height:100%" srcdoc="<button>x</button>"></iframe>`,
      'iframe "Chat"',
      'id:c',
    ],
    ['another button', `<button id=c style="${PLACE}">Over</button>`, 'button "Over"', 'id:c'],
  ])('%s is named, and nothing is dispatched', async (_, cover, words, vaultyId) => {
    // What covers it comes after the look; while it covers, a modal dialog leaves nothing else in the snapshot.
    const { session, acted } = await clickAfter(
      `${TARGET}<template id=s>${cover}</template>${HEARD}`,
      `document.body.append(s.content); document.querySelector('dialog')?.showModal()`,
    );
    expect(acted).toMatchObject({
      ok: false,
      dispatched: false,
      error: 'element_obscured',
      message: `it is covered by ${words}`,
    });
    expect(acted).toMatchObject({ blocker: { words, vaultyId } });
    expect(did()).toEqual([]);
    if (words !== '<div#c>') expect(byId((await lookNow(session)).raw, 'c').vaultyId).toBe(vaultyId);
  });

  it.each([
    [
      'a sticky header over half of it',
      `<header style="position:fixed;left:0;right:0;top:0;height:84px;background:#fff">x</header>`,
    ],
    [
      'a banner over most of it',
      `<div style="position:fixed;left:0;top:0;width:170px;height:200px;background:#fff">x</div>`,
    ],
    [
      'a layer that lets the mouse through',
      `<div style="position:fixed;inset:0;pointer-events:none;background:#0004"></div>`,
    ],
  ])('%s is no obstacle: a free point is used', async (_, cover) => {
    expect(await clickOn(TARGET + cover)).toEqual({ ok: true, dispatched: true, read: {} });
    expect(did()).toEqual(['clicked']);
  });

  const frame = (address: string): string =>
    `<iframe id=f src="${address}" style="position:absolute;left:20px;top:20px;width:400px;height:200px"></iframe>`;
  it.each(['here', 'foreign'])('in an iframe, something in there or something around it: %s', async (where) => {
    const address = `${where === 'here' ? site().url : site().foreign}/inner`;
    const prefix = where === 'here' ? '' : 'id:f/';
    page(
      `${TARGET}<div id=c role=dialog aria-label=Inner style="position:fixed;inset:0;background:#fff">x</div>${HEARD}`,
      'inner',
    );
    const inside = await clickOn(frame(address));
    expect(inside).toMatchObject({
      ok: false,
      dispatched: false,
      error: 'element_obscured',
      blocker: { words: 'dialog "Inner"', vaultyId: `${prefix}id:c` },
    });

    page(TARGET + HEARD, 'inner');
    const veil = `<div id=c role=dialog aria-label=Outer style="position:fixed;inset:0">x</div>`;
    const around = await clickOn(frame(address) + veil);
    expect(around).toMatchObject({
      ok: false,
      dispatched: false,
      error: 'element_obscured',
      blocker: { words: 'dialog "Outer"', vaultyId: 'id:c' },
    });
    expect(did()).toEqual([]);

    const strip = `<div style="position:fixed;left:0;right:0;top:0;height:105px;background:#fff">x</div>`;
    expect(await clickOn(frame(address) + strip)).toMatchObject({ ok: true });
    expect(did()).toContain('clicked');
  });

  it('the snapshot names what lies over elements of foreign frames, and where to find it', async () => {
    page(TARGET, 'inner');
    const session = await at(
      page(
        `${frame(`${site().foreign}/inner`)}<div id=c role=dialog aria-label=Outer style="position:fixed;inset:0">x</div>`,
      ),
    );
    expect(byName((await lookNow(session)).raw, 'Go')).toMatchObject({
      occluded: true,
      coveredBy: 'dialog "Outer"',
      coveredById: 'id:c',
    });
  });
});

describe('F11 it cannot be clicked as it is', () => {
  it.each([
    ['disabled', '<button disabled>Go</button>', 'element_disabled'],
    ['in a disabled group', '<fieldset disabled><button>Go</button></fieldset>', 'element_disabled'],
    ['said to be disabled', '<div role=button tabindex=0 aria-disabled=true>Go</div>', 'element_disabled'],
    ['T002-13 out of view', '<div style="height:3000px"></div><button>Go</button>', 'element_not_visible'],
  ])('%s: told before anything is dispatched', async (_, html, error) => {
    const session = await at(page(html + HEARD));
    const { acted } = await act(session, 'Go', CLICK);
    expect(acted).toMatchObject({ ok: false, dispatched: false, error });
    expect(did()).toEqual([]);
    expect(await session.eyes().page.evaluate('scrollY')).toBe(0);
  });

  it.each([
    ['disabled', 'b.disabled = true', 'element_disabled'],
    ['inert', 'p.inert = true', 'element_disabled'],
    ['of no size', "b.style = 'width:0;height:0;padding:0;border:0;overflow:hidden'", 'element_not_visible'],
    ['not drawn', "b.style.display = 'none'", 'element_not_visible'],
    ['hidden', "p.style.visibility = 'hidden'", 'element_not_visible'],
    ['transparent', "p.style.opacity = '0'", 'element_not_visible'],
    ['in closed details', 'p.open = false', 'element_not_visible'],
    ['pushed out of view', "p.style.marginTop = '2000px'", 'element_not_visible'],
    ['pushed off the page', "b.style = 'position:absolute;left:-500px'", 'element_not_visible'],
  ])('%s since the look: told before anything is dispatched', async (_, change, error) => {
    const { session, acted } = await clickAfter(
      `<details id=p open><button id=b>Go</button></details>${HEARD}`,
      change,
    );
    expect(acted).toMatchObject({ ok: false, dispatched: false, error });
    expect(did()).toEqual([]);
    expect(await session.eyes().page.evaluate('scrollY')).toBe(0);
  });

  it('moving: it is hit where it is, or it is told that it was not', async () => {
    for (const seconds of [20, 2, 0.3]) {
      const css = `<style>@keyframes go { from { left: 0 } to { left: 900px } } button { position: absolute; top: 50px; width: 90px; height: 30px; animation: go ${seconds}s linear infinite alternate }</style>`;
      const before = did().length;
      const acted = await clickOn(`${css}<button onclick="did('clicked')">Go</button>`);
      const isClicked = did().length > before;
      expect([seconds, acted.ok && acted.read.note === undefined]).toEqual([seconds, isClicked]);
    }
  });
});

describe('F20 the iframe goes between look and click', () => {
  const FRAMES = ['here', 'foreign'] as const;
  it.each(
    FRAMES.flatMap((where) => [
      [where, 'removed', `document.querySelector('iframe').remove()`] as const,
      [
        where,
        'loaded again',
        `new Promise((done) => { const f = document.querySelector('iframe'); f.onload = done; f.src = f.src })`,
      ] as const,
      [
        where,
        'taken elsewhere',
        `new Promise((done) => { const f = document.querySelector('iframe'); f.onload = done; f.src = '/other' })`,
      ] as const,
      [
        where,
        'moved to another place in the page',
        `new Promise((done) => { const f = document.querySelector('iframe'); f.onload = done; document.body.prepend(f) })`,
      ] as const,
    ]),
  )('%s, %s: its elements are gone, nothing is dispatched, and the next look works', async (where, _, change) => {
    page(`<button>Go</button>${HEARD}`, 'inner');
    page(`<button>Other</button>${HEARD}`, 'other');
    const address = `${where === 'here' ? site().url : site().foreign}/inner`;
    const { session, acted } = await clickAfter(
      `<p>Before</p><iframe src="${address}"></iframe><button>After</button>`,
      change,
    );
    expect(acted).toMatchObject({ ok: false, dispatched: false, error: 'ref_invalid' });
    expect(did()).toEqual([]);
    byName((await lookNow(session)).raw, 'After');
  });
});
