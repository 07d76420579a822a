import type { ErrorV1, TaskEventLine, TaskEventV1, TaskResultV1 } from './generated.js';
import { assertWritable } from './validate.js';
import { CURRENT } from './versions.js';

/** Makes one line of the event log. The version is stamped here, so no producer can forget it. */
export function createEvent(
  head: Omit<TaskEventLine, 'payload'>,
  payload: Omit<TaskEventV1, 'schema_version'>,
): TaskEventLine {
  return assertWritable('task_event_line', { ...head, payload: { schema_version: CURRENT.task_event, ...payload } });
}

/** Makes a result. A run is `rejected` exactly when a guard, a budget or a human ended it. */
export function createResult(
  facts: Omit<TaskResultV1, 'schema_version' | 'status'> & { success: boolean },
): TaskResultV1 {
  const status = facts.success ? 'completed' : statusOf(facts.failure);
  return assertWritable('task_result.v1', { schema_version: CURRENT.task_result, status, ...facts });
}

function statusOf(failure: ErrorV1 | undefined): 'failed' | 'rejected' {
  const rejected = failure?.error_class === 'capability_rejected' || failure?.error_class === 'cost_rejected';
  return rejected ? 'rejected' : 'failed';
}
