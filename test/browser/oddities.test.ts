import { describe, expect, it } from 'vitest';
import { byName, rawOf, useBrowser } from '../support/eyes.js';

const { eyesOn } = useBrowser();

const listed = async (html: string, scope: 'viewport' | 'page' = 'viewport'): Promise<string[]> =>
  (await rawOf(await eyesOn(html), { scope })).nodes
    .filter(({ role }) => role !== 'iframe')
    .map(({ role, name, hint }) => `${role} ${name || (hint?.text ?? '')}`);

describe('oddities of real pages', () => {
  it('links inside drawings', async () => {
    expect(await listed('<svg width=200 height=40><a href="#x"><text y=20>svg link</text></a></svg>')).toEqual([
      'link svg link',
    ]);
  });

  it('controls that have no box but what is inside them', async () => {
    expect(await listed('<a href="#" style="display:contents"><div>card link</div></a>')).toEqual(['link card link']);
  });

  it('areas of image maps, where they lie on the picture', async () => {
    const eyes =
      await eyesOn(`<body style="margin:0"><img usemap="#m" width=200 height=100 style="display:block;background:#ddd">
      <map name=m><area href="#" alt=left coords="0,0,100,100"><area href="#" alt=round shape=circle coords="150,50,20"></map>`);
    const raw = await rawOf(eyes);
    expect(byName(raw, 'left')).toMatchObject({ role: 'link', box: { x: 0, y: 0, width: 100, height: 100 } });
    expect(byName(raw, 'round').box).toEqual({ x: 130, y: 30, width: 40, height: 40 });
  });

  it('documents that are edited as a whole', async () => {
    const eyes = await eyesOn('<iframe></iframe>');
    await eyes.page.evaluate(() => {
      const inner = document.querySelector('iframe')?.contentDocument as Document;
      inner.designMode = 'on';
      inner.body.textContent = 'draft';
    });
    expect((await rawOf(eyes)).nodes.at(-1)).toMatchObject({ role: 'textbox', value: 'draft', multiline: true });
  });

  it('frames out of view, when the whole page is wanted', async () => {
    const html =
      '<button>top</button><div style="height:3000px"></div><iframe srcdoc="<button>in the frame</button>"></iframe>';
    expect(await listed(html)).toEqual(['button top']);
    expect(await listed(html, 'page')).toEqual(['button top', 'button in the frame']);
  });

  it('sections that are not drawn until they come near', async () => {
    const html =
      '<div style="height:9000px"></div><section style="content-visibility:auto"><button>later</button></section>';
    expect(await listed(html, 'page')).toEqual(['button later']);
  });

  it('a file field stretched over the button that stands for it', async () => {
    const html = `<div style="position:relative;overflow:hidden;width:110px;height:34px;background:#ddd">Attachment
      <input type=file aria-label=Attach style="position:absolute;inset:0;opacity:0"></div>`;
    expect(await listed(html)).toEqual(['button Attach']);
  });

  it('custom elements that give themselves a role from the inside', async () => {
    const html = `<x-b tabindex=0>Press</x-b><x-c>Plain</x-c><script>
      customElements.define('x-b', class extends HTMLElement { constructor() { super(); this.attachInternals().role = 'button'; } });
      customElements.define('x-c', class extends HTMLElement {});</script>`;
    expect(await listed(html)).toEqual(['button Press']);
  });

  it('web components whose control is inside and whose words are outside', async () => {
    const html = `<x-button>Save</x-button><script>customElements.define('x-button', class extends HTMLElement { constructor() { super();
      this.attachShadow({mode: 'open'}).innerHTML = '<style>:host{display:inline-block;cursor:pointer}button{cursor:pointer}</style><button><slot></slot></button>'; } });</script>`;
    const raw = await rawOf(await eyesOn(html));
    expect(raw.nodes).toMatchObject([{ role: 'button', name: 'Save', text: 'Save' }]);
    expect(raw.nodes[0]?.occluded).toBeUndefined();
  });

  it('headings that are tabs, or that are clicked', async () => {
    const html =
      '<h3 role=tab style="cursor:pointer"><span>x</span>First</h3><h2 style="cursor:pointer"><b>Fold</b> me</h2>';
    const raw = await rawOf(await eyesOn(html));
    expect(raw.nodes.map(({ role, name, clickable }) => [role, name, clickable])).toEqual([
      ['tab', 'xFirst', undefined],
      ['heading', 'Fold me', 'pointer'],
    ]);
  });

  it('an element is listed once, whatever makes it clickable', async () => {
    const html =
      '<a style="cursor:pointer" id=x><i>icon</i> Edit</a><p style="cursor:pointer">One <b>two</b> <i>three</i></p>';
    const raw = await rawOf(await eyesOn(html));
    expect(raw.nodes.map(({ hint }) => hint?.text)).toEqual(['icon Edit', 'One two three']);
    expect(new Set(raw.nodes.map(({ handle }) => handle)).size).toBe(raw.nodes.length);
  });
});

describe('names without the help of the browser', () => {
  it('are worked out for pages too large to ask', async () => {
    const eyes =
      await eyesOn(`<button>A <span style="display:block">block</span>end</button><button>line<br>break</button>
      <label for=i>Label</label><input id=i><input aria-labelledby="a b"><span id=a>By</span> <span id=b>id</span>
      <a href=#><img alt="Picture" src="" width=9 height=9></a><input type=submit><div role=img aria-label=x tabindex=0>pic</div>
      <p hidden>${'<i></i>'.repeat(26_000)}</p>`);
    const raw = await rawOf(eyes);
    expect(raw.nodes.map(({ role, name }) => `${role} ${name}`)).toEqual([
      'button A block end',
      'button line break',
      'textbox Label',
      'textbox By id',
      'link Picture',
      'button Submit',
      'image x',
    ]);
  });
});
