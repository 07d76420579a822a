/** Becomes a folder's name; whatever could lead out of the runs folder is none. */
export const TASK_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** What a run folder holds. */
export const FILES = {
  events: 'task_events.jsonl',
  result: 'task_result.json',
  command: 'task_command.json',
  /** Who works here; gone when nobody does any more. */
  lock: 'run.lock',
  report: 'report.html',
} as const;

export const SNAPSHOTS = 'snapshots';
export const PICTURES = 'screenshots';
