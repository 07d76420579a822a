import type { ServiceV1 } from '../contracts/generated.js';
import { NETFLIX } from './netflix.js';

/** The site of `agent demo`, on this machine alone; a service of its own, so that what the demo does can be replayed. */
export const BUNDLED: ServiceV1 = {
  ...NETFLIX,
  name: 'bundled-site',
  title: 'The site of agent demo',
  start_url: 'http://127.0.0.1/account',
  allowed_domains: ['127.0.0.1'],
  goals: [],
};
