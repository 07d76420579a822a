import type { Usage } from './model.js';

/** Asked for when nobody names a model. */
export const DEFAULT_MODEL = 'claude-sonnet-5-5';

/** Dollars for a million tokens. */
export interface Rates {
  input: number;
  output: number;
  cacheRead: number;
  /** Kept for five minutes, which is what we ask for. */
  cacheWrite: number;
}

export interface Price extends Rates {
  /** Other rates for the whole request when its prompt is longer than this many tokens. */
  longPrompt?: Rates & { over: number };
}

/** When the list prices below were read. A price that has changed since can be overridden. */
export const PRICES_AS_OF = '2026-11';

const FREE: Price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** A tenth to read, a quarter more to write: what the list says for Sonnet 5.5 and, as a rule, for every model. */
function listed(input: number, output: number): Rates {
  return { input, output, cacheRead: input * 0.1, cacheWrite: input * 1.25 };
}

const PRICES: Readonly<Record<string, Price>> = {
  'claude-fable-5-1': listed(10, 50),
  'claude-opus-5-5': listed(4, 20),
  'claude-sonnet-5-5': listed(2, 10),
  'claude-haiku-5-5': { ...listed(0.1, 0.5), longPrompt: { over: 100_000, ...listed(0.5, 2.5) } },
  script: FREE,
  playbook: FREE,
};

/**
 * The price of a model, or null when nobody knows it: then no money budget can be kept, and it must not count as zero.
 * "claude-sonnet-5-5-20261001" is claude-sonnet-5-5: a date may follow, and nothing else, because claude-fable-5-2 is
 * not a claude-fable-5.
 */
export function priceOf(model: string, overrides: Readonly<Record<string, Price>> = {}): Price | null {
  const undated = model.replace(/-\d{8}$/, '');
  for (const table of [overrides, PRICES]) {
    for (const name of [model, undated]) if (Object.hasOwn(table, name)) return table[name] ?? null;
  }
  return null;
}

/** Dollars. */
export function costOf(usage: Usage, price: Price): number {
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = usage;
  const prompt = input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
  const { longPrompt } = price;
  const rates = longPrompt && prompt > longPrompt.over ? longPrompt : price;
  const millionths =
    input_tokens * rates.input +
    output_tokens * rates.output +
    cache_read_input_tokens * rates.cacheRead +
    cache_creation_input_tokens * rates.cacheWrite;
  return millionths / 1_000_000;
}
