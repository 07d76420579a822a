import type { Blocker, View } from '../browser/driver.js';
import { createFailure } from '../contracts/failure.js';
import type { BrowserToolResult } from '../contracts/generated.js';
import type { Action } from '../page/action.js';
import { findRef } from '../page/refs.js';
import { projectSnapshot, refOf } from '../page/snapshot.js';
import { takeStep } from '../step/takeStep.js';
import type { Shown, ToolAnswer, ToolCall, ToolContext } from './tool.js';

/** A look becomes the snapshot that the model goes by from now on; every ref before it is dead. */
export async function show(context: ToolContext, view: View, viewportOnly = true): Promise<Shown> {
  const projection = projectSnapshot(view.raw, {
    id: context.newId(),
    timestamp: context.now().toISOString(),
    screenshot: view.png.toString('base64'),
    viewportOnly,
  });
  context.shown = { view, projection };
  const { snapshot_id, page } = projection.snapshot;
  await context.recorder.record('snapshot_taken', { snapshot_id, url: page.url });
  return context.shown;
}

/** A fresh look at the page, whatever state it is in. */
export async function lookAfresh(context: ToolContext, scope: View['scope'] = 'viewport'): Promise<Shown> {
  const view = await context.driver.look({ scope, picture: true });
  context.pageSide.show(view.raw);
  return show(context, view, scope === 'viewport');
}

/** Nothing was done: the error, why, and the page as it is. */
export async function refuse(
  context: ToolContext,
  call: ToolCall,
  error: 'ref_invalid' | 'invalid_params',
  message: string,
): Promise<ToolAnswer> {
  const shown = await lookAfresh(context);
  const notes = shown.view.notes;
  const result: BrowserToolResult = {
    success: false,
    snapshot: shown.projection.snapshot,
    error,
    message,
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
    observations: done.verification.observations,
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
