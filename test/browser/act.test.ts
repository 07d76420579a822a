import { describe, expect, it } from 'vitest';
import { type Acted, click, fill, holdsValue, scrollIntoView, scrollPage, whyNot } from '../../src/browser/act.js';
import { capturePage } from '../../src/browser/capture.js';
import type { Eyes } from '../../src/browser/eyes.js';
import { byName, rawOf, useBrowser } from '../support/eyes.js';

const { eyesOn } = useBrowser();

async function clickOn(eyes: Eyes, name: string): Promise<Acted> {
  return click(eyes, byName((await capturePage(eyes)).raw, name));
}

async function fillIn(
  eyes: Eyes,
  name: string,
  value: string,
  clear = true,
): Promise<{ acted: Acted; holds: boolean }> {
  const capture = await capturePage(eyes);
  const node = byName(capture.raw, name);
  const acted = await fill(eyes, capture, node, { value, clear });
  return { acted, holds: await holdsValue(capture, node, value) };
}

describe('clicking', () => {
  it('is a trusted click on exactly the element', async () => {
    const eyes = await eyesOn(
      `<button>One</button><button>Two</button><script>addEventListener('click', (e) => { document.title = e.target.textContent + ' ' + e.isTrusted })</script>`,
    );
    expect(await clickOn(eyes, 'Two')).toEqual({ ok: true, dispatched: true });
    expect(await eyes.page.title()).toBe('Two true');
  });

  it('a point that is free is used when the middle is covered by a neighbour', async () => {
    const eyes =
      await eyesOn(`<body style="margin:0"><button style="position:absolute;left:0;top:0;width:300px;height:120px" onclick="document.title='hit'">Big</button>
      <div style="position:absolute;left:130px;top:40px;width:40px;height:40px;background:#ccc"></div>`);
    expect(await clickOn(eyes, 'Big')).toMatchObject({ ok: true });
    expect(await eyes.page.title()).toBe('hit');
  });

  it('ticks, radios, switches and tabs change by it, also hidden ones through their labels', async () => {
    const eyes =
      await eyesOn(`<label><input type=checkbox style="position:absolute;opacity:0"> Agree</label><label><input type=radio> Pick</label>
      <div role=switch aria-checked=false tabindex=0 onclick="this.setAttribute('aria-checked', 'true')">Dark</div>`);
    for (const name of ['Agree', 'Pick', 'Dark']) {
      await clickOn(eyes, name);
      expect(byName(await rawOf(eyes), name).checked).toBe('true');
    }
  });

  it('what cannot be clicked is told before anything is dispatched', async () => {
    const eyes =
      await eyesOn(`<body style="margin:0"><button disabled>Off</button><div style="position:absolute;top:3000px"><button>Far</button></div>
      <button style="position:absolute;left:0;top:200px;width:90px;height:30px">Under</button><div role=dialog aria-label=Cookies style="position:absolute;left:0;top:190px;width:300px;height:60px;background:#eee">x</div>
      <script>addEventListener('mousedown', () => { document.title = 'touched' })</script>`);
    const raw = await rawOf(eyes, { scope: 'page' });
    expect(whyNot(byName(raw, 'Off'))?.error).toBe('element_disabled');
    expect(whyNot(byName(raw, 'Far'))?.error).toBe('element_not_visible');
    expect(whyNot(byName(raw, 'Under'))).toEqual({
      error: 'element_obscured',
      message: 'it is covered by dialog "Cookies"',
    });
    for (const name of ['Off', 'Far', 'Under'])
      expect(await click(eyes, byName(raw, name))).toMatchObject({ ok: false, dispatched: false });
    expect(await eyes.page.title()).toBe('');
  });
});

describe('filling', () => {
  it('replaces what is there, in every kind of text field, and frameworks hear of it', async () => {
    const eyes =
      await eyesOn(`<input aria-label=plain value=old><textarea aria-label=area>old</textarea><div contenteditable aria-label=rich>old</div>
      <input type=email aria-label=mail value=a@b.c><input type=password aria-label=secret value=old><input type=search aria-label=find>
      <script>window.heard = []; addEventListener('input', (e) => heard.push(e.target.getAttribute('aria-label') + ' ' + e.isTrusted))</script>`);
    for (const name of ['plain', 'area', 'rich', 'mail', 'secret', 'find']) {
      const { acted, holds } = await fillIn(eyes, name, 'x@new.example');
      expect([name, acted.ok, holds]).toEqual([name, true, true]);
    }
    expect(await eyes.page.evaluate('window.heard')).toEqual(
      ['plain', 'area', 'rich', 'mail', 'secret', 'find'].map((name) => `${name} true`),
    );
  });

  it('appends when it shall not clear, and empties when the value is empty', async () => {
    const eyes = await eyesOn('<input aria-label=a value=one><textarea aria-label=b>one</textarea>');
    for (const name of ['a', 'b']) {
      await fillIn(eyes, name, ' two', false);
      expect(byName(await rawOf(eyes), name).value).toBe('one two');
      await fillIn(eyes, name, '');
      expect(byName(await rawOf(eyes), name).value).toBe('');
    }
  });

  it('numbers, dates, times, colours and sliders take their own forms', async () => {
    const eyes = await eyesOn(
      `<input type=number aria-label=n><input type=date aria-label=d><input type=time aria-label=t><input type=range min=0 max=9 aria-label=r>`,
    );
    for (const [name, value] of [
      ['n', '42'],
      ['d', '2026-11-18'],
      ['t', '14:30'],
      ['r', '7'],
    ] as const) {
      expect([name, (await fillIn(eyes, name, value)).holds]).toEqual([name, true]);
    }
    const { acted } = await fillIn(eyes, 'd', 'tomorrow');
    expect(acted).toMatchObject({ ok: false, error: 'action_failed', message: expect.stringContaining('2026-11-18') });
  });

  it('a page that only listens to keys gets keys', async () => {
    const eyes = await eyesOn(`<input aria-label=keys><script>
      const field = document.querySelector('input'); let typed = '';
      field.addEventListener('keydown', (e) => { if (e.key.length === 1) typed += e.key; else if (e.key === 'Delete') typed = ''; });
      field.addEventListener('input', () => { field.value = typed; });</script>`);
    expect((await fillIn(eyes, 'keys', 'hello')).holds).toBe(true);
  });

  it('what takes no text is refused: buttons, read-only and disabled fields', async () => {
    const eyes = await eyesOn('<button>b</button><input aria-label=r readonly value=x><input aria-label=d disabled>');
    expect((await fillIn(eyes, 'b', 'x')).acted).toMatchObject({
      ok: false,
      dispatched: false,
      error: 'action_failed',
    });
    expect((await fillIn(eyes, 'r', 'y')).acted).toMatchObject({ ok: false, error: 'action_failed' });
    expect((await fillIn(eyes, 'd', 'y')).acted).toMatchObject({ ok: false, error: 'element_disabled' });
    expect(byName(await rawOf(eyes), 'r').value).toBe('x');
  });

  it('never fills another document that took the place of the one that was looked at', async () => {
    const eyes = await eyesOn('<input aria-label=first>');
    const capture = await capturePage(eyes);
    await eyesOn('<input aria-label=other>');
    await rawOf(eyes);
    await expect(fill(eyes, capture, byName(capture.raw, 'first'), { value: 'x', clear: true })).rejects.toThrow(
      'not there any more',
    );
    expect(byName(await rawOf(eyes), 'other').value).toBe('');
  });

  it('works inside frames and shadow roots', async () => {
    const eyes =
      await eyesOn(`<iframe srcdoc="<input aria-label=framed>"></iframe><iframe sandbox srcdoc="<input aria-label=boxed>"></iframe><div id=h></div>
      <script>h.attachShadow({mode:'open'}).innerHTML = '<input aria-label=shadowed>'</script>`);
    await Promise.all(eyes.page.frames().map((frame) => frame.waitForLoadState('load')));
    for (const name of ['framed', 'boxed', 'shadowed'])
      expect([name, (await fillIn(eyes, name, 'in there')).holds]).toEqual([name, true]);
  });
});

describe('scrolling', () => {
  it('by an amount, to the ends, and says when nothing moved', async () => {
    const eyes = await eyesOn('<div style="height:3000px">x</div>');
    const y = async (): Promise<number> => (await rawOf(eyes)).viewport.scrollY;
    expect(await scrollPage(eyes, { direction: 'up', amount: 300 })).toBe(false);
    expect([await scrollPage(eyes, { direction: 'down', amount: 300 }), await y()]).toEqual([true, 300]);
    expect([await scrollPage(eyes, { direction: 'bottom', amount: 300 }), (await y()) > 2000]).toEqual([true, true]);
    expect([await scrollPage(eyes, { direction: 'top', amount: 300 }), await y()]).toEqual([true, 0]);
  });

  it('brings an element into view, through frames', async () => {
    const eyes = await eyesOn(
      `<div style="height:2000px"></div><iframe style="height:100px" srcdoc="<div style='height:900px'></div><button>Deep</button>"></iframe>`,
    );
    await eyes.page.frames()[1]?.waitForLoadState('load');
    const capture = await capturePage(eyes, { scope: 'page' });
    await scrollIntoView(capture, byName(capture.raw, 'Deep'));
    expect(byName(await rawOf(eyes), 'Deep').inView).toBe('full');
  });
});
