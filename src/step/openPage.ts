import type { ErrorCode } from '../contracts/errorCodes.js';
import { AgentError, createFailure } from '../contracts/failure.js';
import type { ErrorV1 } from '../contracts/generated.js';
import type { Recorder } from '../run/recorder.js';

export interface Opener {
  driver: { goTo(url: string, milliseconds: number): Promise<void> };
  recorder: Recorder;
  monotonic(): number;
}

/** Goes to an address, on record from before it is left until it has come or failed. Answers with how long that took. */
export async function openPage(
  { driver, recorder, monotonic }: Opener,
  { id, url, milliseconds }: { id: string; url: string; milliseconds: number },
): Promise<number> {
  const started = monotonic();
  await recorder.record('step_started', { command_id: id, tool: 'navigate', url });
  const finished = async (status: 'ok' | 'failed', failure?: ErrorV1): Promise<number> => {
    const duration = Math.max(1, Math.round(monotonic() - started));
    const end = { command_id: id, tool: 'navigate', status, duration_ms: duration, url };
    await recorder.record('step_finished', { ...end, ...(failure ? { failure } : {}) });
    return duration;
  };
  try {
    await driver.goTo(url, milliseconds);
  } catch (error) {
    if (!(error instanceof AgentError) || !error.failure) throw error;
    const failure = atStep(error.failure, id, url);
    await finished('failed', failure);
    throw new AgentError(error.message, error.exitCode, error.remedies, failure);
  }
  return finished('ok');
}

/** The page does not know which step wanted it. */
function atStep({ error_code, message }: ErrorV1, stepId: string, url: string): ErrorV1 {
  return createFailure({ code: error_code as ErrorCode, stepId, message, url });
}
