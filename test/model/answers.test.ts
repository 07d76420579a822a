import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/contracts/exitCodes.js';
import type { ModelReply } from '../../src/model/model.js';
import { ASK, failureOf, scene, user } from '../support/claude.js';
import { message, type Reply, raw, says, toolUse } from '../support/messagesApi.js';

const USAGE = { input_tokens: 7, output_tokens: 3, cache_read_input_tokens: 2, cache_creation_input_tokens: 1 };
const shaped = (changes: object): Reply =>
  raw(
    JSON.stringify({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'hm' }],
      stop_reason: 'end_turn',
      usage: USAGE,
      ...changes,
    }),
  );
const call = toolUse('browser_click', { ref: '@e1' });

async function answerTo(reply: Reply): Promise<ModelReply> {
  const { api, model } = await scene([reply]);
  const answer = await model.ask(ASK);
  expect(api.requests).toHaveLength(1);
  return answer;
}

describe('answers that cannot be used', () => {
  it.each<[string, Reply]>([
    ['bad JSON', raw('{"type": "mess')],
    ['an empty body', raw('')],
    ['a page of a proxy', raw('<html></html>', 'text/html')],
    ['JSON null', raw('null')],
    ['a list', raw('[]')],
    ['another shape', raw('{"choices": []}')],
    ['an error with status 200', raw('{"type":"error","error":{"type":"api_error","message":"x"}}')],
    ['empty content', shaped({ content: [] })],
    ['blank text only', shaped({ content: [{ type: 'text', text: ' \n' }] })],
    ['content that is no list', shaped({ content: 'hi' })],
    ['a block that is none', shaped({ content: [null] })],
    ['a text block without text', shaped({ content: [{ type: 'text' }] })],
    ['a call without an id', shaped({ content: [{ ...call, id: undefined }] })],
    ['a call without a name', shaped({ content: [{ ...call, name: '' }] })],
    ['a call whose input was cut to a string', shaped({ content: [{ ...call, input: '{"ref":' }] })],
    ['a call without input', shaped({ content: [{ ...call, input: null }] })],
    ['a call cut off by max_tokens', message([call], 'max_tokens')],
    ['no reason for its end', shaped({ stop_reason: null })],
    ['no usage: what it cost must not count as nothing', shaped({ usage: undefined })],
    ['usage that is no number', shaped({ usage: { ...USAGE, input_tokens: '7' } })],
  ])('004-51 F47 %s: LLM_OUTPUT_INVALID after three attempts, exit 4', async (_title, reply) => {
    const { api, model, waits } = await scene(() => reply);
    const error = await failureOf(model.ask(ASK));
    expect(error.failure).toMatchObject({
      error_class: 'llm_invalid_output',
      error_code: 'LLM_OUTPUT_INVALID',
      step_id: 'model',
    });
    expect(error.exitCode).toBe(EXIT.model);
    expect(api.requests).toHaveLength(3);
    expect(waits).toEqual([1_000, 2_000]);
  });

  it.each<[string, Reply]>([
    ['refusal, whatever else it holds', message([{ type: 'text', text: 'No.' }, call], 'refusal')],
    ['model_context_window_exceeded with nothing whole', message([call], 'model_context_window_exceeded')],
  ])('004-51 F47 %s: told at once, for asking again would only cost', async (_title, reply) => {
    const { api, model } = await scene(() => reply);
    expect((await failureOf(model.ask(ASK))).failure?.error_code).toBe('LLM_OUTPUT_INVALID');
    expect(api.requests).toHaveLength(1);
  });

  it('F48 a stream with an error after half a call is no answer: nothing of it can be carried out', async () => {
    const events = [
      { type: 'message_start', message: { type: 'message', role: 'assistant', content: [], usage: USAGE } },
      { type: 'content_block_start', index: 0, content_block: { ...call, input: {} } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"ref":"@e' } },
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ];
    const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
    const { api, model } = await scene([raw(text, 'text/event-stream'), says('ok')]);
    expect((await model.ask(ASK)).content).toEqual([{ type: 'text', text: 'ok' }]);
    // And none is asked for.
    for (const { body } of api.requests) expect(body['stream'] ?? false).toBe(false);
  });

  it('what they cost is not forgotten', async () => {
    const { model } = await scene([shaped({ content: [] }), shaped({ content: [] }), shaped({})]);
    expect(await model.ask(ASK)).toMatchObject({
      usage: USAGE,
      wasted: { input_tokens: 14, output_tokens: 6, cache_read_input_tokens: 4, cache_creation_input_tokens: 2 },
    });
  });
});

describe('answers that can be used', () => {
  it('F47 text only', async () => {
    expect(await answerTo(says('I am done.'))).toMatchObject({
      content: [{ type: 'text', text: 'I am done.' }],
      stop: 'end_turn',
    });
  });

  it('F47 two calls are both passed on, in their order: whoever carries them out takes the first', async () => {
    const { content } = await answerTo(message([toolUse('browser_click'), toolUse('complete_task')], 'tool_use'));
    expect(content.map((block) => block.type === 'tool_use' && block.name)).toEqual(['browser_click', 'complete_task']);
  });

  it.each([
    ['an unknown tool', 'run_shell', { cmd: 'ls' }],
    ['wrong types', 'browser_click', { ref: 5 }],
    ['a ref that no snapshot has', 'browser_click', { ref: '@e99999' }],
    ['1 MB of arguments', 'browser_fill', { ref: '@e1', value: 'x'.repeat(1024 * 1024) }],
  ])('F47 %s: the call arrives as it is, for the tools to refuse', async (_title, name, input) => {
    expect((await answerTo(message([toolUse(name, input)], 'tool_use'))).content).toMatchObject([{ name, input }]);
  });

  it('F47 of an answer cut by max_tokens the text stays and the call goes', async () => {
    const text = { type: 'text', text: 'I will click' };
    const reply = await answerTo(message([text, call], 'max_tokens'));
    expect(reply).toMatchObject({ content: [text], stop: 'max_tokens' });
    expect(reply.content).toHaveLength(1);
    expect((await answerTo(message([text], 'model_context_window_exceeded'))).content).toEqual([text]);
  });

  it('F47 unknown blocks and pause_turn: kept, and sent back exactly as they came', async () => {
    const thinking = { type: 'thinking', thinking: 'Let me see.', signature: 'abc=' };
    const novel = { type: 'hologram_20270101', deep: [{ a: null }] };
    const { api, model } = await scene([message([thinking, novel], 'pause_turn'), says('ok')]);
    const { content, stop } = await model.ask(ASK);
    expect(stop).toBe('pause_turn');
    expect(content).toEqual([
      { type: 'opaque', value: thinking },
      { type: 'opaque', value: novel },
    ]);
    await model.ask({ ...ASK, messages: [...ASK.messages, { role: 'assistant', content }, user('Go on.')] });
    expect(api.requests[1]?.body.messages[1]).toEqual({ role: 'assistant', content: [thinking, novel] });
  });

  it('002-N5 tokens are told with every answer; cache figures that are not there count as none', async () => {
    const { model } = await scene([shaped({}), shaped({ usage: { input_tokens: 5, output_tokens: 1 } })]);
    expect((await model.ask(ASK)).usage).toEqual(USAGE);
    expect((await model.ask(ASK)).usage).toEqual({
      input_tokens: 5,
      output_tokens: 1,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    });
  });
});
