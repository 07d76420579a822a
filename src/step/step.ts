import type { Blocker, PageDriver, View } from '../browser/driver.js';
import type { Drift, ErrorV1, ResolutionTrace, Verification } from '../contracts/generated.js';
import type { Action } from '../page/action.js';
import type { Target } from '../resolve/target.js';
import type { PageSide } from '../verify/pageSide.js';
import type { AskDeps } from './asking.js';
import type { CommandLog } from './commands.js';
import type { Outcome, StepError } from './outcome.js';

export interface StepDeps extends AskDeps {
  driver: PageDriver;
  pageSide: PageSide;
  /** Milliseconds that only ever grow. */
  monotonic(): number;
  /** Where what is done becomes a task; left out where it comes from one. */
  commands?: CommandLog;
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
  /** The look in which it was found, where nobody was shown that one: then the element is brought into view first. */
  found?: View;
  /** Why more care is taken than the page itself calls for. */
  caution?: Caution;
  /** It is not what was recorded, but found in its place. */
  drift?: Drift;
  /** For the record: the call and the snapshot it was made on. */
  call?: { args: Record<string, unknown>; snapshotId: string };
}

export interface Caution {
  /** Said with whatever the human is asked about it. */
  words?: string;
  /** Why a human is asked even where the rules do not want it. */
  asks?: string;
  /** It may be another one than is meant: what needs an approval is not done to it. */
  uncertain: boolean;
}

export interface StepResult {
  success: boolean;
  error: StepError | null;
  message: string;
  verification: Verification;
  /** The page was touched: it is never done again. */
  dispatched: boolean;
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
  dispatched: boolean;
  blocker?: Blocker;
  trace?: ResolutionTrace;
}
