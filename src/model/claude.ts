import Anthropic from '@anthropic-ai/sdk';
import { failureError } from '../contracts/failure.js';
import { accessFrom } from './key.js';
import { addUsage, type Model, type ModelReply, type ModelRequest, NO_USAGE, type Usage } from './model.js';
import { checkReply } from './reply.js';
import { ATTEMPTS, type Sleep, sleep as sleepInTime, waitAfter } from './retry.js';
import { type Asked, badOutput, type Trouble, troubleFrom } from './trouble.js';
import { wholeFetch } from './wholeFetch.js';
import { paramsFor } from './wire.js';

export interface ClaudeOptions {
  /** Key and address as `accessFrom` gives them. No variable is read here. */
  apiKey: string;
  baseURL?: string;
  model: string;
  maxTokens?: number;
  /** To the end of an answer, for each attempt. */
  timeoutMs?: number;
  /** How long an answer may be silent once it has begun. */
  idleMs?: number;
  sleep?: Sleep;
  random?: () => number;
  /** Told before each wait; it cannot change anything. */
  onRetry?: (retry: Retry) => void;
}

export interface Retry {
  /** The attempt that failed, from 1. */
  attempt: number;
  of: number;
  waitMs: number;
  code: Trouble['code'];
  message: string;
}

const ANTHROPIC = 'https://api.anthropic.com';
const MAX_TOKENS = 4_096;
export const TIMEOUT_MS = 30_000;
const IDLE_MS = 10_000;
/** Many times what the longest answer takes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Claude. When the request's signal is given, `ask` ends at once with the signal's reason. */
export function claudeModel(options: ClaudeOptions): Model {
  const { model, maxTokens = MAX_TOKENS, sleep = sleepInTime, random = Math.random, onRetry } = options;
  const { apiKey, baseURL = ANTHROPIC } = accessFrom({
    ANTHROPIC_API_KEY: options.apiKey,
    ANTHROPIC_BASE_URL: options.baseURL,
  });
  const ask = asker({ model, baseURL, apiKey }, options);
  return {
    name: model,
    async ask(request) {
      const { signal } = request;
      const params = paramsFor(request, { model, maxTokens });
      let wasted = NO_USAGE;
      for (let attempt = 1; ; attempt += 1) {
        signal?.throwIfAborted();
        const answer = await ask(params, signal);
        if ('reply' in answer) return wasted === NO_USAGE ? answer.reply : { ...answer.reply, wasted };
        if (answer.usage) wasted = addUsage(wasted, answer.usage);
        const { code, message, remedies, again, askedMs } = answer.trouble;
        if (!again || attempt === ATTEMPTS) {
          const times = attempt > 1 ? `, ${attempt} times` : '';
          throw failureError({ code, stepId: 'model', message: `${message}${times}` }, remedies);
        }
        const waitMs = waitAfter(attempt, askedMs, random);
        onRetry?.({ attempt, of: ATTEMPTS, waitMs, code, message });
        await sleep(waitMs, signal);
      }
    },
  };
}

type Answer = { reply: ModelReply } | { trouble: Trouble; usage: Usage | null };
type Params = Anthropic.MessageCreateParamsNonStreaming;

/** One attempt. The SDK's own retries are off: with ours around them they would multiply. */
function asker(
  asked: Asked,
  { timeoutMs = TIMEOUT_MS, idleMs = IDLE_MS }: ClaudeOptions,
): (params: Params, signal: ModelRequest['signal']) => Promise<Answer> {
  const client = new Anthropic({
    apiKey: asked.apiKey,
    baseURL: asked.baseURL,
    maxRetries: 0,
    timeout: timeoutMs,
    fetch: wholeFetch({ idleMs, maxBytes: MAX_BYTES }),
    logLevel: 'off',
    openTelemetry: false,
  });
  return async (params, signal) => {
    let data: unknown;
    try {
      data = await client.messages.create(params, signal ? { signal } : {});
    } catch (error) {
      signal?.throwIfAborted();
      return { trouble: troubleFrom(error, asked), usage: null };
    }
    const checked = checkReply(data);
    if (checked.ok) return { reply: checked.reply };
    const remedies = checked.again
      ? ['check ANTHROPIC_BASE_URL, if it is set', 'or take another model with --model']
      : ['put the goal in other words, or take another model with --model'];
    return { trouble: badOutput(checked.problem, remedies, checked.again), usage: checked.usage };
  };
}
