import { describe, expect, it } from 'vitest';
import type { RawNode } from '../../src/page/raw.js';
import { project, rawOf, useBrowser } from '../support/eyes.js';

const { eyesOn } = useBrowser();

async function elementsOf(html: string, viewportOnly = true) {
  const raw = await rawOf(await eyesOn(html), { scope: viewportOnly ? 'viewport' : 'page' });
  return project(raw, viewportOnly).snapshot.elements;
}
const rolesOf = async (html: string): Promise<string[]> => (await elementsOf(html)).map(({ role }) => role);

describe('what a snapshot holds', () => {
  it.each([
    ['button', '<button>x</button>'],
    ['link', '<a href="#">x</a>'],
    ['checkbox', '<input type=checkbox aria-label=x>'],
    ['radio', '<input type=radio aria-label=x>'],
    ['textbox', '<input aria-label=x>'],
    ['combobox', '<select aria-label=x><option>1</select>'],
    ['listbox', '<select multiple aria-label=x><option>1</select>'],
    ['menuitem', '<div role=menu><div role=menuitem>x</div></div>'],
    ['menuitemcheckbox', '<div role=menu><div role=menuitemcheckbox aria-checked=true>x</div></div>'],
    ['menuitemradio', '<div role=menu><div role=menuitemradio aria-checked=true>x</div></div>'],
    ['tab', '<div role=tablist><div role=tab>x</div></div>'],
    ['switch', '<div role=switch aria-checked=true>x</div>'],
    ['slider', '<input type=range aria-label=x>'],
  ])('002-F42 002-AC-S2 includes the role %s', async (role, html) => {
    expect(await elementsOf(html)).toMatchObject([{ role, name: 'x' }]);
  });

  it('002-F43 headings of level 1 to 3 are in, 4 to 6 are not', async () => {
    const html = [1, 2, 3, 4, 5, 6].map((level) => `<h${level}>h${level}</h${level}>`).join('');
    const aria = '<div role=heading aria-level=3>aria 3</div><div role=heading aria-level=4>aria 4</div>';
    const elements = await elementsOf(html + aria);
    expect(elements.map(({ name, level }) => [name, level])).toEqual([
      ['h1', 1],
      ['h2', 2],
      ['h3', 3],
      ['aria 3', 3],
    ]);
  });

  it('002-F44 region, dialog, alert and alertdialog are in', async () => {
    const html = `<section aria-label=r>text</section><dialog open>text</dialog><div role=alert>text</div>
      <div role=alertdialog aria-label=a>text</div><main>text</main><nav>text</nav><article>text</article>`;
    expect((await rolesOf(html)).sort()).toEqual(['alert', 'alertdialog', 'dialog', 'region']);
  });

  it('002-F45 whatever the keyboard reaches is in: by tabindex and by nature', async () => {
    const html = `<div tabindex=0>tab</div><div tabindex=-1>no</div><div contenteditable>edit</div>
      <details><summary>sum</summary></details><a>no link</a><input type=hidden><p tabindex=3>p</p>`;
    const words = (await elementsOf(html)).map(({ name, hint, value }) => name || value || hint);
    expect(words).toEqual(['tab', 'edit', 'sum', 'p']);
  });

  it('002-F46 T002-12 generic, presentation, none and separator are out, unless they can be focused', async () => {
    const html = `<div>plain</div><div role=presentation>p</div><div role=none>n</div><hr><div role=separator>s</div>
      <span>s</span><div role=none tabindex=0>reached</div>`;
    expect(await elementsOf(html)).toMatchObject([{ role: 'generic', hint: 'reached' }]);
  });

  it('002-F47 text is no element: inside a control it is the name, elsewhere it is only read', async () => {
    const raw = await rawOf(await eyesOn('<p>standing alone</p><button><span>inside</span></button>'));
    expect(project(raw).snapshot.elements).toMatchObject([{ role: 'button', name: 'inside' }]);
    expect(raw.texts.map(({ text }) => text)).toEqual(['standing alone']);
  });

  it('002-F48 aria-hidden, display: none, visibility: hidden, inert and closed details are out', async () => {
    const html = `<button>seen</button><button aria-hidden=true>a</button><div aria-hidden=true><button>b</button></div>
      <button style="display:none">c</button><div style="display:none"><button>d</button></div><div hidden><button>h</button></div>
      <button style="visibility:hidden">e</button><div inert><button>f</button></div>
      <details><summary>sum</summary><button>g</button></details>
      <div style="visibility:hidden"><button style="visibility:visible">shown again</button></div>`;
    expect((await elementsOf(html)).map(({ name }) => name)).toEqual(['seen', 'sum', 'shown again']);
  });

  it('002-F49 outside the viewport is out when only the viewport is wanted, and in otherwise', async () => {
    const html = '<button>top</button><div style="height:3000px"></div><button>far below</button>';
    expect((await elementsOf(html)).map(({ name }) => name)).toEqual(['top']);
    const all = await elementsOf(html, false);
    expect(all.map(({ name, state }) => [name, state[0]])).toEqual([
      ['top', 'visible'],
      ['far below', 'offscreen'],
    ]);
  });

  it('an element scrolled out of its container is off screen, though the viewport would have room', async () => {
    const html = `<div style="height:60px;overflow:auto;width:200px"><button>in view</button><div style="height:400px"></div>
      <button>scrolled out</button></div>`;
    const raw = await rawOf(await eyesOn(html), { scope: 'page' });
    expect(raw.nodes.map(({ name, inView }) => [name, inView])).toEqual([
      ['in view', 'full'],
      ['scrolled out', 'none'],
    ]);
    expect(raw.scrollables).toMatchObject([{ depth: 0, moreBelow: true }]);
  });

  it('002-F50 T002-11 at most ten included ancestors deep; wrappers in between do not count', async () => {
    const wrap = (depth: number): string =>
      depth === 0
        ? '<button>deep</button>'
        : `<div><div><section aria-label=s${depth}>${wrap(depth - 1)}</section></div></div>`;
    const namesAt = async (depth: number): Promise<string[]> => (await elementsOf(wrap(depth))).map(({ name }) => name);
    expect(await namesAt(9)).toContain('deep');
    const deeper = await namesAt(10);
    expect(deeper).not.toContain('deep');
    expect(deeper).toHaveLength(10);
  });

  it('002-F51 002-AC-S3 names over 200 characters are cut there and end in "..."', async () => {
    const [short, long] = await elementsOf(`<button>${'a'.repeat(200)}</button><button>${'b'.repeat(201)}</button>`);
    expect(short?.name).toBe('a'.repeat(200));
    expect(long?.name).toBe(`${'b'.repeat(200)}...`);
  });
});

describe('the hundred best', () => {
  const many = (tag: string, count: number, style = ''): string =>
    Array.from({ length: count }, (_, i) => `<${tag} style="${style}" href=#>${tag}${i}</${tag}>`).join(' ');

  it('002-F52 002-AC-S4 at most 100 elements, and the snapshot says that there are more', async () => {
    const raw = await rawOf(await eyesOn(many('button', 130)));
    const { snapshot } = project(raw);
    expect(snapshot.elements).toHaveLength(100);
    expect(snapshot).toMatchObject({ truncated: true, notes: ['30 more elements were left out'] });
  });

  it('002-F55 equals go by document order: the earlier ones stay', async () => {
    const { snapshot } = project(await rawOf(await eyesOn(many('button', 130))));
    expect(snapshot.elements.map(({ name }) => name)).toEqual(Array.from({ length: 100 }, (_, i) => `button${i}`));
  });

  it('002-F53 full view beats partial beats out of view', async () => {
    const html = `<div style="position:absolute;top:790px">${many('button', 5)}</div>
      <div style="position:absolute;top:0">${many('button', 97).replaceAll('>button', '>full')}</div>
      <div style="position:absolute;top:2000px"><a href=#>below</a></div>`;
    const raw = await rawOf(await eyesOn(html), { scope: 'page' });
    const names = project(raw, false).snapshot.elements.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('full'))).toHaveLength(97);
    expect(names.filter((name) => name.startsWith('button'))).toEqual(['button0', 'button1', 'button2']);
    expect(names).not.toContain('below');
  });

  it('002-F54 then the role: buttons and links, fields, dropdowns, headings, landmarks, others', async () => {
    const html = `<div tabindex=0>other</div><section aria-label=region><h2>heading</h2></section>
      <select aria-label=combobox><option>1</select><input aria-label=textbox>${many('button', 96)}`;
    const eyes = await eyesOn(html);
    const raw = await rawOf(eyes);
    expect(project(raw).snapshot.elements.map(({ name, role }) => (role === 'generic' ? 'other' : name))).not.toContain(
      'other',
    );
    const leftAt = (buttons: number): string[] => {
      const nodes = [...raw.nodes, ...extraButtons(raw.nodes, buttons)];
      const kept = project({ ...raw, nodes }).snapshot.elements;
      return kept.map(({ name }) => name).filter((name) => !name.startsWith('button'));
    };
    expect(leftAt(0)).toEqual(['region', 'heading', 'combobox', 'textbox']);
    expect(leftAt(1)).toEqual(['heading', 'combobox', 'textbox']);
    expect(leftAt(2)).toEqual(['combobox', 'textbox']);
    expect(leftAt(3)).toEqual(['textbox']);
    expect(leftAt(4)).toEqual([]);
  });

  function extraButtons(nodes: RawNode[], count: number): RawNode[] {
    const button = nodes.find(({ role }) => role === 'button') as RawNode;
    return Array.from({ length: count }, (_, i) => ({ ...button, name: `button-more-${i}` }));
  }
});
