import { describe, expect, it } from 'vitest';
import type { Acted } from '../../src/browser/driver.js';
import { useEffects } from '../support/effects.js';
import { byName, TINY_PNG } from '../support/eyes.js';
import { act, CLICK, lookNow, useSession } from '../support/session.js';

const { at } = useSession();
const { did, page } = useEffects();

async function clickOn(html: string, name: string): Promise<Acted> {
  return (await act(await at(page(html)), name, CLICK)).acted;
}

const MENU = `<button style="position:absolute;left:0;top:0;width:300px;height:200px" id=behind>Behind</button>
  <ul id=m role=menu style="position:absolute;left:0;top:0;margin:0;padding:0;width:300px;background:#fff"><li id=i role=menuitem tabindex=0>Pick</li></ul>
  <script>tell(behind, 'BEHIND');</script>`;

describe('F8 pages that do things under the mouse and mean no harm', () => {
  it.each([
    [
      'a ripple is added',
      '<button id=b>Go</button>',
      `b.onpointerdown = b.onmousedown = () => { const drop = document.createElement('span'); drop.style = 'position:absolute;inset:0'; b.append(drop) }`,
    ],
    [
      'class and state change',
      '<button id=b aria-pressed=false>Go</button>',
      `b.onmousedown = () => { b.className = 'down'; b.ariaPressed = 'true'; b.style.transform = 'scale(.97)' }`,
    ],
    ['the words are in nested spans', '<button id=b><span><span>Go</span></span></button>', ''],
    [
      'it moves a little under the mouse',
      '<style>#b:hover { transform: translate(3px, 4px) }</style><button id=b>Go</button>',
      '',
    ],
    [
      'it grows a tooltip in the place of its title',
      '<button id=b title=Go><svg width=20 height=20></svg></button>',
      `b.onmouseenter = () => b.removeAttribute('title')`,
    ],
    [
      'it is enabled by the mouse',
      '<div id=p><button id=b disabled>Go</button></div>',
      `p.onmouseenter = p.onmouseover = p.onmousemove = () => { b.disabled = false }`,
    ],
    ['it can be dragged', '<a id=b draggable=true href="#x">Go</a>', ''],
    [
      'it is a handle that holds the mouse',
      '<div id=b role=button tabindex=0>Go</div>',
      `b.onpointerdown = (event) => b.setPointerCapture(event.pointerId)`,
    ],
    ['what is in it has no box', '<a id=b href="#x"><span style="display:contents">Go</span></a>', ''],
    [
      'it is part of a picture',
      `<img src="data:image/png;base64,${TINY_PNG}" usemap="#m" width=90 height=90 alt=m><map name=m><area id=b href="#x" alt=Go shape=rect coords=0,0,90,90></map>`,
      '',
    ],
    [
      'it is a link in a drawing',
      '<svg width=90 height=90><a id=b href="#x"><rect width=90 height=90 /><title>Go</title></a></svg>',
      '',
    ],
    ['it is in a label', '<label>Go <input id=b type=checkbox></label>', ''],
    [
      'it is hidden behind its label',
      '<label for=b>Go</label><input id=b type=checkbox style="position:absolute;opacity:0">',
      '',
    ],
    [
      'it is hidden behind a drawing of itself',
      '<span id=s style="position:relative;display:inline-block;width:30px;height:30px"><input id=b type=checkbox aria-label=Go style="opacity:0;width:1px;height:1px"></span>',
      's.onclick = (event) => { if (event.target === s) b.click() }',
    ],
    [
      'a label passes its click on',
      '<label id=l for=x><b role=button tabindex=0 id=b>Go</b></label><input type=checkbox id=x onchange="did(\'ticked\')">',
      '',
    ],
  ])('%s', async (_, html, script) => {
    const acted = await clickOn(
      `${html}<script>${script};b.addEventListener('click', () => did('clicked'))</script>`,
      'Go',
    );
    expect(acted).toEqual({ ok: true, dispatched: true, read: {} });
    expect(did()[0]).toBe('clicked');
    if (html.includes('ticked')) expect(did()).toEqual(['clicked', 'ticked']);
  });

  it('details open by their summary', async () => {
    const session = await at(page('<details><summary>More</summary>text</details>'));
    expect((await act(session, 'More', CLICK)).acted.ok).toBe(true);
    expect(byName((await lookNow(session)).raw, 'More').expanded).toBe(true);
  });

  it.each(['m.remove()', `m.style.display = 'none'`])(
    'a menu that acts on mousedown and closes (%s): done, what lay behind it hears nothing, and the lost click is told',
    async (close) => {
      const acted = await clickOn(`${MENU}<script>i.onmousedown = () => { did('picked'); ${close} }</script>`, 'Pick');
      expect(acted).toMatchObject({ ok: true, dispatched: true, read: { note: expect.stringContaining('no click') } });
      expect(did()).toEqual(['picked']);
    },
  );

  it('a menu that closes on mousedown and would act on click: the click is lost as it is for a person, and it is told', async () => {
    const acted = await clickOn(
      `${MENU}<script>i.onclick = () => did('picked'); i.onmousedown = () => m.remove()</script>`,
      'Pick',
    );
    expect(acted).toMatchObject({ ok: true, dispatched: true, read: { note: expect.stringContaining('no click') } });
    expect(did()).toEqual([]);
  });

  it('a menu that acts and closes on click is just clicked', async () => {
    const acted = await clickOn(`${MENU}<script>i.onclick = () => { m.remove(); did('picked') }</script>`, 'Pick');
    expect(acted).toEqual({ ok: true, dispatched: true, read: {} });
    expect(did()).toEqual(['picked']);
  });

  it('a button that is drawn anew as the button goes down loses the click as it does for a person, and it is told', async () => {
    const acted = await clickOn(
      `<div id=p><button>Go</button></div><script>const draw = () => { p.innerHTML = '<button>Go</button>'; p.firstChild.onmousedown = draw; p.firstChild.onclick = () => did('clicked') }; draw()</script>`,
      'Go',
    );
    expect(acted).toMatchObject({ ok: true, dispatched: true, read: { note: expect.stringContaining('no click') } });
    expect(did()).toEqual([]);
  });

  it('a page that follows the mouse hears that the button came up, also when the element is gone by then', async () => {
    const script = `b.onmousedown = () => b.remove(); for (const type of ['pointerup', 'mouseup']) document.addEventListener(type, () => did(type))`;
    await clickOn(`<button id=b>Go</button><script>${script}</script>`, 'Go');
    expect(did()).toEqual(['pointerup', 'mouseup']);
  });

  it('what holds the mouse to drag what is in it hears the release; the lost click is told', async () => {
    const acted = await clickOn(
      `<div id=p><button id=b>Go</button></div><script>p.onpointerdown = (event) => p.setPointerCapture(event.pointerId);
        p.onpointerup = () => did('released'); b.onclick = () => did('clicked')</script>`,
      'Go',
    );
    expect(acted).toMatchObject({ ok: false, dispatched: true, error: 'action_failed' });
    expect(did()).toEqual(['released']);
  });

  it('F35 a slow button that takes every click as an order gets one, although the wait for the answer is given up', async () => {
    const session = await at(page(`<button onclick="did('order'); fetch('/slow-never')">Order</button>`));
    const { acted, caused } = await act(session, 'Order', CLICK);
    expect(acted).toMatchObject({ ok: true, dispatched: true });
    expect(caused.settled).toBe(false);
    expect(did().filter((effect) => effect === 'order')).toEqual(['order']);
  });
});
