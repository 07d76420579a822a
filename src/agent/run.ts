import type { PageDriver } from '../browser/driver.js';
import type { Gate } from '../checkpoint/gate.js';
import { EXIT, type ExitCode, exitCodeOf } from '../contracts/exitCodes.js';
import { AgentError, createFailure, firstLine } from '../contracts/failure.js';
import type {
  CompleteTaskInput,
  CompleteTaskResult,
  ErrorV1,
  StepResult,
  TaskResultV1,
} from '../contracts/generated.js';
import { createResult } from '../contracts/records.js';
import type { Model, ModelReply } from '../model/model.js';
import type { VisionPolicy } from '../page/vision.js';
import { closable, type EventPayload, type RecordedStep, type Recorder } from '../run/recorder.js';
import { stepFromEvents } from '../run/steps.js';
import { lookAfresh } from '../tools/show.js';
import type { ToolContext } from '../tools/tool.js';
import { createExchange } from '../verify/exchange.js';
import { createPageSide } from '../verify/pageSide.js';
import type { Conversation } from './conversation.js';
import type { Limits } from './limits.js';
import { type LoopEnd, type LoopRecord, runLoop, type TurnReport } from './loop.js';
import { metered } from './metered.js';
import { systemPrompt } from './prompt.js';
import { createShower } from './shower.js';
import { createSpending } from './spending.js';

export interface RunDeps {
  /** Made when the tools are there: a playbook looks at what was shown last. */
  model(context: ToolContext): Model;
  driver: PageDriver & { goTo(url: string, milliseconds: number): Promise<void> };
  gate: Gate;
  recorder: Recorder;
  /** Decides whether a claim counts, knowing what was done so far. */
  confirm(claim: CompleteTaskInput, context: ToolContext, done: LoopRecord, judge: Model): Promise<CompleteTaskResult>;
  priceOf(usage: ModelReply['usage']): number | null;
  /** Told before each call of the model. */
  onThink(turn: number): void;
  onTurn(report: TurnReport): void;
  newId(): string;
  now(): Date;
  monotonic(): number;
  /** Ends the run after what it is doing now; the reason may be an AgentError with the exit code. */
  signal?: AbortSignal;
  /** Ends it at once, whatever it is doing: raises why, or never settles. */
  giveUp?: Promise<never>;
}

export interface RunTask {
  taskId: string;
  goal: string;
  url: string;
  guidance?: string;
  limits: Limits;
  vision: VisionPolicy;
  /** For the first event: what carries it out, by which rules, and what is to be known about that. */
  about?: Pick<EventPayload, 'versions' | 'warnings' | 'policy_hash'>;
}

export interface RunOutcome {
  result: TaskResultV1;
  exitCode: ExitCode;
  /** What the user can do about a failure. */
  remedies: readonly string[];
  /** What was raised that nobody had foreseen: a fault of ours. */
  bug?: unknown;
}

const NAVIGATE_MS = 15_000;

/** From the first page to the end of the task, whatever that end is. Raises only when not even its begin can be recorded. */
export async function runAgent(deps: RunDeps, task: RunTask): Promise<RunOutcome> {
  const { monotonic } = deps;
  const { taskId, goal, url } = task;
  const started = monotonic();
  const spending = createSpending(monotonic);
  const done: LoopRecord = { turns: 0, steps: [] };
  await deps.recorder.record('task_started', { task_id: taskId, url, message: goal, ...task.about });
  // What is given up may still be going on: nothing it does from then on is recorded, so it does nothing.
  const recorder = closable(deps.recorder);
  const context: ToolContext = {
    driver: deps.driver,
    gate: deps.gate,
    recorder,
    pageSide: createPageSide(createExchange(deps.newId), goal),
    monotonic,
    shown: null,
    newId: deps.newId,
    now: deps.now,
    confirm: (claim) => deps.confirm(claim, context, done, model()),
  };
  const { priceOf, signal: stop } = deps;
  let made: Model | undefined;
  const model = (): Model => {
    made ??= metered(deps.model(context), { recorder, spending, done, priceOf, signal: stop });
    return made;
  };
  const end = await ended(deps, async () => {
    await navigate(deps, recorder, url);
    const shower = createShower(task.vision, goal, deps.newId);
    const opening = shower.first(await lookAfresh(context, OPENING));
    if (opening.asked) await recorder.record('page_state_requested', { command_id: OPENING, message: opening.asked });
    const conversation: Conversation = { opening, turns: [] };
    const { onThink, onTurn, signal } = deps;
    const system = systemPrompt(goal, task.guidance);
    const { limits } = task;
    const loop = { model: model(), context, recorder, limits, spending, system, show: shower.show, onThink, onTurn };
    return runLoop({ ...loop, ...(signal ? { signal } : {}) }, conversation, done);
  });
  recorder.close();
  const duration = Math.max(1, Math.round(monotonic() - started));
  const final = context.shown?.projection.snapshot.page.url;
  const outcomeOf = ({ success, reason, failure, exitCode, remedies, bug }: Ended): RunOutcome => {
    const result = createResult({
      task_id: taskId,
      success,
      verified: success,
      reason,
      duration_ms: duration,
      turns: done.turns,
      steps: withLastStep(done.steps, recorder.lastStep()),
      usage: spending.total(),
      ...(final === undefined ? {} : { final_url: final }),
      ...(failure ? { failure } : {}),
    });
    return { result, exitCode, remedies, ...(bug === undefined ? {} : { bug }) };
  };
  const outcome = outcomeOf(end);
  try {
    await recordEnd(deps.recorder, outcome.result);
  } catch (error) {
    // Whatever was reached: a run that is not on record to its end has failed.
    return outcomeOf(endOfError(error));
  }
  return outcome;
}

async function recordEnd(recorder: Recorder, result: TaskResultV1): Promise<void> {
  const { task_id, success, status, duration_ms, reason = '', failure } = result;
  await recorder.record(success ? 'task_completed' : 'task_failed', {
    ...{ task_id, status, duration_ms, message: reason },
    ...(failure ? { failure } : {}),
  });
}

/** A step that was begun and never came back to the loop, because it was given up or its page was lost, is a step, too. */
function withLastStep(steps: StepResult[], last: RecordedStep | null): StepResult[] {
  const id = last?.started.command_id;
  if (!last || id === OPENING || steps.some(({ command_id }) => command_id === id)) return [...steps];
  return [...steps, stepFromEvents(last)];
}

/** The command id of the way to the first page, which is no call of a tool. */
const OPENING = '0';

async function navigate({ driver, monotonic }: RunDeps, recorder: Recorder, url: string): Promise<void> {
  const started = monotonic();
  await recorder.record('step_started', { command_id: OPENING, tool: 'navigate', url });
  const finished = (status: 'ok' | 'failed', failure?: ErrorV1): Promise<void> => {
    const duration = Math.max(1, Math.round(monotonic() - started));
    const end = { command_id: OPENING, tool: 'navigate', status, duration_ms: duration, url };
    return recorder.record('step_finished', { ...end, ...(failure ? { failure } : {}) });
  };
  try {
    await driver.goTo(url, NAVIGATE_MS);
  } catch (error) {
    if (error instanceof AgentError) await finished('failed', error.failure);
    throw error;
  }
  await finished('ok');
}

type Ended = LoopEnd & Omit<RunOutcome, 'result'>;

/** Whatever is raised is an end like any other: foreseen, asked for, or a fault of ours. */
async function ended({ signal, giveUp }: RunDeps, work: () => Promise<LoopEnd>): Promise<Ended> {
  try {
    if (signal?.aborted) return interrupted(signal.reason);
    const end = await (giveUp ? Promise.race([work(), giveUp]) : work());
    if (end.reason === INTERRUPTED) return interrupted(signal?.reason);
    return { ...end, exitCode: exitCodeFor(end), remedies: [] };
  } catch (error) {
    if (error instanceof AgentError && isSignal(error)) return interrupted(error);
    // Whoever is asked to end stumbles over it; what was lost for good is told all the same.
    const isGraver = error instanceof AgentError && GRAVE.has(error.exitCode);
    return signal?.aborted && !isGraver ? interrupted(signal.reason) : endOfError(error);
  }
}

const INTERRUPTED = 'interrupted';
const GRAVE: ReadonlySet<ExitCode> = new Set([EXIT.environment, EXIT.unknownOutcome]);

function isSignal({ exitCode }: AgentError): boolean {
  return exitCode === EXIT.sigint || exitCode === EXIT.sigterm || exitCode === EXIT.sighup;
}

function interrupted(reason: unknown): Ended {
  const exitCode = reason instanceof AgentError ? reason.exitCode : EXIT.sigint;
  return { success: false, reason: INTERRUPTED, exitCode, remedies: [] };
}

function endOfError(error: unknown): Ended {
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

function exitCodeFor({ success, failure }: LoopEnd): ExitCode {
  if (success) return EXIT.completed;
  return failure ? exitCodeOf(failure.error_class) : EXIT.failed;
}

function reasonFor({ error_class, message }: ErrorV1): string {
  return error_class === 'llm_provider' || error_class === 'llm_invalid_output' ? 'llm_error' : message;
}
