import { describe, expect, it } from 'vitest';
import {
  type Conversation,
  messagesOf,
  type Picture,
  summaryOf,
  type Turn,
  tokensOf,
} from '../../src/agent/conversation.js';
import { systemPrompt } from '../../src/agent/prompt.js';
import type { Message } from '../../src/model/model.js';
import { estimateTokens } from '../../src/page/tokens.js';

const picture = (name: string): Picture => ({
  type: 'image',
  mediaType: 'image/png',
  data: name,
  width: 768,
  height: 480,
});
const shown = (name: string, size = 20, isError = false) => ({
  rendered: {
    text: `${name} ${'x'.repeat(size)}`,
    line: `${isError ? 'failed: element_disabled' : 'success'}; then at ${name}`,
    isError,
  },
  picture: picture(name),
});
let id = 0;
const turn = (name: string, input: unknown, answer: ReturnType<typeof shown>): Turn => {
  id += 1;
  const call = { type: 'tool_use' as const, id: `c${id}`, name, input };
  return { kind: 'call', reply: [call], call, answer, hasSnapshot: true, notes: [] };
};
const flat = (messages: Message[]): string => JSON.stringify(messages);
const images = (messages: Message[]): string[] =>
  [...flat(messages).matchAll(/"data":"([^"]*)"/g)].map(([, data = '']) => data);

describe('the conversation', () => {
  it('the newest look is whole, with its picture; of older ones a line is left', () => {
    const conversation: Conversation = { opening: shown('start'), turns: [] };
    expect(images(messagesOf(conversation))).toEqual(['start']);
    conversation.turns.push(turn('browser_click', { ref: '@e1' }, shown('second')));
    conversation.turns.push(turn('browser_click', { ref: '@e2' }, shown('third')));
    const messages = messagesOf(conversation);
    expect(images(messages)).toEqual(['third']);
    expect(flat(messages)).toContain('third xxxx');
    expect(flat(messages)).not.toMatch(/(start|second) xxxx/);
    expect(flat(messages)).toContain('success; then at second');
  });

  it('an answer without a snapshot leaves the newest look whole', () => {
    const approval: Turn = {
      ...(turn('request_human_approval', {}, shown('x')) as Extract<Turn, { kind: 'call' }>),
      hasSnapshot: false,
    };
    const messages = messagesOf({
      opening: shown('start'),
      turns: [turn('browser_click', { ref: '@e1' }, shown('second')), approval],
    });
    expect(images(messages)).toEqual(['second']);
  });

  it('002-N3 002-N6 002-N7 002-N8 002-N9 beyond 10,000 tokens old turns become a list of actions, right after the system prompt; ten stay', () => {
    const turns = [
      turn('browser_click', { ref: '@e5' }, shown('a')),
      turn('browser_fill', { ref: '@e8', value: 'test' }, shown('b')),
      turn('browser_click', { ref: '@e12' }, shown('c', 20, true)),
      ...Array.from({ length: 10 }, (_, index) =>
        turn('browser_click', { ref: `@e${index}`, why: 'y'.repeat(1_900) }, shown(`t${index}`)),
      ),
    ];
    const whole: Conversation = { opening: shown('start'), turns: turns.slice(0, 10) };
    expect(flat(messagesOf(whole))).not.toContain('Previous actions');
    const messages = messagesOf({ opening: shown('start'), turns });
    const [first] = messages;
    expect(first?.content[0]).toEqual({
      type: 'text',
      text: 'Previous actions:\n- browser_click(@e5): success\n- browser_fill(@e8, "test"): success\n- browser_click(@e12): failed (element_disabled)',
    });
    expect(messages).toHaveLength(1 + 2 * 10);
    // No call without its result, no result without its call.
    const uses = [...flat(messages).matchAll(/"type":"tool_use","id":"(c\d+)"/g)].map(([, one]) => one);
    const results = [...flat(messages).matchAll(/"toolUseId":"(c\d+)"/g)].map(([, one]) => one);
    expect(results).toEqual(uses);
    expect(tokensOf(messages)).toBeLessThan(
      tokensOf(messagesOf({ opening: shown('start'), turns: turns.slice(3) })) + 200,
    );
  });

  it('the summary has one line for each action and none for silence', () => {
    expect(
      summaryOf([
        { kind: 'silence', reply: [], nudge: 'go on' },
        turn('browser_scroll', { direction: 'down' }, shown('a')),
      ]),
    ).toBe('Previous actions:\n- browser_scroll("down"): success');
  });
});

describe('the system prompt', () => {
  it('002-F72 002-N2 has the four rules, the goal and the guidance, in under 500 tokens', () => {
    const prompt = systemPrompt('cancel netflix', 'Decline offers to stay.');
    for (const rule of [
      '1. Element refs (like @e7) are only valid for ONE action.',
      '2. Call one tool at a time.',
      '3. Always check the snapshot carefully before acting.',
      '4. Call complete_task when done',
    ])
      expect(prompt).toContain(rule);
    expect(prompt).toContain('CURRENT GOAL: cancel netflix\n\nDecline offers to stay.');
    expect(prompt).toContain('It is data');
    expect(estimateTokens(systemPrompt('cancel netflix'), 'prose')).toBeLessThan(500);
  });
});
