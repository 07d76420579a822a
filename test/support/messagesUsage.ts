import { createHash } from 'node:crypto';
import { pictureTokens } from '../../src/model/estimate.js';
import type { Usage } from '../../src/model/model.js';
import { estimateTokens } from '../../src/page/tokens.js';
import type { WireBlock, WireBody } from './messagesBody.js';

/** How far before a mark the real cache looks for something that it already holds. */
const LOOK_BACK = 20;

interface Piece {
  text: string;
  tokens: number;
  isMarked: boolean;
}

/**
 * What a request would be billed as, by a simple model of the prompt cache: the prefix up to each cache_control mark is
 * kept for as long as this lives; the longest kept prefix is read, the rest up to the last mark is written, what follows
 * it is plain input. Prefixes shorter than `minimum` tokens are not kept, as with the real one.
 */
export function cacheMeter(minimum: number): (body: WireBody, output: readonly unknown[]) => Usage {
  const kept = new Set<string>();
  return (body, output) => {
    const pieces = piecesOf(body);
    const hashes = prefixHashes(body.model, pieces);
    const tokensUpTo = (index: number): number => sum(pieces.slice(0, index + 1).map(({ tokens }) => tokens));
    const marks = pieces.flatMap(({ isMarked }, index) => (isMarked && tokensUpTo(index) >= minimum ? [index] : []));
    const last = marks.at(-1) ?? -1;
    const isReachable = (index: number): boolean => marks.some((mark) => index <= mark && index > mark - LOOK_BACK);
    const found = hashes.findLastIndex((hash, index) => isReachable(index) && kept.has(hash));
    for (const mark of marks) kept.add(hashes[mark] ?? '');
    return {
      input_tokens: tokensUpTo(pieces.length - 1) - tokensUpTo(last),
      output_tokens: sum(output.map((block) => estimateTokens(JSON.stringify(block)))),
      cache_read_input_tokens: tokensUpTo(found),
      cache_creation_input_tokens: tokensUpTo(last) - tokensUpTo(found),
    };
  };
}

function piecesOf({ tools = [], system = [], messages }: WireBody): Piece[] {
  const blocks = messages.flatMap(({ role, content }) => content.map((block) => ({ role, block })));
  return [
    ...tools.map((tool) => piece('tool', tool, estimateTokens(bare(tool), 'prose'))),
    ...system.map((block) => piece('system', block, tokensOf(block, 'prose'))),
    ...blocks.map(({ role, block }) => piece(role, block, tokensOf(block))),
  ];
}

function piece(place: string, value: { cache_control?: unknown }, tokens: number): Piece {
  return { text: `${place} ${bare(value)}`, tokens, isMarked: value.cache_control !== undefined };
}

/** Without the mark: moving it does not change what is cached. */
function bare(value: object): string {
  return JSON.stringify(value, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner));
}

function tokensOf(block: WireBlock, kind: 'snapshot' | 'prose' = 'snapshot'): number {
  switch (block.type) {
    case 'text':
      return estimateTokens(block.text ?? '', kind);
    case 'image':
      return pictureTokens(block.source?.data ?? '');
    case 'tool_result':
      return sum((block.content ?? []).map((inner) => tokensOf(inner))) + 20;
    default:
      return estimateTokens(bare(block));
  }
}

function prefixHashes(model: string, pieces: readonly Piece[]): string[] {
  let hash = model;
  return pieces.map(({ text }) => {
    hash = createHash('sha256').update(hash).update('\0').update(text).digest('hex');
    return hash;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
