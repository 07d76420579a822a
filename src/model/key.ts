import { type AgentError, usageError } from '../contracts/failure.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Access {
  apiKey: string;
  baseURL?: string;
}

const NEEDS_NO_KEY = 'or take --model playbook, which needs no key';
const SEE_IT = 'or see it work without a key: agent demo';

/**
 * Why Claude cannot be asked with these variables, or null. The SDK would look for a key at the first request only,
 * send a blank one, and tell a key with a stray character to whoever reads the error. `instead` is what can be done
 * without a key.
 */
export function apiKeyProblem(env: Environment, instead = NEEDS_NO_KEY): AgentError | null {
  const key = env['ANTHROPIC_API_KEY'];
  if (key === undefined || key.trim() === '') {
    const problem = `ANTHROPIC_API_KEY is ${key === undefined ? 'not set' : 'empty'}, and Claude needs it`;
    return usageError(problem, 'export ANTHROPIC_API_KEY=… with a key of yours', instead, SEE_IT);
  }
  if (!/^[\x21-\x7e]+$/.test(key.trim())) {
    const problem = 'ANTHROPIC_API_KEY holds a blank, a line break or another character that no key has';
    return usageError(problem, 'export it again, without quotes or line breaks inside', instead);
  }
  return baseUrlProblem(env['ANTHROPIC_BASE_URL']);
}

function baseUrlProblem(text: string | undefined): AgentError | null {
  const url = text?.trim() ?? '';
  if (url === '' || (/^https?:/i.test(url) && URL.canParse(url))) return null;
  return usageError(
    'ANTHROPIC_BASE_URL is not a full http or https address',
    'unset ANTHROPIC_BASE_URL to ask Anthropic itself, or correct it',
  );
}

/** What it takes to reach Claude, from the variables; a usage error if something is missing. */
export function accessFrom(env: Environment): Access {
  const problem = apiKeyProblem(env);
  if (problem) throw problem;
  const baseURL = env['ANTHROPIC_BASE_URL']?.trim();
  return { apiKey: env['ANTHROPIC_API_KEY']?.trim() ?? '', ...(baseURL ? { baseURL } : {}) };
}
