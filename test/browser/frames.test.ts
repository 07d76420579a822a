import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capturePage } from '../../src/browser/capture.js';
import { lookAt } from '../../src/browser/look.js';
import { probeElement } from '../../src/browser/probe.js';
import { byName, rawOf, useBrowser } from '../support/eyes.js';
import { type Site, serve } from '../support/site.js';

const { eyesOn, eyesAt, freshEyes } = useBrowser();
let site: Site;

/** /nest/A.B: a page with a button, whose iframe shows the rest; a capital letter means the foreign origin. */
beforeAll(async () => {
  site = await serve((request, response) => {
    const path = (request.url ?? '').split('/').filter((part) => part !== '');
    response.setHeader('content-type', 'text/html');
    if (path[0] === 'csp') {
      response.setHeader(
        'content-security-policy',
        "default-src 'none'; script-src 'none'; require-trusted-types-for 'script'",
      );
      return response.end(
        '<title>Strict</title><button>Strict</button><iframe srcdoc="<button>Inside</button>"></iframe>',
      );
    }
    const [first, ...rest] = (path[1] ?? '').split('.');
    const next = rest[0];
    const origin = next && next === next.toUpperCase() ? site.foreign : site.url;
    const frame = next
      ? `<iframe src="${origin}/nest/${rest.join('.')}" style="border:5px solid;padding:9px;width:600px;height:${rest.length * 110}px"></iframe>`
      : '';
    return response.end(`<title>${first}</title><body style="margin:0"><button>In ${first}</button>${frame}<button>After ${first}</button>
      <script>addEventListener('click', (event) => { document.title = event.target.textContent; parent.postMessage(document.title, '*'); });
      addEventListener('message', (event) => { window.got = event.data; parent !== window && parent.postMessage(event.data, '*'); });</script>`);
  });
});
afterAll(() => site.close());

describe('frames', () => {
  it.each(['a.b', 'a.B', 'a.b.c.d.e', 'a.B.C', 'a.B.c.D', 'a.b.C.d.E.f'])(
    'F19 nested frames %s are seen in order and can be clicked',
    async (nest) => {
      const eyes = await eyesAt(`${site.url}/nest/${nest}`);
      const letters = nest.split('.');
      await expect.poll(() => eyes.page.frames().length).toBe(letters.length);
      await Promise.all(eyes.page.frames().map((frame) => frame.waitForLoadState('load')));
      const capture = await capturePage(eyes);
      const names = capture.raw.nodes.filter(({ role }) => role !== 'iframe').map(({ name }) => name);
      expect(names).toEqual([
        ...letters.map((letter) => `In ${letter}`),
        ...[...letters].reverse().map((letter) => `After ${letter}`),
      ]);
      expect(capture.raw.truncated).toEqual([]);
      const innermost = byName(capture.raw, `In ${letters.at(-1)}`);
      const live = await probeElement(capture, innermost);
      if (!live.connected || !live.visible) throw new Error('it is not there');
      const point = live.node.freePoint ?? { x: 0, y: 0 };
      expect(point.x).toBeCloseTo(innermost.box.x + innermost.box.width / 2, 0);
      await eyes.page.mouse.click(point.x, point.y);
      await expect.poll(() => eyes.page.evaluate('window.got')).toBe(`In ${letters.at(-1)}`);
    },
  );

  it('each element says which frame it is in, and foreign frames get ids of their own', async () => {
    const eyes = await eyesAt(`${site.url}/nest/a.B`);
    await eyes.page.frames()[1]?.waitForLoadState('load');
    const raw = await rawOf(eyes);
    expect(raw.frames.map(({ url, parent, process }) => [new URL(url).hostname, parent, process])).toEqual([
      ['127.0.0.1', -1, 0],
      ['localhost', 0, 1],
    ]);
    expect(byName(raw, 'In B')).toMatchObject({ frame: 1 });
    expect(new Set(raw.nodes.map(({ vaultyId }) => vaultyId)).size).toBe(raw.nodes.length);
  });

  it.each(['visibility:hidden', 'opacity:0', 'display:none', 'width:0;height:0;border:0'])(
    'what stands in a frame with %s can be seen by nobody, in this process and in another',
    async (style) => {
      for (const origin of [site.url, site.foreign]) {
        const eyes = await eyesAt(`${site.url}/nest/a`);
        await eyes.page.setContent(`<button>Out</button><iframe src="${origin}/nest/b" style="${style}"></iframe>`);
        const names = (await rawOf(eyes)).nodes.map(({ name }) => name);
        expect(names).toEqual(['Out']);
      }
    },
  );

  it('what covers a frame covers what is inside it, in this process and in another', async () => {
    for (const nest of ['a.b', 'a.B']) {
      const eyes = await eyesAt(`${site.url}/nest/${nest}`);
      await eyes.page.frames()[1]?.waitForLoadState('load');
      await eyes.page.evaluate(() => {
        const cover = Object.assign(document.createElement('div'), { id: 'cover' });
        cover.style.cssText = 'position:fixed;inset:0;background:#eee';
        document.body.append(cover);
      });
      const raw = await rawOf(eyes);
      expect(byName(raw, `In ${nest.at(-1)}`)).toMatchObject({ occluded: true });
      expect(byName(raw, `In ${nest.at(-1)}`).freePoint).toBeUndefined();
    }
  });

  it('F20 a frame that was removed or reloaded since is noticed', async () => {
    for (const nest of ['a.b', 'a.B']) {
      const eyes = await eyesAt(`${site.url}/nest/${nest}`);
      await eyes.page.frames()[1]?.waitForLoadState('load');
      const capture = await capturePage(eyes);
      const inner = byName(capture.raw, `In ${nest.at(-1)}`);
      expect(await probeElement(capture, inner)).toMatchObject({ connected: true });
      await eyes.page.frames()[1]?.goto(`${nest === 'a.b' ? site.url : site.foreign}/nest/z`);
      expect(await probeElement(capture, inner), `${nest} reloaded`).toEqual({ connected: false });
      expect(byName(await rawOf(eyes), 'In z').frame).toBe(1);
      const again = await capturePage(eyes);
      await eyes.page.evaluate(() => document.querySelector('iframe')?.remove());
      expect(await probeElement(again, byName(again.raw, 'In z')), `${nest} removed`).toEqual({ connected: false });
    }
  });

  it('sandboxed frames are seen', async () => {
    const eyes = await eyesOn('<button>Main</button><iframe sandbox srcdoc="<button>Boxed</button>"></iframe>');
    await eyes.page.frames()[1]?.waitForLoadState('load');
    const names = (await rawOf(eyes)).nodes.map(({ name, role }) => (role === 'iframe' ? role : name));
    expect(names).toEqual(['Main', 'iframe', 'Boxed']);
  });
});

describe('a frame of another process that hangs', () => {
  it('is told as such and does not take the page with it', async () => {
    const eyes = await freshEyes();
    await eyes.page.goto(`${site.url}/nest/a.B`);
    await eyes.page.frames()[1]?.waitForLoadState('load');
    await rawOf(eyes);
    void eyes.page
      .frames()[1]
      ?.evaluate('for (;;) {}')
      .catch(() => {});
    const raw = await rawOf(eyes);
    expect(raw.nodes.map(({ name, role }) => (role === 'iframe' ? role : name))).toEqual(['In a', 'iframe', 'After a']);
    expect(raw.truncated).toEqual(['a frame could not be looked at: it does not answer']);
    expect(raw.frames[1]).toMatchObject({ parent: 0, owner: 1, unreachable: 'it does not answer' });
    await eyes.page.context().close();
  });
});

describe('shadow roots', () => {
  it('003-56 F19 elements in open and closed roots are seen and can be clicked', async () => {
    const eyes =
      await eyesOn(`<div id=opened></div><x-closed></x-closed><x-unknown></x-unknown><div id=plain style="width:300px;height:40px"></div><script>
      const fill = (root, name) => { root.innerHTML = '<button>' + name + '</button>';
        root.querySelector('button').addEventListener('click', () => { document.title = name; }); };
      fill(opened.attachShadow({mode: 'open'}), 'In open');
      customElements.define('x-closed', class extends HTMLElement { constructor() { super(); fill(this.attachShadow({mode: 'closed'}), 'In closed'); } });
      fill(document.querySelector('x-unknown').attachShadow({mode: 'closed'}), 'In an unknown one');
      fill(plain.attachShadow({mode: 'closed'}), 'In a plain box');</script>`);
    const raw = await rawOf(eyes, { scope: 'page' });
    for (const name of ['In open', 'In closed', 'In an unknown one', 'In a plain box']) {
      const { freePoint } = byName(raw, name);
      await eyes.page.mouse.click(freePoint?.x ?? 0, freePoint?.y ?? 0);
      expect(await eyes.page.title()).toBe(name);
    }
    expect(byName(raw, 'In closed').details?.shadowPath).toContain('closedShadowRoot');
  });
});

describe('pages that defend or attack', () => {
  it('strict content security policy and trusted types are no obstacle', async () => {
    const eyes = await eyesAt(`${site.url}/csp`);
    const { raw, png } = await lookAt(eyes);
    expect(raw.nodes.filter(({ role }) => role === 'button').map(({ name }) => name)).toEqual(['Strict', 'Inside']);
    expect(png.length).toBeGreaterThan(100);
  });

  it('a page that overwrites the builtins cannot change what is seen', async () => {
    const eyes = await eyesOn(`<button>Delete account</button><input aria-label=Name value=real><script>
      for (const proto of [Element.prototype, Node.prototype, Document.prototype, HTMLElement.prototype, HTMLInputElement.prototype]) {
        for (const key of Object.getOwnPropertyNames(proto)) {
          try { Object.defineProperty(proto, key, { get: () => 'forged', set() {}, configurable: true }); } catch {}
        }
      }
      Array.prototype.push = Array.prototype.map = () => ['forged']; JSON.stringify = () => '{"forged":true}';
      window.getComputedStyle = () => ({}); Map.prototype.get = () => 'forged'; window.__agent = { id: 'forged', capture: () => '{}' };
    </script>`);
    expect((await rawOf(eyes)).nodes.map(({ name, value }) => [name, value])).toEqual([
      ['Delete account', undefined],
      ['Name', 'real'],
    ]);
  });

  it('markup that names itself like the DOM cannot either', async () => {
    const clobber = [
      'parentNode',
      'firstChild',
      'nextSibling',
      'localName',
      'getAttribute',
      'hasAttribute',
      'children',
      'nodeType',
      'matches',
      'closest',
      'contains',
      'textContent',
      'previousSibling',
    ];
    const eyes =
      await eyesOn(`<form id=f>${clobber.map((name) => `<input name=${name} aria-label=${name}>`).join('')}<button>Send</button></form>
      <p>Some text</p><img name=querySelector><img name=title><img name=URL><img name=designMode><img name=documentElement><form name=createRange></form><img name=elementFromPoint><button>After</button>`);
    const names = (await rawOf(eyes, { scope: 'page', dom: true })).nodes.map(({ name }) => name);
    expect(names).toEqual([...clobber, 'Send', 'After']);
  });
});
