import { randomBytes } from 'node:crypto';

/** Sorted by name, these are sorted by time. */
export function newTaskId(prefix: string, now: Date): string {
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${prefix}-${stamp}-${randomBytes(3).toString('hex')}`;
}
