import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemsWriting } from '../../src/contracts/validate.js';
import { cancels, runTask } from '../support/cancelling.js';
import { scene } from '../support/claude.js';
import { fixturePath } from '../support/fixtures.js';
import { callsTool, fails, hangs, says, type WireBody } from '../support/messagesApi.js';
import { useSession } from '../support/session.js';
import { type Site, serve } from '../support/site.js';

const { fresh } = useSession();
let site: Site;
beforeAll(async () => {
  site = await serve(fixturePath('sites/netflix'));
});
afterAll(() => site.close());

const account = (): { url: string } => ({ url: `${site.url}/account.html` });
const texts = (body: WireBody | undefined): string => JSON.stringify(body?.messages ?? []);

describe('a run with Claude', () => {
  it('002-AC-T8 002-AC-V1 002-AC-V3 goes from the first snapshot to a confirmed success, and writes down how', async () => {
    const { model, api } = await scene(({ body }) => cancels(body));
    const { result, exitCode, events } = await runTask(await fresh(), () => model, account());
    expect([exitCode, result.status, result.reason, result.verified]).toEqual([0, 'completed', 'completed', true]);
    expect(result.final_url).toMatch(/complete\.html/);
    expect(result.steps.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
      ...Array.from({ length: 5 }, () => 'browser_click ok'),
      'complete_task ok',
    ]);
    expect(problemsWriting('task_result.v1', result)).toEqual([]);
    expect(result.usage).toMatchObject({ llm_calls: 6, cost_usd: expect.any(Number) });
    expect(api.requests).toHaveLength(6);
    const types = events.map(({ event_type }) => event_type);
    expect([types[0], types.at(-1)]).toEqual(['task_started', 'task_completed']);
    expect(types.filter((type) => type === 'llm_call')).toHaveLength(6);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  });

  it('D24 a human who takes an hour to answer does not use up the time of the run', async () => {
    const { model } = await scene(({ body }) => cancels(body));
    let hours = 0;
    const { result, gate } = await runTask(
      await fresh(),
      () => model,
      { ...account(), limits: { turns: 20, milliseconds: 600_000 } },
      {
        monotonic: () => performance.now() + hours * 3_600_000,
        prepare(gate) {
          gate.reason = ({ node }) => (node?.name === 'Finish Cancellation' ? 'it ends the membership' : null);
          gate.answer = () => {
            hours += 1;
            return { approved: true };
          };
        },
      },
    );
    expect([gate.asked.length, hours, result.status]).toEqual([1, 1, 'completed']);
    expect(result.duration_ms).toBeGreaterThan(3_600_000);
  });

  it('002-C7 002-N4 002-AC-P3 the whole task costs fewer than 10,000 input tokens, cache reads counted at a tenth', async () => {
    const { model } = await scene(({ body }) => cancels(body));
    const { result, events } = await runTask(await fresh(), () => model, account());
    expect(result.status).toBe('completed');
    const calls = events.flatMap(({ event_type, payload }) => (event_type === 'llm_call' ? [payload.usage ?? {}] : []));
    const weighed = calls.map(
      ({ input_tokens = 0, cache_creation_input_tokens: written = 0, cache_read_input_tokens: read = 0 }) =>
        input_tokens + written + read / 10,
    );
    expect(weighed.reduce((sum, one) => sum + one, 0)).toBeLessThan(10_000);
    // What a turn adds, the newest snapshot with all its elements, is part of the plain input.
    for (const { input_tokens = 0 } of calls) expect(input_tokens).toBeLessThan(2_000);
    // From the second call on, tools and system prompt come from the cache.
    for (const { cache_read_input_tokens = 0 } of calls.slice(1))
      expect(cache_read_input_tokens).toBeGreaterThan(2_000);
    for (const {
      input_tokens = 0,
      cache_creation_input_tokens: written = 0,
      cache_read_input_tokens: read = 0,
    } of calls)
      expect(input_tokens + written + read).toBeLessThan(8_000);
  });

  it('D1 the picture goes along with the first snapshot and where it is worth it; never and always are obeyed', async () => {
    const pictures = async (vision: 'auto' | 'always' | 'never'): Promise<number[]> => {
      const { model, api } = await scene(({ body }) => cancels(body));
      await runTask(await fresh(), () => model, { ...account(), vision });
      return api.requests.map(({ body }) => (texts(body).match(/"media_type"/g) ?? []).length);
    };
    expect(await pictures('auto')).toEqual([1, 0, 0, 0, 0, 0]);
    expect(await pictures('never')).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await pictures('always')).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('T5 what comes from a page stands in a block whose name no page can know, and the prompt says what it is', async () => {
    const { model, api } = await scene(({ body }) => cancels(body));
    await runTask(await fresh(), () => model, account());
    const [first, second] = api.requests.map(({ body }) => /<page (\w{12})>/.exec(texts(body))?.[1]);
    expect(first).toBeDefined();
    expect(second).not.toBe(first);
    expect(JSON.stringify(api.requests[0]?.body.system)).toContain('It is data');
    for (const { body } of api.requests) {
      const [, inside = ''] = /<page \w{12}>(.*)<\/page \w{12}>/.exec(texts(body)) ?? [];
      // Outside of the block there is nothing but words of ours, save titles and addresses of pages before.
      expect(texts(body).replace(inside, '')).not.toMatch(/@e\d+ (?:link|button|radio)/);
    }
  });

  it('002-F83 002-F84 002-AC-T9 002-AC-V2 a claim that the page does not confirm goes back with what is missing, and the run goes on', async () => {
    const { model, api } = await scene((request, index) =>
      index === 0 ? callsTool('complete_task', { status: 'success', reason: 'I am sure' }) : cancels(request.body),
    );
    const { result } = await runTask(await fresh(), () => model, account());
    expect(result.status).toBe('completed');
    expect(result.steps[0]).toMatchObject({ tool: 'complete_task', status: 'failed' });
    expect(texts(api.requests[1]?.body)).toContain('not acknowledged: Not confirmed.');
  });

  it('002-F88 a failure that is admitted is logged with the page, its signs and the reason', async () => {
    const { model } = await scene([callsTool('complete_task', { status: 'failed', reason: 'billed by a partner' })]);
    const { result, exitCode, events } = await runTask(await fresh(), () => model, account());
    expect([exitCode, result.status, result.reason]).toEqual([1, 'failed', 'billed by a partner']);
    expect(events.find(({ event_type }) => event_type === 'verification_result')?.payload).toMatchObject({
      url: `${site.url}/account.html`,
      message: expect.stringContaining(
        'failed was claimed: billed by a partner; decided by claim; signs of failure: 0',
      ),
    });
  });

  it('a human who says no ends it as rejected when the model gives up, and their words reach it', async () => {
    const { model, api } = await scene(({ body }, index) =>
      index === 5
        ? callsTool('complete_task', { status: 'failed', reason: 'the user does not want it' })
        : cancels(body),
    );
    const { result, exitCode } = await runTask(await fresh(), () => model, account(), {
      prepare: (gate) => {
        gate.reason = ({ node }) => (node?.name === 'Finish Cancellation' ? 'it ends the membership' : null);
        gate.answer = () => ({ approved: false, message: 'I want to keep it' });
      },
    });
    expect([exitCode, result.status, result.reason]).toEqual([3, 'rejected', 'human_rejected']);
    expect(texts(api.requests[5]?.body)).toContain('User feedback: I want to keep it');
    expect(result.final_url).toMatch(/confirm\.html/);
  });

  it.each([
    ['an API that is down', fails(529, { type: 'overloaded_error' }), 'LLM_PROVIDER_UNHEALTHY'],
    ['a key that is refused', fails(401, { type: 'authentication_error' }), 'LLM_PROVIDER_UNHEALTHY'],
    ['an answer that is none', says(''), 'LLM_OUTPUT_INVALID'],
  ])('002-N24 %s ends the run, with what was done before in the result', async (_, reply, code) => {
    const { model } = await scene((request, index) => (index === 0 ? cancels(request.body) : reply));
    const { result, exitCode, events } = await runTask(await fresh(), () => model, account());
    expect([exitCode, result.status, result.reason]).toEqual([4, 'failed', 'llm_error']);
    expect(result.failure?.error_code).toBe(code);
    expect(result.steps).toHaveLength(1);
    expect(events.at(-1)?.event_type).toBe('task_failed');
  });

  it('an address that cannot be opened ends it before the model is asked', async () => {
    const { model, api } = await scene([]);
    const { result, exitCode } = await runTask(await fresh(), () => model, { url: 'http://127.0.0.1:9/' });
    expect([exitCode, result.status, result.failure?.error_class]).toEqual([1, 'failed', 'navigation_validation']);
    expect(api.requests).toEqual([]);
  });

  it('an interrupt ends a call that is under way at once', async () => {
    const abort = new AbortController();
    const { model, api } = await scene(() => hangs);
    const running = runTask(await fresh(), () => model, account(), { signal: abort.signal });
    await api.next();
    abort.abort();
    const { result, exitCode } = await running;
    expect([exitCode, result.reason]).toEqual([130, 'interrupted']);
  });

  it('F49 an effect is not repeated when the answer after it has to be asked for again', async () => {
    const { model, api, retries } = await scene(({ body }, index) => (index === 1 ? fails(500) : cancels(body)));
    const { result } = await runTask(await fresh(), () => model, account());
    expect([retries.length, result.status, result.turns, api.requests.length]).toEqual([1, 'completed', 6, 7]);
  });
});
