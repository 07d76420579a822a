import { filledIn, mapTexts, type Values } from '../contracts/placeholders.js';

/** The same with every name in it filled in with its value, however deep it stands. */
export function valued<T>(part: T, values: Values): T {
  return values.size === 0 ? part : (mapTexts(part, (text) => filledIn(text, values)) as T);
}
