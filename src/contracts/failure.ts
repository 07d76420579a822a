import { createHash } from 'node:crypto';
import { CLASS_OF_CODE, type ErrorClass, type ErrorCode } from './errorCodes.js';
import { EXIT, type ExitCode, exitCodeOf } from './exitCodes.js';
import type { ErrorV1 } from './generated.js';
import { CURRENT } from './versions.js';

/**
 * Host and path of a URL, as error.v1 stores it: no protocol, port, user, query, fragment or trailing slash. The
 * path keeps its case, the root becomes empty. Anything that is not a web address has no normal form and gives "".
 */
export function normalizeUrl(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return '';
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return '';
  return parsed.hostname + parsed.pathname.replace(/\/+$/, '');
}

export interface FingerprintParts {
  errorClass: ErrorClass;
  errorCode: string;
  stepId: string;
  selector?: string | undefined;
  url?: string | undefined;
}

export function fingerprint({ errorClass, errorCode, stepId, selector = '', url = '' }: FingerprintParts): string {
  const parts = [errorClass, errorCode, stepId, selector, normalizeUrl(url)];
  return createHash('sha256').update(parts.join('|')).digest('hex');
}

export interface FailureFacts {
  code: ErrorCode;
  stepId: string;
  message: string;
  selector?: string | undefined;
  url?: string | undefined;
}

/** The only way to make an error.v1. */
export function createFailure({ code, stepId, message, selector, url }: FailureFacts): ErrorV1 {
  const errorClass = CLASS_OF_CODE[code];
  return {
    error_schema_version: CURRENT.error,
    error_class: errorClass,
    error_code: code,
    step_id: stepId,
    url: normalizeUrl(url ?? ''),
    message,
    fingerprint: fingerprint({ errorClass, errorCode: code, stepId, selector, url }),
  };
}

/** The first line of what somebody else's error says; the rest is for whoever wrote it. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

/** A foreseen failure on its way up: what is wrong, what to do about it, and how the process ends. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  constructor(
    message: string,
    readonly exitCode: ExitCode,
    /** What the user can do, one line each. */
    readonly remedies: readonly string[] = [],
    readonly failure?: ErrorV1,
  ) {
    super(message);
  }
}

export function usageError(message: string, ...remedies: string[]): AgentError {
  return new AgentError(message, EXIT.usage, remedies);
}

/** An error that carries an error.v1; the exit code follows from its class unless the environment is to blame. */
export function failureError(facts: FailureFacts, remedies: readonly string[] = [], exitCode?: ExitCode): AgentError {
  return errorOf(createFailure(facts), remedies, exitCode);
}

/** The same for an error.v1 that is there already. */
export function errorOf(failure: ErrorV1, remedies: readonly string[] = [], exitCode?: ExitCode): AgentError {
  return new AgentError(failure.message, exitCode ?? exitCodeOf(failure.error_class), remedies, failure);
}
