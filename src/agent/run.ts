import type { PageDriver } from '../browser/driver.js';
import type { Gate } from '../checkpoint/gate.js';
import { patientWith } from '../checkpoint/patience.js';
import type { CompleteTaskInput, CompleteTaskResult, StepResult } from '../contracts/generated.js';
import { hideValues } from '../contracts/placeholders.js';
import { createResult } from '../contracts/records.js';
import type { Model, ModelReply } from '../model/model.js';
import type { VisionPolicy } from '../page/vision.js';
import { closable, type EventPayload, type Recorder } from '../run/recorder.js';
import type { CommandLog } from '../step/commands.js';
import { type Ending, endingOf, endingOfError, type RunOutcome, recordEnd, withLastStep } from '../step/ending.js';
import { openPage } from '../step/openPage.js';
import { lookAfresh } from '../tools/show.js';
import type { ToolContext } from '../tools/tool.js';
import { createExchange } from '../verify/exchange.js';
import { createPageSide } from '../verify/pageSide.js';
import type { Conversation } from './conversation.js';
import type { Limits } from './limits.js';
import { type LoopRecord, runLoop, type TurnReport } from './loop.js';
import { metered } from './metered.js';
import { systemPrompt } from './prompt.js';
import { createShower } from './shower.js';
import { createSpending } from './spending.js';

export type { RunOutcome };

export interface RunDeps {
  /** Made when the tools are there: a playbook looks at what was shown last. */
  model(context: ToolContext): Model;
  driver: PageDriver & { goTo(url: string, milliseconds: number): Promise<void> };
  gate: Gate;
  recorder: Recorder;
  /** Where what is done becomes a task. */
  commands?: CommandLog;
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

const NAVIGATE_MS = 15_000;

/** From the first page to the end of the task, whatever that end is. Raises only when not even its begin can be recorded. */
export async function runAgent(deps: RunDeps, task: RunTask): Promise<RunOutcome> {
  const { monotonic } = deps;
  const { taskId, goal, url } = task;
  const started = monotonic();
  const { human, waited } = patientWith(deps.gate.human, monotonic);
  const spending = createSpending(() => monotonic() - waited());
  const done: LoopRecord = { turns: 0, steps: [] };
  const hidden = <T>(value: T): T => hideValues(value, deps.commands?.values() ?? new Map());
  const events: Recorder = {
    ...deps.recorder,
    record: (type, payload) => deps.recorder.record(type, hidden(payload)),
  };
  await events.record('task_started', { task_id: taskId, url, message: goal, ...task.about });
  // What is given up may still be going on: nothing it does from then on is recorded, so it does nothing.
  const recorder = closable(events);
  const context: ToolContext = {
    driver: deps.driver,
    gate: { ...deps.gate, human },
    recorder,
    pageSide: createPageSide(createExchange(deps.newId), goal),
    monotonic,
    shown: null,
    newId: deps.newId,
    now: deps.now,
    confirm: (claim) => deps.confirm(claim, context, done, model()),
    ...(deps.commands ? { commands: deps.commands } : {}),
  };
  const { priceOf, signal: stop } = deps;
  let made: Model | undefined;
  const model = (): Model => {
    made ??= metered(deps.model(context), { recorder, spending, done, priceOf, signal: stop });
    return made;
  };
  const end = await endingOf(deps, async () => {
    await openPage({ driver: deps.driver, recorder, monotonic }, { id: OPENING, url, milliseconds: NAVIGATE_MS });
    deps.commands?.opened(url);
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
  const outcomeOf = ({ success, reason, failure, exitCode, remedies, bug }: Ending): RunOutcome => {
    const result = createResult({
      task_id: taskId,
      success,
      verified: success,
      reason,
      duration_ms: duration,
      turns: done.turns,
      steps: withLastStep(done.steps, recorder.lastStep(), OPENING).map((step) => ({
        ...step,
        ...hidden(toldOf(step)),
      })),
      usage: spending.total(),
      ...(final === undefined ? {} : { final_url: final }),
      ...(failure ? { failure } : {}),
    });
    return { result, exitCode, remedies, ...(bug === undefined ? {} : { bug }) };
  };
  const outcome = outcomeOf(end);
  try {
    await recordEnd(events, outcome.result);
  } catch (error) {
    // Whatever was reached: a run that is not on record to its end has failed.
    return outcomeOf(endingOfError(error));
  }
  return outcome;
}

/** What of a step may hold words of the user: a value that was typed is seen on the page afterwards, too. */
function toldOf({ args, result, verification }: StepResult): Pick<StepResult, 'args' | 'result' | 'verification'> {
  return {
    ...(args === undefined ? {} : { args }),
    ...(result === undefined ? {} : { result }),
    ...(verification === undefined ? {} : { verification }),
  };
}

/** The command id of the way to the first page, which is no call of a tool. */
const OPENING = '0';
