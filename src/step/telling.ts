import type { Deed } from '../browser/driver.js';
import { CODE_OF_WORD, codeOfFailedAction, type ErrorCode } from '../contracts/errorCodes.js';
import { createFailure } from '../contracts/failure.js';
import type { ErrorV1, ResolutionTrace } from '../contracts/generated.js';
import { hideValues } from '../contracts/placeholders.js';
import type { Action } from '../page/action.js';
import type { RawNode } from '../page/raw.js';
import type { Located } from './locate.js';
import type { Outcome } from './outcome.js';
import type { Done, Step, StepDeps } from './step.js';

/** What is about to be done, with the call it comes from. What is typed into a secret field is never written down. */
export async function recordStart(
  { recorder, commands }: StepDeps,
  { id, tool, call, target: aim, shown }: Step,
  url: string,
  located: Located | null,
  target?: string,
): Promise<void> {
  const vaultyId = aim?.by === 'vaultyId' ? aim.id : undefined;
  const seen = located?.live ?? shown.raw.nodes.find((node) => node.vaultyId === vaultyId);
  await recorder.record('step_started', {
    command_id: id,
    tool,
    url,
    ...(target === undefined ? {} : { target }),
    ...(call
      ? {
          args: hideValues(maskedArgs(call.args, seen), commands?.values() ?? new Map()),
          snapshot_id: call.snapshotId,
        }
      : {}),
  });
}

/** What is typed into a secret field is not told; it goes by the name of the tool's parameter or of the command's. */
export function maskedArgs(args: Record<string, unknown>, node: RawNode | undefined): Record<string, unknown> {
  if (!node?.secret) return { ...args };
  const masked = Object.entries(args).map(([key, value]) => {
    const isTyped = (key === 'value' || key === 'text') && typeof value === 'string' && !isPlaceholder(value);
    return [key, isTyped ? `••••(${value.length})` : value];
  });
  return Object.fromEntries(masked);
}

/** A name that stands for what is typed gives nothing of it away. */
function isPlaceholder(text: string): boolean {
  return /^\{\{var:\w+\}\}$/.test(text);
}

const PAST: Record<Action['kind'], string> = {
  click: 'clicked',
  fill: 'filled',
  select: 'chose in',
  scroll: 'scrolled',
  reveal: 'scrolled to',
};

export function messageOf({ kind }: Action, what: string, { words }: Outcome, { acted }: Deed): string {
  const isDone = acted.ok || acted.dispatched;
  const begin = isDone ? `${PAST[kind]} ${what}` : `nothing was done to ${what}`;
  return words === '' ? begin : `${begin}: ${words}`;
}

export function failureOf({ id, tool, target }: Step, { outcome, message, trace, view }: Done): ErrorV1 {
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
