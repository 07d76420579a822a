import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { lookAt } from '../../src/browser/look.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import { decodePng } from '../../src/page/png.js';
import { projectSnapshot } from '../../src/page/snapshot.js';
import { byId, byName, project, rawOf, useBrowser } from '../support/eyes.js';
import { fixturePath } from '../support/fixtures.js';

const { eyesOn, eyesAt } = useBrowser();
const fixture = (name: string) => eyesAt(`file://${fixturePath(name)}`);

describe('the snapshot', () => {
  it('002-F38 002-AC-S1 002-C3 has every field of the contract, a real PNG among them', async () => {
    const eyes = await fixture('pages/form.html');
    const look = await lookAt(eyes);
    const { snapshot } = projectSnapshot(look.raw, {
      id: randomUUID(),
      timestamp: new Date().toISOString(),
      screenshot: look.png.toString('base64'),
      viewportOnly: true,
    });
    expect(problemsWriting('snapshot', snapshot)).toEqual([]);
    expect(snapshot.page).toEqual({ url: eyes.page.url(), title: 'Checkout' });
    expect(snapshot.viewport).toEqual({ width: 1280, height: 800, scroll_x: 0, scroll_y: 0 });
    const picture = decodePng(Buffer.from(snapshot.screenshot, 'base64'));
    expect([picture.width, picture.height]).toEqual([1280, 800]);
  });

  it('002-AC-R4 every snapshot has an id of its own, and the same page the same refs otherwise', async () => {
    const eyes = await fixture('pages/list.html');
    const [one, two] = [await rawOf(eyes), await rawOf(eyes)].map((raw) =>
      projectSnapshot(raw, { id: randomUUID(), timestamp: 't', screenshot: '', viewportOnly: true }),
    );
    expect(one?.snapshot.snapshot_id).not.toBe(two?.snapshot.snapshot_id);
    expect(one?.snapshot.elements).toEqual(two?.snapshot.elements);
  });

  it('002-F32 002-AC-R1 refs are @eN from 0 without gaps', async () => {
    const { snapshot } = project(await rawOf(await fixture('pages/form.html')));
    expect(snapshot.elements.length).toBeGreaterThan(8);
    expect(snapshot.elements.map(({ ref }) => ref)).toEqual(snapshot.elements.map((_, index) => `@e${index}`));
  });

  it('002-F37 002-AC-R2 refs follow the accessibility tree depth first: slots and aria-owns decide, not the source', async () => {
    const html = `
      <div id=host><button slot=b>slotted B</button><button slot=a>slotted A</button></div>
      <div aria-owns="moved"><button>owner's own</button></div><button>last</button><button id=moved>moved</button>
      <script>host.attachShadow({mode:'open'}).innerHTML =
        '<button>before</button><slot name=a></slot><slot name=b></slot><button>after</button>'</script>`;
    const names = (await rawOf(await eyesOn(html))).nodes.map(({ name }) => name);
    expect(names).toEqual(['before', 'slotted A', 'slotted B', 'after', "owner's own", 'moved', 'last']);
  });

  it('owners that own each other, or what they hold anyway, cannot lead the look in circles', async () => {
    const html = `<div aria-owns=a>start</div><div id=a aria-owns=b><button>A</button></div><div id=b aria-owns=a><button>B</button></div>
      <div aria-owns=kid><button id=kid>Kid</button><button>Other</button></div><div id=self aria-owns=self><button>Self</button></div>`;
    const names = (await rawOf(await eyesOn(html))).nodes.map(({ name }) => name);
    expect(names).toEqual(['A', 'B', 'Other', 'Kid', 'Self']);
  });

  it('002-F39 002-F41 elements carry role, name, state, box; value, level and children where they have them', async () => {
    const { snapshot } = project(await rawOf(await fixture('pages/form.html')));
    const called = (name: string) => snapshot.elements.find((element) => element.name === name);
    expect(called('Checkout')).toMatchObject({ role: 'heading', level: 1 });
    expect(called('Country')).toMatchObject({
      role: 'combobox',
      value: 'France',
      options: ['Germany', 'France', 'Italy'],
    });
    expect(called('Message')).toMatchObject({ role: 'textbox', value: 'Ring twice', multiline: true });
    expect(called('Full name')).toMatchObject({ role: 'textbox', value: '', required: true });
    expect(called('Delivery date')).toMatchObject({ role: 'textbox', input_type: 'date' });
    for (const { bbox } of snapshot.elements) expect(bbox.width * bbox.height).toBeGreaterThan(0);
    const dialog = project(await rawOf(await fixture('pages/dialog.html'))).snapshot.elements;
    const box = dialog.find(({ role }) => role === 'dialog');
    const inside = dialog.filter(({ ref }) => box?.children?.includes(ref)).map(({ name }) => name);
    expect(inside).toEqual(['We use cookies', 'Accept all', 'Only what is needed']);
  });

  it('002-F40 002-F61 the focused element is named by its ref and its state', async () => {
    const { snapshot } = project(await rawOf(await fixture('pages/states.html')));
    const focused = snapshot.elements.find(({ ref }) => ref === snapshot.focused);
    expect(focused).toMatchObject({ name: 'Focused' });
    expect(focused?.state).toContain('focused');
    expect(snapshot.elements.filter(({ state }) => state.includes('focused'))).toHaveLength(1);
    expect(project(await rawOf(await fixture('pages/list.html'))).snapshot.focused).toBeNull();
  });

  it('002-F56 002-F57 002-F58 002-F59 002-F60 002-F62 every state is told as it is', async () => {
    const raw = await rawOf(await fixture('pages/states.html'), { scope: 'page' });
    const { snapshot, nodes } = project(raw, false);
    const stateOf = (id: string) => snapshot.elements[nodes.indexOf(byId(raw, id))]?.state;
    expect(stateOf('enabled')).toEqual(['visible', 'enabled']);
    for (const id of ['disabled', 'aria-disabled', 'in-fieldset']) expect(stateOf(id)).toEqual(['visible', 'disabled']);
    for (const id of ['readonly', 'aria-readonly']) expect(stateOf(id)).toEqual(['visible', 'enabled', 'readonly']);
    expect(stateOf('checked')).toEqual(['visible', 'enabled', 'checked']);
    expect(stateOf('switch-on')).toEqual(['visible', 'enabled', 'checked']);
    expect(stateOf('radio-on')).toEqual(['visible', 'enabled', 'checked']);
    expect(stateOf('unchecked')).toEqual(['visible', 'enabled', 'unchecked']);
    for (const id of ['mixed', 'aria-mixed']) expect(stateOf(id)).toEqual(['visible', 'enabled', 'mixed']);
    for (const id of ['expanded', 'summary-open']) expect(stateOf(id)).toEqual(['visible', 'enabled', 'expanded']);
    for (const id of ['collapsed', 'summary']) expect(stateOf(id)).toEqual(['visible', 'enabled', 'collapsed']);
    expect(stateOf('busy')).toEqual(['visible', 'enabled', 'busy']);
    expect(stateOf('below')).toEqual(['offscreen', 'enabled']);
    expect(problemsWriting('snapshot', snapshot)).toEqual([]);
  });

  it('002-AC-S5 boxes are in viewport coordinates after scrolling, in iframes with border and padding, and zoomed', async () => {
    const eyes = await eyesOn(`
      <style>body{margin:0}iframe{border:7px solid;padding:11px;margin:20px}</style>
      <div style="height:900px"></div>
      <div style="zoom:1.5"><button id=zoomed>Zoomed</button></div>
      <div style="transform:scale(.5);transform-origin:0 0"><iframe width=300 height=100 srcdoc="<body style='margin:0'><button>In a scaled frame</button>"></iframe></div>
      <iframe width=300 height=200 srcdoc="<body style='margin:0'><div style='height:500px'></div><button>In a frame</button><div style='height:500px'></div>"></iframe>
      <div style="height:900px"></div>`);
    const { page } = eyes;
    await page.evaluate(() => window.scrollTo(0, 700));
    await page.frames()[2]?.evaluate(() => window.scrollTo(0, 450));
    const raw = await rawOf(eyes);
    expect(raw.viewport.scrollY).toBe(700);
    // The mouse is the judge: a click in the middle of each box must reach exactly that element.
    for (const frame of page.frames()) {
      await frame.evaluate(() => {
        addEventListener('click', (event) => {
          document.title = (event.target as Element).textContent ?? '';
        });
      });
    }
    for (const name of ['Zoomed', 'In a scaled frame', 'In a frame']) {
      const { box } = byName(raw, name);
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      const titles = await Promise.all(page.frames().map((frame) => frame.title()));
      expect(titles).toContain(name);
    }
  });
});
