import type Anthropic from '@anthropic-ai/sdk';
import type { Block, Image, Message, ModelRequest, Text } from './model.js';

export interface ModelChoice {
  model: string;
  maxTokens: number;
}

type Params = Anthropic.MessageCreateParamsNonStreaming;

const CACHED = { cache_control: { type: 'ephemeral' } } as const;

/**
 * The body of a request. Whole answers instead of a stream: an action is taken only on a complete one anyway, and a
 * call that was cut off can then never look like a call.
 *
 * The API caches a byte-exact prefix in the order tools, system, messages, up to each of these marks:
 * - the last tool: the tools are the same in every run, whatever the goal is;
 * - the system text: it stays the same through one run;
 * - the last message of the assistant. The newest snapshot behind it is new every turn and is cut down to a line one
 *   turn later, so a mark on it would be paid for and never read. But all before it is already cut down and stays as it
 *   is: the next turn reads it at a tenth of the price and adds only one call and one line. Whoever shortens the
 *   history should do so in batches: each time it moves, that part is written anew.
 */
export function paramsFor({ system, tools, messages }: ModelRequest, { model, maxTokens }: ModelChoice): Params {
  const settled = messages.findLastIndex(({ role }) => role === 'assistant');
  return {
    model,
    max_tokens: maxTokens,
    ...(system === '' ? {} : { system: [{ type: 'text', text: system, ...CACHED }] }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool, index) => ({ ...tool, ...(index === tools.length - 1 ? CACHED : {}) })),
          tool_choice: { type: 'auto', disable_parallel_tool_use: true },
        }),
    messages: messages.map((message, index) => messageParam(message, index === settled)),
  };
}

function messageParam({ role, content }: Message, isMarked: boolean): Anthropic.MessageParam {
  const blocks = content.filter(isSendable);
  // Thinking and its like cannot carry a mark.
  const marked = isMarked ? blocks.findLastIndex(({ type }) => type !== 'opaque') : -1;
  return { role, content: blocks.map((block, index) => blockParam(block, index === marked)) };
}

function blockParam(block: Block, isMarked: boolean): Anthropic.ContentBlockParam {
  const mark = isMarked ? CACHED : {};
  switch (block.type) {
    case 'text':
    case 'image':
      return { ...plainParam(block), ...mark };
    case 'tool_use':
      return { type: 'tool_use', id: block.id, name: block.name, input: block.input, ...mark };
    case 'tool_result':
      return {
        type: 'tool_result',
        tool_use_id: block.toolUseId,
        content: block.content.filter(isSendable).map(plainParam),
        is_error: block.isError,
        ...mark,
      };
    case 'opaque':
      // It came from the API and goes back as it came; what it is, only the API knows.
      return block.value as Anthropic.ContentBlockParam;
  }
}

function plainParam(block: Text | Image): Anthropic.TextBlockParam | Anthropic.ImageBlockParam {
  if (block.type === 'text') return { type: 'text', text: block.text };
  return { type: 'image', source: { type: 'base64', media_type: block.mediaType, data: block.data } };
}

/** The API refuses a whole conversation for one blank text in it. */
function isSendable(block: Block): boolean {
  return block.type !== 'text' || block.text.trim() !== '';
}
