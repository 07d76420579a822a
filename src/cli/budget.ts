import { usageError } from '../contracts/failure.js';

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
