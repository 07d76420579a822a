import { describe, expect, it } from 'vitest';
import { problemsWriting } from '../../src/contracts/validate.js';
import { useTools } from '../support/session.js';

const { on } = useTools();
const FORM = `<h1>Form</h1><button id=b onclick="p.textContent = 'pressed'">Press</button><p id=p>not pressed</p>
  <input aria-label=Name value=Ada><select aria-label=Country><option value=de>Germany<option value=es>Spain</select>
  <div style="height:3000px"></div><button>Far</button>`;

describe('the browser tools', () => {
  it('002-F2 002-F3 002-F4 each answers {success, snapshot, error} by its contract, on errors too', async () => {
    const bench = await on(FORM);
    const calls: [string, () => unknown, string | null][] = [
      ['get_snapshot', () => ({}), null],
      ['browser_click', () => ({ ref: bench.ref('Press') }), null],
      ['browser_fill', () => ({ ref: bench.ref('Name'), value: 'Bob' }), null],
      ['browser_select', () => ({ ref: bench.ref('Country'), value: 'es' }), null],
      ['browser_scroll', () => ({ direction: 'down' }), null],
      ['browser_click', () => ({ ref: '@e99' }), 'ref_invalid'],
      ['browser_fill', () => ({ ref: '@e0' }), 'invalid_params'],
      ['browser_select', () => ({ ref: '@e98', value: 'x' }), 'ref_invalid'],
      ['browser_scroll', () => ({}), 'invalid_params'],
      ['get_snapshot', () => ({ viewport_only: 'yes' }), 'invalid_params'],
      ['browser_drag', () => ({}), 'invalid_params'],
    ];
    const ids = new Set<string>();
    for (const [tool, input, error] of calls) {
      const result = await bench.use(tool, input());
      expect([tool, result.error, result.success]).toEqual([tool, error, error === null]);
      expect(problemsWriting('browser_tool.result', result)).toEqual([]);
      expect(Buffer.from(result.snapshot.screenshot, 'base64').subarray(1, 4).toString()).toBe('PNG');
      ids.add(result.snapshot.snapshot_id);
    }
    // 002-AC-R4: every answer has a snapshot of its own.
    expect(ids.size).toBe(calls.length);
  });

  it('002-AC-T1 002-F13 get_snapshot shows what is in view, or the whole page', async () => {
    const bench = await on(FORM);
    const names = (result: Awaited<ReturnType<typeof bench.use>>): string[] =>
      result.snapshot.elements.map(({ name }) => name);
    const inView = await bench.use('get_snapshot', {});
    expect(problemsWriting('snapshot', inView.snapshot)).toEqual([]);
    expect(names(inView)).toEqual(['Form', 'Press', 'Name', 'Country']);
    expect(names(await bench.use('get_snapshot', { viewport_only: true }))).toEqual(names(inView));
    expect(names(await bench.use('get_snapshot', { viewport_only: false }))).toContain('Far');
  });

  it('002-AC-T2 a click with a valid ref succeeds and says what changed', async () => {
    const bench = await on(FORM);
    const result = await bench.use('browser_click', { ref: bench.ref('Press') });
    expect(result).toMatchObject({ success: true, error: null, verification: { outcome: 'verified' } });
    expect(result.message).toBe('clicked button "Press"');
    expect(result.observations?.[0]).toBe('the URL is unchanged: about:blank');
    expect(await bench.driver.eyes().page.textContent('#p')).toBe('pressed');
  });

  it('002-F6 a disabled element', async () => {
    const bench = await on(
      '<button disabled>Off</button><fieldset disabled><input aria-label=In></fieldset><div role=button aria-disabled=true tabindex=0>Aria</div>',
    );
    for (const name of ['Off', 'In', 'Aria'])
      expect([name, (await bench.click(name)).error]).toEqual([name, 'element_disabled']);
    expect(await bench.fill('In', 'x')).toMatchObject({ success: false, error: 'element_disabled' });
  });

  it('002-F7 a covered element names what covers it, with its ref in the fresh snapshot', async () => {
    const bench =
      await on(`<body style="margin:0"><button style="position:absolute;left:0;top:0;width:90px;height:30px">Under</button>
      <div role=dialog aria-label="Cookie notice" style="position:absolute;left:0;top:0;width:300px;height:90px;background:#eee"><button style="margin-top:50px">OK</button></div>`);
    const result = await bench.click('Under');
    expect(result).toMatchObject({ success: false, error: 'element_obscured', verification: { outcome: 'failed' } });
    const ref = result.snapshot.elements.find(({ role }) => role === 'dialog')?.ref;
    expect(result.message).toContain(`dialog "Cookie notice" (${ref})`);
  });

  it('002-F8 T002-13 an element outside the viewport is told as such, and nothing scrolls', async () => {
    const bench = await on(FORM);
    await bench.use('get_snapshot', { viewport_only: false });
    const result = await bench.use('browser_click', { ref: bench.ref('Far') });
    expect(result).toMatchObject({
      success: false,
      error: 'element_not_visible',
      snapshot: { viewport: { scroll_y: 0 } },
    });
  });

  it('002-F9 003-44 T003-10 a click without any effect failed, and is said to have been made', async () => {
    const bench = await on(
      "<button>Dead</button><button id=t aria-pressed=false onclick=\"t.setAttribute('aria-pressed', 'true')\">Toggle</button>",
    );
    const result = await bench.click('Dead');
    expect(result).toMatchObject({
      success: false,
      error: 'action_failed',
      verification: { outcome: 'no_effect', reason: 'no_dom_change' },
    });
    expect(result.message).toBe('clicked button "Dead": it was dispatched and had no effect that could be seen');
    expect(await bench.click('Toggle')).toMatchObject({ success: true });
  });

  it('002-AC-T4 002-F15 fill replaces what is there and says so', async () => {
    const bench = await on(FORM);
    const result = await bench.fill('Name', 'Grace');
    expect(result).toMatchObject({ success: true, verification: { outcome: 'verified' } });
    expect(result.snapshot.elements.find(({ name }) => name === 'Name')?.value).toBe('Grace');
  });

  it('002-F16 clear_first false appends', async () => {
    const bench = await on(FORM);
    expect(await bench.fill('Name', ' L.', { clear_first: false })).toMatchObject({ success: true });
    expect(bench.element('Name').value).toBe('Ada L.');
  });

  it('002-F17 fill refuses what is no field', async () => {
    const bench = await on(`${FORM}<input type=checkbox aria-label=Tick>`);
    for (const name of ['Press', 'Form', 'Country']) {
      const result = await bench.fill(name, 'x');
      expect([name, result.success, result.error]).toEqual([name, false, 'action_failed']);
      expect(result.message).toContain('takes no text');
    }
  });

  it('002-F18 002-F19 002-AC-T5 003-45 select chooses by value and by visible text', async () => {
    const bench = await on(FORM);
    const value = (): Promise<string> => bench.driver.eyes().page.inputValue('select');
    expect(await bench.select('Country', 'es')).toMatchObject({ success: true, verification: { outcome: 'verified' } });
    expect(await value()).toBe('es');
    expect(await bench.select('Country', 'Germany')).toMatchObject({ success: true });
    expect(await value()).toBe('de');
    const wrong = await bench.select('Country', 'Mars');
    expect(wrong).toMatchObject({ success: false, error: 'action_failed' });
    expect(wrong.message).toContain('there are "Germany", "Spain"');
    expect(await value()).toBe('de');
  });

  it('002-F20 select refuses what is no dropdown', async () => {
    const bench = await on(FORM);
    for (const name of ['Press', 'Name', 'Form']) {
      const result = await bench.select(name, 'x');
      expect([name, result.success, result.error]).toEqual([name, false, 'action_failed']);
      expect(result.message).toContain('nothing to choose from');
    }
  });

  it('002-F21 scroll with a ref brings it into view, whatever the direction says', async () => {
    const bench = await on(FORM);
    await bench.use('get_snapshot', { viewport_only: false });
    const result = await bench.use('browser_scroll', { ref: bench.ref('Far'), direction: 'up', amount: 5 });
    expect(result).toMatchObject({ success: true });
    expect(result.snapshot.elements.find(({ name }) => name === 'Far')?.state).toContain('visible');
  });

  it('002-F22 002-F23 002-F24 002-AC-T6 up and down by an amount, 300 by default; top and bottom to the ends', async () => {
    const bench = await on(FORM);
    const scroll = async (input: object): Promise<number> =>
      (await bench.use('browser_scroll', input)).snapshot.viewport.scroll_y;
    expect(await scroll({ direction: 'down' })).toBe(300);
    expect(await scroll({ direction: 'down', amount: 450 })).toBe(750);
    expect(await scroll({ direction: 'up', amount: 100 })).toBe(650);
    const end = await scroll({ direction: 'bottom' });
    expect(end).toBeGreaterThan(2_000);
    expect(await scroll({ direction: 'top' })).toBe(0);
    expect(await bench.use('browser_scroll', { direction: 'up' })).toMatchObject({
      success: false,
      error: 'action_failed',
      verification: { outcome: 'no_effect' },
    });
  });

  it('002-F25 neither ref nor direction is invalid_params, with a snapshot', async () => {
    const bench = await on(FORM);
    expect(await bench.use('browser_scroll', { amount: 3 })).toMatchObject({
      success: false,
      error: 'invalid_params',
      snapshot: { elements: expect.any(Array) },
    });
  });

  it('002-F26 any other direction is refused', async () => {
    const bench = await on(FORM);
    const result = await bench.use('browser_scroll', { direction: 'left' });
    expect(result).toMatchObject({ success: false, error: 'invalid_params' });
    expect(result.message).toContain('direction');
  });

  it('003-47 ticking is verified by the tick, and told when the page takes it back', async () => {
    const bench =
      await on(`<label><input type=checkbox> Good</label><label><input type=checkbox onclick="return false"> Stubborn</label>
      <label><input type=radio name=r> Pick</label><div role=switch aria-checked=false tabindex=0 onclick="this.setAttribute('aria-checked', 'true')">Dark</div>
      <div role=tablist><button role=tab aria-selected=false onclick="this.setAttribute('aria-selected', 'true')">Second</button></div>`);
    for (const name of ['Good', 'Pick', 'Dark', 'Second'])
      expect([name, (await bench.click(name)).verification?.outcome]).toEqual([name, 'verified']);
    expect(await bench.click('Stubborn')).toMatchObject({
      success: false,
      error: 'action_failed',
      verification: { outcome: 'failed', reason: 'value_mismatch' },
    });
  });
});

describe('asking and ending', () => {
  it('002-F27 002-F28 request_human_approval answers {approved, message}; the refs stay valid', async () => {
    const bench = await on(FORM);
    const id = bench.id();
    bench.gate.answer = () => ({ approved: false, message: 'No, cancel it' });
    const asked = { action: 'Take the offer', reason: 'It is cheaper' };
    expect(await bench.call('request_human_approval', asked)).toEqual({
      kind: 'approval',
      result: { approved: false, message: 'No, cancel it' },
    });
    expect(bench.gate.asked).toMatchObject([{ kind: 'model', ...asked }]);
    bench.gate.answer = () => ({ approved: true });
    expect(await bench.call('request_human_approval', asked)).toMatchObject({
      result: { approved: true, message: null },
    });
    expect(bench.id()).toBe(id);
    expect(await bench.use('browser_click', { ref: bench.ref('Press') }, id)).toMatchObject({ success: true });
  });

  it('T002-16 what changed during the wait for the human is noticed before the click', async () => {
    const bench = await on(FORM);
    bench.gate.answer = async () => {
      await bench.driver.eyes().page.evaluate(`b.textContent = 'Delete everything'`);
      return { approved: true };
    };
    await bench.call('request_human_approval', { action: 'a', reason: 'r' });
    expect(await bench.use('browser_click', { ref: bench.ref('Press') })).toMatchObject({ error: 'ref_invalid' });
    expect(await bench.driver.eyes().page.textContent('#p')).toBe('not pressed');
  });

  it('002-F11 what a human refuses is not done; their words reach the model', async () => {
    const bench = await on(FORM);
    bench.gate.reason = ({ node }) => (node?.name === 'Press' ? 'it presses' : null);
    bench.gate.answer = () => ({ approved: false, message: 'press the other one' });
    const result = await bench.use('browser_click', { ref: bench.ref('Press') });
    expect(result).toMatchObject({
      success: false,
      error: 'human_rejected',
      message: 'User feedback: press the other one',
      snapshot: { elements: expect.any(Array) },
    });
    expect(bench.gate.asked).toMatchObject([
      { kind: 'act', reason: { words: 'it presses' }, act: { node: { name: 'Press' } } },
    ]);
    expect(await bench.driver.eyes().page.textContent('#p')).toBe('not pressed');
  });

  it('an approval is void when the element changed while it was waited for', async () => {
    const bench = await on(FORM);
    bench.gate.reason = () => 'always';
    bench.gate.answer = async () => {
      await bench.driver.eyes().page.evaluate(`b.textContent = 'Delete everything'`);
      return { approved: true };
    };
    expect(await bench.use('browser_click', { ref: bench.ref('Press') })).toMatchObject({ error: 'ref_invalid' });
    expect(await bench.driver.eyes().page.textContent('#p')).toBe('not pressed');
  });

  it('002-F29 002-F30 complete_task answers {acknowledged, message}', async () => {
    const bench = await on(FORM);
    bench.answerClaim = { acknowledged: false, message: 'the page does not say so' };
    const claim = { status: 'success', reason: 'done' };
    expect(await bench.call('complete_task', claim)).toEqual({
      kind: 'completion',
      claim,
      result: { acknowledged: false, message: 'the page does not say so' },
    });
    expect(await bench.call('complete_task', { status: 'maybe', reason: 'x' })).toMatchObject({
      kind: 'browser',
      result: { error: 'invalid_params' },
    });
    expect(bench.claims).toEqual([claim]);
  });
});
