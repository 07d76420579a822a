import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findBrowser } from '../../src/browser/find.js';
import { launchBrowser } from '../../src/browser/launch.js';
import { thisHost } from '../../src/work/machine.js';
import { startOwnTestBrowser } from '../support/eyes.js';
import { temporaryFolder } from '../support/fixtures.js';

/** The lists of features that a browser is told to leave out, by the program that is started in its place. */
async function toldOff(headed: boolean): Promise<string[][]> {
  const place = temporaryFolder();
  const path = join(place, 'browser');
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$@" > '${place}/said'\nexit 1\n`, { mode: 0o700 });
  await expect(launchBrowser(thisHost(), { path, source: 'the test' }, { headed })).rejects.toThrow();
  const said = readFileSync(join(place, 'said'), 'utf8').split('\n');
  const off = said.filter((one) => one.startsWith('--disable-features='));
  return off.map((one) => one.slice(one.indexOf('=') + 1).split(','));
}

it('what Playwright turns off in the browser stays off: of two such switches the browser hears the last', async () => {
  const [byPlaywright = [], ours, ...more] = await toldOff(false);
  expect(byPlaywright.length).toBeGreaterThan(5);
  expect([ours, more]).toEqual([expect.arrayContaining(byPlaywright), []]);
  // A window that a person uses is left as it is.
  expect(await toldOff(true)).toEqual([byPlaywright]);
});

it('a browser that hangs at its start is started once more', async () => {
  const place = temporaryFolder();
  const path = join(place, 'browser');
  const real = await findBrowser(thisHost());
  const script = `[ -e '${place}/tried' ] && exec '${real?.path}' "$@"\ntouch '${place}/tried'\nsleep 600`;
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  const browser = await launchBrowser(thisHost(), { path, source: 'the test' }, { limitMs: 8_000 });
  expect([browser.isConnected(), existsSync(join(place, 'tried'))]).toEqual([true, true]);
  await browser.close();
});

it('a window that nobody sees has no pages of the browser in it', async () => {
  const browser = await startOwnTestBrowser();
  try {
    await (await browser.newContext()).newPage();
    const cdp = await browser.newBrowserCDPSession();
    const { targetInfos } = await cdp.send('Target.getTargets', { filter: [{}] });
    expect(targetInfos.map(({ type, url }) => `${type} ${url}`)).toEqual(['page about:blank', 'tab about:blank']);
  } finally {
    await browser.close();
  }
});
