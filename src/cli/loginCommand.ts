import { createInterface } from 'node:readline';
import { type LoginWindow, openLoginWindow } from '../browser/loginWindow.js';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, usageError } from '../contracts/failure.js';
import type { ProfileV1 } from '../contracts/generated.js';
import { shellWord } from '../contracts/shellWord.js';
import { CURRENT } from '../contracts/versions.js';
import { keepProfile } from '../run/keepProfile.js';
import { lockProfile } from '../run/profileLock.js';
import { checkProfileName, ensureProfileFolder, profileNames, readProfile } from '../run/profiles.js';
import { byName } from '../services/choose.js';
import { isServicePath, readServiceFile } from '../services/serviceFile.js';
import { loadConfig } from '../work/config.js';
import { profilesHome } from '../work/profilesHome.js';
import { requireDisplay, startBrowser } from '../work/startBrowser.js';
import { closeAll } from '../work/withRuns.js';
import { say } from './say.js';
import { listenForEnds } from './signals.js';
import { oneLine, print, tell } from './terminal.js';

export interface LoginOptions {
  profile: string;
  browser?: string;
}

/** `headed` is false only where a test has no screen to open a window on. */
export async function runLogin(target: string, { profile: name, browser }: LoginOptions, headed = true): Promise<void> {
  const url = loginUrlOf(target);
  checkProfileName(name);
  const home = profilesHome();
  const isThere = (await profileNames(home)).includes(name);
  if (isThere) await readProfile(home, name);
  if (headed) requireDisplay('agent login');
  const config = await loadConfig();
  const folder = await ensureProfileFolder(home, name);
  const giveBack = await lockProfile(home, folder, name);
  try {
    const before = isThere ? await readProfile(home, name) : undefined;
    const state = await inWindow(
      await startBrowser({ flag: browser, config: config.browser_path, headed }, say),
      url,
      before,
    );
    const created_at = new Date().toISOString();
    const origin = new URL(url).origin;
    const path = await keepProfile(folder, { schema_version: CURRENT.profile, name, origin, created_at, state });
    print(`kept: the session of ${oneLine(origin)} as ${name}, ${contentsOf(state)}`);
    print(`  ${oneLine(path)}`);
    tell('Whoever has this file is logged in as you: it is as good as the password, and only you can read it.');
    tell(`Use it with: agent run --goal "..." --url ${oneLine(shellWord(url))} --profile ${name}`);
  } finally {
    await giveBack();
  }
}

/** Where a human logs in: the address itself, or where the service starts. */
function loginUrlOf(target: string): string {
  if (/^https?:\/\//i.test(target) && URL.canParse(target)) return new URL(target).href;
  const service = isServicePath(target) ? readServiceFile(target) : byName(target);
  if (service.start_url !== undefined) return service.start_url;
  throw usageError(`the service ${service.name} begins at no address of its own`, 'give the URL of the site');
}

type Started = Awaited<ReturnType<typeof startBrowser>>;

/** What the window holds when the human says so, or has closed it. */
async function inWindow(browser: Started, url: string, before: ProfileV1 | undefined): Promise<ProfileV1['state']> {
  const ends = listenForEnds('ending; nothing is kept');
  const entered = listenForEnter();
  const ended = new Promise<never>((_, reject) => {
    ends.signal.addEventListener('abort', () => reject(ends.signal.reason));
  });
  const work = async (): Promise<ProfileV1['state']> => {
    const window = await openLoginWindow(browser, url, before?.state);
    const how = entered.isPossible ? 'then press Enter here, or close the window' : 'then close the window';
    tell(`A window is open at ${oneLine(url)}. Log in there, ${how}.`);
    await Promise.race([entered.promise, window.closed]);
    return stateIn(window);
  };
  try {
    return await Promise.race([work(), ended]);
  } finally {
    entered.stop();
    ends.stop(await closeAll([() => browser.close()]));
  }
}

async function stateIn(window: LoginWindow): Promise<ProfileV1['state']> {
  const state = await window.state();
  if (state.cookies.length > 0 || state.origins.length > 0) return state;
  throw new AgentError('no site has left anything in the window, so there is no session to keep', EXIT.failed, [
    'log in first, then press Enter or close the window; a profile that was there is as it was',
  ]);
}

interface Enter {
  isPossible: boolean;
  promise: Promise<void>;
  stop(): void;
}

/** Only at a terminal: what is piped in says nothing about what happens in a window. */
function listenForEnter(): Enter {
  if (!process.stdin.isTTY) return { isPossible: false, promise: new Promise(() => {}), stop: () => {} };
  const lines = createInterface({ input: process.stdin });
  const promise = new Promise<void>((resolve) => {
    lines.once('line', () => resolve());
  });
  return { isPossible: true, promise, stop: () => lines.close() };
}

function contentsOf({ cookies, origins }: ProfileV1['state']): string {
  const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
  return `${many(cookies.length, 'cookie')} and the storage of ${many(origins.length, 'site')}`;
}
