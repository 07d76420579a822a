import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { findBrowser } from '../../src/browser/find.js';
import { isLinuxRoot } from '../../src/browser/host.js';
import { thisHost } from '../../src/work/machine.js';

/** A browser that somebody has started for themselves, and their hand in it. */
export interface OwnBrowser {
  /** As it prints it. */
  socket: string;
  /** As people give it. */
  url: string;
  process: ChildProcess;
  /** The user's own view of it. */
  hand: Browser;
  pages(): Page[];
  close(): Promise<void>;
}

export async function startOwnBrowser(): Promise<OwnBrowser> {
  const found = await findBrowser(thisHost());
  if (!found) throw new Error('no browser: npm run setup:browser installs one');
  const folder = await mkdtemp(join(tmpdir(), 'agent-own-'));
  const child = spawn(found.path, [
    '--headless',
    // To the tool it looks like one with a window.
    '--user-agent=Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    '--no-first-run',
    ...(isLinuxRoot(thisHost()) ? ['--no-sandbox'] : []),
    'about:blank',
  ]);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const socket = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`the browser ended: ${said}`)));
  });
  const hand = await chromium.connectOverCDP(socket, { noDefaults: true });
  return {
    socket,
    url: `http://${new URL(socket).host}`,
    process: child,
    hand,
    pages: () => hand.contexts()[0]?.pages() ?? [],
    async close() {
      await hand.close();
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
