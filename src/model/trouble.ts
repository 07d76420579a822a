import Anthropic from '@anthropic-ai/sdk';
import type { ErrorCode } from '../contracts/errorCodes.js';
import { cleanText } from '../page/cleanText.js';
import { cut } from '../page/cut.js';
import { DEFAULT_MODEL } from './prices.js';
import { askedWaitMs } from './retry.js';
import { BodyStalled, BodyTooLong } from './wholeFetch.js';

/** Why one attempt brought no answer. */
export interface Trouble {
  code: Extract<ErrorCode, `LLM_${string}`>;
  message: string;
  remedies: string[];
  /** Whether asking once more can help. */
  again: boolean;
  askedMs?: number | undefined;
}

/** Whom we asked; what the messages may name, and the key that they may not. */
export interface Asked {
  model: string;
  baseURL: string;
  apiKey: string;
}

const STATUS_PAGE = 'see https://status.claude.com, or try again later';
const CHECK_BASE_URL = 'check ANTHROPIC_BASE_URL; unset, Anthropic itself is asked';
const OTHER_MODEL = `take another model with --model, for example --model ${DEFAULT_MODEL}`;

/** Decided by the SDK's types, the status and the API's own codes, never by the words of a message. */
export function troubleFrom(error: unknown, asked: Asked): Trouble {
  const host = new URL(asked.baseURL).host;
  if (error instanceof Anthropic.APIConnectionTimeoutError) return timeout(`${host} did not answer in time`);
  if (error instanceof Anthropic.APIConnectionError) return connectionTrouble(error, host);
  if (error instanceof Anthropic.APIError && error.status !== undefined) {
    return statusTrouble(error, error.status, asked, host);
  }
  if (error instanceof SyntaxError) return badOutput('the answer is not JSON', [CHECK_BASE_URL]);
  // Thrown before anything was sent. Its words may quote a header, and with it a secret.
  const kind = error instanceof Error ? error.constructor.name : typeof error;
  const remedies = ['check ANTHROPIC_CUSTOM_HEADERS, if it is set'];
  return unhealthy(`the request could not be put together (${kind})`, remedies, false);
}

export function badOutput(message: string, remedies: string[] = [], again = true): Trouble {
  return { code: 'LLM_OUTPUT_INVALID', message, remedies, again };
}

function timeout(message: string): Trouble {
  return { code: 'LLM_TIMEOUT', message, remedies: [STATUS_PAGE], again: true };
}

function unhealthy(message: string, remedies: string[], again: boolean): Trouble {
  return { code: 'LLM_PROVIDER_UNHEALTHY', message, remedies, again };
}

function connectionTrouble(error: Error, host: string): Trouble {
  const { cause } = error;
  if (cause instanceof BodyStalled) return timeout(`${host} began an answer and then fell silent`);
  if (cause instanceof BodyTooLong) return badOutput(`the answer of ${host} has no end`, [CHECK_BASE_URL], false);
  const code = codeIn(cause);
  const message = `the connection to ${host} failed${code === undefined ? '' : ` (${code})`}`;
  return unhealthy(message, ['check the network', CHECK_BASE_URL], true);
}

/** ECONNREFUSED and its like stand some causes down. */
function codeIn(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return undefined;
}

type StatusError = InstanceType<typeof Anthropic.APIError>;

function statusTrouble(error: StatusError, status: number, asked: Asked, host: string): Trouble {
  const { model } = asked;
  const words = wordsOf(error, asked.apiKey);
  if (error.errorCode === 'enforced_spend_limit_reached' || error.type === 'billing_error') {
    const remedies = ['raise the spend limit or add credit in the Console of the key, or wait for the next period'];
    return unhealthy(`the spend limit of the API key is reached (${status})${words}`, remedies, false);
  }
  switch (status) {
    case 400: {
      const remedies = [`if ${JSON.stringify(model)} is misspelled or too old for this, ${OTHER_MODEL}`];
      return unhealthy(`${host} refused the request to ${model} as invalid (400)${words}`, remedies, false);
    }
    case 401: {
      const remedies = ['export ANTHROPIC_API_KEY=… with a key that is valid', 'or take --model playbook'];
      return unhealthy(`${host} did not accept the API key (401)${words}`, remedies, false);
    }
    case 403: {
      const remedies = ['use a key that may, in ANTHROPIC_API_KEY', OTHER_MODEL];
      return unhealthy(`the API key may not be used for this, or not for ${model} (403)${words}`, remedies, false);
    }
    case 404:
      return error.type === 'not_found_error'
        ? unhealthy(`${host} knows no model ${JSON.stringify(model)} (404)${words}`, [OTHER_MODEL], false)
        : unhealthy(`there is no Messages API at ${host} (404)`, [CHECK_BASE_URL], false);
    case 413:
      return unhealthy(`the request was too large for ${host} (413)${words}`, ['take --vision never'], false);
    default:
      return passingTrouble(error, status, host, words);
  }
}

/** What may be over the next time: the server's own troubles, and too much at once. */
function passingTrouble(error: StatusError, status: number, host: string, words: string): Trouble {
  const isPassing = status === 408 || status === 409 || status === 429 || status >= 500;
  const again = isPassing && error.headers?.get('x-should-retry') !== 'false';
  const askedMs = askedWaitMs(error.headers);
  if (status === 408 || status === 504) {
    return { ...timeout(`${host} took too long (${status})${words}`), again, askedMs };
  }
  const what = status === 429 ? 'was asked too often' : status === 529 ? 'is overloaded' : 'could not answer';
  return { ...unhealthy(`${host} ${what} (${status})${words}`, [STATUS_PAGE], again), askedMs };
}

/** The API's own words, for the reader only: a stranger's text in quotes, and never with the key in it. */
function wordsOf({ apiMessage }: StatusError, apiKey: string): string {
  const text: unknown = apiMessage;
  if (typeof text !== 'string' || text === '') return '';
  return `: ${JSON.stringify(cut(cleanText(text.replaceAll(apiKey, '[key]')), 300))}`;
}
