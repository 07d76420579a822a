/**
 * Estimates, because no public tokenizer fits the current models: snapshots and JSON are dense (about two characters
 * a token), prose is not. The exact figure comes with every reply of the API.
 */
export function estimateTokens(text: string, kind: 'snapshot' | 'prose' = 'snapshot'): number {
  return Math.ceil(text.length / (kind === 'snapshot' ? 2 : 3.3));
}

export function imageTokens(width: number, height: number): number {
  return Math.ceil(width / 28) * Math.ceil(height / 28);
}
