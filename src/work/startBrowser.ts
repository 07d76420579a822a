import { type BrowserWish, findBrowser } from '../browser/find.js';
import { isLinuxRoot } from '../browser/host.js';
import { THREE_THINGS_TO_TRY } from '../browser/install.js';
import { hasDisplay, launchBrowser, NO_SANDBOX_WARNING } from '../browser/launch.js';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, firstLine } from '../contracts/failure.js';
import { inScratch, thisHost } from './machine.js';
import type { Say } from './say.js';

/** The browser of this machine, started; or a clear word on why there is none. */
export async function startBrowser(
  { flag, config, headed = false }: BrowserWish & { headed?: boolean },
  say: Say,
): Promise<Awaited<ReturnType<typeof launchBrowser>>> {
  const host = thisHost();
  const found = await findBrowser(host, { flag, config });
  if (!found) {
    const remedies = ['agent doctor --fix installs one', ...THREE_THINGS_TO_TRY];
    throw new AgentError('no Chromium-based browser was found', EXIT.environment, remedies);
  }
  if (isLinuxRoot(host)) say(NO_SANDBOX_WARNING);
  try {
    return await inScratch((env) => launchBrowser({ ...host, env }, found, { headed }));
  } catch (error) {
    throw new AgentError(`the browser at ${found.path} does not start: ${firstLine(error)}`, EXIT.environment, [
      ...(headed ? ['see whether the screen that DISPLAY names can be used: try another program with a window'] : []),
      'agent doctor says what is missing',
    ]);
  }
}

/** Said before anything is started. */
export function requireDisplay(what: string): void {
  if (hasDisplay(thisHost())) return;
  throw new AgentError(
    `${what} opens a window, and there is no screen to open it on (DISPLAY is not set)`,
    EXIT.environment,
    [
      'run it on a machine with a screen, or over ssh -X',
      'or log in there and copy the profile: agent profiles shows where it is kept',
      'or work in a browser that runs already: agent run --cdp http://127.0.0.1:9222',
    ],
  );
}
