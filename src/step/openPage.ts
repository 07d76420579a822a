import { AgentError } from '../contracts/failure.js';
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
    if (error instanceof AgentError) await finished('failed', error.failure);
    throw error;
  }
  return finished('ok');
}
