import type { StepResult, TaskEventLine } from '../contracts/generated.js';
import type { RecordedStep } from './recorder.js';

/** A step of the result, from what the events say of it. */
export function stepFromEvents({ started, finished }: RecordedStep): StepResult {
  const { command_id = '', tool, args } = started;
  const base = { command_id, ...(tool === undefined ? {} : { tool }), ...(args === undefined ? {} : { args }) };
  if (!finished) {
    const observations = ['the run ended before it was seen what came of it'];
    return {
      ...base,
      status: 'failed',
      error: 'outcome_unknown',
      verification: { outcome: 'dispatched_unverified', observations, reason: 'outcome_unknown' },
    };
  }
  const { status, duration_ms, error, failure, verification, resolution_trace } = finished;
  return {
    ...base,
    status: status === 'ok' ? 'ok' : 'failed',
    ...(duration_ms === undefined ? {} : { duration_ms }),
    ...(error === undefined ? {} : { error }),
    ...(failure ? { failure } : {}),
    ...(verification ? { verification } : {}),
    ...(resolution_trace ? { resolution_trace } : {}),
  };
}

/** The steps of a log, in order; the way to the first page is one of them. */
export function recordedSteps(events: readonly TaskEventLine[]): RecordedStep[] {
  const steps: RecordedStep[] = [];
  for (const { event_type, payload } of events) {
    if (event_type === 'step_started') steps.push({ started: payload });
    const last = steps.at(-1);
    if (event_type === 'step_finished' && last && last.started.command_id === payload.command_id) {
      last.finished = payload;
    }
  }
  return steps;
}

const HARMLESS: ReadonlySet<string> = new Set(['navigate', 'get_snapshot', 'browser_scroll', 'get_text', 'get_title']);

/** A step that may have changed something beyond the page in front. */
export function mayHaveEffect({ tool }: { tool?: string }): boolean {
  return tool !== undefined && !HARMLESS.has(tool);
}
