import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Acted } from '../../src/browser/driver.js';
import type { Session } from '../../src/browser/session.js';
import { fixturePath } from '../support/fixtures.js';
import { act, choose, useSession } from '../support/session.js';
import { folderListener, type Site, serve } from '../support/site.js';

const { on, at } = useSession();

const CITIES = ['Berlin', 'Bern', 'Bergen', 'New York', 'York'].map((name, id) => ({ id: `c${id}`, name }));
let site: Site;
const files = folderListener(fixturePath('dropdowns'));
beforeAll(async () => {
  site = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/cities') {
      const query = (searchParams.get('q') ?? '').toLowerCase();
      response.end(JSON.stringify(CITIES.filter(({ name }) => name.toLowerCase().startsWith(query))));
    } else if (pathname === '/framed') {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<h1>Outside</h1><iframe src="${site.foreign}/${searchParams.get('page')}" width=600 height=400></iframe>`,
      );
    } else files(request, response);
  });
});
afterAll(() => site.close());

/** One of the dropdowns that pages build themselves. */
const widget = (name: string): Promise<Session> => at(`${site.url}/${name}.html`);
/** What the page believes was chosen, and whether by a trusted click. */
const pageSays = (session: Session): Promise<string[]> => session.eyes().page.evaluate<string[]>('window.chosen');

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

describe('choosing from the dropdowns that pages build themselves', () => {
  it.each([
    ['select-only', 'Colour', 'light GREEN', 'Light green'],
    ['editable', 'Colour', 'Light green', 'Light green'],
    ['button', 'Colour', 'blue', 'Blue'],
    ['react-select', 'Colour', 'Green', 'Green'],
    ['portal', 'Colour Red', 'green', 'Green'],
    ['radix', 'Colour', 'Violet', 'Violet'],
    ['select2', 'Colour Choose', 'Violet', 'Violet'],
    ['typeahead', 'City', 'York', 'York'],
    ['typeahead', 'City', 'new york', 'New York'],
    ['virtual', 'Room', 'Room 180', 'Room 180'],
    ['delayed', 'Colour', 'Blue', 'Blue'],
    ['redrawn', 'Colour', 'Blue', 'Blue'],
  ])(
    '003-46 %s: opens, waits, clicks "%s" > "%s" as a person would, and reads it back',
    async (page, name, wanted, text) => {
      const session = await widget(page);
      const { acted: done } = await act(session, name, choose(wanted));
      expect(done).toMatchObject({ ok: true, dispatched: true });
      expect(await pageSays(session)).toEqual([`${text} true`]);
      expect(done.ok && done.read.choice).toMatchObject({
        expected: [wanted],
        actual: expect.arrayContaining([expect.objectContaining({ text })]),
      });
    },
  );

  it('003-56 T003-9 inside a shadow root', async () => {
    const session = await widget('shadow');
    expect(await chosen(session, 'Colour', 'Blue')).toContain('Blue');
    expect(await pageSays(session)).toEqual(['Blue true']);
  });

  it.each([
    ['select-only', 'Colour', 'Green'],
    ['portal', 'Colour Red', 'Green'],
    ['typeahead', 'City', 'Bergen'],
  ])('inside a frame of another origin: %s', async (page, name, wanted) => {
    const session = await at(`${site.url}/framed?page=${page}.html`);
    const frame = session.eyes().page.frames()[1];
    await frame?.waitForLoadState('load');
    expect(await chosen(session, name, wanted)).toContain(wanted);
    expect(await frame?.evaluate('window.chosen')).toEqual([`${wanted} true`]);
  });

  it('once more from one that was chosen from before', async () => {
    const session = await widget('react-select');
    await chosen(session, 'Colour', 'Red');
    expect(await chosen(session, 'Colour', 'Light green')).toContain('Light green');
    expect(await chosen(session, 'Colour', 'Light green')).toContain('Light green');
    expect(await pageSays(session)).toEqual(['Red true', 'Light green true', 'Light green true']);
  });

  it.each([
    ['select-only', 'Colour'],
    ['editable', 'Colour'],
    ['react-select', 'Colour'],
    ['portal', 'Colour Red'],
    ['select2', 'Colour Choose'],
  ])(
    'T003-8 %s: what it does not offer is told with what it does, and nothing is left chosen or typed',
    async (page, name) => {
      const session = await widget(page);
      const done = await acted(session, name, 'Gree');
      expect(done).toMatchObject({ ok: false, error: 'action_failed' });
      // One that only opens while one types has nothing to tell but what it found for that.
      const offer =
        page === 'editable' ? 'there are "Green"' : 'there are "Red", "Green", "Light green", "Blue", "Violet"';
      expect(done.ok || done.message).toBe(`there is no option "Gree"; ${offer}`);
      expect(await pageSays(session)).toEqual([]);
      const typed = await session
        .eyes()
        .page.locator('input:visible')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
      expect(typed.filter((text) => text !== '' && text !== 'red')).toEqual([]);
    },
  );

  it('a list too long to be told whole is gone through to its end before it is said what is not in it', async () => {
    const session = await widget('virtual');
    const done = await acted(session, 'Room', 'Room 301');
    expect(done.ok || done.message).toMatch(/^there is no option "Room 301"; there are "Room 1", .*and \d+ more$/);
    expect(await pageSays(session)).toEqual([]);
  });

  it('a disabled option is not clicked', async () => {
    const session = await widget('select-only');
    expect(await chosen(session, 'Colour', 'Infrared')).toBe('element_disabled: the option "Infrared" is disabled');
  });

  it('a list that stands open takes one; one for several takes several, and never takes away what is chosen', async () => {
    const session = await widget('multi');
    expect(await chosen(session, 'Size', 'Large')).toEqual(['Large', 'Large']);
    expect(await acted(session, 'Size', 'Small', 'Large')).toMatchObject({
      dispatched: false,
      error: 'invalid_params',
    });
    expect(await chosen(session, 'Colours', 'Red', 'Blue')).toEqual(['Red, Blue', 'Red', 'Blue']);
    expect(await pageSays(session)).toEqual(['Large true', 'Blue true true']);
    expect((await chosen(session, 'Tags', 'Green', 'Violet')).slice(1)).toEqual(['Green', 'Violet']);
    expect((await pageSays(session)).slice(2)).toEqual(['Green true', 'Violet true']);
  });

  it('several for a dropdown that turns out to take one only are refused before any is chosen', async () => {
    const session = await widget('portal');
    expect(await acted(session, 'Colour Red', 'Green', 'Blue')).toMatchObject({ ok: false, error: 'invalid_params' });
    expect(await pageSays(session)).toEqual([]);
  });

  it('a menu of things to do is no dropdown: nothing in it is ever clicked', async () => {
    const session = await widget('menus');
    for (const name of ['Options', 'Known']) {
      expect(await acted(session, name, 'Delete')).toMatchObject({
        ok: false,
        dispatched: false,
        error: 'action_failed',
      });
    }
    for (const name of ['More', 'Account']) {
      expect(await acted(session, name, 'Delete')).toMatchObject({ ok: false, error: 'action_failed' });
    }
    expect(await pageSays(session)).toEqual([]);
    expect(await chosen(session, 'Sort', 'Newest')).toContain('Newest');
    expect(await pageSays(session)).toEqual(['Newest true']);
  });

  it('a row that is only marked because the mouse is over it does not count as chosen', async () => {
    const session =
      await on(`<button aria-haspopup=listbox aria-expanded=false aria-controls=l aria-label=Plan onclick="l.hidden=false">Basic</button>
      <ul id=l role=listbox hidden onmouseover="event.target.setAttribute('aria-selected', 'true')"><li role=option>Basic</li><li role=option>Premium</li></ul>`);
    expect(await chosen(session, 'Plan', 'Premium')).toEqual(['Basic']);
  });

  it('what a page makes of a choice is what is read, not what was clicked', async () => {
    const session =
      await on(`<button aria-haspopup=listbox aria-expanded=false aria-controls=l aria-label=Plan onclick="l.hidden=false">Basic</button>
      <ul id=l role=listbox hidden onclick="l.hidden=true; document.querySelector('button').textContent = 'Premium Plus'"><li role=option>Premium</li><li role=option>Plus</li></ul>`);
    expect(await chosen(session, 'Plan', 'Premium')).toEqual(['Premium Plus']);
  });
});
