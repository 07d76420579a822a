import { usageError } from '../contracts/failure.js';
import type { ConfigV1 } from '../contracts/generated.js';
import { type Price, priceOf } from '../model/prices.js';

export function numberOf(flag: string, text: string | undefined, hint: string, whole = false): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  const isFine = text.trim() !== '' && Number.isFinite(value) && value > 0 && (!whole || Number.isInteger(value));
  if (!isFine) throw usageError(`${flag} ${JSON.stringify(text)} is no such number`, `give ${hint}`);
  return value;
}

export function dollarsOf(maxCostUsd: string | undefined): number | undefined {
  return numberOf('--max-cost-usd', maxCostUsd, 'dollars, for example 0.25');
}

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
