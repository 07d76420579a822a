import type { ServiceV1 } from '../contracts/generated.js';

/** A site that nobody has described: guarded by the words on its own pages alone. Where it starts, the user says. */
export const GENERIC: Omit<ServiceV1, 'start_url' | 'allowed_domains'> = {
  schema_version: 'service.v1',
  name: 'generic',
  title: 'Any site',
  checkpoints: [],
  success: [],
  failure: [],
};
