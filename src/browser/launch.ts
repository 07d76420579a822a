import type { Browser } from 'playwright';
import { withDeadline } from './deadline.js';
import type { FoundBrowser } from './find.js';
import { type Host, isLinuxRoot } from './host.js';
import { playwright } from './playwright.js';
import { switchesFor } from './switches.js';

const LAUNCH_LIMIT_MS = 30_000;

export const NO_SANDBOX_WARNING =
  'running as root: Chromium refuses its sandbox there, so it runs without one. Use an ordinary user where you can.';

/** Whether there is a screen that a window can be opened on. */
export function hasDisplay({ platform, env }: Host): boolean {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

export interface LaunchOptions {
  headed?: boolean;
}

export async function launchBrowser(
  host: Host,
  found: FoundBrowser,
  { headed = false }: LaunchOptions = {},
): Promise<Browser> {
  const { chromium } = playwright();
  const launching = chromium.launch({
    executablePath: found.path,
    headless: !headed,
    chromiumSandbox: !isLinuxRoot(host),
    args: switchesFor(headed),
    env: withoutSecrets(host.env),
    timeout: LAUNCH_LIMIT_MS,
    // Signals are ours: Playwright's handlers close the browser and leave the process running.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return withDeadline('starting the browser', LAUNCH_LIMIT_MS + 2_000, launching);
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
