import { CHAIN_BEGIN, chained } from '../contracts/chain.js';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError } from '../contracts/failure.js';
import type { Snapshot, TaskEventLine, TaskEventV1 } from '../contracts/generated.js';
import { createEvent } from '../contracts/records.js';

export type EventType = TaskEventLine['event_type'];
export type EventPayload = Omit<TaskEventV1, 'schema_version'>;

/** The names of a snapshot's files, as events tell them. */
export type SnapshotFiles = Pick<EventPayload, 'snapshot_file' | 'screenshot_file'>;

/** Where everything that happens is written down. It is awaited: what is not recorded is not done. */
export interface Recorder {
  record(type: EventType, payload: EventPayload): Promise<void>;
  /** Keeps what was shown beside the events. */
  keepSnapshot(snapshot: Snapshot, png: Buffer): Promise<SnapshotFiles>;
}

/** Gives each event its number, its times and its place in the chain. */
export function numbering(
  taskId: string,
  now: () => Date,
  monotonic: () => number,
): (type: EventType, payload: EventPayload) => TaskEventLine {
  let id = 0;
  let prev = CHAIN_BEGIN;
  return (type, payload) => {
    const line = createEvent(
      {
        id: id + 1,
        task_id: taskId,
        event_type: type,
        created_at: now().toISOString(),
        monotonic_ms: Math.round(monotonic() * 1_000) / 1_000,
      },
      payload,
    );
    // Parsed back, so that what is hashed is what a reader finds: a field that is undefined is none.
    const linked = chained(JSON.parse(JSON.stringify(line)) as TaskEventLine, prev);
    id += 1;
    prev = linked.hash;
    return linked;
  };
}

/** Keeps events in memory, in the very shape in which they are written to files. */
export function memoryRecorder(taskId: string, now: () => Date): Recorder & { events: TaskEventLine[] } {
  const events: TaskEventLine[] = [];
  const lineOf = numbering(taskId, now, () => performance.now());
  return {
    events,
    async record(type, payload) {
      events.push(lineOf(type, payload));
    },
    async keepSnapshot() {
      return {};
    },
  };
}

/** A step as the events tell it; without an end, nobody knows what came of it. */
export interface RecordedStep {
  started: EventPayload;
  finished?: EventPayload;
}

export interface ClosableRecorder extends Recorder {
  /** From now on nothing more is written through it: whatever still goes on has no say any more, and does nothing more. */
  close(): void;
  /** The step that was begun last. */
  lastStep(): RecordedStep | null;
}

/** For work that may have to be given up while it goes on. */
export function closable(recorder: Recorder): ClosableRecorder {
  let isOpen = true;
  let step: RecordedStep | null = null;
  const check = (): void => {
    if (!isOpen) throw new AgentError('the run is over', EXIT.failed);
  };
  return {
    async record(type, payload) {
      check();
      const before = step;
      step = stepAfter(step, type, payload);
      await recorder.record(type, payload).catch((error: unknown) => {
        // What was not written down is not begun; what was seen of an end was seen all the same.
        if (type === 'step_started') step = before;
        throw error;
      });
      // It was closed while this was written: what was to follow is not done.
      check();
    },
    async keepSnapshot(snapshot, png) {
      check();
      return recorder.keepSnapshot(snapshot, png);
    },
    close() {
      isOpen = false;
    },
    lastStep: () => step,
  };
}

function stepAfter(step: RecordedStep | null, type: EventType, payload: EventPayload): RecordedStep | null {
  if (type === 'step_started') return { started: payload };
  return type === 'step_finished' && step ? { started: step.started, finished: payload } : step;
}
