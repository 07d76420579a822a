import { describe, expect, it } from 'vitest';
import { renderPage } from '../../src/page/render.js';
import { byId, project, rawOf, useBrowser } from '../support/eyes.js';

const { eyesOn } = useBrowser();

async function hintOf(html: string, id = 'x'): Promise<{ text: string; from: string } | undefined> {
  return byId(await rawOf(await eyesOn(html)), id).hint;
}

describe('what people click and the accessibility tree does not name', () => {
  it('elements with a click listener are found, whichever way it was added', async () => {
    const raw = await rawOf(
      await eyesOn(`<div id=added>Added</div><div id=inline onclick="void 0">Inline</div><span id=late>Late</span><div id=none>None</div>
        <script>added.addEventListener('click', () => {}); late.onmousedown = () => {};</script>`),
    );
    const clickables = raw.nodes.map(({ vaultyId, clickable, hint }) => [vaultyId, clickable, hint?.text]);
    expect(clickables).toEqual([
      ['id:added', 'listener', 'Added'],
      ['id:inline', 'listener', 'Inline'],
      ['id:late', 'listener', 'Late'],
    ]);
  });

  it('listeners inside frames count too', async () => {
    const eyes = await eyesOn(
      '<iframe srcdoc="<div id=x>In the frame</div><script>x.addEventListener(`click`, () => {})</script>"></iframe>',
    );
    await eyes.page.frames()[1]?.waitForLoadState('load');
    expect((await rawOf(eyes)).nodes.at(-1)).toMatchObject({ vaultyId: 'id:x', clickable: 'listener', frame: 1 });
  });

  it('a listener that is added later is found at the next look', async () => {
    const eyes = await eyesOn('<div id=x>Hydrated</div>');
    expect((await rawOf(eyes)).nodes).toEqual([]);
    await eyes.page.evaluate(() => {
      document.getElementById('x')?.addEventListener('click', () => {});
      document.body.dataset['ready'] = 'yes';
      document.body.className = 'ready';
    });
    expect((await rawOf(eyes)).nodes).toMatchObject([{ vaultyId: 'id:x', clickable: 'listener' }]);
  });

  it('a hand for a cursor makes the outermost element that has it clickable, once', async () => {
    const raw = await rawOf(
      await eyesOn(
        `<div id=card style="cursor:pointer"><b>Title</b><p>Some <i>words</i></p><button>Inner</button></div><p>Not me</p>`,
      ),
    );
    expect(
      raw.nodes.map(({ vaultyId, clickable, name }) => [vaultyId.startsWith('id:') ? vaultyId : name, clickable]),
    ).toEqual([
      ['id:card', 'pointer'],
      ['Inner', undefined],
    ]);
    expect(raw.nodes[1]?.parent).toBe(0);
    expect(raw.texts.map(({ text }) => text)).toEqual(['Not me']);
  });

  it('a listener on a list serves its items; one around other controls serves those', async () => {
    const raw = await rawOf(
      await eyesOn(`<ul id=list><li>One</li><li>Two</li></ul><div id=around><p>Text</p><button>Real</button></div>
        <script>for (const id of ['list', 'around']) document.getElementById(id).addEventListener('click', () => {});
        document.addEventListener('click', () => {}); document.body.addEventListener('click', () => {});</script>`),
    );
    expect(raw.nodes.map(({ name, hint }) => name || hint?.text)).toEqual(['One', 'Two', 'Real']);
  });

  it('icon buttons are told by class, file, symbol, title or id', async () => {
    const icon = (inner: string, attributes = ''): string => `<button id=x ${attributes}>${inner}</button>`;
    expect(await hintOf(icon('<i class="fa fa-trash-o"></i>'))).toEqual({ text: 'trash o', from: 'class' });
    expect(await hintOf(icon('<img src="/img/star-filled.svg" width=10 height=10>'))).toEqual({
      text: 'star filled',
      from: 'file',
    });
    expect(await hintOf(icon('<svg width=9 height=9><use href="#icon-gear"/></svg>'))).toMatchObject({
      text: 'icon gear',
    });
    expect(
      await hintOf('<div id=x style="cursor:pointer;width:20px;height:20px;background:url(/a/cart.png)"></div>'),
    ).toEqual({
      text: 'cart',
      from: 'file',
    });
    expect(await hintOf(icon('', 'name=closeDialog style="width:20px;height:20px"'))).toEqual({
      text: 'close dialog',
      from: 'id',
    });
    const named = byId(await rawOf(await eyesOn(icon('', 'title=Help style="width:20px;height:20px"'))), 'x');
    expect([named.name, named.hint]).toEqual(['Help', undefined]);
  });

  it('a name made of icon-font letters counts as none', async () => {
    const node = byId(await rawOf(await eyesOn('<button id=x><i class="fa fa-bell">\ue123</i></button>')), 'x');
    expect(node.hint).toEqual({ text: 'bell', from: 'class' });
  });

  it('unlabelled fields are told by the text beside or above, placeholder, column and row', async () => {
    expect(await hintOf('<div>First name <input id=x></div>')).toEqual({ text: 'First name', from: 'label' });
    expect(await hintOf('<div><span>City</span><div><input id=x></div></div>')).toEqual({
      text: 'City',
      from: 'label',
    });
    expect(await hintOf('<select id=x data-placeholder="Pick one"><option></option></select>')).toMatchObject({
      text: 'Pick one',
    });
    const table = `<table><tr><th>Item</th><th>Price</th></tr><tr><td>Apple</td><td><input id=x></td></tr></table>`;
    expect(await hintOf(table)).toEqual({ text: 'Price, Apple', from: 'header' });
  });

  it('a button before a field is not its label', async () => {
    expect((await hintOf('<button>OK</button><input id=x name=amount>'))?.text).toBe('amount');
  });

  it('kinds of fields are told apart', async () => {
    const eyes =
      await eyesOn(`<input aria-label=one><textarea aria-label=two></textarea><input type=password aria-label=three>
      <input type=date aria-label=four><input type=time aria-label=five><div contenteditable aria-label=six>x</div>
      <select multiple aria-label=seven><option>a</select>`);
    const raw = await rawOf(eyes);
    const kinds = raw.nodes.map(({ name, role, inputType, multiline, multiple }) => [
      name,
      role,
      inputType ?? '',
      multiline ?? multiple ?? false,
    ]);
    expect(kinds).toEqual([
      ['one', 'textbox', '', false],
      ['two', 'textbox', '', true],
      ['three', 'textbox', 'password', false],
      ['four', 'textbox', 'date', false],
      ['five', 'textbox', 'time', false],
      ['six', 'textbox', '', true],
      ['seven', 'listbox', '', true],
    ]);
  });

  it('twins are told apart by their row, and the model is shown that', async () => {
    const html = `<table><tr><td>Acme</td><td><button>Delete</button></td></tr><tr><td>Globex</td><td><button>Delete</button></td></tr></table>
      <ul><li>Milk <a href=#>Edit</a></li><li>Bread <a href=#>Edit</a></li></ul><button>Unique</button>`;
    const raw = await rawOf(await eyesOn(html));
    expect(raw.nodes.map(({ rowText }) => rowText)).toEqual(['Acme', 'Globex', 'Milk', 'Bread', undefined]);
    expect(renderPage(raw, project(raw))).toContain('"Globex"\n@e1 button "Delete"\n');
    const silent = renderPage({ ...raw, texts: [] }, project(raw));
    expect(silent).toContain('@e1 button "Delete" in "Globex"');
  });

  it('a hidden checkbox is seen and clicked through its label or the box drawn for it', async () => {
    const html = `<label id=l><input type=checkbox id=a style="position:absolute;opacity:0"> Terms</label>
      <span style="display:inline-block;width:20px;height:20px;background:#ccc"><input type=checkbox id=b style="opacity:0"></span>
      <input type=text id=trap style="opacity:0">`;
    const eyes = await eyesOn(html);
    const raw = await rawOf(eyes);
    expect(raw.nodes.map(({ vaultyId }) => vaultyId)).toEqual(['id:a', 'id:b']);
    for (const { freePoint } of raw.nodes) await eyes.page.mouse.click(freePoint?.x ?? 0, freePoint?.y ?? 0);
    expect((await rawOf(eyes)).nodes.map(({ checked }) => checked)).toEqual(['true', 'true']);
  });
});
