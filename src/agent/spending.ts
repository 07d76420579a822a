import type { TaskResultV1 } from '../contracts/generated.js';
import type { Usage } from '../model/model.js';
import type { Spent } from './limits.js';

/** What a run has used up so far. */
export interface Spending {
  add(usage: Usage, usd: number | null): void;
  soFar(turns: number): Spent;
  /** For the result. */
  total(): NonNullable<TaskResultV1['usage']>;
}

export function createSpending(monotonic: () => number): Spending {
  const started = monotonic();
  const sum: Usage = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  let calls = 0;
  // One call without a known price makes the whole sum unknown: it must not pass for nothing.
  let dollars: number | null = 0;
  return {
    add(usage, usd) {
      for (const key of Object.keys(sum) as (keyof Usage)[]) sum[key] += usage[key];
      calls += 1;
      dollars = dollars === null || usd === null ? null : dollars + usd;
    },
    soFar(turns) {
      const tokens = Object.values(sum).reduce((one, other) => one + other, 0);
      return { turns, milliseconds: monotonic() - started, tokens, usd: dollars };
    },
    total() {
      return { ...sum, llm_calls: calls, ...(dollars === null ? {} : { cost_usd: Number(dollars.toFixed(6)) }) };
    },
  };
}
