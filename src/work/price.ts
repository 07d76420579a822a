import { usageError } from '../contracts/failure.js';
import type { ConfigV1 } from '../contracts/generated.js';
import { type Price, priceOf } from '../model/prices.js';

/** The price of a model, or null if it is not known; then no money budget can be kept, and it is an error to give one. */
export function priceWithin(
  usd: number | undefined,
  model: string,
  { prices }: ConfigV1,
  remedy: string,
): Price | null {
  const price = priceOf(model, prices);
  if (usd === undefined || price !== null) return price;
  throw usageError(`--max-cost-usd cannot be kept: the price of ${model} is not known`, remedy);
}
