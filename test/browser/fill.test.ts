import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Acted } from '../../src/browser/driver.js';
import type { Session } from '../../src/browser/session.js';
import { byName } from '../support/eyes.js';
import { act, fillWith, lookNow, useSession } from '../support/session.js';
import { type Site, serve } from '../support/site.js';

const { on, at, fresh } = useSession();

let site: Site;
let submitted: string[] = [];
beforeAll(async () => {
  site = await serve((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/sent') submitted.push(search);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (pathname === '/framed') response.end(`<input aria-label=outer><iframe src="${site.foreign}/inner"></iframe>`);
    else if (pathname === '/inner') response.end('<input aria-label=inner><input aria-label=second>');
    else response.end(`<form action=/sent><input name=q aria-label=Search><button>Go</button></form>`);
  });
});
afterAll(() => site.close());

type Rest = { clear?: boolean; submit?: boolean };
const acted = async (session: Session, name: string, value: string, rest: Rest = {}): Promise<Acted> =>
  (await act(session, name, fillWith(value, rest))).acted;
/** What was read back; the error where it failed. */
async function filled(
  session: Session,
  name: string,
  value: string,
  rest: Rest = {},
): Promise<string | null | undefined> {
  const done = await acted(session, name, value, rest);
  return done.ok ? done.read.value?.actual : `${done.error}: ${done.message}`;
}
const evaluate = <T>(session: Session, expression: string): Promise<T> => session.eyes().page.evaluate<T>(expression);
/** What all fields of the page hold, by their names. */
const held = (session: Session): Promise<Record<string, string>> =>
  evaluate(
    session,
    `Object.fromEntries([...document.querySelectorAll('[aria-label]')].map((e) => [e.getAttribute('aria-label'), e.value ?? e.innerText]))`,
  );

/** Notes what a page hears of the keyboard. */
const EARS = `<script>window.heard = []; for (const type of ['keydown', 'input', 'submit']) addEventListener(type, (e) => heard.push(type + ' ' + (e.target.getAttribute('aria-label') ?? e.target.tagName)), true)</script>`;

describe('fields of frameworks', () => {
  it('T003-11 a controlled field keeps its state unless a real input event says otherwise', async () => {
    // As React does it: the setter is watched, and a value that was set past it is put back.
    const session = await on(`<input aria-label=Name value=old><script>
      const field = document.querySelector('input'); window.state = 'old';
      const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      let tracked = 'old';
      Object.defineProperty(field, 'value', { get() { return native.get.call(this) }, set(v) { tracked = v; native.set.call(this, v) } });
      field.addEventListener('input', (e) => { if (native.get.call(field) !== tracked && e.isTrusted) { tracked = native.get.call(field); state = tracked } field.value = state; });
      </script>`);
    expect(await filled(session, 'Name', 'Ada Lovelace')).toBe('Ada Lovelace');
    expect(await evaluate(session, 'state')).toBe('Ada Lovelace');
  });

  it('a phone field that writes numbers its own way is read as it is, and filled once', async () => {
    const session = await on(`<input aria-label=Phone><script>window.times = 0;
      document.querySelector('input').addEventListener('input', (e) => { times++; const d = e.target.value.replace(/[^0-9]/g, '').slice(0, 10);
        e.target.value = d.length < 4 ? d : '(' + d.slice(0, 3) + ') ' + d.slice(3, 6) + (d.length > 6 ? '-' + d.slice(6) : ''); })</script>`);
    const done = await acted(session, 'Phone', '5550100199');
    expect(done).toMatchObject({ ok: true, read: { value: { expected: '5550100199', actual: '(555) 010-0199' } } });
    expect(await evaluate(session, 'times')).toBe(1);
  });

  it('what is longer than a field takes is cut off, and told so', async () => {
    const session = await on(`<input aria-label=Code maxlength=5>${EARS}`);
    const done = await acted(session, 'Code', 'abcdefgh');
    expect(done).toMatchObject({ ok: true, read: { value: { expected: 'abcdefgh', actual: 'abcde' } } });
    expect(await evaluate(session, 'heard')).toEqual(['input Code']);
  });

  it('003-40 T003-11 a page that refuses text in one piece and takes keys gets keys', async () => {
    const session = await on(`<input aria-label=Keys value=old><script>
      const field = document.querySelector('input'); let isKey = false;
      field.addEventListener('keydown', () => { isKey = true }); field.addEventListener('keyup', () => { isKey = false });
      field.addEventListener('beforeinput', (e) => { if (!isKey) e.preventDefault() });</script>`);
    expect(await filled(session, 'Keys', 'hello there')).toBe('hello there');
    expect(await filled(session, 'Keys', '!', { clear: false })).toBe('hello there!');
  });

  it('an editor with markup inside is emptied or written behind, and keeps its markup', async () => {
    const session = await on(
      `<div contenteditable role=textbox aria-label=Note><p>One <b>bold</b></p><p>Two</p></div><script>window.note = document.querySelector('[contenteditable]')</script>`,
    );
    expect(await filled(session, 'Note', ' more', { clear: false })).toContain('more');
    expect(await evaluate(session, 'note.innerHTML')).toMatch(/^<p>One <b>bold<\/b><\/p><p>Two.more<\/p>$/);
    expect(await filled(session, 'Note', 'first\nsecond line')).toBe('first\nsecond line');
    expect(await evaluate(session, 'note.innerText')).toMatch(/^first\n+second line$/);
  });

  it('an editor that a script manages takes the text into its own model', async () => {
    // As editors do it: nothing is left to the browser, text and selection go through the model.
    const session =
      await on(`<div contenteditable role=textbox aria-label=Doc style="min-height:40px">old text</div><script>
      const host = document.querySelector('div'); window.model = 'old text'; let from = 0, to = 0;
      const offset = (node, at) => { const r = document.createRange(); r.setStart(host, 0); r.setEnd(node, at); return r.toString().length };
      document.addEventListener('selectionchange', () => { const s = getSelection(); if (!host.contains(s.anchorNode)) return;
        const r = s.getRangeAt(0); from = offset(r.startContainer, r.startOffset); to = offset(r.endContainer, r.endOffset); });
      host.addEventListener('beforeinput', (e) => { e.preventDefault();
        const text = e.inputType.startsWith('delete') ? '' : e.inputType === 'insertText' ? e.data : null;
        if (text === null) return;
        model = model.slice(0, from) + text + model.slice(to); from = to = from + text.length; host.innerHTML = '<p><span>' + model + '</span></p>'; getSelection().collapse(host.querySelector('span').firstChild ?? host, model === '' ? 0 : from); });
      </script>`);
    expect(await filled(session, 'Doc', 'brand new')).toBe('brand new');
    expect(await evaluate(session, 'model')).toBe('brand new');
    expect(await filled(session, 'Doc', ' and more', { clear: false })).toBe('brand new and more');
    expect(await evaluate(session, 'model')).toBe('brand new and more');
    expect(await filled(session, 'Doc', '')).toBe('');
    expect(await evaluate(session, 'model')).toBe('');
  });

  it('T003-14 what the page has against the text is there to be seen right afterwards', async () => {
    const session = await on(
      `<input aria-label=Mail oninput="if (!this.value.includes('@')) { this.setAttribute('aria-invalid', 'true'); msg.textContent = 'Enter a valid address' }"><p id=msg role=alert></p>`,
    );
    expect(await filled(session, 'Mail', 'nobody')).toBe('nobody');
    const { raw } = await lookNow(session);
    expect(byName(raw, 'Mail').invalid).toBe(true);
    expect(raw.messages.map(({ text }) => text)).toEqual(['Enter a valid address']);
  });
});

describe('what goes in', () => {
  it('002-F16 text goes behind what is there, in every kind of field', async () => {
    const session =
      await on(`<input aria-label=text value=one><input type=email aria-label=email value=a@b.c><input type=number aria-label=number value=12>
      <textarea aria-label=area>one</textarea><div contenteditable aria-label=rich>one</div><input type=url aria-label=url value=http://a>`);
    for (const [name, more, whole] of [
      ['text', ' two', 'one two'],
      ['email', 'om', 'a@b.com'],
      ['number', '34', '1234'],
      ['area', '\ntwo', 'one\ntwo'],
      ['rich', ' two', 'one two'],
      ['url', '/b', 'http://a/b'],
    ] as const) {
      const done = await acted(session, name, more, { clear: false });
      expect([name, done.ok && done.read.value]).toEqual([name, { expected: whole, actual: whole }]);
      expect((await held(session))[name]?.replace(/\u00a0/g, ' ')).toBe(whole);
    }
  });

  it('lines stay lines in a text area; in a field of one line they become blanks, and nothing is submitted', async () => {
    const session = await on(
      `<form onsubmit="return false"><textarea aria-label=area></textarea><input aria-label=line></form>${EARS}`,
    );
    expect(await filled(session, 'area', 'one\ntwo\n\nfour')).toBe('one\ntwo\n\nfour');
    expect(await filled(session, 'line', 'one\ntwo')).toBe('one two');
    expect((await evaluate<string[]>(session, 'heard')).filter((one) => !one.startsWith('input'))).toEqual([]);
  });

  it('every script and emoji arrives whole', async () => {
    const session = await on(
      '<input aria-label=line><textarea aria-label=area></textarea><div contenteditable aria-label=rich></div>',
    );
    const text = '日本語 テスト 한국어 Ünïcödé עברית 👩‍👩‍👧‍👦 🇩🇪 𝒳';
    for (const name of ['line', 'area', 'rich']) {
      expect(await filled(session, name, text)).toBe(text);
      expect((await held(session))[name]).toBe(text);
    }
  });

  it('twenty thousand characters go into a text area in time', async () => {
    const session = await on('<textarea aria-label=area>old</textarea>');
    const text = 'Lorem ipsum dolor sit amet, consectetur. '.repeat(488).slice(0, 20_000);
    const done = await acted(session, 'area', text);
    expect(done).toMatchObject({ ok: true });
    expect(done.ok && done.read.value?.actual === text).toBe(true);
    expect((await held(session))['area']).toBe(text);
  });

  it('a text that a page will not have whole, too long to be typed key by key, is given up in time', async () => {
    const session = await on(`<textarea aria-label=area oninput="this.value = this.value.slice(0, 3)"></textarea>`);
    const started = performance.now();
    expect(await filled(session, 'area', 'x'.repeat(5_000))).toBe('xxx');
    expect(performance.now() - started).toBeLessThan(5_500);
  });

  it('a combobox that takes text can be filled', async () => {
    const session = await on('<input role=combobox aria-expanded=false aria-label=City>');
    expect(await filled(session, 'City', 'Berlin')).toBe('Berlin');
  });

  it('sets dates as they are, and leaves what is there when the value is none', async () => {
    const session = await on(
      '<input type=date aria-label=day value=2026-01-01><input type=color aria-label=paint><input type=range aria-label=loud max=10 step=5>',
    );
    expect(await filled(session, 'day', 'tomorrow')).toMatch(/^action_failed: it does not take "tomorrow"/);
    expect((await held(session))['day']).toBe('2026-01-01');
    expect(await acted(session, 'day', 'tomorrow')).toMatchObject({ dispatched: false });
    expect(await filled(session, 'paint', '#FF8800')).toBe('#ff8800');
    expect(await filled(session, 'loud', '6')).toBe('5');
    expect(await filled(session, 'day', '')).toBe('');
  });

  it('what takes no text, or none now, is refused before anything is dispatched', async () => {
    const session =
      await on(`<button>Button</button><input type=checkbox aria-label=Tick><select aria-label=Pick><option>a</option></select><input aria-label=Fixed readonly value=x>
      <input aria-label=Off disabled><fieldset disabled><input aria-label=Grouped></fieldset><input type=file aria-label=File><a href="#x">Link</a>${EARS}
      <script>addEventListener('focus', () => heard.push('focus'), true)</script>`);
    const reasons: Record<string, string> = { Off: 'element_disabled', Grouped: 'element_disabled' };
    for (const name of ['Button', 'Tick', 'Pick', 'Fixed', 'Off', 'Grouped', 'File', 'Link']) {
      const done = await acted(session, name, 'text');
      expect([name, done.ok || [done.dispatched, done.error]]).toEqual([
        name,
        [false, reasons[name] ?? 'action_failed'],
      ]);
    }
    expect(await evaluate(session, 'heard')).toEqual([]);
  });
});

describe('Enter afterwards', () => {
  it('submits the form once', async () => {
    submitted = [];
    const session = await at(`${site.url}/`);
    const deed = await act(session, 'Search', fillWith('trains', { submit: true }));
    expect(deed).toMatchObject({ acted: { ok: true, dispatched: true }, caused: { navigated: true } });
    expect(submitted).toEqual(['?q=trains']);
  });

  it('goes to the field, also when the page has put the focus on a button meanwhile', async () => {
    const session =
      await on(`<form onsubmit="document.title = 'submitted'; return false"><input aria-label=Code maxlength=4 oninput="if (this.value.length === 4) document.querySelector('[type=button]').focus()">
      <button type=button onclick="document.title = 'deleted'">Delete</button><button>Go</button></form>`);
    expect(await acted(session, 'Code', '1234', { submit: true })).toMatchObject({ ok: true });
    expect(await evaluate(session, 'document.title')).toBe('submitted');
  });

  it('is not pressed at all when the page does not let the focus stay', async () => {
    const session = await on(
      `<input aria-label=Code oninput="this.onfocus = () => other.focus(); other.focus()"><button id=other onclick="document.title = 'deleted'">Delete</button>${EARS}`,
    );
    const done = await acted(session, 'Code', '1234', { submit: true });
    expect(done).toMatchObject({ ok: false, dispatched: true, error: 'action_failed' });
    expect(done.ok || done.message).toContain('Enter was not pressed');
    expect(await evaluate(session, 'document.title')).toBe('');
    expect(await evaluate(session, 'heard')).toEqual(['input Code']);
  });
});

describe('nothing is typed anywhere else', () => {
  const OTHER = '<input aria-label=Other value=mine>';
  it.each([
    ['at once', 'other.focus()'],
    ['a moment later', 'setTimeout(() => other.focus())'],
    ['in the next frame', 'requestAnimationFrame(() => other.focus())'],
    ['into a frame', 'setTimeout(() => { frames[0].focus(); frames[0].document.querySelector("input").focus() })'],
  ])('when the page moves the focus on %s', async (when, how) => {
    const session = await on(
      `${OTHER}<input aria-label=Trap onfocus='const other = document.querySelector("[aria-label=Other]"); ${how}'><iframe srcdoc="<input aria-label=Inner value=inner>"></iframe>${EARS}`,
    );
    await session.eyes().page.frames()[1]?.waitForLoadState('load');
    const done = await acted(session, 'Trap', 'secret words');
    // Later than at once, the text may have been quicker: then it is where it belongs.
    if (when === 'at once') expect(done).toMatchObject({ ok: false, dispatched: false, error: 'action_failed' });
    const { Other, Trap } = await held(session);
    expect(Other).toBe('mine');
    expect(Trap).toBe(done.ok ? 'secret words' : '');
    expect(await evaluate(session, 'frames[0].document.querySelector("input").value')).toBe('inner');
  });

  it.each([
    ['at once', ''],
    ['and asks for patience', 'for (let end = performance.now() + 300; performance.now() < end;);'],
  ])('when the page puts another field in its place on focus, %s', async (_when, wait) => {
    const session = await on(`${OTHER}<div id=form><input aria-label=Name></div><script>
      form.addEventListener('focusin', () => { if (form.dataset.done) return; form.dataset.done = 1; form.innerHTML = '<input aria-label=Name autofocus>'; form.firstChild.focus(); ${wait} })</script>`);
    const done = await acted(session, 'Name', 'Ada');
    expect(done).toMatchObject({ ok: false, dispatched: false, error: 'ref_invalid' });
    expect(await held(session)).toEqual({ Other: 'mine', Name: '' });
    expect(await filled(session, 'Name', 'Ada')).toBe('Ada');
  });

  it('when it puts another one in its place a moment later', async () => {
    const session = await on(`${OTHER}<div id=form><input aria-label=Name></div><script>
      form.firstChild.addEventListener('focus', () => setTimeout(() => { form.innerHTML = '<input aria-label=Name>'; form.firstChild.focus() }))</script>`);
    const done = await acted(session, 'Name', 'Ada');
    const now = await held(session);
    expect(now['Other']).toBe('mine');
    // Whatever came first, nothing is told to be where it is not.
    expect(done.ok ? done.read.value?.actual : null).toBe(null);
    expect(now['Name']).toBe('');
  });

  it('when it puts another one in its place as the text comes in', async () => {
    const session = await on(`${OTHER}<div id=form><input aria-label=Name></div><script>
      form.firstChild.addEventListener('input', () => { form.innerHTML = '<input aria-label=Name>'; form.firstChild.focus() })</script>`);
    expect(await acted(session, 'Name', 'Ada')).toMatchObject({
      ok: true,
      dispatched: true,
      read: { value: { expected: 'Ada', actual: null } },
    });
    expect(await held(session)).toEqual({ Other: 'mine', Name: '' });
  });

  it('when the page around a frame takes the focus back from the field inside', async () => {
    const session = await at(`${site.url}/framed`);
    await session.eyes().page.frames()[1]?.waitForLoadState('load');
    await evaluate(
      session,
      `addEventListener('blur', () => setTimeout(() => document.querySelector('input').focus()))`,
    );
    const done = await acted(session, 'inner', 'for the inside');
    expect(await held(session)).toEqual({ outer: '' });
    const inside = await session.eyes().page.frames()[1]?.evaluate(`document.querySelector('input').value`);
    expect(inside).toBe(done.ok ? 'for the inside' : '');
  });

  it('when the page hangs until the time for it is over', async () => {
    const session = await fresh();
    await session
      .eyes()
      .page.setContent(
        `${OTHER}<input aria-label=Slow onfocus="for (let end = performance.now() + 2600; performance.now() < end;);">${EARS}`,
      );
    const done = await acted(session, 'Slow', 'too late');
    expect(done).toMatchObject({ ok: false, dispatched: false, error: 'timeout' });
    // Answers only when the page is awake again, behind whatever was sent to it by then.
    await session.eyes().page.waitForFunction('document.activeElement.getAttribute("aria-label") === "Slow"');
    expect(await held(session)).toEqual({ Other: 'mine', Slow: '' });
    expect(await evaluate(session, 'heard')).toEqual([]);
  });
});

describe('where it goes', () => {
  it('a field in a frame of another origin', async () => {
    const session = await at(`${site.url}/framed`);
    await session.eyes().page.frames()[1]?.waitForLoadState('load');
    expect(await filled(session, 'inner', 'in there')).toBe('in there');
    expect(await filled(session, 'second', 'too')).toBe('too');
    expect(await filled(session, 'outer', 'out here')).toBe('out here');
    expect(
      await session.eyes().page.frames()[1]?.evaluate(`[...document.querySelectorAll('input')].map((i) => i.value)`),
    ).toEqual(['in there', 'too']);
  });

  it('003-56 fields in shadow roots, one of them an editor', async () => {
    const session = await on(
      `<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML = '<input aria-label=line value=old><div contenteditable aria-label=rich>old</div>'</script>`,
    );
    for (const name of ['line', 'rich']) {
      expect(await filled(session, name, 'new')).toBe('new');
      expect(await filled(session, name, 'er', { clear: false })).toBe('newer');
    }
  });
});

describe('secrets', () => {
  it('a password is compared inside the page: what the page holds instead is never told', async () => {
    const session =
      await on(`<input type=password aria-label=Password value=hunter2><input type=password aria-label=Swapped oninput="this.value = 'page-secret'">
      <input type=password aria-label=Emptied oninput="this.value = ''">`);
    expect(await acted(session, 'Password', 'x9', { clear: false })).toMatchObject({
      ok: true,
      read: { value: { expected: 'x9', actual: 'x9' } },
    });
    expect((await held(session))['Password']).toBe('hunter2x9');
    const swapped = await acted(session, 'Swapped', 'mine');
    expect(swapped).toMatchObject({ ok: true, read: { value: { expected: 'mine', actual: null } } });
    expect(JSON.stringify(swapped)).not.toContain('page-secret');
    expect(await filled(session, 'Emptied', 'mine')).toBe('');
    expect(await filled(session, 'Password', 'mine')).toBe('mine');
  });

  it('nor after a page has turned the field into plain text', async () => {
    const session = await on(
      `<input type=password aria-label=Password><script>document.querySelector('input').addEventListener('input', (e) => { e.target.type = 'text'; e.target.value = 'page-secret' })</script>`,
    );
    const deed = await act(session, 'Password', fillWith('mine'));
    expect(deed.acted).toMatchObject({ ok: true, read: { value: { actual: null } } });
    expect(JSON.stringify(deed)).not.toContain('page-secret');
  });
});
