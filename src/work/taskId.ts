import { randomBytes } from 'node:crypto';

/** Sorted by name, these are sorted by time. */
export function newTaskId(prefix: string, now: Date): string {
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${prefix}-${stamp}-${randomBytes(3).toString('hex')}`;
}

const LONGEST = 64;

/** The task's own name, and which time it was. */
export function replayId(taskId: string): string {
  const end = `_replay_${randomBytes(4).toString('hex')}`;
  return `${taskId.slice(0, LONGEST - end.length)}${end}`;
}
