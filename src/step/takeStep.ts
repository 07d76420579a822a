import type { Deed, Hold, View } from '../browser/driver.js';
import { deniedKeyOf } from '../checkpoint/descriptor.js';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError } from '../contracts/failure.js';
import type { ResolutionTrace, Verification } from '../contracts/generated.js';
import type { Action } from '../page/action.js';
import type { RawNode } from '../page/raw.js';
import { inert, renderNode } from '../page/render.js';
import type { Purpose } from '../resolve/target.js';
import type { Observations } from '../verify/observations.js';
import { arrive, isUnpassed } from './arrival.js';
import { elementFor } from './element.js';
import { type Located, locate, type NotLocated, seenAgain } from './locate.js';
import { type Outcome, outcomeOf, type StepError } from './outcome.js';
import { permit } from './permission.js';
import type { Done, Step, StepDeps, StepResult } from './step.js';
import { failureOf, messageOf, recordStart } from './telling.js';

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
    ...(step.drift ? { drift: step.drift } : {}),
  });
  // What was done is on record before the next question is asked.
  const { view, rejected, notes } = await arrive(deps, step.id, done.view);
  if (view !== done.view) deps.pageSide.show(view.raw);
  return {
    success,
    error,
    message: done.message,
    verification,
    dispatched: done.dispatched,
    durationMs,
    view,
    notes: view === done.view ? notes : [...view.notes, ...notes],
    ...(rejected === undefined ? {} : { rejected }),
    ...(done.blocker ? { blocker: done.blocker } : {}),
    ...(trace ? { trace } : {}),
    ...(failure ? { failure } : {}),
  };
}

async function carryOut(deps: StepDeps, asked: Step): Promise<Done> {
  const { located, step } = await locateTarget(deps, asked);
  if (located && !located.ok) return refuse(deps, step, located);
  const trace = located?.trace;
  const notes = located?.notes ?? [];
  const rest = { notes, ...(trace ? { trace } : {}) };
  const found = await lookBefore(deps, step.shown);
  if (isPastStop(deps, step, found)) return refuse(deps, step, { ...PAST_STOP, ...rest });
  const permission = await permit(deps, step.id, step.action, located, step.shown, step.caution);
  if (!permission.ok) return refuse(deps, step, { ...permission, ...rest });
  // A human takes their time, and the page may be another one when they are back.
  const before = permission.approval === undefined ? found : await lookBefore(deps, found);
  if (isPastStop(deps, step, before)) return refuse(deps, step, { ...PAST_STOP, ...rest });
  const what = located ? renderNode(located.live) : 'the page';
  // The intent is written down before the effect: whatever ends the process in between, it is known what was begun.
  const { action, approval } = permission;
  const [element] = await Promise.all([
    deps.commands && located ? elementFor(deps.driver, action, located, approval !== undefined) : null,
    recordStart(deps, step, before.raw.url, located, what),
  ]);
  const started = deps.monotonic();
  const meant = located && meantBy(located, approval !== undefined);
  const hold = holdFor(deps, action, approval !== undefined);
  const deed = await deps.driver.act(located?.view ?? before, meant, action, hold);
  if (approval !== undefined && deed.acted.dispatched) deps.gate.memory.spend(approval);
  noteConsequence(deps, step.action, located, deed);
  const view = await deps.driver
    .look({ scope: 'viewport', picture: true })
    .catch((error: unknown) => endUnseen(deps, step, { what, url: before.raw.url, deed, started }, error));
  const observed = compare(deps, step, located, deed, [...notes, ...before.notes, ...view.notes], view);
  const outcome = outcomeOf(step.action, located?.live ?? null, deed, view.raw, observed);
  if (located && element) {
    deps.commands?.took({ node: located.live, element, outcome, deed, from: before.raw.url, page: view.raw, action });
  }
  const blocker = deed.acted.ok ? undefined : deed.acted.blocker;
  const message = messageOf(step.action, what, outcome, deed);
  const { dispatched } = deed.acted;
  return { outcome, message, view, dispatched, ...(blocker ? { blocker } : {}), ...(trace ? { trace } : {}) };
}

/** As it was judged: that has to hold to the end. What its form would send, only where a human saw it. */
function meantBy({ live }: Located, isApproved: boolean): RawNode {
  if (!live.details || isApproved) return live;
  const { form: _, ...details } = live.details;
  return { ...live, details };
}

/** What is sent without anybody having been asked is read first. A yes to the act is one to what it sends; to a request, to that one alone. */
function holdFor({ gate: { rules } }: StepDeps, { kind, request }: Action, isApproved: boolean): Hold | undefined {
  if (kind === 'scroll' || kind === 'reveal' || (isApproved && !request)) return undefined;
  return (sent) => (request?.method === sent.method && request.url === sent.url ? null : rules.commandIn(sent));
}

/** What the page asked back was answered with no, or what it wanted to send kept back. The same once more is another question to the human. */
function noteConsequence({ gate }: StepDeps, action: Action, located: Located | null, { caused }: Deed): void {
  if (!located) return;
  const key = deniedKeyOf({ action, node: located.live, page: located.view.raw });
  const [request] = caused.held;
  const asked = caused.dialogs.find(({ kind, accepted }) => ASKS_BACK.has(kind) && !accepted);
  const dialog = asked && { dialog: { kind: asked.kind, message: asked.message } };
  gate.memory.noteConsequence(key, request ? { request } : dialog);
}

/** A prompt wants words of its own, which nobody has. */
const ASKS_BACK: ReadonlySet<string> = new Set(['confirm', 'beforeunload']);

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

interface Aimed {
  located: Located | NotLocated | null;
  /** With what is shown now. */
  step: Step;
}

async function locateTarget(deps: StepDeps, step: Step): Promise<Aimed> {
  const { target, action, shown, isBound, found } = step;
  if (!target) return { located: null, step };
  const from = found ?? shown;
  const located = await locate(deps.driver, { target, purpose: purposeOf(action), ...(isBound ? { from } : {}) });
  return found && located.ok && isOutOfSight(located.live) ? intoSight(deps, step, located) : { located, step };
}

function isOutOfSight({ inView, freePoint }: RawNode): boolean {
  return inView === 'none' || (inView === 'partial' && !freePoint);
}

/** Whoever is asked about it sees it in the picture, and what is clicked is in view. */
async function intoSight({ driver, pageSide }: StepDeps, step: Step, located: Located): Promise<Aimed> {
  const { live: before, view } = located;
  await driver.act(view, before, { kind: 'reveal' });
  const shown = await driver.look({ scope: 'viewport', picture: true });
  pageSide.show(shown.raw);
  const live = await driver.probe(view, before);
  // What is gone now is refused when it is to be acted on.
  const now = live.connected && live.visible ? seenAgain(before, live, located) : located;
  return { located: now, step: { ...step, shown } };
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

/** By itself the page has come to where somebody has to be asked first: that is what happens next, and nothing else. */
function isPastStop(deps: StepDeps, { action, shown }: Step, now: View): boolean {
  return now !== shown && action.kind !== 'scroll' && action.kind !== 'reveal' && isUnpassed(deps, now);
}

const PAST_STOP = {
  error: 'ref_invalid',
  message: 'the page has changed to one on which the user is asked first',
} as const;

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
    ({ kind, message, accepted }) =>
      `a ${kind} came up and was ${accepted ? 'answered with OK' : 'dismissed'}: ${inert(message, 200)}`,
  );
  const elementId = located ? { elementId: located.live.vaultyId } : {};
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
  /** More telling than the error. */
  reason?: string;
  message: string;
  notes: string[];
  trace?: ResolutionTrace;
}

/** Nothing was done; the page as it is goes along all the same. */
async function refuse(
  deps: StepDeps,
  step: Step,
  { error, reason = error, message: words, notes, trace }: Refusal,
): Promise<Done> {
  const { driver, pageSide } = deps;
  await recordStart(deps, step, step.shown.raw.url, null);
  const view = await driver.look({ scope: 'viewport', picture: true });
  pageSide.show(view.raw);
  const verification: Verification = { outcome: 'failed', observations: [...notes, ...view.notes], reason };
  const outcome: Outcome = { success: false, error, words, verification };
  const message = error === 'human_rejected' ? words : `nothing was done: ${words}`;
  return { outcome, message, view, dispatched: false, ...(trace ? { trace } : {}) };
}
