import type { PageDriver } from '../browser/driver.js';
import type { Gate } from '../checkpoint/gate.js';
import { EXIT, type ExitCode, exitCodeOf } from '../contracts/exitCodes.js';
import { AgentError } from '../contracts/failure.js';
import type { CompleteTaskInput, CompleteTaskResult, ErrorV1, TaskResultV1 } from '../contracts/generated.js';
import { createResult } from '../contracts/records.js';
import type { Model, ModelReply } from '../model/model.js';
import type { VisionPolicy } from '../page/vision.js';
import type { Recorder } from '../run/recorder.js';
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
  signal?: AbortSignal;
}

export interface RunTask {
  taskId: string;
  goal: string;
  url: string;
  guidance?: string;
  /** Of the rules that the run is held to. */
  policyHash?: string;
  limits: Limits;
  vision: VisionPolicy;
}

export interface RunOutcome {
  result: TaskResultV1;
  exitCode: ExitCode;
  /** What the user can do about a failure. */
  remedies: readonly string[];
}

const NAVIGATE_MS = 15_000;

/** From the first page to the end of the task, whatever that end is. Raises only for bugs and for what cannot be recorded. */
export async function runAgent(deps: RunDeps, task: RunTask): Promise<RunOutcome> {
  const { recorder, monotonic } = deps;
  const { taskId, goal, url, policyHash } = task;
  const started = monotonic();
  const spending = createSpending(monotonic);
  const done: LoopRecord = { turns: 0, steps: [] };
  const policy = policyHash === undefined ? {} : { policy_hash: policyHash };
  await recorder.record('task_started', { task_id: taskId, url, message: goal, ...policy });
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
  const { success, reason, failure, exitCode, remedies } = await ended(async () => {
    await navigate(deps, url);
    const shower = createShower(task.vision, goal, deps.newId);
    const opening = shower.first(await lookAfresh(context, '0'));
    if (opening.asked) await recorder.record('page_state_requested', { command_id: '0', message: opening.asked });
    const conversation: Conversation = { opening, turns: [] };
    const { onThink, onTurn, signal } = deps;
    const system = systemPrompt(goal, task.guidance);
    const { limits } = task;
    const loop = { model: model(), context, recorder, limits, spending, system, show: shower.show, onThink, onTurn };
    return runLoop({ ...loop, ...(signal ? { signal } : {}) }, conversation, done);
  }, deps.signal);
  const duration = Math.max(1, Math.round(monotonic() - started));
  const final = context.shown?.projection.snapshot.page.url;
  const result = createResult({
    task_id: taskId,
    success,
    verified: success,
    reason,
    duration_ms: duration,
    ...done,
    usage: spending.total(),
    ...(final === undefined ? {} : { final_url: final }),
    ...(failure ? { failure } : {}),
  });
  await recorder.record(success ? 'task_completed' : 'task_failed', {
    task_id: taskId,
    status: result.status,
    duration_ms: duration,
    message: reason,
    ...(failure ? { failure } : {}),
  });
  return { result, exitCode, remedies };
}

async function navigate({ driver, recorder, monotonic }: RunDeps, url: string): Promise<void> {
  const started = monotonic();
  await recorder.record('step_started', { command_id: '0', tool: 'navigate', url });
  const finished = (status: 'ok' | 'failed', failure?: ErrorV1): Promise<void> => {
    const duration = Math.max(1, Math.round(monotonic() - started));
    const end = { command_id: '0', tool: 'navigate', status, duration_ms: duration, url };
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

/** A foreseen failure is an end like any other. */
async function ended(
  work: () => Promise<LoopEnd>,
  signal?: AbortSignal,
): Promise<LoopEnd & Omit<RunOutcome, 'result'>> {
  try {
    const end = await work();
    return { ...end, exitCode: exitCodeFor(end), remedies: [] };
  } catch (error) {
    if (signal?.aborted) return { success: false, reason: 'interrupted', exitCode: EXIT.sigint, remedies: [] };
    if (!(error instanceof AgentError) || !error.failure) throw error;
    const { failure, exitCode, remedies } = error;
    return { success: false, reason: reasonFor(failure), failure, exitCode, remedies };
  }
}

function exitCodeFor({ success, reason, failure }: LoopEnd): ExitCode {
  if (success) return EXIT.completed;
  if (reason === 'interrupted') return EXIT.sigint;
  return failure ? exitCodeOf(failure.error_class) : EXIT.failed;
}

function reasonFor({ error_class, message }: ErrorV1): string {
  return error_class === 'llm_provider' || error_class === 'llm_invalid_output' ? 'llm_error' : message;
}
