import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOK_LIMIT_MS } from '../../src/browser/capture.js';
import { LIMITS } from '../../src/browser/perform.js';
import { TIMEOUT_MS } from '../../src/model/claude.js';
import { goneOf } from '../support/faults.js';
import { useTools } from '../support/session.js';
import { type Site, serve } from '../support/site.js';

const { freshAt } = useTools();
const HANG = 'for (;;) {}';
const PAGES: Record<string, string> = {
  '/hang': `<title>Hang</title><button onclick="${HANG}">Click me</button><input aria-label=Field oninput="${HANG}">
    <select aria-label=List onchange="${HANG}"><option>a<option>b</select>`,
  '/frame': `<title>Frame</title><iframe id=f srcdoc="<button>Inside</button>"></iframe>`,
  '/ask': `<title>Ask</title><p id=p>kept</p><button onclick="if (confirm('Delete all?')) p.textContent = 'deleted'">Delete</button>
    <button onclick="window.open('/popup')">Open</button><a href="/file">File</a>`,
  '/popup': '<title>Popup</title><button onclick="window.close()">Close</button>',
};
let site: Site;
beforeAll(async () => {
  site = await serve((request, response) => {
    const path = request.url ?? '/';
    if (path === '/file') response.setHeader('content-disposition', 'attachment; filename=x.zip').end('x');
    else response.setHeader('content-type', 'text/html').end(PAGES[path] ?? '');
  });
});
afterAll(() => site.close());

describe('faults as the model hears of them', () => {
  it('002-N10 the limits: 3 s for a look, 2 s for click, fill and select, 1 s to scroll, 30 s for the model', () => {
    expect([LOOK_LIMIT_MS, LIMITS, TIMEOUT_MS]).toEqual([
      3_000,
      { click: 2_000, fill: 2_000, select: 2_000, scroll: 1_000, reveal: 1_000 },
      30_000,
    ]);
  });

  it.each([
    ['browser_click', { name: 'Click me' }],
    ['browser_fill', { name: 'Field', value: 'x' }],
    ['browser_select', { name: 'List', value: 'b' }],
  ])(
    '002-F10 002-N11 002-AC-P2 F4 %s on a page that hangs is given up: timeout, and a fresh snapshot of the page opened again',
    async (tool, { name, ...input }) => {
      const bench = await freshAt(`${site.url}/hang`);
      const result = await bench.use(tool, { ref: bench.ref(name), ...input });
      expect(result).toMatchObject({
        success: false,
        error: 'timeout',
        verification: { outcome: 'dispatched_unverified' },
        snapshot: { page: { title: 'Hang' } },
      });
      expect(result.observations?.join('\n')).toContain('opened again');
      expect(bench.ref(name)).toMatch(/^@e\d+$/);
    },
  );

  it('F1 a page that crashed: nothing is done, and the snapshot is of the page opened again', async () => {
    const bench = await freshAt(`${site.url}/ask`);
    const eyes = bench.driver.eyes();
    const gone = goneOf(eyes);
    eyes.main.session.send('Page.crash').catch(() => {});
    await gone;
    const result = await bench.use('browser_click', { ref: bench.ref('Delete') });
    expect(result).toMatchObject({ success: false, error: 'ref_invalid', snapshot: { page: { title: 'Ask' } } });
    expect(JSON.stringify(result.observations)).toContain('crashed');
    expect(await bench.use('browser_click', { ref: bench.ref('Open') })).toMatchObject({ success: true });
  });

  it('F20 an element whose frame is gone is ref_invalid, with a snapshot that can be used', async () => {
    const bench = await freshAt(`${site.url}/frame`);
    const { page } = bench.driver.eyes();
    await page.frames()[1]?.waitForLoadState('load');
    await bench.use('get_snapshot', {});
    await page.evaluate('f.remove()');
    expect(await bench.use('browser_click', { ref: bench.ref('Inside') })).toMatchObject({
      success: false,
      error: 'ref_invalid',
      snapshot: { elements: [] },
    });
  });

  it('F21 a question that the page asks back is answered no, and told', async () => {
    const bench = await freshAt(`${site.url}/ask`);
    const result = await bench.click('Delete');
    expect(result).toMatchObject({
      success: false,
      error: 'action_failed',
      verification: { outcome: 'failed', reason: 'dialog_dismissed' },
    });
    expect(result.observations).toContain('a confirm came up and was dismissed: "Delete all?"');
    expect(await bench.driver.eyes().page.textContent('#p')).toBe('kept');
  });

  it('F24 F26 a tab that our click opened is in front, and when it closes the page behind it is', async () => {
    const bench = await freshAt(`${site.url}/ask`);
    const opened = await bench.click('Open');
    expect(opened).toMatchObject({ success: true, snapshot: { page: { title: 'Popup' } } });
    expect(opened.observations?.join('\n')).toContain('a new tab opened');
    const closed = await bench.click('Close');
    expect(closed.snapshot.page.title).toBe('Ask');
    expect(closed.observations?.join('\n')).toContain('the tab closed');
  });

  it('F27 a download is refused and told', async () => {
    const bench = await freshAt(`${site.url}/ask`);
    const result = await bench.click('File');
    expect(result).toMatchObject({ success: false, verification: { reason: 'download_refused' } });
    expect(result.observations?.join('\n')).toContain('a download was refused: "x.zip"');
  });
});
