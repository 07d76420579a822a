import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { usageError } from '../contracts/failure.js';
import type { Host } from './host.js';
import { playwright } from './playwright.js';

export interface BrowserWish {
  flag?: string | undefined;
  config?: string | undefined;
}

export interface FoundBrowser {
  path: string;
  /** In words, for `agent doctor`. */
  source: string;
}

const NAMES_ON_PATH = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'msedge',
  'brave-browser',
];

const WELL_KNOWN: Record<string, (env: Host['env']) => string[]> = {
  linux: () => ['/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge', '/snap/bin/chromium'],
  darwin: (env) =>
    ['', env['HOME'] ?? ''].flatMap((base) => [
      `${base}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
      `${base}/Applications/Chromium.app/Contents/MacOS/Chromium`,
      `${base}/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge`,
    ]),
  win32: (env) =>
    [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].flatMap((base) =>
      base
        ? [join(base, 'Google/Chrome/Application/chrome.exe'), join(base, 'Microsoft/Edge/Application/msedge.exe')]
        : [],
    ),
};

/**
 * The browser to use: what the user named, else Playwright's own, else one the system has. A named one that is not
 * there is an error, never a reason to take another.
 */
export async function findBrowser(host: Host, wish: BrowserWish = {}): Promise<FoundBrowser | undefined> {
  const named = [
    { path: wish.flag, source: '--browser' },
    { path: host.env['AGENT_BROWSER_PATH'], source: 'AGENT_BROWSER_PATH' },
    { path: wish.config, source: 'browser_path in the config' },
  ].find(({ path }) => path !== undefined && path !== '');
  if (named?.path !== undefined) {
    if (isProgram(named.path)) return { path: named.path, source: named.source };
    throw usageError(
      `${named.source} names ${JSON.stringify(named.path)}, and no program is there`,
      'give the full path of a Chromium-based browser',
      `or leave ${named.source} out: agent then looks for one itself, and agent doctor says which`,
    );
  }
  const { chromium } = playwright();
  const own = chromium.executablePath();
  if (own && isProgram(own)) return { path: own, source: "Playwright's own Chromium" };
  const system = systemCandidates(host).find(isProgram);
  return system === undefined ? undefined : { path: system, source: 'the system' };
}

function systemCandidates({ platform, env }: Host): string[] {
  const extension = platform === 'win32' ? '.exe' : '';
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = NAMES_ON_PATH.flatMap((name) => folders.map((folder) => join(folder, name + extension)));
  return [...onPath, ...(WELL_KNOWN[platform]?.(env) ?? [])];
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
