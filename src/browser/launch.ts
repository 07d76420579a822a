import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import { DeadlineError, withDeadline } from './deadline.js';
import type { FoundBrowser } from './find.js';
import { type Host, isLinuxRoot } from './host.js';
import { playwright } from './playwright.js';
import { switchesFor } from './switches.js';

const LAUNCH_LIMIT_MS = 20_000;
/** With fewer it dies at its start or hangs, whichever comes first. */
const LEAST_FILES = 128;

export const NO_SANDBOX_WARNING =
  'running as root: Chromium refuses its sandbox there, so it runs without one. Use an ordinary user where you can.';

/** Whether there is a screen that a window can be opened on. */
export function hasDisplay({ platform, env }: Host): boolean {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

export interface LaunchOptions {
  headed?: boolean;
  limitMs?: number;
}

/** Now and then, about once in a thousand times, Chromium hangs at its start: then it is started once more. */
export async function launchBrowser(host: Host, found: FoundBrowser, options: LaunchOptions = {}): Promise<Browser> {
  const files = filesAllowed(host);
  if (files < LEAST_FILES) {
    throw new Error(
      `it needs to open at least ${LEAST_FILES} files at a time, and ${files} are allowed: ulimit -n 1024`,
    );
  }
  try {
    return await launchOnce(host, found, options);
  } catch (error) {
    const isHung = error instanceof DeadlineError || (error as Error).name === 'TimeoutError';
    if (!isHung) throw error;
    return launchOnce(host, found, options);
  }
}

/** How many files this process and those that it starts may open; only Linux tells. */
function filesAllowed({ platform }: Host): number {
  if (platform !== 'linux') return Number.POSITIVE_INFINITY;
  const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
}

async function launchOnce(
  host: Host,
  found: FoundBrowser,
  { headed = false, limitMs = LAUNCH_LIMIT_MS }: LaunchOptions,
): Promise<Browser> {
  const { chromium } = playwright();
  const launching = chromium.launch({
    executablePath: found.path,
    headless: !headed,
    chromiumSandbox: !isLinuxRoot(host),
    args: switchesFor(headed),
    env: withoutSecrets(host.env),
    timeout: limitMs,
    // Signals are ours: Playwright's handlers close the browser and leave the process running.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return withDeadline('starting the browser', limitMs + 2_000, launching);
}

/** Pages run in the browser; keys and tokens of the shell have no business in it. */
export function withoutSecrets(env: Host['env']): Record<string, string> {
  const secret = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL)/i;
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && !secret.test(entry[0])),
  );
}

export interface Trial {
  version: string;
  /** The title of the page that was opened, read back from the browser. */
  title: string;
}

/** Starts the browser for real, opens a page and reads its title. */
export async function tryBrowser(host: Host, found: FoundBrowser): Promise<Trial> {
  const browser = await launchBrowser(host, found);
  try {
    const page = await withDeadline('opening a page', 10_000, browser.newPage());
    await page.goto('data:text/html,<title>agent is ready</title>', { timeout: 10_000 });
    const title = await withDeadline("reading the page's title", 5_000, page.title());
    return { version: browser.version(), title };
  } finally {
    await withDeadline('closing the browser', 5_000, browser.close());
  }
}
