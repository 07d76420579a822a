import { filledIn, type Values } from '../contracts/placeholders.js';

/** The same with every name in it filled in with its value, however deep it stands. */
export function valued<T>(part: T, values: Values): T {
  return (values.size === 0 ? part : walk(part, values)) as T;
}

function walk(part: unknown, values: Values): unknown {
  if (typeof part === 'string') return filledIn(part, values);
  if (Array.isArray(part)) return part.map((one) => walk(one, values));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner, values)]));
}
