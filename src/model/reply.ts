import type { ModelReply, Opaque, Text, ToolUse, Usage } from './model.js';

export type CheckedReply =
  | { ok: true; reply: ModelReply }
  | {
      ok: false;
      problem: string;
      /** Whether asking once more can help. */
      again: boolean;
      /** Billed all the same, if the answer says how much. */
      usage: Usage | null;
    };

type Fields = { [name: string]: unknown };

/** What arrived with a 200, whatever it is. The SDK passes on pages of proxies and JSON of any shape as they are. */
export function checkReply(data: unknown): CheckedReply {
  if (!isFields(data)) return unusable(`the answer is not a message but ${kindOf(data)}`);
  const usage = usageOf(data['usage']);
  if (data['type'] !== 'message' || data['role'] !== 'assistant') {
    return unusable('the answer is JSON, but not a message of the assistant', usage);
  }
  if (usage === null) return unusable('the answer does not say what it cost');
  const stop = data['stop_reason'];
  if (typeof stop !== 'string') return unusable('the answer does not say why it ended', usage);
  if (stop === 'refusal') {
    return { ok: false, problem: 'the model refused to go on with this conversation', again: false, usage };
  }
  const blocks = blocksOf(data['content']);
  if (typeof blocks === 'string') return unusable(blocks, usage);
  return finish(blocks, stop, usage);
}

type Blocks = ModelReply['content'];

function finish(blocks: Blocks, stop: string, usage: Usage): CheckedReply {
  const isCut = stop === 'max_tokens' || stop === 'model_context_window_exceeded';
  // The end of a cut answer is missing: half a text can be read, half a call must never be carried out.
  const whole = isCut && blocks.at(-1)?.type !== 'text' ? blocks.slice(0, -1) : blocks;
  const content = whole.filter((block) => block.type !== 'text' || block.text.trim() !== '');
  if (content.length > 0) return { ok: true, reply: { content, stop, usage } };
  switch (stop) {
    case 'max_tokens':
      return unusable('the answer was cut off before anything in it was complete', usage);
    case 'model_context_window_exceeded':
      return { ok: false, problem: 'the conversation is too long for the model', again: false, usage };
    default:
      return unusable('the answer is empty', usage);
  }
}

/** The blocks of an answer, or what is wrong with them. */
function blocksOf(content: unknown): Blocks | string {
  if (!Array.isArray(content)) return 'the answer has no content';
  const blocks: Blocks = [];
  for (const value of content as unknown[]) {
    const block = blockOf(value);
    if (typeof block === 'string') return block;
    blocks.push(block);
  }
  return blocks;
}

function blockOf(value: unknown): Text | ToolUse | Opaque | string {
  if (!isFields(value) || typeof value['type'] !== 'string') return 'the answer has a block without a type';
  switch (value['type']) {
    case 'text':
      return typeof value['text'] === 'string'
        ? { type: 'text', text: value['text'] }
        : 'the answer has a text block without text';
    case 'tool_use': {
      const { id, name, input } = value;
      if (!isWord(id) || !isWord(name)) return 'the answer has a tool call without a name or an id';
      // Anything but an object is no input and could not be sent back; what is in it the tool checks.
      return isFields(input)
        ? { type: 'tool_use', id, name, input }
        : `the answer calls ${JSON.stringify(name)} with ${kindOf(input)} as its input`;
    }
    default:
      return { type: 'opaque', value };
  }
}

function usageOf(value: unknown): Usage | null {
  if (!isFields(value)) return null;
  const { input_tokens, output_tokens } = value;
  const cache_read_input_tokens = value['cache_read_input_tokens'] ?? 0;
  const cache_creation_input_tokens = value['cache_creation_input_tokens'] ?? 0;
  return isCount(input_tokens) &&
    isCount(output_tokens) &&
    isCount(cache_read_input_tokens) &&
    isCount(cache_creation_input_tokens)
    ? { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens }
    : null;
}

function unusable(problem: string, usage: Usage | null = null): CheckedReply {
  return { ok: false, problem, again: true, usage };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
