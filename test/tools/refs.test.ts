import { describe, expect, it } from 'vitest';
import { useTools } from '../support/session.js';
import { serve } from '../support/site.js';

const { on, at } = useTools();
const COUNTER = `<script>window.clicks = []; addEventListener('click', (e) => clicks.push(e.target.textContent))</script>`;
const clicksOn = (bench: Awaited<ReturnType<typeof on>>): Promise<string[]> =>
  bench.driver.eyes().page.evaluate('window.clicks');

describe('refs', () => {
  it('002-F5 002-AC-R3 T002-4 one of an older snapshot is invalid although the string exists again, and nothing is clicked', async () => {
    const bench = await on(`<button>One</button>${COUNTER}`);
    const [old, ref] = [bench.id(), bench.ref('One')];
    await bench.use('get_snapshot', {});
    expect(bench.ref('One')).toBe(ref);
    const result = await bench.use('browser_click', { ref }, old);
    expect(result).toMatchObject({ success: false, error: 'ref_invalid', snapshot: { elements: [{ name: 'One' }] } });
    expect(await clicksOn(bench)).toEqual([]);
  });

  it('002-F33 002-F34 002-F35 002-C2 every tool that answers with a snapshot ends the refs before it, failures too', async () => {
    const bench = await on(`<button>One</button><button disabled>Off</button>${COUNTER}`);
    const calls: [string, () => unknown][] = [
      ['get_snapshot', () => ({})],
      ['browser_click', () => ({ ref: bench.ref('One') })],
      ['browser_click', () => ({ ref: bench.ref('Off') })],
      ['browser_click', () => ({ ref: '@e99' })],
      ['browser_fill', () => ({ ref: bench.ref('One'), value: 'x' })],
      ['browser_select', () => ({ ref: bench.ref('One'), value: 'x' })],
      ['browser_scroll', () => ({ direction: 'down' })],
      ['browser_scroll', () => ({})],
    ];
    for (const [tool, input] of calls) {
      const old = bench.id();
      await bench.use(tool, input());
      expect(bench.id()).not.toBe(old);
      const clicksBefore = await clicksOn(bench);
      expect(await bench.use('browser_click', { ref: bench.ref('One') }, old)).toMatchObject({ error: 'ref_invalid' });
      expect(await clicksOn(bench)).toEqual(clicksBefore);
    }
  });

  it('002-F36 002-AC-T3 after an invalid ref the fresh snapshot is usable at once', async () => {
    const bench = await on(`<button>One</button>${COUNTER}`);
    const failed = await bench.use('browser_click', { ref: '@e7' });
    expect(failed).toMatchObject({ success: false, error: 'ref_invalid' });
    const ref = failed.snapshot.elements[0]?.ref;
    await bench.use('browser_click', { ref }, failed.snapshot.snapshot_id);
    expect(await clicksOn(bench)).toEqual(['One']);
  });

  it('002-F12 T002-18 what is no ref at all is invalid_params', async () => {
    const bench = await on('<button>One</button>');
    for (const ref of ['e0', '@e', '', 7]) {
      expect(await bench.use('browser_click', { ref })).toMatchObject({ success: false, error: 'invalid_params' });
    }
    expect(await bench.use('browser_click', {})).toMatchObject({ error: 'invalid_params' });
    expect((await bench.use('browser_click', {})).message).toContain('ref');
  });

  it('lead to the exact same element later, wherever it moved', async () => {
    const bench = await on(`<button>Twin</button><button id=second>Twin</button>${COUNTER}`);
    const [, second] = bench.context.shown?.projection.snapshot.elements ?? [];
    await bench.driver.eyes().page.evaluate(() => {
      const moved = document.getElementById('second') as HTMLElement;
      document.body.prepend(moved);
      moved.style.marginLeft = '500px';
      moved.addEventListener('click', () => {
        document.title = 'the right one';
      });
    });
    expect(await bench.use('browser_click', { ref: second?.ref })).toMatchObject({ success: true });
    expect(await bench.driver.eyes().page.title()).toBe('the right one');
  });

  it.each([
    ['its name', `b.textContent = 'Delete account'`, 'name'],
    ['its role', `b.setAttribute('role', 'link')`, 'role'],
    ['where it leads', `a.href = 'https://b.example/'`, 'href'],
  ])('T002-4 an element that changed %s is not what the ref was given to', async (_, script, field) => {
    const bench = await on(`<button id=b>Keep</button><a id=a href="https://a.example/">Link</a>${COUNTER}`);
    await bench.driver.eyes().page.evaluate(script);
    const result = await bench.use('browser_click', { ref: bench.ref(field === 'href' ? 'Link' : 'Keep') });
    expect(result).toMatchObject({ success: false, error: 'ref_invalid' });
    expect(result.message).toContain(`${field} was`);
    expect(await clicksOn(bench)).toEqual([]);
  });

  it('an element that is hidden now is not visible; one that holds other text than before is still itself', async () => {
    const bench = await on('<button id=b>Hide me</button><input aria-label=Name>');
    await bench.driver.eyes().page.evaluate(`b.style.display = 'none'; document.querySelector('input').value = 'Ada'`);
    expect(await bench.use('browser_click', { ref: bench.ref('Hide me') })).toMatchObject({
      error: 'element_not_visible',
    });
    expect(await bench.use('browser_fill', { ref: bench.ref('Name'), value: 'Bob' })).toMatchObject({ success: true });
  });

  it('of one document mean nothing in the next, even when numbers and ids are the same', async () => {
    const site = await serve((_, response) =>
      response.setHeader('content-type', 'text/html').end(`<button id=b>One</button>${COUNTER}`),
    );
    const bench = await at(`${site.url}/a`);
    await bench.driver.eyes().page.goto(`${site.foreign}/a`);
    expect(await bench.use('browser_click', { ref: bench.ref('One') })).toMatchObject({ error: 'ref_invalid' });
    expect(await clicksOn(bench)).toEqual([]);
    await site.close();
  });

  it('an element that was drawn anew is found again where no twin can be meant, and the trace says so', async () => {
    const html = `<div id=box><button>Save</button></div>${COUNTER}`;
    const again = `box.innerHTML = box.innerHTML`;
    const bench = await on(html);
    await bench.driver.eyes().page.evaluate(again);
    const result = await bench.use('browser_click', { ref: bench.ref('Save') });
    expect(result.resolution_trace).toMatchObject({ refreshed: true, chosen: expect.any(String) });
    expect(await clicksOn(bench)).toEqual(['Save']);
  });

  it('F6 of a list that was drawn anew without its first row, the first is gone: its neighbour is never taken for it', async () => {
    const rows = (names: string[]): string => names.map((name) => `<li>${name} <button>Delete</button></li>`).join('');
    const bench = await on(`<ul id=list>${rows(['Ana', 'Bo'])}</ul>${COUNTER}`);
    const [first] = bench.context.shown?.projection.snapshot.elements ?? [];
    await bench.driver.eyes().page.evaluate(`list.innerHTML = ${JSON.stringify(rows(['Bo']))}`);
    const result = await bench.use('browser_click', { ref: first?.ref });
    expect(result).toMatchObject({
      success: false,
      error: 'ref_invalid',
      resolution_trace: { chosen: null, failureReason: 'vaultyId_not_found', refreshed: true },
    });
    expect(await clicksOn(bench)).toEqual([]);
  });

  it('what needs an approval is never found again by resemblance', async () => {
    const bench = await on(`<div id=box><button>Pay</button></div>${COUNTER}`);
    bench.gate.reason = () => 'it costs money';
    bench.gate.answer = () => ({ approved: true });
    await bench.driver.eyes().page.evaluate('box.innerHTML = box.innerHTML');
    expect(await bench.use('browser_click', { ref: bench.ref('Pay') })).toMatchObject({ error: 'ref_invalid' });
    expect([bench.gate.asked, await clicksOn(bench)]).toEqual([[], []]);
    expect(await bench.use('browser_click', { ref: bench.ref('Pay') })).toMatchObject({ error: 'action_failed' });
    expect([bench.gate.asked.length, await clicksOn(bench)]).toEqual([1, ['Pay']]);
  });

  it('one that came back to the page finds its name taken, and is not mistaken for its twin', async () => {
    const bench = await on(`<div id=box><button>Delete</button></div>${COUNTER}`);
    const { page } = bench.driver.eyes();
    const evaluate = (script: string): Promise<unknown> => page.evaluate(`void (${script})`);
    await evaluate(`first = box.firstChild, first.remove(), box.innerHTML = '<button title=second>Delete</button>'`);
    await bench.use('get_snapshot', {});
    await evaluate(`box.append(first), clicks = [], addEventListener('click', (e) => clicks.push(e.target.title))`);
    await bench.use('get_snapshot', {});
    const nodes = bench.context.shown?.view.raw.nodes ?? [];
    expect(new Set(nodes.map(({ vaultyId }) => vaultyId)).size).toBe(nodes.length);
    await bench.use('browser_click', { ref: '@e1' });
    expect(await clicksOn(bench)).toContain('');
    expect(await clicksOn(bench)).not.toContain('second');
  });
});
