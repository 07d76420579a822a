import { canonicalHash } from '../contracts/canonical.js';
import type { Service } from './services.js';

/** What a run is held to, as one number: whoever reads its log can tell whether another one was held to the same. */
export function policyHash(service: Service, isBuiltIn: boolean, rulesVersion: string): string {
  return canonicalHash({ rulesVersion, isBuiltIn, service });
}

/** Nothing changes it any more, however deep. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
