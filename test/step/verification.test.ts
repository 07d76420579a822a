import { describe, expect, it } from 'vitest';
import { problemsWriting } from '../../src/contracts/validate.js';
import { createExchange, type Message, type Reply } from '../../src/verify/exchange.js';
import { judge } from '../../src/verify/judge.js';
import { verdictInput } from '../../src/verify/verdictInput.js';
import { type MockMove, mockBrowser, mockPage } from '../support/mockBrowser.js';
import { benchOver } from '../support/tools.js';

const page = (path: string, name: string, dom?: string) => ({
  ...mockPage(`https://x.example${path}`, 'Shop', [{ role: 'button', name }]),
  ...(dom === undefined ? {} : { dom }),
});
const ONE = page('/one', 'Buy');
const TWO = page('/two', 'Pay');
const THREE = page('/three', 'Done');

/** The tools over a mock browser, with every message between the two sides overheard. */
async function overhear(pages = [ONE, TWO, THREE], moves: MockMove[] = []) {
  const messages: Message[] = [];
  const replies: Reply[] = [];
  let count = 0;
  const exchange = createExchange(() => `task-${++count}`);
  const tools = benchOver(mockBrowser(pages, moves), {
    send(message) {
      messages.push(message);
      const reply = exchange.send(message);
      replies.push(reply);
      return reply;
    },
  });
  await tools.use('get_snapshot', {});
  return { tools, messages, replies };
}

describe('verification by observation', () => {
  it('001-1 001-4 001-33 every iteration sends the dom and the address of that very moment', async () => {
    const { tools, messages } = await overhear();
    await tools.use('browser_click', { ref: '@e0' });
    await tools.use('browser_click', { ref: '@e0' });
    expect(messages.map(({ request }) => request.url)).toEqual([ONE.url, TWO.url, THREE.url]);
    expect(messages.map(({ request }) => request.dom)).toEqual([ONE.dom, TWO.dom, THREE.dom]);
    for (const { request } of messages) expect(problemsWriting('verification_request', request)).toEqual([]);
  });

  it('001-5 001-6 the first call has no taskId, every later one the one that was given', async () => {
    const { tools, messages, replies } = await overhear();
    await tools.use('browser_click', { ref: '@e0' });
    await tools.use('get_snapshot', {});
    expect(messages.map(({ request }) => request.taskId)).toEqual([undefined, 'task-1', 'task-1']);
    expect(replies.map(({ taskId }) => taskId)).toEqual(['task-1', 'task-1', 'task-1']);
  });

  it('T001-5 a taskId that is kept is a state that is kept: the second call is compared with the first', async () => {
    const { tools, replies } = await overhear();
    await tools.use('browser_click', { ref: '@e0' });
    expect(replies.map(({ observed }) => observed !== null)).toEqual([false, true]);
  });

  it('001-7 the state before the action is kept when the action is decided on, and compared with the state after', async () => {
    const { tools, replies } = await overhear();
    await tools.use('browser_click', { ref: '@e0' });
    expect(replies[1]?.observed).toMatchObject({ urlChanged: true, hashChanged: true });
    expect(replies[1]?.observed?.lines).toEqual([
      `the URL changed from ${ONE.url} to ${TWO.url}`,
      'appeared: button "Pay"',
      'gone: button "Buy"',
      'network requests after the action: no',
      'the document was changed: no',
      'the address was changed: yes',
    ]);
  });

  it('001-8 without a dom nothing is kept, so the next action is not verified rather than failed', async () => {
    const { tools } = await overhear([page('/one', 'Buy', ''), TWO]);
    expect(await tools.use('browser_click', { ref: '@e0' })).toMatchObject({
      success: true,
      error: null,
      verification: { outcome: 'dispatched_unverified' },
    });
  });

  it('001-9 001-16 with nothing but dom, url and taskId there is an observation list; no clientVerification anywhere', () => {
    const exchange = createExchange(() => 'task');
    const send = (url: string, dom: string, taskId?: string): Reply =>
      exchange.send({
        request: {
          url,
          dom,
          query: 'q',
          ...(taskId ? { taskId } : {}),
          ...(taskId ? { lastActionStatus: 'success' } : {}),
        },
      });
    send('https://x.example/a', '<p>1</p>');
    const { observed } = send('https://x.example/a', '<p>2</p>', 'task');
    expect(observed?.lines).toEqual([
      'the URL is unchanged: https://x.example/a',
      'the content changed, but nothing that can be acted on did',
    ]);
    expect(observed && judge(observed, { action: 'click' }).outcome).toBe('verified');
  });

  it('001-22 the order: execute, capture, send, compare, list, merge the witness, verdict, and on', async () => {
    const { tools, messages } = await overhear(
      [ONE, TWO],
      [{ caused: { requests: 2, addedCount: 3, milliseconds: 40 } }],
    );
    const result = await tools.use('browser_click', { ref: '@e0' });
    const calls = tools.driver.calls.map(({ call }) => call);
    expect(calls.slice(calls.indexOf('act'))).toEqual(['act', 'look']);
    expect(messages[1]?.request).toMatchObject({
      lastActionStatus: 'success',
      domChanges: { addedCount: 3, removedCount: 0, stabilizationTime: 40, previousUrl: ONE.url, urlChanged: true },
      clientObservations: { didNetworkOccur: true, didDomMutate: true, didUrlChange: true },
    });
    expect(result.observations?.slice(-3)).toEqual([
      'network requests after the action: yes',
      'the document was changed: yes',
      'the address was changed: yes',
    ]);
    expect(result.verification).toMatchObject({ outcome: 'verified', observations: result.observations });
  });

  it('001-18 001-19 what failed is sent as a failure with message, code, action and element', async () => {
    const { tools, messages } = await overhear(undefined, [
      { acted: { ok: false, dispatched: false, error: 'element_obscured', message: 'it is covered' } },
    ]);
    await tools.use('browser_click', { ref: '@e0' });
    expect(messages[1]?.request).toMatchObject({
      lastActionStatus: 'failure',
      lastActionError: {
        message: 'it is covered',
        code: 'element_obscured',
        action: 'browser_click',
        elementId: 'v-button-Buy',
      },
    });
  });

  it('001-27 T001-6 a witness keeps "nothing happened" away, and still proves nothing by itself', async () => {
    const { tools } = await overhear([ONE], [{ page: 'stay', caused: { requests: 1 } }, { page: 'stay' }]);
    const seen = await tools.use('browser_click', { ref: '@e0' });
    expect(seen.verification).toMatchObject({ outcome: 'no_effect', confidence: 0.4 });
    const unseen = await tools.use('browser_click', { ref: '@e0' });
    expect(unseen.verification).toMatchObject({ outcome: 'no_effect', reason: 'no_dom_change', confidence: 0.2 });
  });

  it('001-28 a verdict is asked with goal, action and observations: there is no page in it', async () => {
    const { tools, replies } = await overhear();
    await tools.use('browser_click', { ref: '@e0' });
    const observed = replies[1]?.observed;
    if (!observed) throw new Error('nothing was observed');
    const input = verdictInput('buy it', 'click button "Buy"', observed);
    expect(Object.keys(input)).toEqual(['goal', 'action', 'observations']);
    expect(JSON.stringify(input)).not.toMatch(/<|dom|nodes/);
  });

  it('T001-8 like is compared with like: every state is hashed from the same kind of dom', async () => {
    const { tools, messages } = await overhear();
    await tools.use('get_snapshot', { viewport_only: false, mode: 'full' });
    const { verification } = await tools.use('browser_click', { ref: '@e0' });
    expect(verification?.observations[1]).toBe('appeared: button "Pay"');
    expect(new Set(messages.map(({ page: sent }) => typeof sent?.dom))).toEqual(new Set(['string']));
  });
});
