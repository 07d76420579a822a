import type { Blocker, Deed, PageDriver, View } from '../browser/driver.js';
import type { Gate } from '../checkpoint/gate.js';
import { CODE_OF_WORD, codeOfFailedAction, type ErrorCode } from '../contracts/errorCodes.js';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, createFailure } from '../contracts/failure.js';
import type { ErrorV1, ResolutionTrace, Verification } from '../contracts/generated.js';
import type { Action } from '../page/action.js';
import { inert, renderNode } from '../page/render.js';
import type { Purpose, Target } from '../resolve/target.js';
import type { Recorder } from '../run/recorder.js';
import type { Observations } from '../verify/observations.js';
import type { PageSide } from '../verify/pageSide.js';
import { type Located, locate } from './locate.js';
import { type Outcome, outcomeOf, type StepError } from './outcome.js';
import { permit } from './permission.js';

export interface StepDeps {
  driver: PageDriver;
  gate: Gate;
  recorder: Recorder;
  pageSide: PageSide;
  /** Milliseconds that only ever grow. */
  monotonic(): number;
}

/** One thing to be done to the page. */
export interface Step {
  id: string;
  /** The tool or command that wants it. */
  tool: string;
  action: Action;
  /** Null for what is aimed at the page as a whole. */
  target: Target | null;
  /** What the decision was made on. */
  shown: View;
  /** The target was seen in `shown`, so exactly that element is meant. */
  isBound: boolean;
  /** For the record: the call and the snapshot it was made on. */
  call?: { args: Record<string, unknown>; snapshotId: string };
}

export interface StepResult {
  success: boolean;
  error: StepError | null;
  message: string;
  verification: Verification;
  trace?: ResolutionTrace;
  failure?: ErrorV1;
  durationMs: number;
  /** What lay over the element. */
  blocker?: Blocker;
  /** The page afterwards. */
  view: View;
}

/**
 * The only road to the page, for whoever drives: permit, look, act, settle, look again, judge, record. It is taken once;
 * what was dispatched is never done again.
 */
export async function takeStep(deps: StepDeps, step: Step): Promise<StepResult> {
  const started = deps.monotonic();
  const done = await carryOut(deps, step);
  const durationMs = Math.max(1, Math.round(deps.monotonic() - started));
  const { success, error, verification } = done.outcome;
  const failure = success ? undefined : failureOf(step, done);
  const { trace } = done;
  await deps.recorder.record('step_finished', {
    command_id: step.id,
    tool: step.tool,
    status: success ? 'ok' : 'failed',
    duration_ms: durationMs,
    url: done.view.raw.url,
    verification,
    ...(error ? { error } : {}),
    ...(failure ? { failure } : {}),
    ...(trace ? { resolution_trace: trace } : {}),
  });
  return {
    success,
    error,
    message: done.message,
    verification,
    durationMs,
    view: done.view,
    ...(done.blocker ? { blocker: done.blocker } : {}),
    ...(trace ? { trace } : {}),
    ...(failure ? { failure } : {}),
  };
}

interface Done {
  outcome: Outcome;
  message: string;
  view: View;
  blocker?: Blocker;
  trace?: ResolutionTrace;
}

async function carryOut(deps: StepDeps, step: Step): Promise<Done> {
  const located = step.target ? await locateTarget(deps, step, step.target) : null;
  if (located && !located.ok) return refuse(deps, step, located);
  const trace = located?.trace;
  const permission = await permit(deps, step.action, located, step.shown);
  const notes = located?.notes ?? [];
  if (!permission.ok) return refuse(deps, step, { ...permission, notes, ...(trace ? { trace } : {}) });
  const before = await lookBefore(deps, step.shown);
  const what = located ? renderNode(located.live) : 'the page';
  // The intent is written down before the effect: whatever ends the process in between, it is known what was begun.
  await recordStart(deps, step, before.raw.url, located, what);
  const started = deps.monotonic();
  const deed = await deps.driver.act(located?.view ?? before, located?.node ?? null, step.action);
  const view = await deps.driver
    .look({ scope: 'viewport', picture: true })
    .catch((error: unknown) => endUnseen(deps, step, { what, url: before.raw.url, deed, started }, error));
  const observed = compare(deps, step, located, deed, [...notes, ...before.notes, ...view.notes], view);
  const outcome = outcomeOf(step.action, located?.live ?? null, deed, view.raw, observed);
  const blocker = deed.acted.ok ? undefined : deed.acted.blocker;
  const message = messageOf(step.action, what, outcome, deed);
  return { outcome, message, view, ...(blocker ? { blocker } : {}), ...(trace ? { trace } : {}) };
}

/** The page or the browser is lost for good: what was begun is not left without an end, nor taken for undone. */
async function endUnseen(
  { recorder, monotonic }: StepDeps,
  { id, tool, action: { kind } }: Step,
  { what, url, deed, started }: { what: string; url: string; deed: Deed; started: number },
  error: unknown,
): Promise<never> {
  const { dispatched } = deed.acted;
  const isUnknown = dispatched && kind !== 'scroll' && kind !== 'reveal';
  await recorder.record('step_finished', {
    command_id: id,
    tool,
    status: 'failed',
    duration_ms: Math.max(1, Math.round(monotonic() - started)),
    url,
    error: 'action_failed',
    verification: { outcome: dispatched ? 'dispatched_unverified' : 'failed', observations: [], reason: 'page_lost' },
  });
  if (!isUnknown || !(error instanceof AgentError) || !error.failure) throw error;
  const message = `${error.message}; the ${kind} on ${what} before that may have been done`;
  const remedies = ['see at the site what was done before you run it again', ...error.remedies];
  throw new AgentError(message, EXIT.unknownOutcome, remedies, { ...error.failure, message });
}

function locateTarget({ driver }: StepDeps, { action, shown, isBound }: Step, target: Target) {
  return locate(driver, { target, purpose: purposeOf(action), ...(isBound ? { from: shown } : {}) });
}

function purposeOf({ kind }: Action): Purpose {
  return kind === 'scroll' || kind === 'reveal' ? 'read' : kind;
}

/** What was shown serves as the state before, as long as it still is the page; else it is looked at again. */
async function lookBefore({ driver, pageSide }: StepDeps, shown: View): Promise<View> {
  if (shown.scope === 'viewport' && (await driver.isCurrent(shown))) return shown;
  const view = await driver.look({ scope: 'viewport', picture: false });
  pageSide.show(view.raw);
  return view;
}

function compare(
  { pageSide }: StepDeps,
  { tool }: Step,
  located: Located | null,
  { acted, caused }: Deed,
  notes: string[],
  { raw }: View,
): Observations | null {
  const { addedCount, removedCount, milliseconds, requests } = caused;
  const dialogs = caused.dialogs.map(
    ({ kind, message }) => `a ${kind} came up and was dismissed: ${inert(message, 200)}`,
  );
  const elementId = located ? { elementId: located.node.vaultyId } : {};
  const error = acted.ok ? {} : { error: { message: acted.message, code: acted.error, action: tool, ...elementId } };
  return pageSide.compare(raw, {
    status: acted.ok ? 'success' : acted.dispatched ? 'pending' : 'failure',
    ...error,
    witness: { addedCount, removedCount, stabilizationTime: milliseconds, requests },
    events: [...dialogs, ...caused.events.map(({ words }) => words), ...notes],
  });
}

interface Refusal {
  error: StepError;
  message: string;
  notes: string[];
  trace?: ResolutionTrace;
}

/** Nothing was done; the page as it is goes along all the same. */
async function refuse(deps: StepDeps, step: Step, { error, message: words, notes, trace }: Refusal): Promise<Done> {
  const { driver, pageSide } = deps;
  await recordStart(deps, step, step.shown.raw.url, null);
  const view = await driver.look({ scope: 'viewport', picture: true });
  pageSide.show(view.raw);
  const verification: Verification = { outcome: 'failed', observations: [...notes, ...view.notes], reason: error };
  const outcome: Outcome = { success: false, error, words, verification };
  const message = error === 'human_rejected' ? words : `nothing was done: ${words}`;
  return { outcome, message, view, ...(trace ? { trace } : {}) };
}

/** What is about to be done, with the call it comes from. What is typed into a secret field is never written down. */
async function recordStart(
  { recorder }: StepDeps,
  { id, tool, call, target: aim, shown }: Step,
  url: string,
  located: Located | null,
  target?: string,
): Promise<void> {
  const vaultyId = aim?.by === 'vaultyId' ? aim.id : undefined;
  const seen = located?.live ?? shown.raw.nodes.find((node) => node.vaultyId === vaultyId);
  const { value } = call?.args ?? {};
  const masked = seen?.secret && typeof value === 'string' ? { value: `••••(${value.length})` } : {};
  await recorder.record('step_started', {
    command_id: id,
    tool,
    url,
    ...(target === undefined ? {} : { target }),
    ...(call ? { args: { ...call.args, ...masked }, snapshot_id: call.snapshotId } : {}),
  });
}

const PAST: Record<Action['kind'], string> = {
  click: 'clicked',
  fill: 'filled',
  select: 'chose in',
  scroll: 'scrolled',
  reveal: 'scrolled to',
};

function messageOf({ kind }: Action, what: string, { words }: Outcome, { acted }: Deed): string {
  const isDone = acted.ok || acted.dispatched;
  const begin = isDone ? `${PAST[kind]} ${what}` : `nothing was done to ${what}`;
  return words === '' ? begin : `${begin}: ${words}`;
}

function failureOf({ id, tool, target }: Step, { outcome, message, trace, view }: Done): ErrorV1 {
  const selector = target && 'value' in target ? target.value : undefined;
  return createFailure({ code: codeOf(tool, outcome, trace), stepId: id, message, selector, url: view.raw.url });
}

/** The most telling word first: why the target was not found, what verification said, then the tool's own error. */
function codeOf(tool: string, { error, verification }: Outcome, trace?: ResolutionTrace): ErrorCode {
  const words = [trace?.failureReason, verification.reason, error];
  const known = words.find(
    (word): word is keyof typeof CODE_OF_WORD => word != null && Object.hasOwn(CODE_OF_WORD, word),
  );
  return known ? CODE_OF_WORD[known] : codeOfFailedAction(tool);
}
