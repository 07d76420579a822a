import type { WireBlock, WireBody, WireMessage } from './messagesBody.js';

/** Why the real API would answer 400, or null. Only rules that a conversation of ours could break. */
export function faultOf(body: WireBody): string | null {
  for (const gone of ['temperature', 'top_p', 'top_k']) {
    if (gone in body) return `${gone}: Extra inputs are not permitted`;
  }
  if (typeof body.model !== 'string' || !Number.isInteger(body.max_tokens)) return 'model and max_tokens are required';
  if (!Array.isArray(body.messages) || body.messages.length === 0) return 'messages: at least one message is required';
  if (body.messages[0]?.role !== 'user') return 'messages: the first message must be of the user';
  const marks = marksIn(body);
  if (marks > 4) return `at most 4 blocks with cache_control are allowed, found ${marks}`;
  for (const [index, message] of body.messages.entries()) {
    const fault = faultOfMessage(message) ?? faultOfPairs(message, body.messages[index + 1]);
    if (fault) return `messages.${index}: ${fault}`;
  }
  return faultOfResults(body.messages);
}

function marksIn({ tools = [], system = [], messages }: WireBody): number {
  const blocks = messages.flatMap(({ content }) => content);
  return [...tools, ...system, ...blocks].filter((one) => one.cache_control !== undefined).length;
}

function faultOfMessage({ content }: WireMessage): string | null {
  if (!Array.isArray(content) || content.length === 0) return 'content must not be empty';
  const all = content.flatMap((block) => [block, ...(block.content ?? [])]);
  if (all.some(({ type, text }) => type === 'text' && (text ?? '').trim() === '')) {
    return 'text content blocks must contain non-whitespace text';
  }
  if (all.some(({ type, cache_control }) => type.includes('thinking') && cache_control)) {
    return 'thinking blocks cannot have cache_control';
  }
  return null;
}

const idsOf = (blocks: readonly WireBlock[], type: string): string[] =>
  blocks.filter((block) => block.type === type).map(({ id, tool_use_id }) => id ?? tool_use_id ?? '');

/** Every call needs its result in the very next message. */
function faultOfPairs({ role, content }: WireMessage, next: WireMessage | undefined): string | null {
  if (role !== 'assistant') return null;
  const answered = new Set(idsOf(next?.content ?? [], 'tool_result'));
  const open = idsOf(content, 'tool_use').filter((id) => !answered.has(id));
  return open.length === 0
    ? null
    : `tool_use ids were found without tool_result blocks immediately after: ${open.join(', ')}`;
}

/** Every result needs its call in the message right before. */
function faultOfResults(messages: readonly WireMessage[]): string | null {
  for (const [index, { content }] of messages.entries()) {
    const called = new Set(idsOf(messages[index - 1]?.content ?? [], 'tool_use'));
    const stray = idsOf(content, 'tool_result').filter((id) => !called.has(id));
    if (stray.length > 0) return `messages.${index}: unexpected tool_use_id in tool_result: ${stray.join(', ')}`;
  }
  return null;
}
