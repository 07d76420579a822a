import type { KeptRun } from './keptRun.js';
import { mayHaveEffect, recordedSteps } from './steps.js';

/** What became of a run. */
export interface Standing {
  state: 'running' | 'completed' | 'failed' | 'rejected' | 'interrupted' | 'killed' | 'unknown';
  words: string;
}

/**
 * From its files alone, anew each time: nothing is added to them afterwards, so they stay what the run itself wrote.
 * `killed` has done nothing that was not seen; of `unknown` nobody can say what came of the last thing it did.
 */
export function standingOf({ events, result, isRunning, problems }: KeptRun): Standing {
  const steps = recordedSteps(events);
  const last = steps.at(-1)?.started;
  const at = last?.command_id === undefined ? '' : ` step ${last.command_id}`;
  if (result) {
    const { status, reason = '' } = result;
    const open = result.steps.find(({ verification }) => verification?.reason === 'outcome_unknown');
    const unknown = open ? `; step ${open.command_id}: outcome unknown` : '';
    if (reason === 'interrupted') return { state: open ? 'unknown' : 'interrupted', words: `interrupted${unknown}` };
    return { state: status, words: `${reason || status}${unknown}` };
  }
  if (isRunning) return { state: 'running', words: at === '' ? 'running' : `running, at${at}` };
  if (problems.length > 0) return { state: 'unknown', words: 'its files cannot be read to their end' };
  const end = events.at(-1);
  if (end && (end.event_type === 'task_completed' || end.event_type === 'task_failed')) {
    const state = end.payload.status === 'rejected' ? 'rejected' : stateOf(end.event_type);
    return { state, words: `${end.payload.message || state}; killed before its result was written` };
  }
  if (!last) return { state: 'killed', words: 'killed before it did anything' };
  if (steps.at(-1)?.finished) return { state: 'killed', words: `killed after${at}` };
  if (!mayHaveEffect(last)) return { state: 'killed', words: `killed at${at}` };
  return { state: 'unknown', words: `killed at${at}: outcome unknown` };
}

function stateOf(end: 'task_completed' | 'task_failed'): 'completed' | 'failed' {
  return end === 'task_completed' ? 'completed' : 'failed';
}
