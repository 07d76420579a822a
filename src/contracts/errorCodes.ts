import type { ErrorV1 } from './generated.js';

export type ErrorClass = ErrorV1['error_class'];

/**
 * Every code this tool writes, with the one class it belongs to. Whoever raises a failure names the code; the class
 * follows, so a wrong pair cannot be written. New codes may be added; none may change its class.
 */
export const CLASS_OF_CODE = {
  NAV_FAILED: 'navigation_validation',
  NAV_INVALID_READY_STATE: 'navigation_validation',
  NAV_INTERRUPTED: 'navigation_validation',
  SEL_NOT_FOUND: 'selector_not_found',
  SEL_CHANGED: 'selector_not_found',
  SEL_SCORE_BELOW_THRESHOLD: 'selector_not_found',
  REF_INVALID: 'selector_not_found',
  SEL_AMBIGUOUS: 'selector_ambiguous',
  ELEMENT_DISABLED: 'interaction_failed',
  ELEMENT_OBSCURED: 'interaction_failed',
  ELEMENT_NOT_VISIBLE: 'interaction_failed',
  ACT_CLICK_FAILED: 'interaction_failed',
  ACT_TYPE_FAILED: 'interaction_failed',
  ACT_SELECT_FAILED: 'interaction_failed',
  ACT_COMMAND_FAILED: 'interaction_failed',
  ACT_NO_DOM_CHANGE: 'interaction_failed',
  ACT_VALUE_MISMATCH: 'interaction_failed',
  INVALID_PARAMS: 'interaction_failed',
  PAGE_CRASHED: 'interaction_failed',
  PAGE_CLOSED: 'interaction_failed',
  BROWSER_LOST: 'interaction_failed',
  TIMEOUT_OPERATION: 'timeout',
  TASK_MAX_TURNS: 'timeout',
  PAGE_UNRESPONSIVE: 'timeout',
  CAP_BROWSER_MISSING: 'capability_rejected',
  CAP_NAV_REQUIRED: 'capability_rejected',
  CAP_DOMAIN_NOT_ALLOWED: 'capability_rejected',
  CAP_HUMAN_REJECTED: 'capability_rejected',
  CAP_LOGIN_REQUIRED: 'capability_rejected',
  CAP_CAPTCHA: 'capability_rejected',
  CAP_SECOND_FACTOR: 'capability_rejected',
  CAP_RUN_IN_PROGRESS: 'capability_rejected',
  COST_TOKEN_LIMIT: 'cost_rejected',
  COST_USD_LIMIT: 'cost_rejected',
  COST_TIME_LIMIT: 'cost_rejected',
  TASK_STAGNATION: 'interaction_failed',
  TASK_UNVERIFIED: 'interaction_failed',
  TASK_NOT_POSSIBLE: 'interaction_failed',
  // Neither a full disk nor a fault of our own is in the seed's list of classes, which is frozen. Its default class
  // takes them, as it takes a lost browser; that the environment or we are to blame is said by the exit code (5, 70).
  STORAGE_FAILED: 'interaction_failed',
  INTERNAL_ERROR: 'interaction_failed',
  LLM_PROVIDER_UNHEALTHY: 'llm_provider',
  LLM_TIMEOUT: 'llm_provider',
  LLM_OUTPUT_INVALID: 'llm_invalid_output',
} as const satisfies Record<string, ErrorClass>;

export type ErrorCode = keyof typeof CLASS_OF_CODE;

/** How the words of the tools, the resolver and the verifier (seeds 001, 002, 003) become error codes. */
export const CODE_OF_WORD = {
  ref_invalid: 'REF_INVALID',
  vaultyId_not_found: 'REF_INVALID',
  legacy_not_found: 'SEL_NOT_FOUND',
  element_missing: 'SEL_NOT_FOUND',
  score_below_threshold: 'SEL_SCORE_BELOW_THRESHOLD',
  ambiguous: 'SEL_AMBIGUOUS',
  element_disabled: 'ELEMENT_DISABLED',
  element_obscured: 'ELEMENT_OBSCURED',
  element_not_visible: 'ELEMENT_NOT_VISIBLE',
  no_dom_change: 'ACT_NO_DOM_CHANGE',
  value_mismatch: 'ACT_VALUE_MISMATCH',
  invalid_params: 'INVALID_PARAMS',
  timeout: 'TIMEOUT_OPERATION',
  max_turns_exceeded: 'TASK_MAX_TURNS',
  human_rejected: 'CAP_HUMAN_REJECTED',
  domain_not_allowed: 'CAP_DOMAIN_NOT_ALLOWED',
} as const satisfies Record<string, ErrorCode>;

/** `action_failed` alone does not say which action: the command does. */
export function codeOfFailedAction(action: string): ErrorCode {
  switch (action) {
    case 'click':
    case 'browser_click':
      return 'ACT_CLICK_FAILED';
    case 'type':
    case 'browser_fill':
      return 'ACT_TYPE_FAILED';
    case 'browser_select':
      return 'ACT_SELECT_FAILED';
    default:
      return 'ACT_COMMAND_FAILED';
  }
}
