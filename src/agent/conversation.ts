import type { Block, Image, Message, ModelReply, ToolUse } from '../model/model.js';
import { estimateTokens, imageTokens } from '../page/tokens.js';
import type { Rendered } from '../tools/render.js';

/** What is shown of a page: its text, and a picture when one is worth its tokens. */
export interface Shown {
  rendered: Rendered;
  picture?: Picture;
  /** What else was brought along, and why. */
  asked?: string;
}

export interface Picture extends Image {
  width: number;
  height: number;
}

/** One answer of the model and what came of it. A call and its result are never apart. */
export type Turn =
  | { kind: 'call'; reply: ModelReply['content']; call: ToolUse; answer: Shown; hasSnapshot: boolean; notes: string[] }
  | { kind: 'silence'; reply: ModelReply['content']; nudge: string };

export interface Conversation {
  opening: Shown;
  turns: Turn[];
}

/** Where a conversation is cut, and how many of its last turns stay whole. */
const MAX_TOKENS = 10_000;
const KEPT_TURNS = 10;

/**
 * What is sent: of all looks only the newest in full, with its picture; of older ones a line each, because their refs
 * are dead. Beyond the limit old turns become a list of what was done.
 */
export function messagesOf({ opening, turns }: Conversation): Message[] {
  const all = assemble(opening, turns, '');
  if (turns.length <= KEPT_TURNS || tokensOf(all) <= MAX_TOKENS) return all;
  return assemble(opening, turns.slice(-KEPT_TURNS), summaryOf(turns.slice(0, -KEPT_TURNS)));
}

function assemble(opening: Shown, turns: readonly Turn[], summary: string): Message[] {
  const newest = turns.findLastIndex((turn) => turn.kind === 'call' && turn.hasSnapshot);
  const begin = contentOf(opening, newest < 0 && summary === '');
  const first: Message = { role: 'user', content: [...(summary === '' ? [] : [text(summary)]), ...begin] };
  return [first, ...turns.flatMap((turn, index) => messagesOfTurn(turn, index >= newest))];
}

function messagesOfTurn(turn: Turn, isNewest: boolean): Message[] {
  if (turn.kind === 'silence') {
    const said = turn.reply.length > 0 ? turn.reply : [text('(nothing)')];
    return [
      { role: 'assistant', content: said },
      { role: 'user', content: [text(turn.nudge)] },
    ];
  }
  const { reply, call, answer, hasSnapshot, notes } = turn;
  const content = hasSnapshot ? contentOf(answer, isNewest) : [text(answer.rendered.text)];
  const result: Block = { type: 'tool_result', toolUseId: call.id, content, isError: answer.rendered.isError };
  return [
    { role: 'assistant', content: reply },
    { role: 'user', content: [result, ...notes.map(text)] },
  ];
}

function contentOf({ rendered, picture }: Shown, isNewest: boolean): (ReturnType<typeof text> | Image)[] {
  if (!isNewest) return [text(rendered.line)];
  const { type, mediaType, data } = picture ?? {};
  return [text(rendered.text), ...(type && mediaType && data ? [{ type, mediaType, data }] : [])];
}

function text(words: string): { type: 'text'; text: string } {
  return { type: 'text', text: words };
}

/** In the form of the contract: one line for each action that was dropped. */
export function summaryOf(turns: readonly Turn[]): string {
  const lines = turns.flatMap((turn) => {
    if (turn.kind === 'silence') return [];
    const { call, answer } = turn;
    const code = /^failed: (\w+)/.exec(answer.rendered.line)?.[1];
    return [
      `- ${call.name}(${argumentsOf(call.input)}): ${answer.rendered.isError ? `failed (${code ?? 'error'})` : 'success'}`,
    ];
  });
  return `Previous actions:\n${lines.join('\n')}`;
}

function argumentsOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  return Object.entries(input)
    .map(([key, value]) => (key === 'ref' ? String(value) : JSON.stringify(value)))
    .join(', ');
}

/** Estimated: the exact figure comes with the reply. */
export function tokensOf(messages: readonly Message[]): number {
  return messages.reduce(
    (sum, { content }) => sum + content.reduce((inner, block) => inner + tokensOfBlock(block), 0),
    0,
  );
}

function tokensOfBlock(block: Block): number {
  switch (block.type) {
    case 'text':
      return estimateTokens(block.text);
    case 'image':
      return imageTokens(768, 480);
    case 'tool_use':
      return estimateTokens(JSON.stringify(block.input)) + estimateTokens(block.name);
    case 'tool_result':
      return block.content.reduce((sum, one) => sum + tokensOfBlock(one), 0);
    case 'opaque':
      return estimateTokens(JSON.stringify(block.value));
  }
}
