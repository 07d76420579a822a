import { onTestFinished } from 'vitest';
import { AgentError } from '../../src/contracts/failure.js';
import { type ClaudeOptions, claudeModel, type Retry } from '../../src/model/claude.js';
import type { Message, Model, ModelRequest } from '../../src/model/model.js';
import { type MessagesApi, startMessagesApi } from './messagesApi.js';

export const KEY = 'sk-ant-test-0123456789';

/** The smallest thing that can be asked. */
export const ASK: ModelRequest = {
  system: 'You are controlling a web browser.',
  tools: [
    { name: 'get_snapshot', description: 'Look.', input_schema: { type: 'object', properties: {} } },
    {
      name: 'browser_click',
      description: 'Click.',
      input_schema: { type: 'object', properties: { ref: { type: 'string' } }, required: ['ref'] },
    },
  ],
  messages: [user('Cancel it.')],
};

export function user(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

export interface Scene {
  api: MessagesApi;
  model: Model;
  /** Waits between attempts, in ms; none of them is really waited for. */
  waits: number[];
  retries: Retry[];
}

/** Claude through the SDK, with a Messages API of the test's own at the other end. */
export async function scene(
  replies: Parameters<typeof startMessagesApi>[0],
  options: Partial<ClaudeOptions> = {},
): Promise<Scene> {
  const api = await startMessagesApi(replies);
  onTestFinished(() => api.close());
  const waits: number[] = [];
  const retries: Retry[] = [];
  const model = claudeModel({
    apiKey: KEY,
    baseURL: api.url,
    model: 'claude-sonnet-5-5',
    random: () => 0,
    sleep: async (ms) => void waits.push(ms),
    onRetry: (retry) => retries.push(retry),
    ...options,
  });
  return { api, model, waits, retries };
}

/** What went wrong; anything but a foreseen failure is passed on. */
export async function failureOf(asking: Promise<unknown>): Promise<AgentError> {
  try {
    await asking;
  } catch (error) {
    if (error instanceof AgentError) return error;
    throw error;
  }
  throw new Error('it should have failed');
}
