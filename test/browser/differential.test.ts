import { writeFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import { it } from 'vitest';
import { capturePage } from '../../src/browser/capture.js';
import { goTo, newEyes } from '../../src/browser/open.js';
import { axTreeOf, idsOf, whyUnseen } from '../support/axTree.js';
import { startTestBrowser, VIEWPORT } from '../support/eyes.js';
import { serve } from '../support/site.js';
import { THIRD_PARTY_PAGES, thirdPartyFolder } from '../support/thirdParty.js';

it('explore', { timeout: 250_000 }, async () => {
  const site = await serve(await thirdPartyFolder());
  const browser: Browser = await startTestBrowser();
  const out: unknown[] = [];
  const pages = process.env['PAGES'] ? process.env['PAGES'].split(',') : THIRD_PARTY_PAGES;
  for (const path of pages) {
    const t0 = performance.now();
    const eyes = await newEyes(browser, VIEWPORT);
    await eyes.page.context().route((url) => url.origin !== site.url, (route) => route.abort());
    await goTo(eyes, `${site.url}/${path}`, 10_000);
    const t1 = performance.now();
    const capture = await capturePage(eyes, { scope: 'page' });
    const t2 = performance.now();
    const { raw, processes } = capture;
    const t = [];
    for (const [p, process] of processes.entries()) {
      const a = performance.now();
      const tree = await axTreeOf(process);
      const b = performance.now();
      const nodes = raw.nodes.filter(({ frame }) => raw.frames[frame]?.process === p);
      const ids = await idsOf(process, nodes.map(({ handle }) => handle));
      const c = performance.now();
      const mine = new Set(ids);
      const missing = [...tree.elements.values()].filter((e) => !mine.has(e.id) && (e.focusable || /^(button|link|checkbox|radio|textbox|searchbox|spinbutton|combobox|listbox|menuitem|menuitemcheckbox|menuitemradio|tab|switch|slider)$/.test(e.role)));
      const why = await whyUnseen(process, missing.map((e) => e.id));
      const d = performance.now();
      t.push(b - a, c - b, d - c);
      nodes.forEach((node, i) => {
        const id = ids[i];
        const theirs = id === undefined ? undefined : tree.elements.get(id);
        out.push({ path, kind: 'both', id, role: node.role, name: node.name, focusable: node.focusable, hiddenText: node.hiddenText, clickable: node.clickable, frame: node.frame, theirs: theirs && { role: theirs.role, name: theirs.name, focusable: theirs.focusable }, html: id === undefined ? '' : tree.tags.get(id) });
      });
      missing.forEach((e, i) => out.push({ path, kind: 'missing', why: why[i], role: e.role, name: e.name, focusable: e.focusable, html: e.html }));
    }
    console.log(path, raw.nodes.length, 'frames', raw.frames.length, 'procs', processes.length, raw.truncated.join(), [t1 - t0, t2 - t1, ...t].map(Math.round).join(' '));
    await eyes.page.context().close();
  }
  writeFileSync('/tmp/diff.json', JSON.stringify(out));
  await browser.close();
  await site.close();
});
