import { describe, expect, it } from 'vitest';
import type { Acted } from '../../src/browser/driver.js';
import type { Session } from '../../src/browser/session.js';
import type { Action } from '../../src/page/action.js';
import { byName } from '../support/eyes.js';
import { act, CLICK, fillWith, lookNow, useSession } from '../support/session.js';

const { on } = useSession();
const acted = async (session: Session, name: string, action: Action): Promise<Acted> =>
  (await act(session, name, action)).acted;
const valueIn = async (session: Session, name: string): Promise<string | undefined> =>
  byName((await lookNow(session)).raw, name).value;
const titleOf = (session: Session): Promise<string> => session.eyes().page.title();

/** Whether the field held what was entered, as the driver read it back. */
async function fillIn(
  session: Session,
  name: string,
  value: string,
  clear = true,
): Promise<Acted & { holds: boolean }> {
  const done = await acted(session, name, fillWith(value, { clear }));
  const read = done.ok ? done.read.value : undefined;
  return { ...done, holds: read !== undefined && read.actual === read.expected };
}

describe('clicking', () => {
  it('is a trusted click on exactly the element', async () => {
    const session = await on(
      `<button>One</button><button>Two</button><script>addEventListener('click', (e) => { document.title = e.target.textContent + ' ' + e.isTrusted })</script>`,
    );
    expect(await acted(session, 'Two', CLICK)).toMatchObject({ ok: true, dispatched: true });
    expect(await titleOf(session)).toBe('Two true');
  });

  it('a point that is free is used when the middle is covered by a neighbour', async () => {
    const session =
      await on(`<body style="margin:0"><button style="position:absolute;left:0;top:0;width:300px;height:120px" onclick="document.title='hit'">Big</button>
      <div style="position:absolute;left:130px;top:40px;width:40px;height:40px;background:#ccc"></div>`);
    expect(await acted(session, 'Big', CLICK)).toMatchObject({ ok: true });
    expect(await titleOf(session)).toBe('hit');
  });

  it('ticks, radios, switches and tabs change by it, also hidden ones through their labels', async () => {
    const session =
      await on(`<label><input type=checkbox style="position:absolute;opacity:0"> Agree</label><label><input type=radio> Pick</label>
      <div role=switch aria-checked=false tabindex=0 onclick="this.setAttribute('aria-checked', 'true')">Dark</div>`);
    for (const name of ['Agree', 'Pick', 'Dark']) {
      await acted(session, name, CLICK);
      expect(byName((await lookNow(session)).raw, name).checked).toBe('true');
    }
  });

  it('what cannot be clicked is told before anything is dispatched', async () => {
    const session =
      await on(`<body style="margin:0"><button disabled>Off</button><div style="position:absolute;top:3000px"><button>Far</button></div>
      <button style="position:absolute;left:0;top:200px;width:90px;height:30px">Under</button><div role=dialog aria-label=Cookies style="position:absolute;left:0;top:190px;width:300px;height:60px;background:#eee">x</div>
      <script>addEventListener('mousedown', () => { document.title = 'touched' })</script>`);
    expect(await acted(session, 'Off', CLICK)).toMatchObject({ dispatched: false, error: 'element_disabled' });
    expect(await acted(session, 'Far', CLICK)).toMatchObject({ dispatched: false, error: 'element_not_visible' });
    expect(await acted(session, 'Under', CLICK)).toMatchObject({
      dispatched: false,
      error: 'element_obscured',
      message: 'it is covered by dialog "Cookies"',
      blocker: { words: 'dialog "Cookies"', vaultyId: expect.any(String) },
    });
    expect(await titleOf(session)).toBe('');
  });
});

describe('filling', () => {
  it('replaces what is there, in every kind of text field, and frameworks hear of it', async () => {
    const session =
      await on(`<input aria-label=plain value=old><textarea aria-label=area>old</textarea><div contenteditable aria-label=rich>old</div>
      <input type=email aria-label=mail value=a@b.c><input type=password aria-label=secret value=old><input type=search aria-label=find>
      <script>window.heard = []; addEventListener('input', (e) => heard.push(e.target.getAttribute('aria-label') + ' ' + e.isTrusted))</script>`);
    const names = ['plain', 'area', 'rich', 'mail', 'secret', 'find'];
    for (const name of names) {
      const { ok, holds } = await fillIn(session, name, 'x@new.example');
      expect([name, ok, holds]).toEqual([name, true, true]);
    }
    expect(await session.eyes().page.evaluate('window.heard')).toEqual(names.map((name) => `${name} true`));
  });

  it('appends when it shall not clear, and empties when the value is empty', async () => {
    const session = await on('<input aria-label=a value=one><textarea aria-label=b>one</textarea>');
    for (const name of ['a', 'b']) {
      await fillIn(session, name, ' two', false);
      expect(await valueIn(session, name)).toBe('one two');
      await fillIn(session, name, '');
      expect(await valueIn(session, name)).toBe('');
    }
  });

  it('numbers, dates, times, colours and sliders take their own forms', async () => {
    const session = await on(
      `<input type=number aria-label=n><input type=date aria-label=d><input type=time aria-label=t><input type=range min=0 max=9 aria-label=r><input type=color aria-label=c>`,
    );
    for (const [name, value] of [
      ['n', '42'],
      ['d', '2026-11-18'],
      ['t', '14:30'],
      ['r', '7'],
      ['c', '#ff8800'],
    ] as const) {
      expect([name, (await fillIn(session, name, value)).holds]).toEqual([name, true]);
    }
    expect(await fillIn(session, 'd', 'tomorrow')).toMatchObject({
      ok: false,
      error: 'action_failed',
      message: expect.stringContaining('2026-11-18'),
    });
  });

  it('003-40 T003-11 a page that only listens to keys gets keys', async () => {
    const session = await on(`<input aria-label=keys><script>
      const field = document.querySelector('input'); let typed = '';
      field.addEventListener('keydown', (e) => { if (e.key.length === 1) typed += e.key; else if (e.key === 'Delete') typed = ''; });
      field.addEventListener('input', () => { field.value = typed; });</script>`);
    expect((await fillIn(session, 'keys', 'hello')).holds).toBe(true);
  });

  it('what takes no text is refused: buttons, read-only and disabled fields', async () => {
    const session = await on('<button>b</button><input aria-label=r readonly value=x><input aria-label=d disabled>');
    expect(await fillIn(session, 'b', 'x')).toMatchObject({ ok: false, dispatched: false, error: 'action_failed' });
    expect(await fillIn(session, 'r', 'y')).toMatchObject({ ok: false, error: 'action_failed' });
    expect(await fillIn(session, 'd', 'y')).toMatchObject({ ok: false, error: 'element_disabled' });
    expect(await valueIn(session, 'r')).toBe('x');
  });

  it('never fills another document that took the place of the one that was looked at', async () => {
    const session = await on('<input aria-label=first>');
    const view = await lookNow(session);
    await on('<input aria-label=other>');
    const { acted: done } = await session.act(view, byName(view.raw, 'first'), fillWith('x'));
    expect(done).toMatchObject({ ok: false, dispatched: false, error: 'ref_invalid' });
    expect(await valueIn(session, 'other')).toBe('');
  });

  it('works inside frames and shadow roots', async () => {
    const session =
      await on(`<iframe srcdoc="<input aria-label=framed>"></iframe><iframe sandbox srcdoc="<input aria-label=boxed>"></iframe><div id=h></div>
      <script>h.attachShadow({mode:'open'}).innerHTML = '<input aria-label=shadowed>'</script>`);
    const { page } = session.eyes();
    await Promise.all(page.frames().map((frame) => frame.waitForLoadState('load')));
    for (const name of ['framed', 'boxed', 'shadowed'])
      expect([name, (await fillIn(session, name, 'in there')).holds]).toEqual([name, true]);
  });
});

describe('scrolling', () => {
  it('by an amount, to the ends, and says when nothing moved', async () => {
    const session = await on('<div style="height:3000px">x</div>');
    const move = async (direction: 'up' | 'down' | 'top' | 'bottom'): Promise<[boolean | undefined, number]> => {
      const { acted: done } = await session.act(await lookNow(session), null, {
        kind: 'scroll',
        direction,
        amount: 300,
      });
      return [done.ok ? done.read.moved : undefined, (await lookNow(session)).raw.viewport.scrollY];
    };
    expect(await move('up')).toEqual([false, 0]);
    expect(await move('down')).toEqual([true, 300]);
    expect(await move('bottom')).toEqual([true, 2216]);
    expect(await move('top')).toEqual([true, 0]);
  });

  it('brings an element into view, through frames', async () => {
    const session = await on(
      `<div style="height:2000px"></div><iframe style="height:100px" srcdoc="<div style='height:900px'></div><button>Deep</button>"></iframe>`,
    );
    await session.eyes().page.frames()[1]?.waitForLoadState('load');
    expect(await acted(session, 'Deep', { kind: 'reveal' })).toMatchObject({ ok: true, read: { moved: true } });
    expect(byName((await lookNow(session)).raw, 'Deep').inView).toBe('full');
  });
});
