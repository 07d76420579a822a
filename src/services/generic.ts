import type { ServiceV1 } from '../contracts/generated.js';
import { CURRENT } from '../contracts/versions.js';

/**
 * A site that nobody has described: guarded by the words on its own pages alone. Where it starts, the user says.
 *
 * It has no list of allowed domains. Ordinary sites sign in, pay and search on other domains than they begin on, so a list
 * guessed from one address would refuse what the user asked for. What takes its place: no tool takes an address, only
 * links to web pages are followed, what stands in a frame of another site is asked about, and every question shows page,
 * frame and target.
 */
export const GENERIC: Omit<ServiceV1, 'start_url' | 'allowed_domains'> = {
  schema_version: CURRENT.service,
  name: 'generic',
  title: 'Any site',
  checkpoints: [],
  success: [],
  failure: [],
};
