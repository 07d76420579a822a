import { createHash } from 'node:crypto';

export const MAX_DOM = 50_000;

/**
 * The fingerprint of a simplified page. What it is taken from already leaves out scripts, styles, drawings, comments,
 * inline style and most data attributes, because those change while nothing happens for a person, and holds live
 * values and states, because those matter and are not in the source. White space is folded.
 */
export function domHash(simplifiedDom: string): string {
  const folded = simplifiedDom.slice(0, MAX_DOM).replace(/\s+/g, ' ').trim();
  return createHash('sha256').update(folded).digest('hex');
}
