import { EXIT, type ExitCode, exitCodeOf } from '../contracts/exitCodes.js';
import { AgentError, createFailure, firstLine } from '../contracts/failure.js';
import type { ErrorV1, StepResult, TaskResultV1 } from '../contracts/generated.js';
import type { RecordedStep, Recorder } from '../run/recorder.js';
import { stepFromEvents } from '../run/steps.js';

/** How a run came to its end, whoever drove it. */
export interface Ending {
  success: boolean;
  reason: string;
  failure?: ErrorV1;
  exitCode: ExitCode;
  /** What the user can do about a failure. */
  remedies: readonly string[];
  /** What was raised that nobody had foreseen: a fault of ours. */
  bug?: unknown;
}

export type RunOutcome = Pick<Ending, 'exitCode' | 'remedies' | 'bug'> & { result: TaskResultV1 };

/** What the work itself says of its end; without a code of its own, that follows from the failure. */
export type WorkEnd = Pick<Ending, 'success' | 'reason' | 'failure'> & { exitCode?: ExitCode };

export interface Stops {
  /** Ends the run after what it is doing now; the reason may be an AgentError with the exit code. */
  signal?: AbortSignal;
  /** Ends it at once, whatever it is doing: raises why, or never settles. */
  giveUp?: Promise<never>;
}

/** Whatever is raised is an end like any other: foreseen, asked for, or a fault of ours. */
export async function endingOf({ signal, giveUp }: Stops, work: () => Promise<WorkEnd>): Promise<Ending> {
  try {
    if (signal?.aborted) return interrupted(signal.reason);
    const end = await (giveUp ? Promise.race([work(), giveUp]) : work());
    if (end.reason === INTERRUPTED) return interrupted(signal?.reason);
    return { ...end, exitCode: end.exitCode ?? exitCodeFor(end), remedies: [] };
  } catch (error) {
    if (error instanceof AgentError && isSignal(error)) return interrupted(error);
    // Whoever is asked to end stumbles over it; what was lost for good is told all the same.
    const isGraver = error instanceof AgentError && GRAVE.has(error.exitCode);
    return signal?.aborted && !isGraver ? interrupted(signal.reason) : endingOfError(error);
  }
}

export const INTERRUPTED = 'interrupted';
const GRAVE: ReadonlySet<ExitCode> = new Set([EXIT.environment, EXIT.unknownOutcome]);

function isSignal({ exitCode }: AgentError): boolean {
  return exitCode === EXIT.sigint || exitCode === EXIT.sigterm || exitCode === EXIT.sighup;
}

function interrupted(reason: unknown): Ending {
  const exitCode = reason instanceof AgentError ? reason.exitCode : EXIT.sigint;
  return { success: false, reason: INTERRUPTED, exitCode, remedies: [] };
}

export function endingOfError(error: unknown): Ending {
  if (error instanceof AgentError) {
    const { failure, exitCode, remedies, message } = error;
    return {
      success: false,
      reason: failure ? reasonFor(failure) : message,
      exitCode,
      remedies,
      ...(failure ? { failure } : {}),
    };
  }
  const message = `a bug in agent: ${firstLine(error)}`;
  const failure = createFailure({ code: 'INTERNAL_ERROR', stepId: 'agent', message });
  return { success: false, reason: message, failure, exitCode: EXIT.bug, remedies: [], bug: error };
}

function exitCodeFor({ success, failure }: WorkEnd): ExitCode {
  if (success) return EXIT.completed;
  return failure ? exitCodeOf(failure.error_class) : EXIT.failed;
}

function reasonFor({ error_class, message }: ErrorV1): string {
  return error_class === 'llm_provider' || error_class === 'llm_invalid_output' ? 'llm_error' : message;
}

export async function recordEnd(recorder: Recorder, result: TaskResultV1): Promise<void> {
  const { task_id, success, status, duration_ms, reason = '', failure } = result;
  await recorder.record(success ? 'task_completed' : 'task_failed', {
    ...{ task_id, status, duration_ms, message: reason },
    ...(failure ? { failure } : {}),
  });
}

/** A step that was begun and never came back to its driver, because it was given up or its page was lost, is a step, too. */
export function withLastStep(steps: StepResult[], last: RecordedStep | null, opening?: string): StepResult[] {
  const id = last?.started.command_id;
  if (!last || id === opening || steps.some(({ command_id }) => command_id === id)) return [...steps];
  return [...steps, stepFromEvents(last)];
}
