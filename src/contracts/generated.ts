// Generated from schemas/ by `npm run gen`. Do not edit: change the schema.

/**
 * A question about a page. Texts are compared without regard to case, as part of the whole.
 */
export type Condition =
  | {
      /**
       * The page's title contains this
       */
      title_contains: string;
    }
  | {
      /**
       * The page's URL contains this
       */
      url_contains: string;
    }
  | {
      /**
       * A heading's name contains this
       */
      heading_contains: string;
    }
  | {
      /**
       * A text that can be seen on the page contains this
       */
      text_contains: string;
    }
  | {
      element: {
        /**
         * @minItems 1
         * @maxItems 20
         */
        roles?: [string, ...string[]];
        name_contains: string;
      };
    }
  | {
      /**
       * @minItems 1
       * @maxItems 50
       */
      any: [Condition, ...Condition[]];
    }
  | {
      /**
       * @minItems 1
       * @maxItems 50
       */
      all: [Condition, ...Condition[]];
    }
  | {
      not: Condition;
    };
/**
 * What the page side tells the planner side: the semantic tree first, heavier artifacts only when they were asked for.
 */
export type PageStateRequest = {
  url: string;
  query: string;
  taskId?: string;
  sessionId?: string;
  /**
   * For debugging only
   */
  tabId?: number;
  domMode: 'semantic_v3' | 'semantic' | 'skeleton' | 'hybrid' | 'full';
  pageTitle: string;
  viewport: {
    width: number;
    height: number;
  };
  interactiveTree: SemanticNode[];
  scrollPosition?: string;
  scrollableContainers?: {
    id: string;
    depth: string;
    hasMore: boolean;
  }[];
  /**
   * @maxItems 20
   */
  recentEvents?: string[];
  hasErrors?: boolean;
  hasSuccess?: boolean;
  skeletonDom?: string;
  dom?: string;
  /**
   * Base64 JPEG
   */
  screenshot?: string | null;
  screenshotHash?: string;
};
export type ScriptTurn = ScriptCall | ScriptText | ScriptCalls;
/**
 * One line of task_events.jsonl.
 */
export type TaskEventLine = {
  id: number;
  task_id: string;
  event_type:
    | 'task_started'
    | 'step_started'
    | 'step_finished'
    | 'task_completed'
    | 'task_failed'
    | 'system_cost_threshold_warning'
    | 'system_cost_limit_reached'
    | 'snapshot_taken'
    | 'page_state_requested'
    | 'verification_result'
    | 'checkpoint_requested'
    | 'checkpoint_resolved'
    | 'tool_calls_ignored'
    | 'llm_call';
  created_at: string;
  payload: TaskEventV1;
  /**
   * Milliseconds of a clock that nobody sets, from any begin; only differences within one log mean something
   */
  monotonic_ms?: number;
  /**
   * The hash of the line before; 64 zeros in the first line
   */
  prev?: string;
  /**
   * SHA-256 of this line without this field, as JSON with sorted keys and no blanks
   */
  hash?: string;
};

/**
 * Every contract by the name of its schema file.
 */
export interface Contracts {
  'browser_click.input': BrowserClickInput;
  'browser_fill.input': BrowserFillInput;
  'browser_scroll.input': BrowserScrollInput;
  'browser_select.input': BrowserSelectInput;
  'browser_tool.result': BrowserToolResult;
  'complete_task.input': CompleteTaskInput;
  'complete_task.result': CompleteTaskResult;
  condition: Condition;
  'config.v1': ConfigV1;
  drift: Drift;
  'error.v1': ErrorV1;
  'get_snapshot.input': GetSnapshotInput;
  'idempotency_claim.v1': IdempotencyClaimV1;
  intent: Intent;
  page_state_request: PageStateRequest;
  page_state_response: PageStateResponse;
  'planner.v1': PlannerV1;
  'profile.v1': ProfileV1;
  'request_human_approval.input': RequestHumanApprovalInput;
  'request_human_approval.result': RequestHumanApprovalResult;
  resolution_trace: ResolutionTrace;
  'script.v1': ScriptV1;
  'service.v1': ServiceV1;
  snapshot: Snapshot;
  snapshot_element: SnapshotElement;
  'stored_snapshot.v1': StoredSnapshotV1;
  'task_command.v1': TaskCommandV1;
  'task_event.v1': TaskEventV1;
  task_event_line: TaskEventLine;
  'task_result.v1': TaskResultV1;
  verification: Verification;
  verification_request: VerificationRequest;
}
/**
 * Input of browser_click.
 */
export interface BrowserClickInput {
  /**
   * Element reference (e.g., '@e7')
   */
  ref: string;
}
/**
 * Input of browser_fill.
 */
export interface BrowserFillInput {
  /**
   * Element reference for the input field
   */
  ref: string;
  /**
   * Text to enter into the field
   */
  value: string;
  /**
   * If true, clear existing content before filling
   */
  clear_first?: boolean;
  /**
   * If true, press Enter after filling
   */
  submit?: boolean;
}
/**
 * Input of browser_scroll.
 */
export interface BrowserScrollInput {
  /**
   * Element to scroll into view. If provided, direction is ignored.
   */
  ref?: string;
  /**
   * Scroll direction. Required if ref not provided.
   */
  direction?: 'up' | 'down' | 'top' | 'bottom';
  /**
   * Pixels to scroll if using direction
   */
  amount?: number;
}
/**
 * Input of browser_select.
 */
export interface BrowserSelectInput {
  /**
   * Element reference for the dropdown
   */
  ref: string;
  /**
   * Option value or visible text to select
   */
  value: string;
  /**
   * Further options of a list that takes several
   *
   * @maxItems 100
   */
  additional_values?: string[];
}
/**
 * What each of the five browser tools answers, errors included: always with a fresh snapshot.
 */
export interface BrowserToolResult {
  success: boolean;
  snapshot: Snapshot;
  /**
   * Error code if success is false
   */
  error:
    | (
        | 'ref_invalid'
        | 'element_disabled'
        | 'element_obscured'
        | 'element_not_visible'
        | 'action_failed'
        | 'timeout'
        | 'human_rejected'
        | 'invalid_params'
      )
    | null;
  /**
   * One sentence for the model
   */
  message?: string;
  observations?: string[];
  verification?: Verification;
  resolution_trace?: ResolutionTrace;
}
/**
 * What one look at a page saw: pruned accessibility elements with refs, the page, the viewport and a PNG. The refs live exactly as long as this snapshot.
 */
export interface Snapshot {
  /**
   * Present on snapshots written to disk
   */
  schema_version?: 'snapshot.v1';
  /**
   * UUID of this snapshot
   */
  snapshot_id: string;
  /**
   * ISO 8601
   */
  timestamp: string;
  /**
   * @maxItems 100
   */
  elements: SnapshotElement[];
  /**
   * Ref of the focused element, if any
   */
  focused: string | null;
  page: {
    url: string;
    title: string;
  };
  /**
   * Base64-encoded PNG; its base64 always begins with iVBORw0KGgo
   */
  screenshot: string;
  viewport: {
    width: number;
    height: number;
    scroll_x: number;
    scroll_y: number;
  };
  /**
   * True when the page holds more than this says; notes say what
   */
  truncated?: boolean;
  /**
   * Why it is not the whole page, in words
   */
  notes?: string[];
  /**
   * Texts that appeared lately and may be gone again: toasts, alerts
   *
   * @maxItems 20
   */
  recent_events?: string[];
}
/**
 * One element of a snapshot.
 */
export interface SnapshotElement {
  /**
   * e.g. @e7
   */
  ref: string;
  /**
   * ARIA role
   */
  role: string;
  /**
   * Accessible name; over 200 characters it is cut and ends in ...
   */
  name: string;
  state: (
    | 'visible'
    | 'hidden'
    | 'offscreen'
    | 'enabled'
    | 'disabled'
    | 'readonly'
    | 'checked'
    | 'unchecked'
    | 'mixed'
    | 'expanded'
    | 'collapsed'
    | 'focused'
    | 'busy'
  )[];
  bbox: {
    /**
     * Left edge, pixels from viewport left
     */
    x: number;
    /**
     * Top edge, pixels from viewport top
     */
    y: number;
    width: number;
    height: number;
  };
  /**
   * For inputs: current value, masked where it is secret
   */
  value?: string;
  /**
   * For headings
   */
  level?: number;
  children?: string[];
  /**
   * For elements without a name: the best words near it, or what its icon is called
   */
  hint?: string;
  /**
   * For elements that have twins: text of the row or section around it
   */
  context?: string;
  /**
   * Why it counts as something to click although its role does not say so
   */
  clickable?: 'listener' | 'pointer' | 'tabindex';
  /**
   * Type of an input that is not plain text: password, date, email ...
   */
  input_type?: string;
  /**
   * Takes several lines
   */
  multiline?: boolean;
  /**
   * Takes several choices
   */
  multiple?: boolean;
  /**
   * Texts of a select's options, the first 50
   *
   * @maxItems 50
   */
  options?: string[];
  /**
   * Must be filled
   */
  required?: boolean;
  /**
   * Marked as wrong
   */
  invalid?: boolean;
  /**
   * Selected or current
   */
  selected?: boolean;
  /**
   * A toggle that is on
   */
  pressed?: boolean;
  /**
   * Covered by something else
   */
  obscured?: boolean;
  /**
   * What covers it
   */
  covered_by?: string;
  /**
   * The value is masked
   */
  secret?: boolean;
  /**
   * URL of the frame it is in, if not the main one
   */
  frame?: string;
}
/**
 * What was observed before and after an action, and what follows from it.
 */
export interface Verification {
  outcome: 'verified' | 'no_effect' | 'failed' | 'dispatched_unverified';
  observations: string[];
  /**
   * e.g. no_dom_change
   */
  reason?: string;
  confidence?: number;
}
/**
 * How a target became one element, or why it did not.
 */
export interface ResolutionTrace {
  registryVersion: number;
  candidatesTotal: number;
  candidatesAfterFilter: number;
  topMatches: {
    vaultyId: string;
    /**
     * Of 1
     */
    score: number;
    reasons: string[];
  }[];
  chosen: string | null;
  failureReason:
    | (
        | 'no_target'
        | 'vaultyId_not_found'
        | 'no_registry'
        | 'score_below_threshold'
        | 'ambiguous'
        | 'element_missing'
        | 'legacy_not_found'
      )
    | null;
  refreshed?: boolean;
  lowConfidence?: boolean;
}
/**
 * Input of complete_task.
 */
export interface CompleteTaskInput {
  /**
   * Whether the goal was achieved
   */
  status: 'success' | 'failed';
  /**
   * Explanation of the outcome
   */
  reason: string;
}
/**
 * Whether the claim was confirmed.
 */
export interface CompleteTaskResult {
  acknowledged: boolean;
  /**
   * If acknowledgment failed, explains why
   */
  message: string | null;
}
/**
 * A user's settings. Unknown keys are refused.
 */
export interface ConfigV1 {
  $schema?: string;
  schema_version?: 'config.v1';
  /**
   * A Chromium-based browser to use
   */
  browser_path?: string;
  /**
   * Where run folders go; .agent/runs by default
   */
  runs_dir?: string;
  /**
   * The model to ask: a Claude model, script:FILE or playbook
   */
  model?: string;
  /**
   * Dollars for a million tokens, by model; they stand instead of the built-in ones
   */
  prices?: {
    [k: string]: {
      input: number;
      output: number;
      cacheRead: number;
      cacheWrite: number;
    };
  };
}
/**
 * An element was not found as it was recorded, and this was taken in its place.
 */
export interface Drift {
  by: 'fallback_selector' | 'intent';
  expected: {
    selector: string;
    role?: string;
    name?: string;
  };
  found: {
    /**
     * That finds it alone, where there is one
     */
    selector?: string;
    role: string;
    name: string;
  };
  /**
   * Of the intent
   */
  score?: number;
  /**
   * What differs from what was recorded, in words
   */
  moved: string[];
}
/**
 * A failure with a stable identity: the same failure has the same fingerprint in every run.
 */
export interface ErrorV1 {
  error_schema_version: 'error.v1';
  error_class:
    | 'navigation_validation'
    | 'selector_not_found'
    | 'selector_ambiguous'
    | 'interaction_failed'
    | 'timeout'
    | 'capability_rejected'
    | 'cost_rejected'
    | 'llm_provider'
    | 'llm_invalid_output';
  /**
   * A code of the table in src/contracts/errorCodes.ts; readers accept codes they do not know yet
   */
  error_code: string;
  step_id: string;
  /**
   * Normalised: host and path
   */
  url: string;
  message: string;
  /**
   * sha256, hex, of class|code|step_id|selector|url
   */
  fingerprint: string;
}
/**
 * Input of get_snapshot.
 */
export interface GetSnapshotInput {
  /**
   * If true, only include elements visible in viewport
   */
  viewport_only?: boolean;
  /**
   * What else to look at: semantic (the element list, the default), skeleton (reduced HTML), hybrid (skeleton and screenshot), full (the page's HTML)
   */
  mode?: 'semantic' | 'skeleton' | 'hybrid' | 'full';
}
/**
 * Who has taken an idempotency key, and for what. One file for each try; the highest number counts.
 */
export interface IdempotencyClaimV1 {
  schema_version: 'idempotency_claim.v1';
  key: string;
  /**
   * sha256 of the canonical JSON of what was to be done
   */
  payload_hash: string;
  task_id: string;
  created_at: string;
  /**
   * The process that has it, so that a dead one is known as dead
   */
  holder: {
    pid: number;
    boot_id: string;
    /**
     * When the process began, as the system counts it
     */
    started: string;
  };
}
/**
 * What an element is to a person: the target that survives a changed page.
 */
export interface Intent {
  by?: 'intent';
  intent?: string;
  role?: string | null;
  text?: {
    exact?: string | null;
    contains?: string[] | null;
  } | null;
  label?: string | null;
  attributes?: {
    id?: string | null;
    name?: string | null;
    dataTestId?: string | null;
  } | null;
  context?: {
    form?: string | null;
    section?: string | null;
    modalTitle?: string | null;
  } | null;
  constraints?: {
    mustBeVisible?: boolean;
    mustBeEnabled?: boolean;
    mustBeTopmost?: boolean;
  } | null;
  fallbacks?: ('aria' | 'label' | 'text' | 'som')[] | null;
  confidence?: number | null;
}
export interface SemanticNode {
  /**
   * Element id, the N of @eN
   */
  i: string;
  /**
   * Short role
   */
  r: string;
  /**
   * Name
   */
  n: string;
  /**
   * Value
   */
  v?: string;
  /**
   * States, joined by commas
   */
  s?: string;
  /**
   * Centre in the viewport
   *
   * @minItems 2
   * @maxItems 2
   */
  xy?: [number, number];
  /**
   * x, y, width, height in the viewport
   *
   * @minItems 4
   * @maxItems 4
   */
  box?: [number, number, number, number];
  /**
   * Frame; absent for the main one
   */
  f?: number;
  /**
   * Covered
   */
  occ?: boolean;
  scr?: {
    depth: string;
    /**
     * More below
     */
    h: boolean;
  };
}
/**
 * What the planner side answers: the next action, or what else it needs to see and why.
 */
export interface PageStateResponse {
  taskId?: string;
  thought?: string;
  /**
   * e.g. click(12)
   */
  action?: string;
  /**
   * needs_context or needs_full_dom when more is wanted
   */
  status?: string;
  requestedDomMode?: 'skeleton' | 'hybrid' | 'full';
  needsSkeletonDom?: boolean;
  needsScreenshot?: boolean;
  reason?: string;
}
/**
 * A plan as the model writes it. The field sets are exact: nothing more, nothing less.
 */
export interface PlannerV1 {
  planner_schema_version: 'planner.v1';
  /**
   * Not empty
   */
  intent: string;
  /**
   * @maxItems 500
   */
  proposed_actions: ProposedAction[];
}
export interface ProposedAction {
  /**
   * Not empty
   */
  action: string;
  target: string;
  input: string;
}
/**
 * A session that a human has logged in to, kept for runs. Whoever has this file is logged in: it is as good as the password.
 */
export interface ProfileV1 {
  schema_version: 'profile.v1';
  name: string;
  /**
   * The site it was made for, such as https://www.example.com
   */
  origin: string;
  /**
   * When the human logged in
   */
  created_at: string;
  /**
   * When a run last brought it up to date
   */
  updated_at?: string;
  /**
   * What the browser holds, as Playwright's storage state
   */
  state: {
    cookies: {
      name: string;
      value: string;
      domain: string;
      path: string;
      /**
       * Seconds since 1970; -1 for the session
       */
      expires: number;
      httpOnly: boolean;
      secure: boolean;
      sameSite: 'Strict' | 'Lax' | 'None';
      partitionKey?: string;
      _crHasCrossSiteAncestor?: boolean;
    }[];
    origins: {
      origin: string;
      localStorage: {
        name: string;
        value: string;
      }[];
      /**
       * Databases, in the browser driver's own form
       */
      indexedDB?: {
        [k: string]: unknown;
      }[];
    }[];
  };
}
/**
 * Input of request_human_approval.
 */
export interface RequestHumanApprovalInput {
  /**
   * Description of the action requiring approval
   */
  action: string;
  /**
   * Why this action needs approval
   */
  reason: string;
}
/**
 * The human's answer.
 */
export interface RequestHumanApprovalResult {
  approved: boolean;
  /**
   * Human's feedback if rejected
   */
  message: string | null;
}
/**
 * What a model says, written beforehand: for tests and demos without an API.
 */
export interface ScriptV1 {
  $schema?: string;
  schema_version: 'script.v1';
  description?: string;
  /**
   * One for each time the model is asked
   *
   * @minItems 1
   * @maxItems 500
   */
  turns: [ScriptTurn, ...ScriptTurn[]];
}
export interface ScriptCall {
  /**
   * Any name: an unknown tool is a case worth trying
   */
  tool: string;
  /**
   * Given to the tool as it is; a ref may be told by what the element is instead of by its number
   */
  input?: {
    ref?: {
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
}
export interface ScriptText {
  /**
   * Words and no call
   */
  text: string;
}
export interface ScriptCalls {
  /**
   * Several calls at once, of which only the first counts
   *
   * @minItems 2
   * @maxItems 20
   */
  calls: [ScriptCall, ScriptCall, ...ScriptCall[]];
}
/**
 * A site the agent knows: where to start, where it may go, when to stop for the human, and what counts as done. Unknown fields are refused: a misspelled safety rule must not be a missing one.
 */
export interface ServiceV1 {
  $schema?: string;
  schema_version: 'service.v1';
  name: string;
  title?: string;
  start_url: string;
  /**
   * @minItems 1
   * @maxItems 100
   */
  allowed_domains: [string, ...string[]];
  /**
   * Phrases in a goal that choose this service
   *
   * @maxItems 50
   */
  goals?: string[];
  /**
   * For the system prompt
   */
  guidance?: string;
  /**
   * @maxItems 100
   */
  checkpoints: CheckpointRule[];
  /**
   * @maxItems 100
   */
  success: Condition[];
  /**
   * @maxItems 100
   */
  failure: Condition[];
  /**
   * @maxItems 100
   */
  playbook?: PlaybookStep[];
  max_turns?: number;
}
export interface CheckpointRule {
  id: string;
  reason: string;
  when: Condition;
}
export interface PlaybookStep {
  when?: Condition;
  tool: 'browser_click' | 'browser_fill' | 'browser_select' | 'browser_scroll' | 'complete_task';
  target?: Intent;
  value?: string;
  status?: 'success' | 'failed';
  reason?: string;
}
/**
 * A snapshot as a file of the run folder: the picture is a file of its own.
 */
export interface StoredSnapshotV1 {
  schema_version: 'stored_snapshot.v1';
  /**
   * UUID of this snapshot
   */
  snapshot_id: string;
  /**
   * ISO 8601
   */
  timestamp: string;
  /**
   * @maxItems 100
   */
  elements: SnapshotElement[];
  /**
   * Ref of the focused element, if any
   */
  focused: string | null;
  page: {
    url: string;
    title: string;
  };
  viewport: {
    width: number;
    height: number;
    scroll_x: number;
    scroll_y: number;
  };
  /**
   * True when the page holds more than this says; notes say what
   */
  truncated?: boolean;
  /**
   * Why it is not the whole page, in words
   */
  notes?: string[];
  /**
   * Texts that appeared lately and may be gone again: toasts, alerts
   *
   * @maxItems 20
   */
  recent_events?: string[];
  /**
   * The PNG, in the run folder; not there when no picture was taken
   */
  screenshot_file?: string;
}
/**
 * What a run did, as a program that replays without a model.
 */
export interface TaskCommandV1 {
  schema_version: 'task_command.v1';
  /**
   * Names the run folder, so letters, digits, - and _ only
   */
  task_id: string;
  /**
   * Same key and same payload: the stored answer, nothing runs
   */
  idempotency_key?: string;
  goal?: string;
  service?: string;
  /**
   * May narrow what the command line allows, never widen it
   *
   * @maxItems 100
   */
  allowed_domains?: string[];
  /**
   * The window it was recorded in
   */
  viewport?: {
    width: number;
    height: number;
  };
  /**
   * Names that {{var:NAME}} stands for in texts; their values are given at replay
   *
   * @maxItems 100
   */
  variables?: string[];
  success?: Condition;
  /**
   * How the run ended that this was recorded of; of one that was not completed only what it got done is here
   */
  recorded_status?: 'completed' | 'failed' | 'rejected';
  /**
   * @minItems 1
   * @maxItems 500
   */
  commands: [
    NavigateCommand | ClickCommand | TypeCommand | WaitForUrlCommand | GetTextCommand | GetTitleCommand,
    ...(NavigateCommand | ClickCommand | TypeCommand | WaitForUrlCommand | GetTextCommand | GetTitleCommand)[]
  ];
}
/**
 * Open a URL.
 */
export interface NavigateCommand {
  /**
   * Unique in the file
   */
  id: string;
  action: 'navigate';
  params: {
    /**
     * http or https
     */
    url: string;
  };
}
/**
 * Click one element.
 */
export interface ClickCommand {
  /**
   * Unique in the file
   */
  id: string;
  action: 'click';
  params: {
    /**
     * CSS, or Playwright's xpath=, text=, role= forms
     */
    selector: string;
    /**
     * Tried in order, only with --allow-fallback, only before dispatch
     *
     * @maxItems 20
     */
    fallback_selectors?: string[];
    intent?: Intent;
    recorded?: RecordedElement;
  };
}
/**
 * What the element was when this was recorded: replay compares before it acts
 */
export interface RecordedElement {
  role: string;
  /**
   * Its accessible name, white space folded
   */
  name: string;
  /**
   * How many elements of this role and name were on the page
   */
  count: number;
  /**
   * The address of the frame it stood in, without query and fragment; left out for the page itself
   */
  frame?: string;
  /**
   * A human was asked before it was done
   */
  gated?: boolean;
  /**
   * The address of a link, or method and address that its form is sent with; without query and fragment
   */
  leads_to?: string;
  /**
   * The text of its row or card, where it had a twin
   */
  row?: string;
}
/**
 * Fill one field.
 */
export interface TypeCommand {
  /**
   * Unique in the file
   */
  id: string;
  action: 'type';
  params: {
    /**
     * CSS, or Playwright's xpath=, text=, role= forms
     */
    selector: string;
    /**
     * Tried in order, only with --allow-fallback, only before dispatch
     *
     * @maxItems 20
     */
    fallback_selectors?: string[];
    intent?: Intent;
    /**
     * What to enter; on a select element, the option
     */
    text: string;
    /**
     * Enter is pressed afterwards
     */
    submit?: boolean;
    /**
     * The text is an option of a dropdown, native or not, by its words or its value
     */
    choose?: boolean;
    /**
     * More options, for lists that take several
     *
     * @maxItems 50
     */
    additional_values?: string[];
    recorded?: RecordedElement;
  };
}
/**
 * Wait until the URL contains a text.
 */
export interface WaitForUrlCommand {
  /**
   * Unique in the file
   */
  id: string;
  action: 'wait_for_url';
  params: {
    contains: string;
  };
}
/**
 * Read one element's text.
 */
export interface GetTextCommand {
  /**
   * Unique in the file
   */
  id: string;
  action: 'get_text';
  params: {
    /**
     * CSS, or Playwright's xpath=, text=, role= forms
     */
    selector: string;
    /**
     * Tried in order, only with --allow-fallback, only before dispatch
     *
     * @maxItems 20
     */
    fallback_selectors?: string[];
    intent?: Intent;
    recorded?: RecordedElement;
  };
}
/**
 * Read the page's title.
 */
export interface GetTitleCommand {
  /**
   * Unique in the file
   */
  id: string;
  action: 'get_title';
  params: {};
}
/**
 * The payload of one event.
 */
export interface TaskEventV1 {
  schema_version: 'task_event.v1';
  task_id?: string;
  command_id?: string;
  status?: 'ok' | 'failed' | 'completed' | 'rejected';
  duration_ms?: number;
  error?: string;
  failure?: ErrorV1;
  /**
   * The tool or command that is carried out
   */
  tool?: string;
  /**
   * The element in words, as the page showed it
   */
  target?: string;
  /**
   * Where the page was
   */
  url?: string;
  snapshot_id?: string;
  verification?: Verification;
  resolution_trace?: ResolutionTrace;
  model?: string;
  usage?: {
    input_tokens?: number;
    output_tokens?: number;
    cache_read_input_tokens?: number;
    cache_creation_input_tokens?: number;
  };
  /**
   * Null when the model has no known price
   */
  cost_usd?: number | null;
  /**
   * In words, where the rest does not say it
   */
  message?: string;
  /**
   * Tool calls beyond the first, which were not carried out
   */
  ignored_tools?: string[];
  /**
   * Of the service and the rules that the run is held to, in its first event
   */
  policy_hash?: string;
  /**
   * What the tool was called with; secrets masked
   */
  args?: {
    [k: string]: unknown;
  };
  /**
   * What carried out the run
   */
  versions?: {
    agent?: string;
    node?: string;
    browser?: string;
  };
  /**
   * What whoever reads this should know about how it was run
   */
  warnings?: string[];
  /**
   * What a human was asked for, and the answer
   */
  approval?: {
    answer: 'yes' | 'no';
    /**
     * By which way the answer came
     */
    channel: 'terminal' | 'library' | 'nobody' | 'demo' | 'test';
    /**
     * SHA-256 of the text that the human was shown
     */
    shown_hash?: string;
    /**
     * SHA-256 of what the approval is bound to: document, address, frame, element, form and action
     */
    descriptor_hash?: string;
  };
  /**
   * The snapshot's file in the run folder
   */
  snapshot_file?: string;
  /**
   * Its picture, in the run folder
   */
  screenshot_file?: string;
  drift?: Drift;
  /**
   * Of the bytes of the file that is replayed, in the first event
   */
  task_sha256?: string;
}
/**
 * How a run ended.
 */
export interface TaskResultV1 {
  schema_version: 'task_result.v1';
  task_id: string;
  status: 'completed' | 'failed' | 'rejected';
  duration_ms: number;
  steps: StepResult[];
  success?: boolean;
  /**
   * Criteria or a verdict confirmed the claim
   */
  verified?: boolean;
  reason?: string;
  turns?: number;
  final_url?: string;
  /**
   * The answer of an earlier run under the same idempotency key; nothing was run
   */
  deduplicated?: boolean;
  failure?: ErrorV1;
  usage?: {
    input_tokens?: number;
    output_tokens?: number;
    cache_read_input_tokens?: number;
    cache_creation_input_tokens?: number;
    cost_usd?: number;
    llm_calls?: number;
  };
}
export interface StepResult {
  command_id: string;
  status: 'ok' | 'failed';
  tool?: string;
  /**
   * Secrets masked
   */
  args?: {
    [k: string]: unknown;
  };
  duration_ms?: number;
  result?: string;
  error?: string;
  failure?: ErrorV1;
  verification?: Verification;
  resolution_trace?: ResolutionTrace;
  drift?: Drift;
}
/**
 * What is sent after an action so that it can be verified by observation.
 */
export interface VerificationRequest {
  /**
   * Read just before sending
   */
  url: string;
  query: string;
  /**
   * Simplified, at most 50,000 characters
   */
  dom: string;
  /**
   * Absent on the first call, present on every later one
   */
  taskId?: string;
  sessionId?: string;
  lastActionStatus?: 'success' | 'failure' | 'pending';
  lastActionError?: {
    message: string;
    code: string;
    action: string;
    elementId?: string;
  };
  lastActionResult?: {
    success: boolean;
    actualState?: string;
  };
  domChanges?: {
    addedCount: number;
    removedCount: number;
    dropdownDetected: boolean;
    stabilizationTime: number;
    previousUrl?: string;
    urlChanged?: boolean;
  };
  clientObservations?: {
    didNetworkOccur?: boolean;
    didDomMutate?: boolean;
    didUrlChange?: boolean;
  };
}
