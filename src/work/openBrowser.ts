import { attachBrowser, endpointOf } from '../browser/attach.js';
import type { Size } from '../browser/context.js';
import type { Eyes } from '../browser/eyes.js';
import { newEyes } from '../browser/open.js';
import { openSession, type Session } from '../browser/session.js';
import { AgentError, firstLine, usageError } from '../contracts/failure.js';
import type { ConfigV1, ProfileV1 } from '../contracts/generated.js';
import { keepProfile } from '../run/keepProfile.js';
import { lockProfile } from '../run/profileLock.js';
import { folderOf, readProfile, requireProfile } from '../run/profiles.js';
import { ownWarnings } from './about.js';
import { profilesHome } from './profilesHome.js';
import type { Say } from './say.js';
import { requireDisplay, startBrowser } from './startBrowser.js';
import { variableFor } from './variableFor.js';

export interface BrowserFlags {
  browser?: string | undefined;
  headed?: boolean | undefined;
  cdp?: string | undefined;
  profile?: string | undefined;
  viewport?: string | undefined;
}

/** Which browser is worked with, and as whom. */
export type BrowserChoice =
  | { kind: 'attached'; endpoint: URL }
  | { kind: 'own'; path: string | undefined; headed: boolean; profile: string | undefined };

/** What the flags say, found to be possible; nothing is started. `target` is what `agent login` would take. */
export async function chooseBrowser(flags: BrowserFlags, target?: string): Promise<BrowserChoice> {
  const { browser: path, headed = false, cdp, profile } = flags;
  if (cdp !== undefined) {
    const other = (['profile', 'headed', 'browser', 'viewport'] as const).find((name) => flags[name] !== undefined);
    if (other === undefined) return { kind: 'attached', endpoint: endpointOf(cdp) };
    throw usageError(
      `--cdp and --${other} cannot be given together`,
      '--cdp works in a browser that runs already, as it is: its window, its size and its logins',
      `leave one of the two out; ${variableFor(other)} counts as --${other}, too`,
    );
  }
  if (headed) requireDisplay('--headed');
  if (profile !== undefined) {
    const home = profilesHome();
    await requireProfile(home, profile, target);
    await readProfile(home, profile);
  }
  return { kind: 'own', path, headed, profile };
}

/** A browser that is ready, and what makes it somebody's. */
export interface OpenBrowser {
  version: string;
  /** What is to be known about it, for the first event of a run. */
  warnings: string[];
  /** Whether a human can see it and act in it. */
  hasWindow: boolean;
  /** `quietMs`: how long a page has to be still; by default what a model needs, who looks once. */
  openSession(size: Size, quietMs?: number): Promise<Session>;
  /** A page that is only looked at. */
  openEyes(size: Size): Promise<Eyes>;
  /** After success: the profile becomes what the session has become. Without a profile, nothing. */
  keep(session: Session): Promise<void>;
  close(): Promise<void>;
}

export async function openBrowser(choice: BrowserChoice, config: ConfigV1, say: Say): Promise<OpenBrowser> {
  switch (choice.kind) {
    case 'attached':
      return attach(choice.endpoint, say);
    case 'own':
      return start(choice, config, say);
  }
}

export const ATTACHED_WARNING =
  'attached to a browser that agent did not start: downloads, service workers and the network are as it has them';

async function attach(endpoint: URL, say: Say): Promise<OpenBrowser> {
  const { browser, hasWindow } = await attachBrowser(endpoint);
  const ours: (() => Promise<void>)[] = [];
  const options = { isShared: true };
  say(ATTACHED_WARNING);
  return {
    version: browser.version(),
    warnings: [ATTACHED_WARNING],
    hasWindow,
    async openSession(size, quietMs) {
      const session = await openSession(browser, size, { ...options, quietMs });
      ours.push(session.close);
      return session;
    },
    async openEyes(size) {
      const eyes = await newEyes(browser, size, options);
      ours.push(() => eyes.page.close());
      return eyes;
    },
    keep: async () => {},
    async close() {
      // Our tabs go, the browser stays.
      await Promise.allSettled(ours.map((close) => close()));
      await browser.close();
    },
  };
}

async function start(
  { path, headed, profile: name }: BrowserChoice & { kind: 'own' },
  config: ConfigV1,
  say: Say,
): Promise<OpenBrowser> {
  const held = name === undefined ? undefined : await holdProfile(name, say);
  try {
    const browser = await startBrowser({ flag: path, config: config.browser_path, headed }, say);
    const options = { state: held?.profile.state };
    return {
      version: browser.version(),
      warnings: ownWarnings(),
      hasWindow: headed,
      openSession: (size, quietMs) => openSession(browser, size, { ...options, quietMs }),
      openEyes: (size) => newEyes(browser, size, options),
      keep: async (session) => held?.keep(session),
      async close() {
        await held?.giveBack();
        await browser.close();
      },
    };
  } catch (error) {
    await held?.giveBack();
    throw error;
  }
}

interface HeldProfile {
  profile: ProfileV1;
  keep(session: Session): Promise<void>;
  giveBack(): Promise<void>;
}

/** For one run at a time, and read when it is held: a run before may have changed it. */
async function holdProfile(name: string, say: Say): Promise<HeldProfile> {
  const home = profilesHome();
  const folder = folderOf(home, name);
  const giveBack = await lockProfile(home, folder, name);
  try {
    const profile = await readProfile(home, name);
    return {
      profile,
      giveBack,
      async keep(session) {
        try {
          const state = await session.state();
          await keepProfile(folder, { ...profile, state, updated_at: new Date().toISOString() });
        } catch (error) {
          // What was to be done is done, and the profile is what it was.
          say(`the profile ${name} was not brought up to date: ${firstLine(error)}`);
          if (error instanceof AgentError) for (const remedy of error.remedies) say(`  - ${remedy}`);
        }
      },
    };
  } catch (error) {
    await giveBack();
    throw error;
  }
}
