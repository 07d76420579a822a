import { describe, expect, it } from 'vitest';
import { type Capture, capturePage } from '../../src/browser/capture.js';
import { isCurrent } from '../../src/browser/current.js';
import type { Eyes } from '../../src/browser/eyes.js';
import { probeElement } from '../../src/browser/probe.js';
import { buildRegistry, type Candidate, lightCandidate, type Registry } from '../../src/page/registry.js';
import { useBrowser } from '../support/eyes.js';
import { serve } from '../support/site.js';

const { eyesOn, eyesAt } = useBrowser();

interface LiveRegistry {
  registry: Registry;
  capture: Capture;
}

async function observe(eyes: Eyes): Promise<LiveRegistry> {
  const capture = await capturePage(eyes, { scope: 'page' });
  return { registry: buildRegistry(capture.raw), capture };
}

const FORM = `
  <nav><a href="/home" id=home>Home</a></nav>
  <main><section><h2>Review</h2>
    <form id=applicationForm><label>Email <input name=email placeholder="Enter email"></label>
      <select name=kind aria-label=Kind><option>A</select><textarea aria-label=Notes></textarea>
      <div role=combobox tabindex=0 aria-expanded=false aria-label=City>Berlin</div>
      <button id=submitButton name=submit data-testid=submit-application aria-label="Submit Application">Submit Application</button>
      <button disabled>Later</button></form></section>
    <button>Loose</button></main>
  <div role=dialog aria-modal=true aria-label="Really?" style="position:absolute;left:900px;top:0"><button>Yes</button></div>`;

const named = ({ registry }: LiveRegistry, text: string): Candidate => {
  const found = registry.candidates.find((one) => one.text === text || one.label === text || one.ariaLabel === text);
  if (!found) throw new Error(`no candidate ${text}: ${registry.candidates.map((one) => one.text).join(' | ')}`);
  return found;
};
const ids = ({ registry }: LiveRegistry): string[] => registry.candidates.map(({ vaultyId }) => vaultyId);

describe('the candidate registry', () => {
  it('003-1 003-2 003-3 every look builds it anew, with a higher version and the way to the elements', async () => {
    const eyes = await eyesOn(FORM);
    const [first, second] = [await observe(eyes), await observe(eyes)];
    expect(second.registry.version).toBeGreaterThan(first.registry.version);
    expect(Object.keys(first.registry)).toEqual(expect.arrayContaining(['version', 'candidates', 'elementMap']));
    for (const { vaultyId, role } of first.registry.candidates) {
      expect(first.registry.elementMap.get(vaultyId)?.role).toBe(role);
    }
  });

  it('003-4 003-5 003-6 003-7 a candidate says what it is and what it is called', async () => {
    const live = await observe(await eyesOn(FORM));
    expect(named(live, 'Submit Application')).toMatchObject({
      vaultyId: 'id:submitButton',
      type: 'button',
      role: 'button',
      text: 'Submit Application',
      ariaLabel: 'Submit Application',
      attributes: { id: 'submitButton', name: 'submit', dataTestId: 'submit-application' },
    });
    expect(named(live, 'Email')).toMatchObject({
      type: 'input',
      role: 'textbox',
      label: 'Email',
      placeholder: 'Enter email',
    });
    const types = live.registry.candidates.map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(['link', 'input', 'select', 'textarea', 'custom-dropdown', 'button']));
    expect(named(live, 'City')).toMatchObject({ type: 'custom-dropdown' });
  });

  it('003-8 003-9 and where it stands: context, form, heading', async () => {
    const live = await observe(await eyesOn(FORM));
    const contexts = ['Home', 'Email', 'Loose', 'Yes'].map((text) => named(live, text).context);
    expect(contexts).toEqual(['NAV', 'FORM', 'MAIN', 'MODAL']);
    expect(named(await observe(await eyesOn('<button>x</button>')), 'x').context).toBe('PAGE');
    const again = await observe(await eyesOn(FORM));
    expect(named(again, 'Email')).toMatchObject({ formId: 'applicationForm', sectionHeading: 'Review' });
    expect(named(again, 'Yes')).toMatchObject({ formId: null, modalTitle: 'Really?' });
  });

  it('003-10 003-11 its box, and whether it is visible, enabled and on top', async () => {
    const html = `${FORM}<div style="position:absolute;left:0;top:400px;width:300px;height:40px"><button style="width:300px;height:40px">Below the cover</button></div>
      <div id=cover style="position:absolute;left:0;top:400px;width:300px;height:40px;background:#ccc">cover</div>
      <div style="position:absolute;top:3000px"><button>Far away</button></div>`;
    const live = await observe(await eyesOn(html));
    expect(named(live, 'Submit Application').visibility).toEqual({ isVisible: true, isEnabled: true, isTopmost: true });
    expect(named(live, 'Later').visibility).toMatchObject({ isEnabled: false });
    expect(named(live, 'Below the cover')).toMatchObject({
      bbox: { x: 0, y: 400, w: 300, h: 40 },
      visibility: { isVisible: true, isTopmost: false },
    });
    expect(live.registry.elementMap.get(named(live, 'Below the cover').vaultyId)?.coveredBy).toContain('#cover');
    expect(named(live, 'Far away').visibility).toEqual({ isVisible: true, isEnabled: true, isTopmost: false });
  });

  it('003-12 003-55 paths lead to it, through shadow roots too', async () => {
    const html = `<div id=app></div><script>
      const outer = app.attachShadow({mode:'open'}); outer.innerHTML = '<section id=inner></section>';
      outer.getElementById('inner').attachShadow({mode:'open'}).innerHTML = '<button id=deep>Deep</button>';</script>`;
    const live = await observe(await eyesOn(html));
    expect(named(live, 'Deep').shadowPath).toEqual([
      'div#app',
      'shadowRoot',
      'section#inner',
      'shadowRoot',
      'button#deep',
    ]);
    const plain = named(await observe(await eyesOn(FORM)), 'Email');
    expect(plain.shadowPath).toBeNull();
    expect(plain.domPath).toMatch(/form#applicationForm>label>input$/);
  });

  it('003-13 the planner gets exactly the light fields', async () => {
    const live = await observe(await eyesOn(FORM));
    const light = lightCandidate(named(live, 'Submit Application'));
    expect(light).toEqual({
      vaultyId: 'id:submitButton',
      type: 'button',
      role: 'button',
      text: 'Submit Application',
      label: null,
      attributes: { id: 'submitButton', name: 'submit', dataTestId: 'submit-application' },
      context: 'FORM',
      isVisible: true,
      isEnabled: true,
    });
  });

  it('003-52 a change of the page makes it stale', async () => {
    const eyes = await eyesOn('<button>One</button>');
    const { capture } = await observe(eyes);
    expect(await isCurrent(capture)).toBe(true);
    await eyes.page.evaluate(() =>
      document.body.append(Object.assign(document.createElement('button'), { textContent: 'Two' })),
    );
    expect(await isCurrent(capture)).toBe(false);
    const again = await observe(eyes);
    expect(again.registry.candidates.map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(await isCurrent(again.capture)).toBe(true);
  });

  it('003-53 a change of route does too, without any change of the document', async () => {
    const site = await serve((_, response) =>
      response.setHeader('content-type', 'text/html').end('<button>One</button>'),
    );
    const eyes = await eyesAt(`${site.url}/a`);
    const { capture } = await observe(eyes);
    expect(await isCurrent(capture)).toBe(true);
    await eyes.page.evaluate(() => history.pushState({}, '', '/b'));
    expect(await isCurrent(capture)).toBe(false);
    await eyes.page.goto(`${site.url}/c`);
    expect(await isCurrent(capture)).toBe(false);
    await site.close();
  });

  it('003-57 a hidden twin is no candidate: the one people see is', async () => {
    const html = '<button style="display:none" id=hidden>Sign in</button><button id=shown>Sign in</button>';
    expect(ids(await observe(await eyesOn(html)))).toEqual(['id:shown']);
  });

  it('003-58 ids are stable over rebuilds and renderings: by id, else by what it is; new elements get new ones', async () => {
    const html =
      '<div id=list><button>Save</button><button>Save</button><button id=own>Own</button><a href=#>Link</a></div>';
    const eyes = await eyesOn(html);
    const first = ids(await observe(eyes));
    expect(first[1]).toBe(`${first[0]}~1`);
    expect(first[2]).toBe('id:own');
    expect(ids(await observe(eyes))).toEqual(first);
    // A framework that renders the same thing again makes new nodes: they inherit the names of the old ones.
    await eyes.page.evaluate(() => {
      const list = document.getElementById('list') as HTMLElement;
      // biome-ignore lint/correctness/noSelfAssign: this is how content is rendered again
      list.innerHTML = list.innerHTML;
    });
    expect(ids(await observe(eyes))).toEqual(first);
    await eyes.page.evaluate(() =>
      document.getElementById('list')?.prepend(Object.assign(document.createElement('button'), { textContent: 'New' })),
    );
    const later = ids(await observe(eyes));
    expect(later.slice(1)).toEqual(first);
    expect(first).not.toContain(later[0]);
  });

  it('two elements with the same id are two candidates, and each leads to its own element', async () => {
    const live = await observe(await eyesOn('<button id=dup>First</button><button id=dup>Second</button>'));
    expect(ids(live)).toEqual(['id:dup', 'id:dup~1']);
    const second = live.registry.elementMap.get('id:dup~1');
    const probed = second && (await probeElement(live.capture, second));
    expect(probed).toMatchObject({ visible: true, node: { name: 'Second' } });
  });

  it('T003-5 typed values are part of no id and no text: least of all passwords', async () => {
    const eyes = await eyesOn('<input type=password aria-label=Secret><input aria-label=Plain>');
    const before = ids(await observe(eyes));
    await eyes.page.fill('input[type=password]', 'correct horse');
    await eyes.page.fill('input:not([type])', 'typed');
    const live = await observe(eyes);
    expect(ids(live)).toEqual(before);
    expect(JSON.stringify(live.registry.candidates)).not.toMatch(/correct horse|typed/);
  });

  it('003-59 all candidates are offered, beyond what a snapshot shows', async () => {
    const html = Array.from({ length: 250 }, (_, i) => `<button>b${i}</button>`).join('');
    expect((await observe(await eyesOn(html))).registry.candidates).toHaveLength(250);
  });

  it('T003-13 links are candidates whatever they say', async () => {
    expect(named(await observe(await eyesOn('<a href="/x">Whatever</a>')), 'Whatever').type).toBe('link');
  });
});
