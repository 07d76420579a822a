import { isLinuxRoot } from '../browser/host.js';
import { NO_SANDBOX_WARNING } from '../browser/launch.js';
import type { EventPayload } from '../run/recorder.js';
import { thisHost, thisProcess } from './machine.js';
import { agentVersion } from './version.js';

/** What carries out a run, for its first event. */
export function aboutThis(browser: string, warnings: string[]): Pick<EventPayload, 'versions' | 'warnings'> {
  const versions = { agent: agentVersion(), node: thisProcess().node, browser };
  return { versions, ...(warnings.length > 0 ? { warnings } : {}) };
}

/** Of a browser that was started by us. */
export function ownWarnings(): string[] {
  return isLinuxRoot(thisHost()) ? [NO_SANDBOX_WARNING] : [];
}
