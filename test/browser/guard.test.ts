import { describe, expect, it } from 'vitest';
import type { Acted } from '../../src/browser/driver.js';
import type { Session } from '../../src/browser/session.js';
import { useEffects } from '../support/effects.js';
import { byName, TINY_PNG } from '../support/eyes.js';
import { act, CLICK, lookNow, useSession } from '../support/session.js';

const { at } = useSession();
const { did, page, site } = useEffects();

const click = async (session: Session, name: string): Promise<Acted> => (await act(session, name, CLICK)).acted;
const deletions = (): string[] => did().filter((effect) => /delete/i.test(effect));

/** Looks, lets the page change, and clicks what was looked at. */
async function clickAfter(html: string, name: string, change: string): Promise<Acted> {
  const session = await at(page(html));
  const view = await lookNow(session);
  await session.eyes().page.evaluate(change);
  return (await session.act(view, byName(view.raw, name), CLICK)).acted;
}

describe('an element that changes between look and click', () => {
  it('F6 gone from the page: told at once, nothing is dispatched', async () => {
    const session = await at(page('<button id=b>Keep</button><script>tell(window, "heard")</script>'));
    const view = await lookNow(session);
    await session.eyes().page.evaluate('b.remove()');
    const started = performance.now();
    const { acted } = await session.act(view, byName(view.raw, 'Keep'), CLICK);
    expect(acted).toMatchObject({ ok: false, dispatched: false, error: 'ref_invalid' });
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(did()).toEqual([]);
  });

  it.each([
    ['label', '<button id=b>Keep</button>', "b.textContent = 'Delete'", 'name was "Keep" and is "Delete"'],
    ['aria-label', '<button id=b aria-label=Keep>x</button>', "b.ariaLabel = 'Delete'", 'is "Delete"'],
    ['address', '<a id=b href=/keep>Keep</a>', "b.href = '/delete'", 'href was'],
    [
      'far end of the address',
      `<a id=b href="/keep?${'x'.repeat(400)}">Keep</a>`,
      "b.href += '&delete'",
      'far end of its address',
    ],
    [
      'address of an area',
      `<img src="data:image/png;base64,${TINY_PNG}" usemap="#m" width=90 height=90 alt=m><map name=m><area id=b href=/keep alt=Keep shape=rect coords=0,0,90,90></map>`,
      "b.href = '/delete'",
      'href was',
    ],
    ['form action', '<form action=/keep><button id=b>Keep</button></form>', "b.form.action = '/delete'", 'submits was'],
    [
      'form method',
      '<form action=/keep><button id=b>Keep</button></form>',
      "b.form.method = 'post'",
      'submits was "GET',
    ],
    [
      'formaction',
      '<form action=/keep><button id=b>Keep</button></form>',
      "b.setAttribute('formaction', '/delete')",
      'submits',
    ],
    [
      'type',
      '<form action=/delete><button id=b type=button>Keep</button></form>',
      "b.type = 'submit'",
      'submits was ""',
    ],
    [
      'form it belongs to',
      '<form id=one action=/keep></form><form id=two action=/delete></form><button form=one id=b>Keep</button>',
      "b.setAttribute('form', 'two')",
      'submits',
    ],
    [
      'value of a submit field',
      '<form action=/x><input type=submit id=b value=Keep></form>',
      "b.value = 'Delete'",
      'is "Delete"',
    ],
    [
      'type of a field',
      '<form action=/delete><input type=button id=b value=Keep></form>',
      "b.type = 'submit'",
      'inputType',
    ],
    ['role', '<div id=b role=button tabindex=0>Keep</div>', "b.role = 'switch'", 'role was "button"'],
  ])('F7 the same node with another %s is not it any more', async (_, html, change, message) => {
    const acted = await clickAfter(`${html}<script>tell(window, 'heard')</script>`, 'Keep', change);
    expect(acted).toMatchObject({ ok: false, dispatched: false, error: 'ref_invalid' });
    expect(acted.ok ? '' : acted.message).toContain(message);
    expect(did()).toEqual([]);
  });

  it('F9 a document that was written anew holds nothing that was looked at', async () => {
    const rewrite = `document.open(); document.write('<button id=d>Keep</button>'); document.close();
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) d.addEventListener(type, () => did('DELETE'))`;
    const acted = await clickAfter('<button>Keep</button>', 'Keep', rewrite);
    expect(acted).toMatchObject({ ok: false, dispatched: false, error: 'ref_invalid' });
    expect(did()).toEqual([]);
  });
});

/** `t` is looked at; `d` lies hidden in the same place and deletes, whichever event it hears. */
const STAGE = `<style>#t, #d { position: absolute; left: 50px; top: 50px; width: 160px; height: 40px } #d { z-index: -1 }</style>
  <button id=t>Keep</button><button id=d style="visibility:hidden">Delete</button>
  <script>
    tell(d, 'DELETE'); tell(t, 'KEEP');
    const show = () => { d.style.visibility = 'visible'; d.style.zIndex = 9; };
    const SWAPS = {
      relabel: () => { t.textContent = 'Delete'; tell(t, 'DELETE'); },
      replace: () => { const next = document.createElement('button'); next.id = 't'; next.textContent = 'Delete'; tell(next, 'DELETE'); t.replaceWith(next); },
      cover: show,
      move: () => { d.style.visibility = 'visible'; t.style.left = '700px'; },
      hide: () => { show(); t.style.display = 'none'; },
      hold: (event) => { show(); d.setPointerCapture(event.pointerId); },
      iframe: () => { const frame = document.createElement('iframe'); frame.style = 'position:absolute;left:0;top:0;width:600px;height:300px;border:0;z-index:9';
        document.body.append(frame); frame.contentDocument.write('<button style="width:600px;height:300px">x</button>');
        tell(frame.contentDocument.body, 'DELETE'); },
    };
  </script>`;
const swapOn = (type: string, swap: string): string =>
  `${STAGE}<script>t.addEventListener('${type}', (event) => SWAPS.${swap}(event), { once: true })</script>`;

const MOMENTS = ['mouseover', 'pointerdown', 'mousedown', 'pointerup', 'mouseup'];
const SWAPS = ['relabel', 'replace', 'cover', 'move', 'hide', 'iframe'];

describe('F8 a swap under the mouse: what was not looked at hears nothing of the click', () => {
  it.each([...MOMENTS.flatMap((type) => SWAPS.map((swap) => [swap, type] as const)), ['hold', 'pointerdown'] as const])(
    '%s on %s',
    async (swap, type) => {
      const session = await at(page(swapOn(type, swap)));
      const acted = await click(session, 'Keep');
      expect(deletions()).toEqual([]);
      // Either the click was on the element, or what came in between is told.
      const isTold = !acted.ok || acted.read.note !== undefined;
      expect(isTold).toBe(!did().includes('KEEP click'));
      expect(acted.dispatched).toBe(did().length > 0);
    },
  );

  it.each([...SWAPS, 'hold'])(
    'these stages are real: %s on pointerdown deletes when nobody guards the click',
    async (swap) => {
      const session = await at(page(swapOn('pointerdown', swap)));
      await lookNow(session);
      await session.eyes().page.mouse.click(130, 70);
      expect(deletions()).not.toEqual([]);
    },
  );

  it.each([
    ['a link that gets another address', '<a id=t href=/keep>Keep</a>', "t.href = '/delete'"],
    [
      'a form that gets another action',
      '<form action=/keep><button id=t>Keep</button></form>',
      "t.form.action = '/delete'",
    ],
    [
      'a button that gets an action',
      '<form action=/keep><button id=t>Keep</button></form>',
      "t.setAttribute('formaction', '/delete')",
    ],
    [
      'a button that begins to submit',
      '<form action=/delete><button type=button id=t>Keep</button></form>',
      "t.type = 'submit'",
    ],
    [
      'a button that goes to another form',
      '<form id=d action=/delete></form><form><button id=t>Keep</button></form>',
      "t.setAttribute('form', 'd')",
    ],
    [
      'a submit field with another value',
      '<form action=/delete><input type=submit id=t value=Keep></form>',
      "t.value = 'Delete'",
    ],
    [
      'a picture with other words',
      '<a id=t href=/delete><img alt=Keep width=50 height=50></a>',
      "t.firstChild.alt = 'Delete'",
    ],
    [
      'words that stand elsewhere',
      '<p id=w>Keep</p><a id=t href=/delete aria-labelledby=w>x</a>',
      "w.textContent = 'Delete'",
    ],
    [
      'a label that gets another box',
      '<label for=k id=t>Keep</label><input type=checkbox id=k style="position:absolute;opacity:0"><input type=checkbox id=d onchange="did(\'DELETE\')">',
      "t.htmlFor = 'd'",
    ],
    [
      'a box that is swapped',
      '<span id=s><input id=t type=checkbox aria-label=Keep></span><script>const d = document.createElement("input"); d.type = "checkbox"; d.onclick = () => did("DELETE")</script>',
      's.replaceChildren(d)',
    ],
    [
      'an iframe over all of it, written at once',
      '<button id=t>Keep</button>',
      `const f = document.createElement('iframe'); f.style = 'position:fixed;inset:0;width:100%;height:100%'; document.body.append(f); tell(f.contentWindow, 'DELETE')`,
    ],
    [
      'a document written anew',
      '<button id=t>Keep</button>',
      `document.open(); document.write('<body style="margin:0"><button id=d style="width:900px;height:600px">Delete</button>'); tell(d, 'DELETE'); document.close()`,
    ],
  ])('%s, as the button goes down', async (_, html, swap) => {
    const script = `<script>addEventListener('mousedown', () => { ${swap} }, { once: true })</script>`;
    const acted = await click(await at(page(html + script)), 'Keep');
    expect(deletions()).toEqual([]);
    expect(acted.dispatched).toBe(true);
    expect(acted.ok ? acted.read.note : acted.message).toBeTruthy();
  });

  it('a label whose box is exchanged by the click itself does not pass the click on to that one', async () => {
    const session = await at(
      page(`<label for=k id=t>Keep</label><input type=checkbox id=k style="position:absolute;opacity:0">
      <input type=checkbox id=d onchange="did('DELETE')"><script>t.addEventListener('click', () => { t.htmlFor = 'd' })</script>`),
    );
    await click(session, 'Keep');
    expect(did()).toEqual([]);
  });

  it.each(['replace', 'cover', 'move', 'iframe'])(
    'by a listener on the window, from the head of the page: %s',
    async (swap) => {
      const early = `<script>addEventListener('mousedown', (event) => SWAPS.${swap}(event), { capture: true, once: true })</script>`;
      expect(await click(await at(page(early + STAGE)), 'Keep')).toMatchObject({ dispatched: true });
      expect(deletions()).toEqual([]);
    },
  );

  it.each(['relabel', 'replace', 'cover', 'iframe'])(
    'F9 by a listener on the window that is older than the guard, in a document written anew: %s',
    async (swap) => {
      const early = `<script>addEventListener('mousedown', (event) => SWAPS.${swap}(event), { capture: true, once: true })</script>`;
      const session = await at(page(''));
      await writeAnew(session, early + STAGE);
      await click(session, 'Keep');
      expect(deletions()).toEqual([]);
    },
  );

  it('F9 a page that keeps the press from a younger guard does not get the click', async () => {
    const session = await at(page(''));
    await writeAnew(
      session,
      `<script>for (const type of TYPES) addEventListener(type, (event) => event.stopImmediatePropagation(), true);
      addEventListener('mousedown', () => { t.href = '/delete' }, true)</script><a id=t href=/keep>Keep</a>`,
    );
    const acted = await click(session, 'Keep');
    expect(acted).toMatchObject({ ok: false, dispatched: true, error: 'action_failed' });
    expect(did()).toEqual([]);
  });

  it("a page that has the browser's own functions in its hands has not got the guard's", async () => {
    const mine = `<script>
      for (const name of ['stopImmediatePropagation', 'stopPropagation', 'preventDefault', 'composedPath']) Event.prototype[name] = () => [document];
      Object.defineProperty(Event.prototype, 'isTrusted', { get: () => false });
      EventTarget.prototype.removeEventListener = EventTarget.prototype.dispatchEvent = () => {};
      const add = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function (type, run) { add.call(this, type, run, true); };
      Element.prototype.getAttribute = () => 'x'; Node.prototype.contains = () => true;
      document.elementFromPoint = document.elementsFromPoint = () => document.querySelector('#t'); JSON.stringify = () => '{}';
    </script>`;
    for (const swap of ['relabel', 'cover', 'replace']) {
      const acted = await click(await at(page(mine + swapOn('mousedown', swap))), 'Keep');
      expect([swap, acted.ok, deletions()]).toEqual([swap, false, []]);
    }
  });
});

/** A whole document again, after which listeners of the page are older than ours. */
async function writeAnew(session: Session, html: string): Promise<void> {
  await session.eyes().page.evaluate((text) => {
    document.open();
    document.write(text);
    document.close();
  }, html);
}

describe('F8 inside shadow roots and frames', () => {
  it.each(['open', 'closed'])('in a shadow root that is %s', async (mode) => {
    const session = await at(
      page(`<div id=host></div><script>
      const root = host.attachShadow({ mode: '${mode}' });
      root.innerHTML = '<style>button { position: absolute; left: 50px; top: 50px; width: 160px; height: 40px }</style><button>Delete</button><button>Keep</button>';
      const [d, t] = root.querySelectorAll('button'); tell(d, 'DELETE'); tell(t, 'KEEP');
      t.addEventListener('mousedown', () => { d.style.zIndex = 9 })</script>`),
    );
    expect(await click(session, 'Keep')).toMatchObject({ ok: false, dispatched: true, error: 'action_failed' });
    expect(did()).toEqual(['KEEP pointerdown', 'KEEP mousedown']);
  });

  const FRAME = 'position:absolute;left:20px;top:20px;width:400px;height:200px;border:0';
  const framed = (address: string, script = ''): string =>
    `<iframe id=f style="${FRAME}" src="${address}"></iframe><script>${script}</script>`;

  it.each(['here', 'foreign'])('in an iframe: %s', async (where) => {
    page(swapOn('mousedown', 'cover'), 'inner');
    const address = `${where === 'here' ? site().url : site().foreign}/inner`;
    expect(await click(await at(page(framed(address))), 'Keep')).toMatchObject({ ok: false, dispatched: true });
    expect(deletions()).toEqual([]);
    expect(did()).toContain('KEEP mousedown');
  });

  const OTHER = `const other = document.createElement('iframe'); other.style = '${FRAME};z-index:5'; other.src = '/other';`;
  it.each([
    ['moved away from over another', 'here', `f.style.left = '700px'`],
    ['moved away from over another', 'foreign', `f.style.left = '700px'`],
    ['swapped for another', 'here', `${OTHER} f.replaceWith(other)`],
    ['swapped for another', 'foreign', `${OTHER} f.replaceWith(other)`],
    ['covered', 'here', `d.style.zIndex = 9`],
    ['covered', 'foreign', `d.style.zIndex = 9`],
  ])('the iframe is %s as the button goes down: %s', async (_, where, swap) => {
    page(
      `<button style="width:380px;height:180px">Keep</button><script>tell(window, 'KEEP'); addEventListener('mousedown', () => parent.postMessage(1, '*'))</script>`,
      'inner',
    );
    page(`<button style="width:380px;height:180px">Delete</button><script>tell(window, 'DELETE')</script>`, 'other');
    const address = `${where === 'here' ? site().url : site().foreign}/inner`;
    const session = await at(
      page(
        `<button id=d style="${FRAME};z-index:-1">Delete</button>${framed(address, `tell(d, 'DELETE'); addEventListener('message', () => { ${swap} })`)}`,
      ),
    );
    await click(session, 'Keep');
    expect(deletions()).toEqual([]);
    expect(did()).toContain('KEEP mousedown');
  });

  it('what comes up over an iframe as the mouse enters it is told, and not clicked', async () => {
    page(`<button style="width:380px;height:180px">Keep</button><script>tell(window, 'KEEP')</script>`, 'inner');
    const cover = `<button id=d style="${FRAME};z-index:-1">Delete</button>`;
    const script = `tell(d, 'DELETE'); f.addEventListener('mouseover', () => { d.style.zIndex = 9 })`;
    const acted = await click(await at(page(cover + framed(`${site().url}/inner`, script))), 'Keep');
    expect(acted).toMatchObject({ ok: false, dispatched: false, error: 'element_obscured' });
    expect(acted).toMatchObject({ blocker: { words: 'button "Delete"', vaultyId: 'id:d' } });
    expect(did()).toEqual([]);
    // Another process hears of the mouse a moment later: the click may have been where it belongs by then.
    const foreign = await click(await at(page(cover + framed(`${site().foreign}/inner`, script))), 'Keep');
    expect(deletions()).toEqual([]);
    expect(foreign.ok).toBe(did().includes('KEEP click'));
  });

  it('F12 a page that comes in the place of another as the mouse arrives does not get the click', async () => {
    page(
      `<body style="margin:0"><button style="width:100vw;height:100vh">Delete</button><script>tell(window, 'DELETE')</script>`,
      'other',
    );
    const session = await at(
      page(`<button onmouseover="location.replace('/other')" style="width:300px;height:200px">Keep</button>`),
    );
    await click(session, 'Keep');
    expect(deletions()).toEqual([]);
    expect((await lookNow(session)).raw.url).toContain('/other');
  });
});
