import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTools } from '../support/session.js';
import { type Site, serve } from '../support/site.js';

const { on, at, freshAt } = useTools();
let site: Site;
const held: (() => void)[] = [];
beforeAll(async () => {
  site = await serve((request, response) => {
    const path = request.url ?? '/';
    response.setHeader('content-type', 'text/html');
    if (path === '/never') return;
    if (path === '/hold') {
      held.push(() => response.end('<h1>At last</h1>'));
      return;
    }
    if (path === '/save') {
      response.statusCode = request.method === 'POST' ? 500 : 200;
      response.end('no');
    } else
      response.end(`<title>${path}</title><a href="/two">Go</a><a href="/never">Stuck</a><a href="#part">Jump</a>
      <button onclick="p.textContent = 'Saved!'; fetch('/save', {method: 'POST'})">Optimist</button>
      <button onclick="p.textContent = 'Saved!'; fetch('/save', {method: 'POST'}).then((r) => { if (!r.ok) p.textContent = 'x'; })">Rollback</button><p id=p>x</p>`);
  });
});
afterAll(() => site.close());

describe('what a click proves', () => {
  it('003-41 another address', async () => {
    const bench = await at(`${site.url}/one`);
    const result = await bench.click('Go');
    expect(result).toMatchObject({ success: true, verification: { outcome: 'verified', confidence: 1 } });
    expect(result.observations?.[0]).toBe(`the URL changed from ${site.url}/one to ${site.url}/two`);
    expect(await bench.click('Jump')).toMatchObject({ success: true });
  });

  it('003-42 a dialog', async () => {
    const bench = await on(
      `<dialog id=d aria-label=Sure>Really?<button>Yes</button></dialog><button onclick="d.showModal()">Ask</button>`,
    );
    const result = await bench.click('Ask');
    expect(result).toMatchObject({ success: true });
    expect(result.observations).toContain('appeared: dialog "Sure"');
  });

  it('003-43 T001-2 other content; a clock that ticks by itself is none', async () => {
    const bench = await on(
      `<p id=p>0 items</p><button onclick="p.textContent = 'one more thing'">Add</button><button>Dead</button><p id=c>12:00:00</p>`,
    );
    expect(await bench.click('Add')).toMatchObject({ success: true });
    await bench.driver
      .eyes()
      .page.evaluate(`let n = 0; setInterval(() => { c.textContent = '12:00:0' + (n = (n + 1) % 10) }, 20)`);
    await bench.use('get_snapshot', {});
    const first = bench.context.shown?.view.raw.dom;
    await expect
      .poll(async () => (await bench.driver.look({ scope: 'viewport', picture: false })).raw.dom)
      .not.toBe(first);
    expect(await bench.use('browser_click', { ref: bench.ref('Dead') })).toMatchObject({
      success: false,
      verification: { outcome: 'no_effect', reason: 'no_dom_change' },
    });
  });

  it('D11 the focus on a field is a change, the focus on the button itself is none', async () => {
    const bench = await on('<input aria-label=Field><button>Plain</button>');
    expect(await bench.click('Field')).toMatchObject({ success: true });
    expect(await bench.click('Plain')).toMatchObject({ success: false, verification: { reason: 'no_dom_change' } });
  });

  it('T001-1 the page is looked at when it has settled, not while it shows a spinner', async () => {
    const bench = await on(
      `<div id=d></div><button onclick="d.innerHTML = '<p>Loading</p>'; setTimeout(() => { d.innerHTML = '<h1>Loaded</h1>' }, 40)">Load</button>`,
    );
    const result = await bench.click('Load');
    expect(result.snapshot.elements.map(({ name }) => name)).toContain('Loaded');
  });

  it('T001-9 a value that was typed is part of the state, although no attribute says so', async () => {
    const bench = await on('<input aria-label=Name>');
    const result = await bench.fill('Name', 'Ada');
    expect(result.observations).toContain('changed: textbox "Name": value "" -> "Ada"');
  });

  it('T001-7 twins are told apart: one more of them is one line, not a flood', async () => {
    const twins = '<button>Delete</button>'.repeat(5);
    const bench = await on(
      `<div id=list>${twins}</div><button onclick="list.insertAdjacentHTML('afterbegin', '<button>Delete</button>')">More</button>`,
    );
    const { observations = [] } = await bench.click('More');
    expect(observations.filter((line) => /^(?:appeared|gone|changed):/.test(line))).toHaveLength(1);
  });

  it('a next page that does not answer is not taken for a success, nor is the click made again', async () => {
    const bench = await freshAt(`${site.url}/one`);
    const result = await bench.click('Stuck');
    expect(result).toMatchObject({
      success: false,
      error: 'timeout',
      verification: { outcome: 'dispatched_unverified', reason: 'still_loading' },
      snapshot: { page: { title: '/one' } },
    });
  });

  it('F34 a page that shows success while its request failed is not believed', async () => {
    const bench = await at(`${site.url}/one`);
    const result = await bench.click('Optimist');
    expect(result).toMatchObject({
      success: false,
      error: 'action_failed',
      verification: { outcome: 'failed', reason: 'request_failed' },
    });
    expect(result.observations?.join('\n')).toContain('/save was answered with 500');
    expect((await bench.click('Rollback')).success).toBe(false);
  });
});

describe('what was sent and refused', () => {
  it('F34 with Enter, and with a switch that saves itself: neither is a success', async () => {
    const bench = await at(`${site.url}/one`);
    await bench.driver.eyes().page.evaluate(`document.body.innerHTML = \`
      <form onsubmit="event.preventDefault(); p.textContent = 'Saved!'; fetch('/save', {method: 'POST'})"><input aria-label=Name></form>
      <input type=checkbox aria-label=News onchange="fetch('/save', {method: 'POST'})"><p id=p></p>\``);
    const refused = { success: false, verification: { outcome: 'failed', reason: 'request_failed' } };
    expect(await bench.fill('Name', 'Ada', { submit: true })).toMatchObject(refused);
    expect(await bench.click('News')).toMatchObject(refused);
  });

  it('F34 a page that asked back after Enter and was told no has not gone on', async () => {
    const bench = await on(`<form onsubmit="return confirm('Sure?')"><input aria-label=Name></form>`);
    expect(await bench.fill('Name', 'Ada', { submit: true })).toMatchObject({
      success: false,
      verification: { outcome: 'failed', reason: 'dialog_dismissed' },
    });
  });

  it('F34 Enter whose next page has not answered is not taken for a success', async () => {
    const bench = await freshAt(`${site.url}/one`);
    await bench.driver
      .eyes()
      .page.evaluate(`document.body.innerHTML = '<form action=/never method=post><input aria-label=Name></form>'`);
    expect(await bench.fill('Name', 'Ada', { submit: true })).toMatchObject({
      success: false,
      verification: { outcome: 'dispatched_unverified' },
    });
  });

  it('F34 what the page sends by itself all the time may fail without a click being blamed for it', async () => {
    const bench = await freshAt(`${site.url}/one`);
    await bench.driver
      .eyes()
      .page.evaluate(`document.body.innerHTML = '<button onclick="this.textContent = 1">Add</button>';
      beat = () => fetch('/save', {method: 'POST'}).then(() => setTimeout(beat, 30)); Promise.all([beat(), beat(), beat()])`);
    expect(await bench.click('Add')).toMatchObject({ success: true, verification: { outcome: 'verified' } });
  });
});

describe('what a fill and a choice prove', () => {
  it('003-39 the value is read back when the page has come to rest', async () => {
    const bench =
      await on(`<input aria-label=Plain><input aria-label=Shouting oninput="setTimeout(() => { this.value = this.value.toUpperCase() }, 30)">
      <input aria-label=Refuses oninput="setTimeout(() => { this.value = '' }, 30)"><input aria-label=Phone oninput="this.value = this.value.replace(/\\D/g, '').replace(/(...)(...)(....)/, '($1) $2-$3')">
      <input aria-label=Short maxlength=3>`);
    expect(await bench.fill('Plain', 'Ada')).toMatchObject({ success: true, verification: { outcome: 'verified' } });
    expect(await bench.fill('Phone', '5550100199')).toMatchObject({ success: true });
    for (const name of ['Shouting', 'Refuses', 'Short']) {
      expect([name, await bench.fill(name, 'hello')]).toMatchObject([
        name,
        { success: false, error: 'action_failed', verification: { outcome: 'failed', reason: 'value_mismatch' } },
      ]);
    }
  });

  it('T003-14 what the page says against a value is told with it', async () => {
    const bench = await on(
      `<input aria-label=Email oninput="this.setAttribute('aria-invalid', 'true'); e.textContent = 'Not a valid address'"><p id=e role=alert></p>`,
    );
    const result = await bench.fill('Email', 'nope');
    expect(result.observations?.join('\n')).toContain('Not a valid address');
    expect(result.snapshot.elements.find(({ name }) => name === 'Email')?.invalid).toBe(true);
  });

  it('a choice that the page takes back is not verified', async () => {
    const bench = await on(
      `<select aria-label=Plan onchange="setTimeout(() => { this.value = 'a' })"><option value=a>Free<option value=b>Paid</select>`,
    );
    expect(await bench.select('Plan', 'Paid')).toMatchObject({
      success: false,
      verification: { reason: 'value_mismatch' },
    });
  });

  it('Enter that does nothing is told, although the text is in the field', async () => {
    const bench = await on(
      '<input aria-label=Search><form onsubmit="event.preventDefault(); s.textContent = 1"><input aria-label=Form><p id=s>0</p></form>',
    );
    expect(await bench.fill('Form', 'x', { submit: true })).toMatchObject({ success: true });
    const result = await bench.fill('Search', 'x', { submit: true });
    expect(result).toMatchObject({ success: false, verification: { outcome: 'no_effect' } });
    expect(result.snapshot.elements.find(({ name }) => name === 'Search')?.value).toBe('x');
  });
});
