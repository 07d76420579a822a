import type { TaskEventLine, TaskEventV1 } from '../contracts/generated.js';
import { createEvent } from '../contracts/records.js';

export type EventType = TaskEventLine['event_type'];
export type EventPayload = Omit<TaskEventV1, 'schema_version'>;

/** Where everything that happens is written down. It is awaited: what is not recorded is not done. */
export interface Recorder {
  record(type: EventType, payload: EventPayload): Promise<void>;
}

/** Keeps events in memory, in the very shape in which they are written to files. */
export function memoryRecorder(taskId: string, now: () => Date): Recorder & { events: TaskEventLine[] } {
  const events: TaskEventLine[] = [];
  return {
    events,
    async record(type, payload) {
      const head = { id: events.length + 1, task_id: taskId, event_type: type, created_at: now().toISOString() };
      events.push(createEvent(head, payload));
    },
  };
}
