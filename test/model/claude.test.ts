import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { EXIT } from '../../src/contracts/exitCodes.js';
import { claudeModel } from '../../src/model/claude.js';
import { BodyTooLong, wholeFetch } from '../../src/model/wholeFetch.js';
import { ASK, failureOf, KEY, scene } from '../support/claude.js';
import {
  callsTool,
  cuts,
  drips,
  fails,
  hangs,
  message,
  type Reply,
  raw,
  resets,
  says,
  stalls,
  startMessagesApi,
  status,
} from '../support/messagesApi.js';
import { serve } from '../support/site.js';

const HTML = raw('<html>Sign in to the hotel</html>', 'text/html');

describe('what may pass is tried again', () => {
  it.each([500, 502, 503, 529])(
    '002-N21 T002-9 F45 004-49 %d: three requests in all, 1 s and 2 s apart, then LLM_PROVIDER_UNHEALTHY and exit 4',
    async (code) => {
      const { api, model, waits, retries } = await scene(() => fails(code, { type: 'overloaded_error' }));
      const error = await failureOf(model.ask(ASK));
      expect(api.requests).toHaveLength(3);
      expect(waits).toEqual([1_000, 2_000]);
      expect(retries.map(({ attempt, of, waitMs }) => [attempt, of, waitMs])).toEqual([
        [1, 3, 1_000],
        [2, 3, 2_000],
      ]);
      expect(error.failure).toMatchObject({
        error_class: 'llm_provider',
        error_code: 'LLM_PROVIDER_UNHEALTHY',
        step_id: 'model',
      });
      expect(error.message).toContain(`(${code})`);
      expect(error.message).toContain('3 times');
      expect(error.exitCode).toBe(EXIT.model);
    },
  );

  it('F45 waits are spread, by at most a tenth and only upwards', async () => {
    const { model, waits } = await scene([fails(529), fails(529), says('ok')], { random: () => 0.9999 });
    await model.ask(ASK);
    expect(waits).toEqual([1_100, 2_200]);
  });

  it.each([
    ['retry-after in seconds', { 'retry-after': '3' }, 3_000],
    ['retry-after-ms', { 'retry-after-ms': '300', 'retry-after': '1' }, 300],
    ['more than 10 s is cut to 10 s', { 'retry-after': '15' }, 10_000],
    ['what cannot be understood leaves the usual second', { 'retry-after': 'soon' }, 1_000],
    ['nothing is not taken at its word', { 'retry-after': '0' }, 1_000],
  ])('F43 002-N21 429: %s', async (_title, headers, expected) => {
    const { api, model, waits } = await scene([fails(429, { type: 'rate_limit_error' }, headers), says('ok')]);
    expect((await model.ask(ASK)).content).toEqual([{ type: 'text', text: 'ok' }]);
    expect(waits).toEqual([expected]);
    expect(api.requests).toHaveLength(2);
  });

  it.each<[string, Reply]>([
    ['408', fails(408)],
    ['409', fails(409)],
    ['429', fails(429)],
    ['504 of a proxy', status(504, '<html>')],
    ['a connection that is reset', resets],
    ['F46 a body that breaks off', cuts],
    ['F47 JSON that breaks off', raw('{"type":"message","content":[')],
    ['F47 an empty body', raw('')],
    ['F47 a page of a proxy', HTML],
    ['F47 JSON of another shape', raw('{"choices":[]}')],
    ['F47 a message without content', message([])],
  ])('002-N21 %s, then an answer', async (_title, trouble) => {
    const { api, model, waits } = await scene([trouble, callsTool('get_snapshot')]);
    expect((await model.ask(ASK)).content).toMatchObject([{ type: 'tool_use', name: 'get_snapshot', input: {} }]);
    expect(waits).toEqual([1_000]);
    expect(api.requests).toHaveLength(2);
    // The very same is asked again.
    expect(api.requests[1]?.body).toEqual(api.requests[0]?.body);
  });
});

describe('what will not pass is told at once, with what to do', () => {
  const spent = { type: 'rate_limit_error', details: { error_code: 'enforced_spend_limit_reached' } };
  it.each<[string, Reply, string, string]>([
    ['400', fails(400, { type: 'invalid_request_error', message: 'no such model' }), 'no such model', '--model'],
    ['400 of billing', fails(400, { type: 'billing_error' }), 'spend limit', 'credit'],
    ['401', fails(401, { type: 'authentication_error' }), '(401)', 'ANTHROPIC_API_KEY'],
    ['403', fails(403, { type: 'permission_error' }), 'claude-sonnet-5-5', 'ANTHROPIC_API_KEY'],
    ['404 of the API: the model', fails(404, { type: 'not_found_error' }), '"claude-sonnet-5-5"', '--model'],
    ['404 of another server', status(404, '<h1>Not Found</h1>'), 'no Messages API', 'ANTHROPIC_BASE_URL'],
    ['413', fails(413), 'too large', '--vision never'],
    ['422', fails(422), '(422)', 'status.claude.com'],
    ['429 of a spend limit', fails(429, spent, { 'retry-after': '1' }), 'spend limit', 'spend limit'],
    ['500 with x-should-retry: false', fails(500, {}, { 'x-should-retry': 'false' }), '(500)', 'status.claude.com'],
  ])('F44 004-49 %s: one request, no wait, exit 4', async (_title, reply, words, remedy) => {
    const { api, model, waits } = await scene(() => reply);
    const error = await failureOf(model.ask(ASK));
    expect(api.requests).toHaveLength(1);
    expect(waits).toEqual([]);
    expect(error.failure?.error_code).toBe('LLM_PROVIDER_UNHEALTHY');
    expect(error.exitCode).toBe(EXIT.model);
    expect(error.message).toContain(words);
    expect(error.remedies.join('\n')).toContain(remedy);
  });

  it('T29 a key that a server repeats is not in the error, nor are its control characters', async () => {
    const { model } = await scene(() => fails(400, { message: `bad \u001b[31m Authorization: Bearer ${KEY}` }));
    const error = await failureOf(model.ask(ASK));
    expect(error.message).toContain('Bearer [key]');
    expect(JSON.stringify([error.message, error.remedies, error.failure])).not.toContain(KEY);
    expect(error.message).not.toContain('\u001b');
  });

  it('T29 a header of the user that cannot be sent is not quoted, and nothing is sent', async () => {
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'x-gateway: hunter2\u0100');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { api, model } = await scene([]);
    const error = await failureOf(model.ask(ASK));
    expect(JSON.stringify([error.message, error.remedies, error.failure])).not.toContain('hunter2');
    expect(error.remedies.join()).toContain('ANTHROPIC_CUSTOM_HEADERS');
    expect(api.requests).toEqual([]);
  });

  it('T29 the SDK logs nothing, whatever the environment asks for', async () => {
    vi.stubEnv('ANTHROPIC_LOG', 'debug');
    onTestFinished(() => void vi.unstubAllEnvs());
    const spies = (['debug', 'info', 'log', 'warn', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => {}),
    );
    onTestFinished(() => void vi.restoreAllMocks());
    const { model } = await scene([fails(500), HTML, says('ok')]);
    await model.ask(ASK);
    expect(spies.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it('words of an error that are no words at all do no harm', async () => {
    const { model } = await scene(() => status(400, JSON.stringify({ error: { message: { a: 1 }, type: 7 } })));
    expect((await failureOf(model.ask(ASK))).failure?.error_code).toBe('LLM_PROVIDER_UNHEALTHY');
  });

  it('F46 nobody listens: the code of the system is told', async () => {
    const gone = await startMessagesApi([]);
    await gone.close();
    const { model, waits } = await scene([], { baseURL: gone.url });
    const error = await failureOf(model.ask(ASK));
    expect(error.failure?.error_code).toBe('LLM_PROVIDER_UNHEALTHY');
    expect(error.message).toContain('ECONNREFUSED');
    expect(error.remedies.join()).toContain('ANTHROPIC_BASE_URL');
    expect(waits).toEqual([1_000, 2_000]);
  });

  it('F46 no TLS at the other end', async () => {
    const plain = await startMessagesApi([]);
    onTestFinished(() => plain.close());
    const { model } = await scene([], { baseURL: plain.url.replace('http:', 'https:') });
    expect((await failureOf(model.ask(ASK))).failure?.error_code).toBe('LLM_PROVIDER_UNHEALTHY');
  });
});

describe('limits of time', () => {
  it('002-AC-P4 an answer has 30 s, then it is asked for once more', async () => {
    const { api, model, retries } = await scene([hangs, says('ok')]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const first = api.next();
    const asking = model.ask(ASK);
    await first;
    await vi.advanceTimersByTimeAsync(29_999);
    expect(retries).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await asking).content).toEqual([{ type: 'text', text: 'ok' }]);
    expect(retries).toMatchObject([{ code: 'LLM_TIMEOUT', waitMs: 1_000 }]);
  });

  it.each<[string, Reply, { timeoutMs?: number; idleMs?: number }]>([
    ['002-AC-P4 no answer', hangs, { timeoutMs: 40 }],
    ['F46 an answer that stalls, by a timer of our own', stalls, { idleMs: 40 }],
    ['F46 an answer that drips without end', drips, { timeoutMs: 100 }],
  ])('004-50 %s: LLM_TIMEOUT after three attempts, and no connection is left open', async (_title, reply, limits) => {
    const { api, model, waits } = await scene(() => reply, limits);
    const error = await failureOf(model.ask(ASK));
    expect(error.failure).toMatchObject({ error_class: 'llm_provider', error_code: 'LLM_TIMEOUT' });
    expect(error.exitCode).toBe(EXIT.model);
    expect(error.message).toContain('3 times');
    expect(waits).toEqual([1_000, 2_000]);
    // Not counted: on a busy machine so short a limit can be over before the request has left.
    await Promise.all(api.requests.map(({ closed }) => closed));
  });

  it('an answer without end is given up by its length', async () => {
    const site = await serve((_request, response) => response.end('x'.repeat(100)));
    onTestFinished(() => site.close());
    const limited = wholeFetch({ idleMs: 10_000, maxBytes: 99 });
    await expect(limited(site.url)).rejects.toBeInstanceOf(BodyTooLong);
    expect(await (await wholeFetch({ idleMs: 10_000, maxBytes: 100 })(site.url)).text()).toHaveLength(100);
  });
});

describe('the signal ends it at once', () => {
  const reason = new Error('interrupted');

  it('before anything is sent', async () => {
    const { api, model } = await scene([]);
    await expect(model.ask({ ...ASK, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(api.requests).toEqual([]);
  });

  it.each<[string, Reply]>([
    ['while no answer comes', hangs],
    ['while an answer comes', drips],
  ])('%s, and the connection goes with it', async (_title, reply) => {
    const { api, model, waits } = await scene(() => reply);
    const ending = new AbortController();
    const arrival = api.next();
    const asking = model.ask({ ...ASK, signal: ending.signal });
    const { closed } = await arrival;
    ending.abort(reason);
    await expect(asking).rejects.toBe(reason);
    await closed;
    expect([api.requests.length, waits.length]).toEqual([1, 0]);
  });

  it('while it waits to try again', async () => {
    const api = await startMessagesApi([fails(429, {}, { 'retry-after': '10' })]);
    onTestFinished(() => api.close());
    const ending = new AbortController();
    // The real wait: ten seconds, if nothing ended it.
    const onRetry = (): void => void setImmediate(() => ending.abort(reason));
    const model = claudeModel({ apiKey: KEY, baseURL: api.url, model: 'claude-sonnet-5-5', onRetry });
    const started = performance.now();
    await expect(model.ask({ ...ASK, signal: ending.signal })).rejects.toBe(reason);
    expect(performance.now() - started).toBeLessThan(9_000);
    expect(api.requests).toHaveLength(1);
  });
});
