import type { ErrorClass } from './errorCodes.js';

/** What the process's exit code means. Documented in the README; scripts rely on it. */
export const EXIT = {
  completed: 0,
  failed: 1,
  usage: 2,
  rejected: 3,
  model: 4,
  environment: 5,
  unknownOutcome: 9,
  bug: 70,
  sighup: 129,
  sigint: 130,
  sigterm: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code of a run that ended with a failure of this class. */
export function exitCodeOf(errorClass: ErrorClass): ExitCode {
  switch (errorClass) {
    case 'capability_rejected':
    case 'cost_rejected':
      return EXIT.rejected;
    case 'llm_provider':
    case 'llm_invalid_output':
      return EXIT.model;
    case 'navigation_validation':
    case 'selector_not_found':
    case 'selector_ambiguous':
    case 'interaction_failed':
    case 'timeout':
      return EXIT.failed;
  }
}
