import type { ErrorCode } from '../contracts/errorCodes.js';
import { createFailure } from '../contracts/failure.js';
import type { ErrorV1, StepResult } from '../contracts/generated.js';
import type { Model, ModelReply, ToolUse } from '../model/model.js';
import type { Recorder } from '../run/recorder.js';
import type { ToolAnswer, ToolContext } from '../tools/tool.js';
import { toolbox, toolDefinitions } from '../tools/tools.js';
import { type Conversation, messagesOf, type Shown } from './conversation.js';
import { createWarner, type Limits, limitReached, type Spent } from './limits.js';
import { NUDGE_TO_ACT } from './prompt.js';
import type { Spending } from './spending.js';
import { createStagnation } from './stagnation.js';
import { moveOf, stepOf } from './turn.js';

export interface LoopDeps {
  model: Model;
  context: ToolContext;
  recorder: Recorder;
  limits: Limits;
  spending: Spending;
  system: string;
  /** What the model is shown of an answer. */
  show(answer: ToolAnswer, call: ToolUse): Shown;
  onThink(turn: number): void;
  onTurn(report: TurnReport): void;
  signal?: AbortSignal;
}

/** One turn, for whoever watches. */
export interface TurnReport {
  turn: number;
  tool: string;
  target: string;
  answer: ToolAnswer | null;
  spent: Spent;
}

export interface LoopEnd {
  success: boolean;
  reason: string;
  failure?: ErrorV1;
}

/** What was done so far; it is there whatever ends the loop. */
export interface LoopRecord {
  turns: number;
  steps: StepResult[];
}

const MAX_SILENCES = 3;

/** One call of the model, one tool, one answer, until a claim is acknowledged or a limit is reached. */
export async function runLoop(deps: LoopDeps, conversation: Conversation, record: LoopRecord): Promise<LoopEnd> {
  const { context, limits, spending } = deps;
  const tools = toolbox(context);
  const stagnation = createStagnation();
  const warn = createWarner();
  let silences = 0;
  let wasRejected = false;
  for (let turn = 1; ; turn++) {
    const over = limitReached(spending.soFar(turn - 1), limits, String(turn));
    if (over) return { success: false, reason: reasonOf(over), failure: over };
    if (deps.signal?.aborted) return { success: false, reason: 'interrupted' };
    record.turns = turn;
    deps.onThink(turn);
    const reply = await askModel(deps, conversation).catch((error: unknown) => {
      // Whoever ends the run while the model is asked hears of it as an error; to the run it is its end.
      if (deps.signal?.aborted) return null;
      throw error;
    });
    if (!reply) return { success: false, reason: 'interrupted' };
    const [call, ...ignored] = reply.content.filter((block): block is ToolUse => block.type === 'tool_use');
    if (!call) {
      deps.onTurn({ turn, tool: '', target: '', answer: null, spent: spending.soFar(turn) });
      conversation.turns.push({ kind: 'silence', reply: reply.content, nudge: NUDGE_TO_ACT });
      silences += 1;
      if (silences < MAX_SILENCES) continue;
      const message = `the model called no tool ${silences} times in a row`;
      return failed('llm_no_action', 'LLM_OUTPUT_INVALID', turn, message);
    }
    silences = 0;
    if (ignored.length > 0) await recordIgnored(deps, turn, ignored);
    const before = context.shown;
    const started = context.monotonic();
    const snapshotId = before?.projection.snapshot.snapshot_id ?? '';
    context.modelWords = wordsOf(reply.content);
    const answer = await tools.call({ id: String(turn), name: call.name, input: call.input, snapshotId });
    record.steps.push(stepOf(turn, call, before, answer, Math.max(1, Math.round(context.monotonic() - started))));
    const move = moveOf(call, before, answer);
    const stuck = move ? stagnation.note(move) : null;
    const warning = warn(spending.soFar(turn), limits);
    const shown = deps.show(answer, call);
    if (shown.asked) {
      await deps.recorder.record('page_state_requested', { command_id: String(turn), message: shown.asked });
    }
    conversation.turns.push({
      kind: 'call',
      reply: reply.content.filter((block) => block.type !== 'tool_use' || block === call),
      call,
      answer: shown,
      hasSnapshot: answer.kind === 'browser',
      notes: [...(stuck?.kind === 'nudge' ? [stuck.words] : []), ...(warning ? [warning] : [])],
    });
    deps.onTurn({ turn, tool: call.name, target: move?.target ?? '', answer, spent: spending.soFar(turn) });
    if (answer.kind === 'completion' && answer.result.acknowledged) return endOfClaim(turn, answer, wasRejected);
    wasRejected = isRejected(answer) ?? wasRejected;
    if (stuck?.kind === 'stop') {
      const code = stuck.reason === 'stagnation' ? 'TASK_STAGNATION' : 'TASK_UNVERIFIED';
      return failed(stuck.reason, code, turn, stuck.words);
    }
  }
}

/** What it said beside its call; empty when it said nothing. */
function wordsOf(content: ModelReply['content']): string {
  return content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join(' ')
    .trim();
}

function reasonOf({ error_code }: ErrorV1): string {
  return error_code === 'TASK_MAX_TURNS' ? 'max_turns_exceeded' : 'budget_exceeded';
}

function failed(reason: string, code: ErrorCode, turn: number, message: string): LoopEnd {
  return { success: false, reason, failure: createFailure({ code, stepId: String(turn), message }) };
}

/** The loop ends only on a claim that was acknowledged: a success that was confirmed, or a failure that is admitted. */
function endOfClaim(
  turn: number,
  { claim }: Extract<ToolAnswer, { kind: 'completion' }>,
  wasRejected: boolean,
): LoopEnd {
  if (claim.status === 'success') return { success: true, reason: 'completed' };
  // Giving up after a human's no is the human's doing.
  if (wasRejected) return failed('human_rejected', 'CAP_HUMAN_REJECTED', turn, claim.reason);
  return failed(claim.reason, 'TASK_NOT_POSSIBLE', turn, claim.reason);
}

/** Whether a human said no, or none could be asked; null for a look or a claim, which leaves that as it was. */
function isRejected(answer: ToolAnswer): boolean | null {
  switch (answer.kind) {
    case 'browser':
      return answer.result.verification ? answer.result.error === 'human_rejected' : null;
    case 'approval':
      return !answer.result.approved;
    case 'completion':
      return null;
  }
}

function askModel({ model, system, signal }: LoopDeps, conversation: Conversation): Promise<ModelReply> {
  const messages = messagesOf(conversation);
  return model.ask({ system, tools: toolDefinitions(), messages, ...(signal ? { signal } : {}) });
}

async function recordIgnored({ recorder }: LoopDeps, turn: number, ignored: ToolUse[]): Promise<void> {
  await recorder.record('tool_calls_ignored', {
    command_id: String(turn),
    ignored_tools: ignored.map(({ name }) => name),
    message: 'only the first tool call of an answer is carried out',
  });
}
