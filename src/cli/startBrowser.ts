import { findBrowser } from '../browser/find.js';
import { isLinuxRoot } from '../browser/host.js';
import { THREE_THINGS_TO_TRY } from '../browser/install.js';
import { launchBrowser, NO_SANDBOX_WARNING } from '../browser/launch.js';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, firstLine } from '../contracts/failure.js';
import { thisHost } from './host.js';
import { inScratch } from './scratch.js';
import { tell } from './terminal.js';

/** The browser of this machine, started; or a clear word on why there is none. */
export async function startBrowser(
  flag: string | undefined,
  configured: string | undefined,
): Promise<Awaited<ReturnType<typeof launchBrowser>>> {
  const host = thisHost();
  const found = await findBrowser(host, { flag, config: configured });
  if (!found) {
    const remedies = ['agent doctor --fix installs one', ...THREE_THINGS_TO_TRY];
    throw new AgentError('no Chromium-based browser was found', EXIT.environment, remedies);
  }
  if (isLinuxRoot(host)) tell(NO_SANDBOX_WARNING);
  try {
    return await inScratch((env) => launchBrowser({ ...host, env }, found));
  } catch (error) {
    throw new AgentError(`the browser at ${found.path} does not start: ${firstLine(error)}`, EXIT.environment, [
      'agent doctor says what is missing',
    ]);
  }
}
