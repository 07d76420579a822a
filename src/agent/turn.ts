import type { StepResult } from '../contracts/generated.js';
import type { ToolUse } from '../model/model.js';
import type { RawNode } from '../page/raw.js';
import { renderNode } from '../page/render.js';
import type { Shown, ToolAnswer } from '../tools/tool.js';
import { fingerprintOf, type Move } from './stagnation.js';

/** The element that a call is aimed at, as it was shown. */
function nodeOf({ input }: ToolUse, shown: Shown | null): RawNode | undefined {
  const ref = fieldsOf(input)['ref'];
  return typeof ref === 'string' && /^@e\d+$/.test(ref) ? shown?.projection.nodes[Number(ref.slice(2))] : undefined;
}

function fieldsOf(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
}

/** What is typed is told only where it is known to go into a field that is no secret; of a dead ref nobody knows that. */
function argsOf(call: ToolUse, shown: Shown | null): Record<string, unknown> {
  const args = fieldsOf(call.input);
  const node = nodeOf(call, shown);
  if (call.name !== 'browser_fill') return { ...args };
  const isTold = (key: string): boolean => key === 'ref' || (key === 'value' && node !== undefined && !node.secret);
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      key,
      typeof value === 'string' && !isTold(key) ? `••••(${value.length})` : value,
    ]),
  );
}

/** One line of the result: what was called, and what came of it. What was typed into a secret field is not in it. */
export function stepOf(
  turn: number,
  call: ToolUse,
  shown: Shown | null,
  answer: ToolAnswer,
  durationMs: number,
): StepResult {
  const args = argsOf(call, shown);
  const base = { command_id: String(turn), tool: call.name, args, duration_ms: durationMs };
  if (answer.kind !== 'browser') {
    const isOk = answer.kind === 'approval' ? answer.result.approved : answer.result.acknowledged;
    return {
      ...base,
      status: isOk ? 'ok' : 'failed',
      ...(answer.result.message ? { result: answer.result.message } : {}),
    };
  }
  const { success, error, message, verification, resolution_trace } = answer.result;
  return {
    ...base,
    status: success ? 'ok' : 'failed',
    ...(message === undefined ? {} : { result: message }),
    ...(error ? { error } : {}),
    ...(answer.failure ? { failure: answer.failure } : {}),
    ...(verification ? { verification } : {}),
    ...(resolution_trace ? { resolution_trace } : {}),
  };
}

/** What a turn did, as far as going in circles is concerned; null for what is not done to a page. */
export function moveOf(call: ToolUse, shown: Shown | null, answer: ToolAnswer): (Move & { target: string }) | null {
  if (answer.kind !== 'browser') return null;
  const node = nodeOf(call, shown);
  const { ref: _, ...rest } = fieldsOf(call.input);
  const { raw } = answer.shown.view;
  const { verification } = answer.result;
  // What was refused beforehand is no failed verification: nothing was done.
  const wasDone = verification?.reason !== answer.result.error;
  return {
    tool: call.name,
    what: JSON.stringify([node?.vaultyId ?? null, rest]),
    page: fingerprintOf(raw.url, raw.dom ?? ''),
    unverified: wasDone && (verification?.outcome === 'no_effect' || verification?.outcome === 'failed'),
    target: node ? renderNode(node, { context: 0, cover: false }) : '',
  };
}
