import { createHash } from 'node:crypto';
import type { Service } from './services.js';

/** What a run is held to, as one number: whoever reads its log can tell whether another one was held to the same. */
export function policyHash(service: Service, isBuiltIn: boolean, rulesVersion: string): string {
  return createHash('sha256').update(canonicalJson({ rulesVersion, isBuiltIn, service })).digest('hex');
}

/** The same text for the same content, whatever order its keys were written in. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Nothing changes it any more, however deep. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
