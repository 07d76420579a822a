import { canonicalHash } from './canonical.js';
import type { TaskEventLine } from './generated.js';

/** What the first line of a log follows on. */
export const CHAIN_BEGIN = '0'.repeat(64);

/** The hash of a line of the log: over all of it but the hash itself, the hash of the line before included. */
export function hashOfLine(line: object): string {
  const rest = Object.fromEntries(Object.entries(line).filter(([key]) => key !== 'hash'));
  return canonicalHash(rest);
}

export function chained(line: TaskEventLine, prev: string): TaskEventLine & { hash: string } {
  const linked = { ...line, prev };
  return { ...linked, hash: hashOfLine(linked) };
}
