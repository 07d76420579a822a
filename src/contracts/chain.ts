import { createHash } from 'node:crypto';
import type { TaskEventLine } from './generated.js';

/** What the first line of a log follows on. */
export const CHAIN_BEGIN = '0'.repeat(64);

/** JSON with sorted keys and no blanks: the same text for the same value, however it was put together. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Built from entries, so that a key like __proto__ stays a key.
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}

/** The hash of a line of the log: over all of it but the hash itself, the hash of the line before included. */
export function hashOfLine(line: object): string {
  const rest = Object.fromEntries(Object.entries(line).filter(([key]) => key !== 'hash'));
  return createHash('sha256').update(canonicalJson(rest)).digest('hex');
}

export function chained(line: TaskEventLine, prev: string): TaskEventLine & { hash: string } {
  const linked = { ...line, prev };
  return { ...linked, hash: hashOfLine(linked) };
}
