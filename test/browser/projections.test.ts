import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lookAt } from '../../src/browser/look.js';
import type { Snapshot } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import { diffPages, isEmptyDiff, renderDiff } from '../../src/page/diff.js';
import { domHash, MAX_DOM } from '../../src/page/domHash.js';
import { pageStateRequest } from '../../src/page/pageState.js';
import { hybridPicture, modelPicture } from '../../src/page/pictures.js';
import { decodePng } from '../../src/page/png.js';
import type { RawPage } from '../../src/page/raw.js';
import { renderPage } from '../../src/page/render.js';
import { estimateTokens, imageTokens } from '../../src/page/tokens.js';
import { byId, project, rawOf, TINY_PNG, useBrowser } from '../support/eyes.js';
import { listFiles } from '../support/files.js';
import { fixturePath } from '../support/fixtures.js';
import { expectGolden } from '../support/golden.js';

const { eyesOn, eyesAt } = useBrowser();
const PAGES = ['pages', 'sites']
  .flatMap((folder) => listFiles(fixturePath(folder)))
  .filter((file) => file.endsWith('.html'));

/** Boxes depend on the fonts of a machine; everything else must not. */
const withoutBoxes = (snapshot: Snapshot, url: string): Snapshot => ({
  ...snapshot,
  page: { ...snapshot.page, url: snapshot.page.url.replace(url, 'https://example.com') },
  elements: snapshot.elements.map((element) => ({ ...element, bbox: { x: 0, y: 0, width: 1, height: 1 } })),
});

describe('sample pages', () => {
  it.each(PAGES)('002-N18 002-N19 %s gives the snapshot on file, which fits the schema', async (file) => {
    const eyes = await eyesAt(`file://${file}`);
    const { snapshot } = project(await rawOf(eyes));
    expect(problemsWriting('snapshot', snapshot)).toEqual([]);
    const sample = withoutBoxes({ ...snapshot, screenshot: TINY_PNG }, `file://${dirname(file)}`);
    const name = `${basename(dirname(file))}-${basename(file, '.html')}`;
    expectGolden(fixturePath(join('snapshots', `${name}.json`)), `${JSON.stringify(sample, null, 2)}\n`);
  });

  it.each(PAGES)('002-N1 %s: the text that the model reads is on file, and under 1,000 tokens', async (file) => {
    const raw = await rawOf(await eyesAt(`file://${file}`));
    const text = renderPage({ ...raw, url: `https://example.com/${basename(file)}` }, project(raw));
    expect(estimateTokens(text)).toBeLessThan(1_000);
    const name = `${basename(dirname(file))}-${basename(file, '.html')}`;
    expectGolden(fixturePath(join('golden', 'text', `${name}.txt`)), `${text}\n`);
  });

  it('002-N1 no page takes more than 2,000 tokens, and the text says what was left out', async () => {
    const row = (i: number): string =>
      `<li>A rather long description of the item number ${i} <button>A button with quite a long name, number ${i}</button></li>`;
    const html = `<ul>${Array.from({ length: 100 }, (_, i) => row(i)).join('')}</ul>`;
    const eyes = await eyesOn(
      `<style>li{font-size:6px;line-height:7px}button{font-size:5px;padding:0;height:7px}</style>${html}`,
    );
    const raw = await rawOf(eyes);
    const projection = project(raw);
    expect(projection.nodes.length).toBeGreaterThan(80);
    const text = renderPage(raw, projection);
    expect(estimateTokens(text)).toBeLessThanOrEqual(2_000);
    expect(text).toMatch(/\d+ less important elements are not shown/);
  });
});

const request = (
  raw: RawPage,
  mode: 'semantic' | 'skeleton' | 'hybrid' | 'full',
  picture?: { jpeg: string; hash: string },
) => pageStateRequest(raw, project(raw), { query: 'look', mode, tabId: 7, ...(picture ? { picture } : {}) });

describe('page-state projections', () => {
  const HTML = `<title>Shop</title><h1>Shop</h1><label>Mail <input type=email value=a@b.c required></label>
    <button disabled>Pay</button><a href="/x" aria-current=page>Home</a><label><input type=checkbox checked> Yes</label>
    <select aria-label=Size><option>S</option><option selected>M</option></select><button aria-expanded=false>More</button>
    <div id=scroller style="height:60px;width:200px;overflow:auto" tabindex=0 aria-label=list role=listbox><div style="height:300px">entries</div></div>`;

  it('000-5 000-6 000-10 semantic_v3 nodes have i, r, n, v, s, xy, box and scr; tabId is only carried along', async () => {
    const raw = await rawOf(await eyesOn(HTML));
    const state = request(raw, 'semantic');
    expect(problemsWriting('page_state_request', state)).toEqual([]);
    expect(state).toMatchObject({ domMode: 'semantic_v3', tabId: 7, pageTitle: 'Shop' });
    expect(state).not.toHaveProperty('scrollPosition');
    const long = { ...raw, viewport: { ...raw.viewport, scrollY: 600, scrollHeight: 2_000 } };
    expect(request(long, 'semantic').scrollPosition).toBe('50%');
    const byLabel = (n: string) => state.interactiveTree.find((node) => node.n === n);
    expect(byLabel('Mail')).toMatchObject({ r: 'inp', v: 'a@b.c', s: 'required' });
    expect(byLabel('Pay')).toMatchObject({ r: 'btn', s: 'disabled' });
    expect(byLabel('Home')).toMatchObject({ r: 'link', s: 'selected' });
    expect(byLabel('Yes')).toMatchObject({ r: 'chk', s: 'checked' });
    expect(byLabel('Size')).toMatchObject({ r: 'sel', v: 'M' });
    expect(byLabel('More')).toMatchObject({ r: 'btn', s: 'collapsed' });
    expect(byLabel('list')).toMatchObject({ r: 'sel', scr: { depth: '0%', h: true } });
    expect(state.scrollableContainers).toEqual([{ id: byLabel('list')?.i, depth: '0%', hasMore: true }]);
    for (const { xy, box } of state.interactiveTree) {
      const [x = 0, y = 0, width = 0, height = 0] = box ?? [];
      expect(xy).toEqual([expect.closeTo(x + width / 2, -0.5), expect.closeTo(y + height / 2, -0.5)]);
    }
    const { tabId: _, ...without } = pageStateRequest(raw, project(raw), {
      query: 'look',
      mode: 'semantic',
      tabId: 99,
    });
    const { tabId: __, ...same } = state;
    expect(without).toEqual(same);
  });

  it('000-6 what is not known is left out: no events, no containers', async () => {
    const state = request(await rawOf(await eyesOn('<button>x</button>')), 'semantic');
    expect(state).not.toHaveProperty('recentEvents');
    expect(state).not.toHaveProperty('scrollableContainers');
    expect(problemsWriting('page_state_request', state)).toEqual([]);
  });

  it('covered elements and those of other frames are marked', async () => {
    const raw = await rawOf(
      await eyesOn(`<button style="position:absolute;left:0;top:0;width:90px;height:30px">Under</button><div style="position:absolute;left:0;top:0;width:200px;height:50px;background:#ddd"></div>
        <iframe style="position:absolute;top:100px;left:0" srcdoc="<button>Framed</button>"></iframe>`),
    );
    const tree = request(raw, 'semantic').interactiveTree;
    expect(tree.find(({ n }) => n === 'Under')).toMatchObject({ occ: true });
    expect(tree.find(({ n }) => n === 'Framed')).toMatchObject({ f: 1 });
  });

  it('000-25 skeleton elements carry the i of their node as data-llm-id', async () => {
    const eyes = await eyesOn(HTML);
    const raw = await rawOf(eyes, { scope: 'page' });
    const state = request(raw, 'skeleton');
    expect(problemsWriting('page_state_request', state)).toEqual([]);
    // A browser reads it back: the same ids, on elements of the same kind.
    await eyes.page.setContent(state.skeletonDom ?? '');
    const read = await eyes.page.$$eval('[data-llm-id]', (all) =>
      all.map((one) => [one.getAttribute('data-llm-id'), one.localName]),
    );
    expect(read.map(([id]) => id)).toEqual(state.interactiveTree.map(({ i }) => i));
    expect(read.map(([, tag]) => tag)).toEqual(['h1', 'input', 'button', 'a', 'input', 'select', 'button', 'div']);
    expect(state.skeletonDom).toContain('<option value="M" selected>M</option>');
  });

  it('000-26 hybrid carries a JPEG of at most 1024 pixels and its hash; nothing that was not asked for', async () => {
    const { raw, png } = await lookAt(await eyesOn(HTML));
    const picture = hybridPicture(png);
    const state = request(raw, 'hybrid', picture);
    expect(problemsWriting('page_state_request', state)).toEqual([]);
    expect(Buffer.from(state.screenshot ?? '', 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(state.screenshotHash).toMatch(/^[01]{64}$/);
    expect(state).not.toHaveProperty('dom');
  });

  it('the picture for the model costs about 500 tokens', async () => {
    const { png } = await lookAt(await eyesOn(HTML));
    const { width, height, png: small } = modelPicture(png);
    expect([width, height]).toEqual([768, 480]);
    expect(imageTokens(width, height)).toBe(504);
    expect(decodePng(small)).toMatchObject({ width: 768, height: 480 });
  });
});

describe('the simplified dom and its hash', () => {
  const domOf = async (html: string): Promise<string> => (await rawOf(await eyesOn(html), { dom: true })).dom ?? '';

  it('001-2 leaves out what is no content: scripts, styles, drawings, comments, inline style, most data attributes', async () => {
    const dom =
      await domOf(`<style>p{color:red}</style><script>let secret = 1</script><!-- comment --><p style="color:blue" data-reactid=5 data-testid=t id=a class=c
      onclick="x()">Text</p><svg><path d="M0 0"></path></svg><img src="data:image/png;base64,AAAA" alt=pic><template><b>no</b></template><p hidden>hidden</p>`);
    expect(dom).toContain('<p data-testid="t" id="a" class="c">Text</p>');
    expect(dom).not.toMatch(/secret|comment|color|reactid|onclick|path|base64|<b>|hidden/);
  });

  it('001-3 is never longer than 50,000 characters', async () => {
    const dom = await domOf('<p>some text that goes on</p>'.repeat(5_000));
    expect(dom.length).toBe(MAX_DOM);
  });

  it('the hash sees typed values, ticks and texts, and not noise', async () => {
    const eyes = await eyesOn(
      '<input id=i><input type=checkbox id=c><p id=p>x</p><button id=b aria-expanded=false>b</button>',
    );
    const hash = async (): Promise<string> => domHash((await rawOf(eyes, { dom: true })).dom ?? '');
    const seen = [await hash()];
    const act = async (script: string): Promise<boolean> => {
      await eyes.page.evaluate(script);
      const now = await hash();
      const isNew = !seen.includes(now);
      seen.push(now);
      return isNew;
    };
    expect(
      await act(`p.style.color = 'red'; p.dataset.tick = 1; document.body.append(document.createComment('x'))`),
    ).toBe(false);
    expect(await act(`document.body.append(document.createElement('script'))`)).toBe(false);
    expect(await act(`i.value = 'typed'`)).toBe(true);
    expect(await act(`c.checked = true`)).toBe(true);
    expect(await act(`p.textContent = 'y'`)).toBe(true);
    expect(await act(`b.setAttribute('aria-expanded', 'true')`)).toBe(true);
  });
});

describe('what changed', () => {
  it('the diff tells what appeared, went and changed, with the refs of the new snapshot', async () => {
    const eyes = await eyesOn(
      '<title>A</title><button id=a>Save</button><input id=i aria-label=Name><button id=gone>Old</button><p>Before</p>',
    );
    const before = await rawOf(eyes);
    await eyes.page.evaluate(`a.disabled = true; i.value = 'Ada'; gone.remove(); document.title = 'B';
      document.querySelector('p').textContent = 'After'; document.body.append(Object.assign(document.createElement('button'), {textContent: 'New'}))`);
    const after = await rawOf(eyes);
    const diff = diffPages(before, after);
    expect(diff.appeared.map(({ name }) => name)).toEqual(['New']);
    expect(diff.gone.map(({ name }) => name)).toEqual(['Old']);
    expect(
      diff.changed.map(({ after: { name }, changes }) => [name, changes.map(({ field, is }) => `${field}=${is}`)]),
    ).toEqual([
      ['Save', ['disabled=true']],
      ['Name', ['value=Ada']],
    ]);
    expect(renderDiff(diff, after, project(after))).toBe(
      [
        'title is now "B"',
        '~ @e0 button "Save" [disabled] (disabled new)',
        '~ @e1 textbox "Name" = "Ada" (value new)',
        '+ @e2 button "New"',
        '+ "After"',
        '- button "Old"',
        '- "Before"',
      ].join('\n'),
    );
  });

  it('twins stay apart: removing the first of two equal buttons is one removal and nothing else', async () => {
    const eyes = await eyesOn('<button>Twin</button><button>Twin</button><button>Twin</button>');
    const before = await rawOf(eyes);
    await eyes.page.evaluate(() => document.querySelector('button')?.remove());
    const { gone, appeared, changed } = diffPages(before, await rawOf(eyes));
    expect([gone.length, appeared.length, changed.length]).toEqual([1, 0, 0]);
  });

  it('nothing changed is nothing', async () => {
    const eyes = await eyesOn('<button>x</button><p>y</p>');
    const diff = diffPages(await rawOf(eyes), await rawOf(eyes));
    expect(isEmptyDiff(diff)).toBe(true);
  });
});

describe('what just happened', () => {
  it('toasts that came and went between two looks are told, and so are alerts, errors and success', async () => {
    const eyes = await eyesOn('<div id=root></div><form><input id=i aria-label=Mail></form>');
    await rawOf(eyes);
    await eyes.page.evaluate(async () => {
      const toast = Object.assign(document.createElement('div'), {
        className: 'toast',
        textContent: 'Saved to your list',
      });
      document.body.append(toast);
      await new Promise((done) => setTimeout(done, 30));
      toast.remove();
      document.getElementById('i')?.setAttribute('aria-invalid', 'true');
      (document.getElementById('root') as HTMLElement).innerHTML =
        '<div class="alert alert-danger">Wrong password</div><div role=status>Profile updated successfully</div>';
    });
    const raw = await rawOf(eyes);
    expect(raw.recentEvents).toEqual(expect.arrayContaining(['Saved to your list', 'Wrong password']));
    expect(raw.recentEvents.join(' ')).toContain('is marked invalid');
    expect(raw.messages).toEqual([
      { kind: 'error', text: 'Wrong password' },
      { kind: 'success', text: 'Profile updated successfully' },
    ]);
    expect(byId(raw, 'i').invalid).toBe(true);
    const state = request(raw, 'semantic');
    expect(state).toMatchObject({ hasErrors: true, hasSuccess: true });
    expect(state.recentEvents).toContain('Saved to your list');
    expect(renderPage(raw, project(raw))).toContain('just now: "Saved to your list"');
  });

  it('a quiet page has neither', async () => {
    const state = request(await rawOf(await eyesOn('<p>All is well</p><button>x</button>')), 'semantic');
    expect(state).toMatchObject({ hasErrors: false, hasSuccess: false });
  });
});
