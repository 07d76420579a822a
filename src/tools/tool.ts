import type { View } from '../browser/driver.js';
import type {
  BrowserToolResult,
  CompleteTaskInput,
  CompleteTaskResult,
  ErrorV1,
  RequestHumanApprovalResult,
} from '../contracts/generated.js';
import type { ContractName } from '../contracts/schemas.js';
import type { Projection } from '../page/snapshot.js';
import type { StepDeps } from '../step/step.js';

/** What the model was shown last: the look, and the refs that it gave. */
export interface Shown {
  view: View;
  projection: Projection;
}

export interface ToolContext extends StepDeps {
  shown: Shown | null;
  newId(): string;
  now(): Date;
  /** Whether a claim counts; decided by whoever knows the goal. */
  confirm(claim: CompleteTaskInput): Promise<CompleteTaskResult>;
}

/** One call of a model, bound to the snapshot that it was made on. */
export interface ToolCall {
  id: string;
  name: string;
  input: unknown;
  snapshotId: string;
}

export type ToolAnswer =
  | { kind: 'browser'; result: BrowserToolResult; shown: Shown; failure?: ErrorV1 }
  | { kind: 'approval'; result: RequestHumanApprovalResult }
  | { kind: 'completion'; claim: CompleteTaskInput; result: CompleteTaskResult };

/** A tool is data and a short handler. Checking, permission, verification and recording happen around it. */
export interface Tool<Input = unknown> {
  name: ToolName;
  /** What the model reads. */
  description: string;
  input: ContractName;
  run(context: ToolContext, input: Input, call: ToolCall): Promise<ToolAnswer>;
}

export const TOOL_NAMES = [
  'get_snapshot',
  'browser_click',
  'browser_fill',
  'browser_select',
  'browser_scroll',
  'request_human_approval',
  'complete_task',
] as const;

export type ToolName = (typeof TOOL_NAMES)[number];
