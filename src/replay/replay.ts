import type { Gate } from '../checkpoint/gate.js';
import { createFailure } from '../contracts/failure.js';
import type { TaskCommandV1 } from '../contracts/generated.js';
import type { Values } from '../contracts/placeholders.js';
import { createResult } from '../contracts/records.js';
import { factsOf } from '../page/conditions.js';
import { closable, type EventPayload, type Recorder } from '../run/recorder.js';
import {
  type Ending,
  endingOf,
  endingOfError,
  INTERRUPTED,
  type RunOutcome,
  recordEnd,
  type Stops,
  type WorkEnd,
  withLastStep,
} from '../step/ending.js';
import { unmetIn } from '../verify/completion.js';
import { createExchange } from '../verify/exchange.js';
import { createPageSide } from '../verify/pageSide.js';
import { play } from './command.js';
import type { Healed } from './exactly.js';
import type { Command, Played, Player } from './player.js';
import { LIMITS, type Limits, LOOK_AGAIN_MS, type ReplayDriver } from './seek.js';
import { valued } from './valued.js';

export interface ReplayDeps extends Stops {
  driver: ReplayDriver;
  gate: Gate;
  recorder: Recorder;
  onStep(command: Command, played: Played): void;
  newId(): string;
  now(): Date;
  monotonic(): number;
  limits?: Limits;
}

export interface ReplayTask {
  taskId: string;
  task: TaskCommandV1;
  values: Values;
  allowFallback: boolean;
  /** Counted from one; the way to the page that it begins on is gone all the same. */
  fromStep?: number;
  about?: Pick<EventPayload, 'versions' | 'warnings' | 'policy_hash' | 'task_sha256'>;
}

export interface ReplayOutcome extends RunOutcome {
  /** What the file would say of the elements that were not found as it says, by the id of the command. */
  healed: ReadonlyMap<string, Healed>;
}

/** A recorded task, done again without a model, to its end whatever that is. What is not as it was is never guessed around. */
export async function replayTask(deps: ReplayDeps, replay: ReplayTask): Promise<ReplayOutcome> {
  const { monotonic, newId, now, driver, gate, limits = LIMITS } = deps;
  const { task, taskId, values, allowFallback } = replay;
  const started = monotonic();
  const commands = commandsFrom(task.commands, replay.fromStep ?? 1);
  const goal = task.goal ?? `replay of ${task.task_id}`;
  const url = commands.find(({ action }) => action === 'navigate')?.params as { url: string } | undefined;
  await deps.recorder.record('task_started', { task_id: taskId, url: url?.url ?? '', message: goal, ...replay.about });
  // What is given up may still be going on: nothing it does from then on is recorded, so it does nothing.
  const recorder = closable(deps.recorder);
  const player: Player = {
    ...{ driver, gate, recorder, monotonic, newId, now, limits, values, allowFallback },
    pageSide: createPageSide(createExchange(newId), goal),
    shown: null,
    snapshotId: '',
  };
  const done: Played[] = [];
  const end = await endingOf(
    deps,
    async () => (await playAll(deps, player, commands, done)) ?? judge(player, valued(task.success, values)),
  );
  recorder.close();
  const outcomeOf = (ending: Ending): ReplayOutcome => {
    const { success, reason, failure, exitCode, remedies, bug } = ending;
    const steps = withLastStep(
      done.map(({ step }) => step),
      recorder.lastStep(),
    );
    const final_url = player.shown?.raw.url;
    const result = createResult({
      ...{ task_id: taskId, success, verified: success && task.success !== undefined, reason, steps },
      duration_ms: Math.max(1, Math.round(monotonic() - started)),
      usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0, llm_calls: 0 },
      ...(final_url === undefined ? {} : { final_url }),
      ...(failure ? { failure } : {}),
    });
    const healed = new Map(done.flatMap((one) => (one.healed ? [[one.step.command_id, one.healed] as const] : [])));
    return { result, exitCode, remedies, healed, ...(bug === undefined ? {} : { bug }) };
  };
  const outcome = outcomeOf(end);
  try {
    await recordEnd(deps.recorder, outcome.result);
  } catch (error) {
    // Whatever was reached: a replay that is not on record to its end has failed.
    return outcomeOf(endingOfError(error));
  }
  return outcome;
}

/** From this one on; where that is no navigate itself, the last one before it comes first, so that there is a page. */
export function commandsFrom(commands: readonly Command[], fromStep: number): Command[] {
  const rest = commands.slice(fromStep - 1);
  const way = commands.slice(0, fromStep - 1).findLast(({ action }) => action === 'navigate');
  return way && rest[0]?.action !== 'navigate' ? [way, ...rest] : rest;
}

/** Null when all of them were carried out. */
async function playAll(
  { onStep, signal }: ReplayDeps,
  player: Player,
  commands: readonly Command[],
  done: Played[],
): Promise<WorkEnd | null> {
  for (const command of commands) {
    if (signal?.aborted) return { success: false, reason: INTERRUPTED };
    const played = await play(player, command);
    done.push(played);
    onStep(command, played);
    const { failure, exitCode, step, message } = played;
    if (failure || step.status === 'failed') {
      // The question was taken back because the run is to end; that was nobody's no.
      if (signal?.aborted && failure?.error_code === 'CAP_HUMAN_REJECTED')
        return { success: false, reason: INTERRUPTED };
      return {
        ...{ success: false, reason: failure?.message ?? message },
        ...(failure ? { failure } : {}),
        ...(exitCode === undefined ? {} : { exitCode }),
      };
    }
  }
  return null;
}

/** What the file says must be so at the end, on two looks in a row: what is about to be taken back must not count. */
async function judge(
  { driver, limits, monotonic, recorder }: Player,
  success: TaskCommandV1['success'],
): Promise<WorkEnd> {
  if (!success) return { success: true, reason: 'every step was carried out and verified' };
  const end = monotonic() + limits.targetMs;
  let wasMet = false;
  for (;;) {
    const view = await driver.look({ scope: 'page', picture: false });
    const unmet = unmetIn(success, factsOf(view.raw));
    const { url } = view.raw;
    if (unmet.length === 0 && wasMet) {
      await recorder.record('verification_result', { status: 'ok', url, message: 'what must be so at the end is so' });
      return { success: true, reason: 'what must be so at the end is so' };
    }
    if (unmet.length > 0 && monotonic() >= end) {
      const message = `every step was carried out, and at the end it is not so: ${unmet.join('; ')}`;
      await recorder.record('verification_result', { status: 'failed', url, message });
      const failure = createFailure({ code: 'TASK_UNVERIFIED', stepId: 'end', message, url });
      return { success: false, reason: message, failure };
    }
    wasMet = unmet.length === 0;
    if (!wasMet) await driver.changed(view, Math.max(1, Math.min(LOOK_AGAIN_MS, end - monotonic())));
  }
}
