import { estimateTokens, imageTokens } from '../page/tokens.js';
import type { Block, ModelRequest } from './model.js';

const UNKNOWN_PICTURE = 500;
/** What stands around the content of a result. */
const RESULT_FRAME = 20;

/** About how many tokens a request has, where nobody counts them. */
export function estimateRequest({ system, tools, messages }: ModelRequest): number {
  const words = estimateTokens(system, 'prose') + estimateTokens(JSON.stringify(tools), 'prose');
  return messages.flatMap(({ content }) => content).reduce((total, block) => total + estimateBlock(block), words);
}

export function estimateBlock(block: Block): number {
  switch (block.type) {
    case 'text':
      return estimateTokens(block.text);
    case 'image':
      return pictureTokens(block.data);
    case 'tool_use':
      return estimateTokens(JSON.stringify([block.name, block.input]));
    case 'tool_result':
      return block.content.reduce((total, inner) => total + estimateBlock(inner), RESULT_FRAME);
    case 'opaque':
      return estimateTokens(JSON.stringify(block.value) ?? '');
  }
}

/** A PNG says its size in its first bytes; of others it is not looked for. */
export function pictureTokens(base64: string): number {
  const head = Buffer.from(base64.slice(0, 64), 'base64');
  const isPng = head.length >= 24 && head.subarray(1, 4).toString('latin1') === 'PNG';
  return isPng ? imageTokens(head.readUInt32BE(16), head.readUInt32BE(20)) : UNKNOWN_PICTURE;
}
