import { describe, expect, it } from 'vitest';
import { capturePage } from '../../src/browser/capture.js';
import type { Eyes } from '../../src/browser/eyes.js';
import { followRef, type Shown } from '../../src/browser/follow.js';
import { findRef } from '../../src/page/refs.js';
import { projectSnapshot } from '../../src/page/snapshot.js';
import { useBrowser } from '../support/eyes.js';
import { serve } from '../support/site.js';

const { eyesOn, eyesAt } = useBrowser();

let count = 0;
async function show(eyes: Eyes): Promise<Shown & { id: string; ref(name: string): string }> {
  const capture = await capturePage(eyes);
  count += 1;
  const id = `snapshot-${count}`;
  const projection = projectSnapshot(capture.raw, { id, timestamp: 't', screenshot: '', viewportOnly: true });
  const ref = (name: string): string => projection.snapshot.elements.find((one) => one.name === name)?.ref ?? 'none';
  return { capture, projection, id, ref };
}

describe('refs', () => {
  it('002-F33 002-F34 002-F35 are valid for the snapshot that made them and for no other, although the string exists again', async () => {
    const eyes = await eyesOn('<button>One</button>');
    const first = await show(eyes);
    const second = await show(eyes);
    expect(findRef(first.projection, '@e0', first.id)).toMatchObject({ ok: true, node: { name: 'One' } });
    expect(second.ref('One')).toBe('@e0');
    expect(findRef(second.projection, '@e0', first.id)).toMatchObject({ ok: false, error: 'ref_invalid' });
    expect(findRef(second.projection, '@e1', second.id)).toMatchObject({ ok: false, error: 'ref_invalid' });
    expect(findRef(second.projection, 'e0', second.id)).toMatchObject({ ok: false, error: 'invalid_params' });
  });

  it('002-F36 after an invalid ref a fresh snapshot is usable at once', async () => {
    const eyes = await eyesOn('<button id=b>One</button>');
    const old = await show(eyes);
    await eyes.page.evaluate(() => document.getElementById('b')?.remove());
    await eyes.page.evaluate(() =>
      document.body.append(Object.assign(document.createElement('button'), { textContent: 'Two' })),
    );
    expect(await followRef(old, '@e0', old.id)).toMatchObject({ ok: false, error: 'ref_invalid' });
    const fresh = await show(eyes);
    expect(await followRef(fresh, fresh.ref('Two'), fresh.id)).toMatchObject({
      ok: true,
      live: { node: { name: 'Two' } },
    });
  });

  it('lead to the exact same element later, wherever it moved', async () => {
    const eyes = await eyesOn('<button>Twin</button><button id=second>Twin</button>');
    const shown = await show(eyes);
    await eyes.page.evaluate(() => {
      const second = document.getElementById('second') as HTMLElement;
      document.body.prepend(second);
      second.style.marginLeft = '500px';
      second.addEventListener('click', () => {
        document.title = 'the right one';
      });
    });
    const followed = await followRef(shown, '@e1', shown.id);
    if (!followed.ok) throw new Error(followed.message);
    const { x, y } = followed.live.node.freePoint ?? { x: 0, y: 0 };
    await eyes.page.mouse.click(x, y);
    expect(await eyes.page.title()).toBe('the right one');
  });

  it.each([
    ['its name', 'name', (b: HTMLElement) => b.replaceChildren('Delete account')],
    ['its role', 'role', (b: HTMLElement) => b.setAttribute('role', 'link')],
  ])('notice when the element changed %s', async (_, field, change) => {
    const eyes = await eyesOn('<button id=b>Keep subscription</button>');
    const shown = await show(eyes);
    await eyes.page.evaluate(`(${change.toString()})(document.getElementById('b'))`);
    const followed = await followRef(shown, '@e0', shown.id);
    expect(followed).toMatchObject({ ok: false, error: 'ref_invalid' });
    expect(followed.ok ? [] : followed.changes?.map((one) => one.field)).toContain(field);
  });

  it('notice when a link leads elsewhere, and when the element is hidden now', async () => {
    const eyes = await eyesOn('<a href="https://a.example/">Link</a><button>Button</button>');
    const shown = await show(eyes);
    await eyes.page.evaluate(() => {
      (document.querySelector('a') as HTMLAnchorElement).href = 'https://b.example/';
      (document.querySelector('button') as HTMLElement).style.display = 'none';
    });
    expect(await followRef(shown, '@e0', shown.id)).toMatchObject({
      error: 'ref_invalid',
      changes: [{ field: 'href' }],
    });
    expect(await followRef(shown, '@e1', shown.id)).toMatchObject({ error: 'element_not_visible' });
  });

  it('typing into a field is no change of what it is', async () => {
    const eyes = await eyesOn('<input aria-label=Name>');
    const shown = await show(eyes);
    await eyes.page.fill('input', 'Ada');
    expect(await followRef(shown, '@e0', shown.id)).toMatchObject({ ok: true, live: { node: { value: 'Ada' } } });
  });

  it('of one document mean nothing in the next, even when numbers and ids are the same', async () => {
    const site = await serve((_, response) =>
      response.setHeader('content-type', 'text/html').end('<button id=b>One</button>'),
    );
    const shown = await show(await eyesAt(`${site.url}/a`));
    const eyes = await eyesAt(`${site.foreign}/a`);
    expect(await followRef(shown, '@e0', shown.id)).toMatchObject({ ok: false, error: 'ref_invalid' });
    await show(eyes);
    expect(await followRef(shown, '@e0', shown.id)).toMatchObject({ ok: false, error: 'ref_invalid' });
    await site.close();
  });
});
