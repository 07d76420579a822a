/** What a run folder holds. */
export const FILES = {
  events: 'task_events.jsonl',
  result: 'task_result.json',
  command: 'task_command.json',
  /** Who works here; gone when nobody does any more. */
  lock: 'run.lock',
} as const;

export const SNAPSHOTS = 'snapshots';
export const PICTURES = 'screenshots';
