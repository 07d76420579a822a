import { createFailure } from '../contracts/failure.js';
import type { ErrorV1 } from '../contracts/generated.js';

export interface Spending {
  tokens: number;
  usd: number;
}

export interface Budget {
  maxTokens?: number | undefined;
  maxUsd?: number | undefined;
}

/** Asked before each model call: a budget that is used up ends the run before more is spent. */
export function budgetExceeded(spent: Spending, { maxTokens, maxUsd }: Budget, stepId: string): ErrorV1 | null {
  if (maxTokens !== undefined && spent.tokens >= maxTokens) {
    const message = `the token budget is used up: ${spent.tokens} of ${maxTokens}`;
    return createFailure({ code: 'COST_TOKEN_LIMIT', stepId, message });
  }
  if (maxUsd !== undefined && spent.usd >= maxUsd) {
    const message = `the money budget is used up: $${spent.usd.toFixed(4)} of $${maxUsd.toFixed(4)}`;
    return createFailure({ code: 'COST_USD_LIMIT', stepId, message });
  }
  return null;
}
