import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DeadlineError, withDeadline } from '../../src/browser/deadline.js';
import { findBrowser } from '../../src/browser/find.js';
import type { Host } from '../../src/browser/host.js';
import { installersFor } from '../../src/browser/install.js';
import { withoutSecrets } from '../../src/browser/launch.js';
import { temporaryFolder } from '../support/fixtures.js';

function program(folder: string, name: string, mode = 0o755): string {
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, '#!/bin/sh\n', { mode });
  return path;
}
const host = (env: Host['env'], rest: Partial<Host> = {}): Host => ({
  platform: 'linux',
  uid: 1000,
  nodePath: 'node',
  env,
  ...rest,
});

describe('finding a browser', () => {
  it('takes flag, then AGENT_BROWSER_PATH, then config, then what is on the PATH', async () => {
    const folder = temporaryFolder();
    const [flag, variable, config, onPath] = ['a', 'b', 'c', 'chromium'].map((name) => program(folder, name));
    const env = { PATH: folder, AGENT_BROWSER_PATH: variable };
    expect(await findBrowser(host(env), { flag, config })).toEqual({ path: flag, source: '--browser' });
    expect(await findBrowser(host(env), { config })).toEqual({ path: variable, source: 'AGENT_BROWSER_PATH' });
    expect((await findBrowser(host({ PATH: folder }), { config }))?.path).toBe(config);
    const found = await findBrowser(host({ PATH: folder }));
    // A machine may have Playwright's own Chromium, which comes first.
    expect([onPath, found?.source === "Playwright's own Chromium" ? found.path : onPath]).toContain(found?.path);
  });

  it('passes over what cannot be run', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'chromium'));
    program(folder, 'google-chrome-stable', 0o644);
    const edge = program(folder, 'microsoft-edge');
    const found = await findBrowser(host({ PATH: folder }, { platform: 'none' }));
    if (found?.source !== "Playwright's own Chromium") expect(found?.path).toBe(edge);
  });

  it('a named browser that is not there is an error that says which name', async () => {
    await expect(findBrowser(host({ AGENT_BROWSER_PATH: '/nowhere' }))).rejects.toMatchObject({
      exitCode: 2,
      message: 'AGENT_BROWSER_PATH names "/nowhere", and no program is there',
    });
  });
});

describe('installing a browser', () => {
  it('uses the package manager only as root, after Playwright', () => {
    const folder = temporaryFolder();
    const apt = program(folder, 'apt-get');
    const root = installersFor(host({ PATH: folder }, { uid: 0 }));
    expect(root.map(({ commands }) => commands.at(-1)?.[0])).toEqual(['node', apt]);
    expect(installersFor(host({ PATH: folder }))).toHaveLength(1);
    expect(installersFor(host({ PATH: '' }, { uid: 0 }))).toHaveLength(1);
  });
});

describe('what the browser is given', () => {
  it('its environment holds no keys or tokens', () => {
    const env = {
      PATH: '/bin',
      ANTHROPIC_API_KEY: 'x',
      GITHUB_TOKEN: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      DB_PASSWORD: 'x',
      LANG: 'C',
      NONE: undefined,
    };
    expect(withoutSecrets(env)).toEqual({ PATH: '/bin', LANG: 'C' });
  });
});

describe('our own deadline', () => {
  it('ends the wait for something that never answers, and names it', async () => {
    await expect(withDeadline('reading the title', 5, new Promise(() => {}))).rejects.toThrow(DeadlineError);
    await expect(withDeadline('reading the title', 5, new Promise(() => {}))).rejects.toThrow(
      'reading the title took longer than 5 ms',
    );
  });
  it('passes on answers and errors', async () => {
    await expect(withDeadline('x', 1000, Promise.resolve(7))).resolves.toBe(7);
    await expect(withDeadline('x', 1000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
