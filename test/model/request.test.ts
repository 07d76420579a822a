import { describe, expect, it } from 'vitest';
import type { Message, ModelRequest } from '../../src/model/model.js';
import { toolDefinitions } from '../../src/tools/tools.js';
import { ASK, failureOf, KEY, scene, user } from '../support/claude.js';
import { readFixture } from '../support/fixtures.js';
import { callsTool, says } from '../support/messagesApi.js';

const MARK = { type: 'ephemeral' };

function called(id: string, name = 'get_snapshot', input: unknown = {}): Message {
  return { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] };
}

function answered(toolUseId: string, text: string): Message {
  return {
    role: 'user',
    content: [{ type: 'tool_result', toolUseId, content: [{ type: 'text', text }], isError: false }],
  };
}

describe('what is sent', () => {
  it('T002-8 asks for one call at a time; T29 the key goes out as a bearer only; nothing that the API has dropped', async () => {
    const { api, model } = await scene([says('ok')]);
    await model.ask(ASK);
    const [request] = api.requests;
    expect(request?.path).toBe('/v1/messages');
    expect(request?.headers['authorization']).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify(request?.body)).not.toContain(KEY);
    expect(request?.body).toEqual({
      model: 'claude-sonnet-5-5',
      max_tokens: 4_096,
      system: [{ type: 'text', text: ASK.system, cache_control: MARK }],
      tools: [ASK.tools[0], { ...ASK.tools[1], cache_control: MARK }],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Cancel it.' }] }],
    });
  });

  it('pictures, results and failed results have the form of the API', async () => {
    const { api, model } = await scene([says('ok')], { maxTokens: 100 });
    const content: Message['content'] = [
      {
        type: 'tool_result',
        toolUseId: 'a',
        content: [
          { type: 'text', text: 'no such ref' },
          { type: 'text', text: ' ' },
          { type: 'image', mediaType: 'image/png', data: 'iVBORw0=' },
        ],
        isError: true,
      },
      { type: 'text', text: '' },
      { type: 'image', mediaType: 'image/jpeg', data: '/9j/' },
    ];
    await model.ask({
      system: '',
      tools: [],
      messages: [user('Go.'), called('a', 'browser_click', { ref: '@e1' }), { role: 'user', content }],
    });
    expect(api.requests[0]?.body).toEqual({
      model: 'claude-sonnet-5-5',
      max_tokens: 100,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'a', name: 'browser_click', input: { ref: '@e1' }, cache_control: MARK }],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'a',
              is_error: true,
              content: [
                { type: 'text', text: 'no such ref' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0=' } },
              ],
            },
            { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: '/9j/' } },
          ],
        },
      ],
    });
  });

  it('T002-8 a call without its result in the next message is refused, as the real API does', async () => {
    const { api, model } = await scene([says('ok')]);
    const error = await failureOf(model.ask({ ...ASK, messages: [user('Go.'), called('a'), user('And?')] }));
    expect(error.message).toContain('without tool_result blocks immediately after: a');
    expect(api.requests).toHaveLength(1);
  });

  it('a mark never stands on a block that cannot carry it', async () => {
    const { api, model } = await scene([says('ok')]);
    const opaque = { type: 'opaque', value: { type: 'thinking', thinking: 'hm', signature: 's' } } as const;
    const content: Message['content'] = [{ type: 'text', text: 'Well.' }, opaque];
    await model.ask({ ...ASK, messages: [user('Go.'), { role: 'assistant', content }, user('And?')] });
    expect(api.requests[0]?.body.messages[1]?.content).toEqual([
      { type: 'text', text: 'Well.', cache_control: MARK },
      opaque.value,
    ]);
  });
});

describe('the cache', () => {
  const page = readFixture('golden/text/netflix-account.txt').toString('utf8');
  const base: ModelRequest = {
    system: 'You are controlling a web browser. '.repeat(20),
    tools: toolDefinitions(),
    messages: [],
  };

  /** A conversation as the loop keeps it: the newest snapshot in full, of the older ones a line. */
  function conversation(turns: number): Message[] {
    const messages = [user(turns === 0 ? `Cancel it.\n${page}` : 'Cancel it.\n(the page as it was)')];
    for (let turn = 1; turn <= turns; turn += 1) {
      messages.push(called(`t${turn}`, 'browser_click', { ref: `@e${turn}` }));
      messages.push(answered(`t${turn}`, turn === turns ? `clicked\n${page} ${turn}` : 'clicked, the page changed'));
    }
    return messages;
  }

  it('002-N5 tools and system are read from it every turn, and from the third turn on the history too', async () => {
    const { model } = await scene(() => callsTool('get_snapshot'));
    const usages = [];
    for (let turn = 0; turn < 6; turn += 1) {
      usages.push((await model.ask({ ...base, messages: conversation(turn) })).usage);
    }
    const stable = usages[0]?.cache_creation_input_tokens ?? 0;
    expect(stable).toBeGreaterThan(1_024);
    const reads = usages.map(({ cache_read_input_tokens }) => cache_read_input_tokens);
    expect(reads.slice(0, 2)).toEqual([0, stable]);
    // Each turn reads all that the turn before has read or written.
    for (const [turn, { cache_read_input_tokens, cache_creation_input_tokens }] of usages.slice(0, -1).entries()) {
      expect(reads[turn + 1]).toBe(cache_read_input_tokens + cache_creation_input_tokens);
    }
    expect(reads[5]).toBeGreaterThan(stable);
    // What is new or will change is all that is paid in full: one result and its page.
    const newest = usages.map(({ input_tokens }) => input_tokens);
    expect(Math.max(...newest)).toBeLessThan(page.length);
    expect(newest[5]).toBe(newest[1]);
    // And what is written a turn is one call and one line.
    expect(usages[5]?.cache_creation_input_tokens).toBeLessThan(120);
  });
});
