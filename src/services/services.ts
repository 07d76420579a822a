import type { ServiceV1 } from '../contracts/generated.js';
import { BUNDLED } from './bundled.js';
import { GENERIC } from './generic.js';
import { NETFLIX } from './netflix.js';

/** A service as a run is held to it. A site that nobody has described has no list of domains. */
export type Service = Omit<ServiceV1, 'start_url' | 'allowed_domains'> &
  Partial<Pick<ServiceV1, 'start_url' | 'allowed_domains'>>;

/** What agent knows by itself, by name. */
export function builtInServices(): readonly Service[] {
  return [NETFLIX, GENERIC, BUNDLED];
}
