import { createHash } from 'node:crypto';

/** JSON with its keys in order and no blanks: the same content gives the same text, however it was written. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const entries = Object.entries(part).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
    return Object.fromEntries(entries);
  });
}

export function canonicalHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
