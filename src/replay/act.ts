import { EXIT, type ExitCode } from '../contracts/exitCodes.js';
import { createFailure } from '../contracts/failure.js';
import type { ClickCommand, Drift, StepResult, TypeCommand } from '../contracts/generated.js';
import type { Values } from '../contracts/placeholders.js';
import type { Action } from '../page/action.js';
import type { RawNode } from '../page/raw.js';
import type { Purpose } from '../resolve/target.js';
import { ASKED_NEXT_TIME } from '../step/outcome.js';
import type { Caution, StepResult as Taken } from '../step/step.js';
import { takeStep } from '../step/takeStep.js';
import { maskedArgs } from '../step/telling.js';
import type { Found, NotFound } from './exactly.js';
import { argsOf, comeTo, headOf, type Played, type Player, refused, show } from './player.js';
import { seek } from './seek.js';
import { valued } from './valued.js';

type Acting = ClickCommand | TypeCommand;

/** A page that draws itself anew between the look and the act is looked at again, this often. */
const ATTEMPTS = 3;

/** Finds the element and takes the step. What was dispatched is never done again. */
export async function act(player: Player, command: Acting): Promise<Played> {
  const params = valued(command.params, player.values);
  for (let attempt = 1; ; attempt++) {
    const started = player.monotonic();
    const found = await seek(player, params, purposeOf(command));
    if (!found.ok) return notFound(player, command, found, started);
    const taken = await take(player, command, found);
    const isElsewhere = !taken.dispatched && taken.error === 'ref_invalid' && taken.rejected === undefined;
    if (isElsewhere && attempt < ATTEMPTS) continue;
    // The page asked back and was told no, or something was kept back: the same once more asks the human.
    const again = ASKED_NEXT_TIME.has(taken.verification.reason ?? '') && taken.rejected === undefined;
    const last = again ? await takeAgain(player, command) : null;
    return played(command, last?.found ?? found, await arrived(player, command.id, last?.taken ?? taken));
  }
}

async function takeAgain(player: Player, command: Acting): Promise<{ found: Found; taken: Taken } | null> {
  const found = await seek(player, valued(command.params, player.values), purposeOf(command));
  return found.ok ? { found, taken: await take(player, command, found) } : null;
}

function purposeOf({ action }: Acting): Purpose {
  return action === 'click' ? 'click' : 'fill';
}

async function take(player: Player, command: Acting, found: Found): Promise<Taken> {
  const { view, node, drift } = found;
  const shown = player.shown ?? (await player.driver.look({ scope: 'viewport', picture: true }));
  const caution = cautionFor(command, found);
  const taken = await takeStep(player, {
    ...{ id: command.id, tool: command.action, shown, isBound: true, found: view },
    action: actionFor(command, node, player.values),
    target: { by: 'vaultyId', id: node.vaultyId },
    ...(caution ? { caution } : {}),
    ...(drift ? { drift } : {}),
    call: { args: argsOf(command), snapshotId: player.snapshotId },
  });
  await show(player, taken.view);
  return taken;
}

function actionFor(command: Acting, { tag }: RawNode, values: Values): Action {
  if (command.action === 'click') return { kind: 'click' };
  const { text, submit = false, choose, additional_values: more = [] } = valued(command.params, values);
  const isChoice = choose === true || tag === 'select' || more.length > 0;
  return isChoice ? { kind: 'select', values: [text, ...more] } : { kind: 'fill', value: text, clear: true, submit };
}

/** What was asked about when it was recorded is asked about again, and whatever drifted is said with the question. */
function cautionFor({ params: { recorded } }: Acting, { drift, uncertain }: Found): Caution | undefined {
  if (!drift && !recorded?.gated) return undefined;
  return {
    uncertain,
    ...(drift ? { words: `it was not found as it was recorded: ${wordsOf(drift)}` } : {}),
    ...(recorded?.gated ? { asks: 'you were asked before this when it was recorded' } : {}),
  };
}

function wordsOf({ moved, found }: Drift): string {
  return `${moved.join('; ')}; in its place there is ${found.role} ${JSON.stringify(found.name)}`;
}

/** A slow server is waited for as long as for any page: what it was asked is under way, and is not asked again. */
async function arrived(player: Player, id: string, taken: Taken): Promise<Taken> {
  if (taken.verification.reason !== 'still_loading') return taken;
  if (!(await player.driver.arrived(player.limits.navigateMs))) return taken;
  const { view, rejected } = await comeTo(player, id);
  const observations = [...taken.verification.observations, `the next page came late: ${view.raw.url}`];
  const verification = { outcome: 'verified', observations } as const;
  await player.recorder.record('verification_result', {
    command_id: id,
    status: 'ok',
    url: view.raw.url,
    verification,
  });
  const { failure: _, ...rest } = taken;
  const said = rejected === undefined ? {} : { rejected };
  return { ...rest, success: true, error: null, verification, view, ...said };
}

function played(command: Acting, { drift, healed, node }: Found, taken: Taken): Played {
  const { success, error, verification, trace, failure, durationMs, rejected } = taken;
  const step: StepResult = {
    ...headOf(command),
    args: maskedArgs(argsOf(command), node),
    status: success ? 'ok' : 'failed',
    duration_ms: durationMs,
    ...(error ? { error } : {}),
    ...(failure ? { failure } : {}),
    verification,
    ...(trace ? { resolution_trace: trace } : {}),
    ...(drift ? { drift } : {}),
  };
  const told: Played = {
    ...{ step, message: taken.message },
    ...(failure ? { failure } : {}),
    ...(drift ? { drift } : {}),
    ...(healed ? { healed } : {}),
    ...exitCodeFor(step),
  };
  return rejected === undefined ? told : refused(told, command.id, rejected, taken.view);
}

/** Nothing was found that is meant for sure: nothing is done. */
async function notFound(
  player: Player,
  command: Acting,
  { code, message: why }: NotFound,
  started: number,
): Promise<Played> {
  const { recorder, shown, monotonic } = player;
  const { id, action: tool } = command;
  const url = shown?.raw.url ?? '';
  const message = `nothing was done: ${why}`;
  const failure = createFailure({ code, stepId: id, message, selector: command.params.selector, url });
  const duration_ms = Math.max(1, Math.round(monotonic() - started));
  const step: StepResult = { ...headOf(command), status: 'failed', duration_ms, failure };
  await recorder.record('step_started', { command_id: id, tool, url, args: argsOf(command) });
  await recorder.record('step_finished', { command_id: id, tool, url, status: 'failed', duration_ms, failure });
  return { step, message, failure };
}

/** Something was begun that may have been done, and nobody saw it: that is another end than a failure. */
function exitCodeFor({ verification, status }: StepResult): { exitCode?: ExitCode } {
  const isUnknown = status === 'failed' && verification?.outcome === 'dispatched_unverified';
  return isUnknown ? { exitCode: EXIT.unknownOutcome } : {};
}
