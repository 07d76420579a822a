import { describe, expect, it } from 'vitest';
import type { Acted } from '../../src/browser/driver.js';
import type { Session } from '../../src/browser/session.js';
import { act, choose, useSession } from '../support/session.js';

const { on } = useSession();

const acted = async (session: Session, name: string, ...values: string[]): Promise<Acted> =>
  (await act(session, name, choose(...values))).acted;
/** What was read back after a choice; the error where it failed. */
async function chosen(session: Session, name: string, ...values: string[]): Promise<string[] | string> {
  const done = await acted(session, name, ...values);
  if (!done.ok) return `${done.error}: ${done.message}`;
  return (done.read.choice?.actual ?? []).map(({ text }) => text);
}
const heard = (session: Session): Promise<string[]> => session.eyes().page.evaluate<string[]>('window.heard');

/** Notes what a page hears of its fields. */
const EARS = `<script>window.heard = []; for (const type of ['input', 'change']) addEventListener(type, (e) => heard.push(type + ' ' + [...(e.target.selectedOptions ?? [])].map((o) => o.value)))</script>`;

const COUNTRIES = `<label>Country <select><option value="">Please choose</option><optgroup label=Europe><option value=DE>Germany</option>
  <option value=AT>Austria</option></optgroup><optgroup label=Other><option value=US> United
  States </option><option value=Germany>Texas</option><option value=XX disabled>Nowhere</option></optgroup></select></label>${EARS}`;

describe('choosing from a native select', () => {
  it('002-F19 003-45 by value, by the words shown, and by those in other case and blanks; the value wins', async () => {
    const session = await on(COUNTRIES);
    for (const [wanted, text] of [
      ['AT', 'Austria'],
      ['United States', 'United States'],
      ['  united   STATES ', 'United States'],
      ['Germany', 'Texas'],
      ['DE', 'Germany'],
      ['Please choose', 'Please choose'],
      ['AT', 'Austria'],
      ['', 'Please choose'],
    ] as const) {
      expect([wanted, await chosen(session, 'Country', wanted)]).toEqual([wanted, [text]]);
    }
  });

  it('the page hears input and change once each, and nothing when it was chosen already', async () => {
    const session = await on(COUNTRIES);
    await chosen(session, 'Country', 'Austria');
    expect(await heard(session)).toEqual(['input AT', 'change AT']);
    expect(await chosen(session, 'Country', 'AT')).toEqual(['Austria']);
    expect(await heard(session)).toHaveLength(2);
  });

  it('T003-8 never by a part of the words: what is not there is refused with what is, and nothing happens', async () => {
    const session = await on(
      `<label>Number <select>${Array.from({ length: 40 }, (_, i) => `<option>${100 + i}</option>`).join('')}</select></label>${EARS}`,
    );
    for (const wanted of ['1', '10', '1000', '100 101']) {
      const done = await acted(session, 'Number', wanted);
      expect(done).toMatchObject({ ok: false, dispatched: false, error: 'action_failed' });
      expect(done.ok || done.message).toBe(
        `there is no option ${JSON.stringify(wanted)}; there are ${Array.from({ length: 15 }, (_, i) => `"${100 + i}"`).join(', ')}, and 25 more`,
      );
    }
    expect(await heard(session)).toEqual([]);
  });

  it('disabled options, disabled groups and disabled selects are refused', async () => {
    const session = await on(
      `${COUNTRIES}<label>Off <select disabled><option>a</option></select></label><label>Group <select><option>x</option><optgroup disabled label=g><option>y</option></optgroup></select></label>`,
    );
    const disabled = { ok: false, dispatched: false, error: 'element_disabled' };
    expect(await acted(session, 'Country', 'XX')).toMatchObject(disabled);
    expect(await acted(session, 'Off', 'a')).toMatchObject(disabled);
    expect(await acted(session, 'Group', 'y')).toMatchObject(disabled);
    expect(await heard(session)).toEqual([]);
  });

  it('options of the same name are refused by naming their values; the same option twice is one', async () => {
    const session = await on(
      `<label>City <select><option value="">-</option><option value=il>Springfield</option><option value=or>Springfield</option><option value=b>Berlin</option><option value=b>Berlin</option></select></label>${EARS}`,
    );
    expect(await chosen(session, 'City', 'springfield')).toBe(
      'action_failed: 2 options are called "Springfield"; by value: "il", "or"',
    );
    expect(await heard(session)).toEqual([]);
    expect(await chosen(session, 'City', 'or')).toEqual(['Springfield']);
    expect(await chosen(session, 'City', 'Berlin')).toEqual(['Berlin']);
  });

  it('several options where several can be chosen, and only there', async () => {
    const session = await on(
      `<label>Colours <select multiple><option selected>Red</option><option>Green</option><option value=b>Blue</option></select></label>${COUNTRIES}`,
    );
    expect(await chosen(session, 'Colours', 'green', 'b')).toEqual(['Green', 'Blue']);
    expect(await heard(session)).toEqual(['input Green,b', 'change Green,b']);
    expect(await acted(session, 'Colours', 'Red', 'Pink')).toMatchObject({ ok: false, dispatched: false });
    expect(await acted(session, 'Country', 'DE', 'AT')).toMatchObject({
      ok: false,
      dispatched: false,
      error: 'invalid_params',
    });
    expect(await heard(session)).toHaveLength(2);
  });

  it('a page that puts the old value back, at once or after asking a server, is read as it is', async () => {
    for (const putBack of ['this.value = "a"', 'fetch("data:,no").then(() => { this.value = "a" })']) {
      const session = await on(
        `<label>Plan <select onchange='${putBack}'><option value=a>Basic</option><option value=b>Premium</option></select></label>`,
      );
      const done = await acted(session, 'Plan', 'Premium');
      expect(done).toMatchObject({
        ok: true,
        read: { choice: { expected: ['Premium'], actual: [{ value: 'a', text: 'Basic' }] } },
      });
    }
  });

  it('options that are only filled in when it gets the focus are found', async () => {
    const session = await on(
      `<label>Late <select onfocus="this.innerHTML = '<option>one</option><option>two</option>'"><option>one</option><option>two</option></select></label>${EARS}`,
    );
    expect(await chosen(session, 'Late', 'two')).toEqual(['two']);
    expect(await heard(session)).toEqual(['input two', 'change two']);
  });

  it('one that is laid transparent over a drawing of itself works; one that something lies over does not', async () => {
    const twin = (id: string, css: string, over: string): string =>
      `<div style="position:relative;width:200px;height:40px"><div style="position:absolute;inset:0;background:#eee;${over}">Pick</div><select aria-label=${id} style="position:absolute;inset:0;width:100%;height:100%;opacity:0;${css}"><option>a</option><option>b</option></select></div>`;
    const session = await on(
      twin('over', 'z-index:1', '') +
        twin('under', 'z-index:0', 'z-index:1;pointer-events:none') +
        twin('covered', 'z-index:0', 'z-index:1'),
    );
    expect(await chosen(session, 'over', 'b')).toEqual(['b']);
    expect(await chosen(session, 'under', 'b')).toEqual(['b']);
    await expect(acted(session, 'covered', 'b')).rejects.toThrow('no element is called covered');
  });

  it('suggestions of the browser for a field are chosen by entering them', async () => {
    const session = await on(
      `<label>Browser <input list=l></label><datalist id=l><option value=Firefox><option value=Chromium label="The engine"></datalist>${EARS}`,
    );
    expect(await chosen(session, 'Browser', 'the engine')).toContain('Chromium');
    expect(await chosen(session, 'Browser', 'Lynx')).toBe(
      'action_failed: there is no option "Lynx"; there are "Firefox", "The engine"',
    );
    expect(await session.eyes().page.locator('input').inputValue()).toBe('Chromium');
  });

  it('what offers no choice is refused, with the tool that fits', async () => {
    const session = await on('<label>Name <input></label><button>Go</button><a href="#x">Link</a>');
    expect(await chosen(session, 'Name', 'x')).toMatch(/^action_failed: it is a textbox .*browser_fill/);
    expect(await chosen(session, 'Go', 'x')).toMatch(/^action_failed: it is a button .*browser_click/);
    expect(await chosen(session, 'Link', 'x')).toMatch(/^action_failed: it is a link .*browser_click/);
  });
});
