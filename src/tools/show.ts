import type { Blocker, View } from '../browser/driver.js';
import { createFailure } from '../contracts/failure.js';
import type { BrowserToolResult } from '../contracts/generated.js';
import type { Action } from '../page/action.js';
import { findRef } from '../page/refs.js';
import { refOf } from '../page/snapshot.js';
import { arrive } from '../step/arrival.js';
import { keepView } from '../step/keep.js';
import { takeStep } from '../step/takeStep.js';
import type { Shown, ToolAnswer, ToolCall, ToolContext } from './tool.js';

/** A look becomes the snapshot that the model goes by from now on; every ref before it is dead. */
export async function show(context: ToolContext, view: View, viewportOnly = true): Promise<Shown> {
  context.shown = { view, projection: await keepView(context, view, viewportOnly) };
  return context.shown;
}

/** A look, and what the human said to going on from there. */
export interface Fresh extends Shown {
  rejected?: string;
  notes: string[];
}

/** A fresh look at the page, whatever state it is in; where a checkpoint holds, the human is asked first. */
export async function lookAfresh(
  context: ToolContext,
  stepId: string,
  scope: View['scope'] = 'viewport',
): Promise<Fresh> {
  const seen = await context.driver.look({ scope, picture: true });
  const { view, rejected, notes } = await arrive(context, stepId, seen);
  context.pageSide.show(view.raw);
  const shown = await show(context, view, scope === 'viewport');
  const told = view === seen ? view.notes : [...seen.notes, ...view.notes];
  return { ...shown, notes: [...told, ...notes], ...(rejected === undefined ? {} : { rejected }) };
}

/** What a human said no to is an error for whoever drives, with the human's own words. */
export function rejectionOf(words: string): Pick<BrowserToolResult, 'success' | 'error' | 'message'> {
  return { success: false, error: 'human_rejected', message: `User feedback: ${words}` };
}

/** Nothing was done: the error, why, and the page as it is. */
export async function refuse(
  context: ToolContext,
  call: ToolCall,
  error: 'ref_invalid' | 'invalid_params',
  message: string,
): Promise<ToolAnswer> {
  const { notes, rejected, ...shown } = await lookAfresh(context, call.id);
  const result: BrowserToolResult = {
    success: false,
    snapshot: shown.projection.snapshot,
    error,
    message,
    ...(rejected === undefined ? {} : rejectionOf(rejected)),
    ...(notes.length > 0 ? { observations: notes } : {}),
  };
  const code = error === 'ref_invalid' ? 'REF_INVALID' : 'INVALID_PARAMS';
  const failure = createFailure({ code, stepId: call.id, message, url: result.snapshot.page.url });
  return { kind: 'browser', result, shown, failure };
}

/** The element behind a ref of the snapshot that the model saw, and the step that acts on it. */
export async function actOnRef(context: ToolContext, call: ToolCall, ref: string, action: Action): Promise<ToolAnswer> {
  const { shown } = context;
  if (!shown)
    return refuse(context, call, 'ref_invalid', `${ref} is of no snapshot: the page has not been looked at yet`);
  const found = findRef(shown.projection, ref, call.snapshotId);
  if (!found.ok) return refuse(context, call, found.error, found.message);
  return act(context, call, action, { by: 'vaultyId', id: found.node.vaultyId }, shown.view);
}

/** Takes the step and shows the page afterwards. */
export async function act(
  context: ToolContext,
  call: ToolCall,
  action: Action,
  target: { by: 'vaultyId'; id: string } | null,
  view: View,
): Promise<ToolAnswer> {
  const done = await takeStep(context, {
    ...{ id: call.id, tool: call.name, action, target, shown: view, isBound: target !== null },
    call: { args: { ...(call.input as object) }, snapshotId: call.snapshotId },
  });
  const shown = await show(context, done.view);
  const result: BrowserToolResult = {
    success: done.success,
    snapshot: shown.projection.snapshot,
    error: done.error,
    message: `${done.message}${refOfBlocker(shown, done.blocker)}`,
    ...(done.rejected === undefined ? {} : rejectionOf(done.rejected)),
    observations: [...done.verification.observations, ...done.notes],
    verification: done.verification,
    ...(done.trace ? { resolution_trace: done.trace } : {}),
  };
  return { kind: 'browser', result, shown, ...(done.failure ? { failure: done.failure } : {}) };
}

/** So that whoever reads it can close what is in the way. */
function refOfBlocker({ projection: { nodes } }: Shown, blocker: Blocker | undefined): string {
  const index = nodes.findIndex(({ vaultyId }) => vaultyId === blocker?.vaultyId);
  return index < 0 ? '' : ` (${refOf(index)})`;
}
