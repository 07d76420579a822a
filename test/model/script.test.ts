import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/contracts/exitCodes.js';
import type { AgentError } from '../../src/contracts/failure.js';
import type { Message, ModelReply, ModelRequest } from '../../src/model/model.js';
import { type ScriptModel, scriptModel } from '../../src/model/script.js';
import { failureOf, user } from '../support/claude.js';
import { readFixture } from '../support/fixtures.js';

const golden = (name: string): string => readFixture(`golden/text/${name}.txt`).toString('utf8');

function script(...turns: unknown[]): ScriptModel {
  return scriptModel(Buffer.from(JSON.stringify({ schema_version: 'script.v1', turns })));
}

function asking(...messages: Message[]): ModelRequest {
  return { system: 'You are controlling a web browser.', tools: [], messages };
}

function refused(make: () => unknown): AgentError {
  try {
    make();
  } catch (error) {
    return error as AgentError;
  }
  throw new Error('it should have been refused');
}

const inputOf = ({ content }: ModelReply): unknown => (content[0]?.type === 'tool_use' ? content[0].input : null);
const click = (ref: object): object => ({ tool: 'browser_click', input: { ref } });

describe('a written part', () => {
  it('002-N15 calls come one after the other, as written', async () => {
    const model = script({ tool: 'get_snapshot' }, { tool: 'browser_click', input: { ref: '@e3' } }, { text: 'Done.' });
    expect(model.name).toBe('script');
    const replies = [];
    for (let turn = 0; turn < 3; turn += 1) replies.push(await model.ask(asking(user('Go.'))));
    expect(replies.map(({ content, stop }) => ({ content, stop }))).toEqual([
      { content: [{ type: 'tool_use', id: 'script_1_1', name: 'get_snapshot', input: {} }], stop: 'tool_use' },
      {
        content: [{ type: 'tool_use', id: 'script_2_1', name: 'browser_click', input: { ref: '@e3' } }],
        stop: 'tool_use',
      },
      { content: [{ type: 'text', text: 'Done.' }], stop: 'end_turn' },
    ]);
  });

  it('002-N15 several calls in one turn keep their order and have ids of their own', async () => {
    const model = script({ calls: [{ tool: 'browser_click' }, { tool: 'browser_fill' }] });
    expect((await model.ask(asking(user('Go.')))).content).toMatchObject([
      { id: 'script_1_1', name: 'browser_click' },
      { id: 'script_1_2', name: 'browser_fill' },
    ]);
  });

  it('002-N16 a whole conversation is played by names, against the snapshots as they come', async () => {
    const model = scriptModel(readFixture('conversations/netflix-cancel.json'));
    const pages = ['account', 'survey', 'survey', 'retention', 'confirm', 'complete'];
    const messages: Message[] = [];
    const inputs: unknown[] = [];
    for (const page of pages) {
      messages.push(user(`the page:\n${golden(`netflix-${page}`)}`));
      const reply = await model.ask(asking(...messages));
      messages.push({ role: 'assistant', content: reply.content });
      inputs.push(inputOf(reply));
    }
    expect(inputs.slice(0, 5)).toEqual([
      { ref: '@e11' },
      { ref: '@e6' },
      { ref: '@e12' },
      { ref: '@e12' },
      { ref: '@e6' },
    ]);
    expect(inputs[5]).toMatchObject({ status: 'success' });
  });

  it('002-N17 every prompt is recorded as it was when it was asked', async () => {
    const model = script({ text: 'One.' }, { text: 'Two.' });
    const messages = [user('first')];
    await model.ask(asking(...messages));
    const [message] = messages;
    if (message) message.content = [{ type: 'text', text: 'shortened' }];
    await model.ask({ ...asking(...messages, user('second')), signal: new AbortController().signal });
    expect(model.prompts).toEqual([asking(user('first')), asking(user('shortened'), user('second'))]);
  });

  it('tokens are estimated from what it was sent, so that a budget can be tried out', async () => {
    const model = script({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' });
    const few = (await model.ask(asking(user('x'.repeat(100))))).usage;
    expect(few).toMatchObject({ cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 2 });
    const more = (await model.ask(asking(user('x'.repeat(300))))).usage;
    expect(more.input_tokens - few.input_tokens).toBe(100);
    const data = Buffer.alloc(24);
    data.write('\x89PNG', 'latin1');
    data.writeUInt32BE(768, 16);
    data.writeUInt32BE(480, 20);
    const png: Message = {
      role: 'user',
      content: [{ type: 'image', mediaType: 'image/png', data: data.toString('base64') }],
    };
    const seen = (await model.ask(asking(user('x'.repeat(100)), png))).usage;
    expect(seen.input_tokens - few.input_tokens).toBe(504);
  });

  it('the signal ends it', async () => {
    const reason = new Error('interrupted');
    await expect(script({ text: 'x' }).ask({ ...asking(), signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('refs by name', () => {
  const play = (ref: object, ...messages: Message[]): Promise<ModelReply> =>
    script(click(ref)).ask(asking(...messages));

  it.each([
    ['a role and a name', 'pages-list', { role: 'button', name: 'Search' }, '@e2'],
    ['a name alone', 'pages-list', { name: 'Search' }, '@e2'],
    ['the second of twins', 'pages-list', { role: 'button', name: 'Delete', nth: 2 }, '@e9'],
    ['a guessed name', 'pages-list', { role: 'textbox', name: 'Note, 2042' }, '@e7'],
    ['a heading by its level', 'netflix-survey', { role: 'h1', name: 'Why are you leaving?' }, '@e4'],
    ['a heading of any level', 'netflix-retention', { role: 'heading', name: 'Change your plan' }, '@e9'],
    ['one that is indented', 'netflix-account', { name: 'Cancel Membership' }, '@e11'],
    ['one with a value behind its name', 'pages-states', { role: 'textbox', name: 'Read only' }, '@e4'],
  ])('%s', async (_title, page, ref, expected) => {
    expect(inputOf(await play(ref, user(golden(page))))).toEqual({ ref: expected });
  });

  it('a name is compared as the snapshot writes it', async () => {
    const line = '@e3 button "Say \'hi\' to (at)e5"';
    expect(inputOf(await play({ name: 'Say "hi" to @e5' }, user(line)))).toEqual({ ref: '@e3' });
  });

  it('the newest snapshot counts, also inside a result; what the model itself says does not', async () => {
    const result: Message = {
      role: 'user',
      content: [
        { type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: '@e7 button "Go"' }], isError: false },
      ],
    };
    const said: Message = { role: 'assistant', content: [{ type: 'text', text: '@e9 button "Go"' }] };
    expect(inputOf(await play({ name: 'Go' }, user('@e1 button "Go"'), result, said, user('Well?')))).toEqual({
      ref: '@e7',
    });
  });

  it('a ref that is no text and no name is given to the tool as it is', async () => {
    const model = script(
      { tool: 'browser_click', input: { ref: 5 } },
      { tool: 'browser_click', input: { ref: ['@e1'] } },
    );
    expect(inputOf(await model.ask(asking(user('Go.'))))).toEqual({ ref: 5 });
    expect(inputOf(await model.ask(asking(user('Go.'))))).toEqual({ ref: ['@e1'] });
  });
});

describe('a script that does not fit fails openly', () => {
  const page = user(golden('pages-list'));

  it.each([
    [
      'what is not there',
      click({ role: 'button', name: 'Pay' }),
      'no button "Pay" on the page; there is h1 "Invoices"',
    ],
    ['another role', click({ role: 'link', name: 'Search' }), 'no link "Search"'],
    ['more than one', click({ name: 'Edit' }), 'not one but 3 (@e4, @e8, @e12)'],
    ['one too far', click({ name: 'Edit', nth: 4 }), 'only 3'],
  ])('004-51 it names %s: LLM_OUTPUT_INVALID with the turn', async (_title, turn, words) => {
    const model = script({ text: 'Hm.' }, turn);
    await model.ask(asking(page));
    const error = await failureOf(model.ask(asking(page)));
    expect(error.failure).toMatchObject({ error_code: 'LLM_OUTPUT_INVALID', step_id: 'model' });
    expect(error.exitCode).toBe(EXIT.model);
    expect(error.message).toContain('turn 2 of the script (browser_click)');
    expect(error.message).toContain(words);
  });

  it('004-51 it ends early, or no snapshot was shown', async () => {
    const model = script({ text: 'Hm.' });
    await model.ask(asking(page));
    const ended = await failureOf(model.ask(asking(page)));
    expect(ended.failure?.error_code).toBe('LLM_OUTPUT_INVALID');
    expect(ended.message).toBe('the script ends after turn 1, and it was asked for turn 2');
    expect((await failureOf(script(click({ name: 'x' })).ask(asking(user('Go.'))))).message).toContain('no snapshot');
  });

  it.each([
    ['an unknown form of turn', { tol: 'x' }, '/turns/0 must have exactly one of these forms: tool, text, calls'],
    ['an unknown field', { tool: 'x', inputs: {} }, '/turns/0 must have exactly one of these forms'],
    ['a misspelled ref', click({ nam: 'x' }), '/turns/0/input/ref/name is missing'],
    ['blank words', { text: ' ' }, '/turns/0/text'],
    ['one call as several', { calls: [{ tool: 'x' }] }, '/turns/0/calls'],
  ])('%s is refused before anything starts', (_title, turn, words) => {
    const error = refused(() => script(turn));
    expect(error.exitCode).toBe(EXIT.usage);
    expect(error.remedies.join('\n')).toContain(words);
  });

  it('so are files that are no script', () => {
    for (const text of ['', '{', '[]', '{"turns": []}', '{"schema_version":"script.v1","turns":[]}']) {
      expect(refused(() => scriptModel(Buffer.from(text))).exitCode).toBe(EXIT.usage);
    }
    expect(refused(() => scriptModel(readFixture('contracts/future/script.v2.json'))).remedies.join()).toContain(
      'script.v1',
    );
  });
});
