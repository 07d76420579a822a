import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rulesFor } from '../../src/checkpoint/rules.js';
import { GENERIC } from '../../src/services/generic.js';
import { useTools } from '../support/session.js';
import { type Site, serve } from '../support/site.js';
import type { RealBench } from '../support/tools.js';

const tools = useTools();
let site: Site;
/** What the server was asked to do. */
let asked: string[] = [];

const FORM = `const f = document.createElement('form'); f.method = 'post'; f.action = '/account/delete'; document.body.append(f); f.submit()`;
/** Ways to delete an account behind words that say nothing of it. */
const WAYS = {
  fetch: `fetch('/account', { method: 'DELETE' })`,
  kept: `fetch('/account/delete', { method: 'POST', keepalive: true })`,
  script: `const x = new XMLHttpRequest(); x.open('POST', '/api/deleteAccount'); x.send('{}')`,
  beacon: `navigator.sendBeacon('/account/delete', 'x')`,
  graphql: `fetch('/graphql', { method: 'POST', body: JSON.stringify({ operationName: 'DeleteAccount' }) })`,
  form: FORM,
  late: `setTimeout(() => fetch('/account/close', { method: 'POST' }), 150)`,
  // A page that has the next thing on the screen before its server knows.
  bold: `h.textContent = 'Deleted'; fetch('/account', { method: 'DELETE' }).catch(() => {})`,
} as const;

const HARMLESS = `<button onclick="fetch('/save', { method: 'POST', body: 'a=1' }).then(() => h.textContent = 'Saved')">Save</button>
  <form method=post action=/note><input aria-label=Note name=note></form>`;

beforeAll(async () => {
  site = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    if (request.method !== 'GET') asked.push(`${request.method} ${pathname}`);
    const script = WAYS[searchParams.get('way') as keyof typeof WAYS] ?? '';
    response.setHeader('content-type', 'text/html');
    response.end(`<title>${pathname}</title><h1 id=h>Account</h1><button id=b>Overview</button>${HARMLESS}
      <iframe srcdoc="<button id=c>Inside</button>"></iframe>
      <script>b.onclick = () => { ${script} }; document.querySelector('iframe').onload = ({ target }) => { target.contentDocument.querySelector('button').onclick = () => target.contentWindow.fetch('/account', { method: 'DELETE' }) }</script>`);
  });
});
beforeEach(() => {
  asked = [];
});
afterAll(() => site.close());

async function at(way: string): Promise<RealBench> {
  const bench = await tools.at(`${site.url}/page?way=${way}`);
  bench.gate.rules = rulesFor(GENERIC);
  return bench;
}

const click = (bench: RealBench, name: string) => bench.use('browser_click', { ref: bench.ref(name) });

describe('T1 what a click sends, whatever stands on it', () => {
  it.each(Object.keys(WAYS))(
    '%s: nothing of it arrives before a human said so, and then it arrives once',
    async (way) => {
      const bench = await at(way);
      const first = await click(bench, 'Overview');
      expect(first).toMatchObject({ success: false, error: 'action_failed', verification: { reason: 'request_held' } });
      expect(first.message).toContain('the user is asked');
      expect([asked, bench.gate.asked]).toEqual([[], []]);

      const refused = await click(bench, 'Overview');
      expect([refused.error, asked]).toEqual(['human_rejected', []]);
      const [question] = bench.gate.asked;
      expect(question).toMatchObject({ kind: 'act', reason: { id: 'request' }, act: { action: { request: {} } } });

      const willing = await at(way);
      willing.gate.answer = () => ({ approved: true });
      await click(willing, 'Overview');
      expect(asked).toEqual([]);
      await click(willing, 'Overview');
      await expect.poll(() => asked).toHaveLength(1);
    },
  );

  it('from a frame of the same site, too', async () => {
    const bench = await at('');
    expect(await click(bench, 'Inside')).toMatchObject({ verification: { reason: 'request_held' } });
    expect(asked).toEqual([]);
  });

  it('a yes is one to that request alone: another one is held again', async () => {
    const bench = await at('fetch');
    await click(bench, 'Overview');
    bench.gate.answer = async () => {
      await bench.driver.eyes().page.evaluate(`b.onclick = () => fetch('/everything', { method: 'DELETE' })`);
      return { approved: true };
    };
    expect(await click(bench, 'Overview')).toMatchObject({ verification: { reason: 'request_held' } });
    expect(asked).toEqual([]);
  });

  it('what says nothing of the kind goes its way, and what a page sends by itself is left alone', async () => {
    const bench = await at('');
    expect(await click(bench, 'Save')).toMatchObject({ success: true });
    expect(await bench.use('browser_fill', { ref: bench.ref('Note'), value: 'delete it' })).toMatchObject({
      success: true,
    });
    await bench.driver.eyes().page.evaluate(`fetch('/account', { method: 'DELETE' })`);
    expect([asked, bench.gate.asked]).toEqual([['POST /save', 'DELETE /account'], []]);
  });
});
