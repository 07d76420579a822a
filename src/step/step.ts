import type { Blocker, PageDriver, View } from '../browser/driver.js';
import type { ErrorV1, ResolutionTrace, Verification } from '../contracts/generated.js';
import type { Action } from '../page/action.js';
import type { Target } from '../resolve/target.js';
import type { PageSide } from '../verify/pageSide.js';
import type { AskDeps } from './asking.js';
import type { Outcome, StepError } from './outcome.js';

export interface StepDeps extends AskDeps {
  driver: PageDriver;
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
  /** The human's words, when they said no to going on from that page. */
  rejected?: string;
  /** What else is to be told of that page. */
  notes: string[];
}

export interface Done {
  outcome: Outcome;
  message: string;
  view: View;
  blocker?: Blocker;
  trace?: ResolutionTrace;
}
