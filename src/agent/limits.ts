import { createFailure } from '../contracts/failure.js';
import type { ErrorV1 } from '../contracts/generated.js';

export interface Spent {
  turns: number;
  milliseconds: number;
  tokens: number;
  /** Null when the model has no known price. */
  usd: number | null;
}

export interface Limits {
  turns: number;
  milliseconds?: number | undefined;
  tokens?: number | undefined;
  usd?: number | undefined;
}

export const DEFAULT_TURNS = 20;
const WARN_AT = 0.75;

interface Measure {
  name: string;
  used: number;
  of: number;
  code: 'TASK_MAX_TURNS' | 'COST_TIME_LIMIT' | 'COST_TOKEN_LIMIT' | 'COST_USD_LIMIT';
  write: (value: number) => string;
}

function measures(spent: Spent, limits: Limits): Measure[] {
  const { milliseconds, tokens, usd } = limits;
  const whole = (value: number): string => String(Math.round(value));
  return [
    { name: 'turns', used: spent.turns, of: limits.turns, code: 'TASK_MAX_TURNS', write: whole },
    ...(milliseconds === undefined
      ? []
      : [
          {
            name: 'seconds',
            used: spent.milliseconds / 1_000,
            of: milliseconds / 1_000,
            code: 'COST_TIME_LIMIT' as const,
            write: whole,
          },
        ]),
    ...(tokens === undefined
      ? []
      : [{ name: 'tokens', used: spent.tokens, of: tokens, code: 'COST_TOKEN_LIMIT' as const, write: whole }]),
    ...(usd === undefined
      ? []
      : [
          {
            name: 'dollars',
            used: spent.usd ?? Number.POSITIVE_INFINITY,
            of: usd,
            code: 'COST_USD_LIMIT' as const,
            write: (value: number) => value.toFixed(4),
          },
        ]),
  ];
}

/** Asked before each call of a model: what is used up ends the run before more is spent. */
export function limitReached(spent: Spent, limits: Limits, stepId: string): ErrorV1 | null {
  const over = measures(spent, limits).find(({ used, of }) => used >= of);
  if (!over) return null;
  const message = `the limit is reached: ${over.write(over.used)} of ${over.write(over.of)} ${over.name}`;
  return createFailure({ code: over.code, stepId, message });
}

/** Told to the model once for each limit, when three quarters of it are used. */
export function createWarner(): (spent: Spent, limits: Limits) => string | null {
  const told = new Set<string>();
  return (spent, limits) => {
    const near = measures(spent, limits).filter(({ name, used, of }) => used >= of * WARN_AT && !told.has(name));
    for (const { name } of near) told.add(name);
    if (near.length === 0) return null;
    const words = near.map(({ name, used, of, write }) => `${write(used)} of ${write(of)} ${name}`).join(', ');
    return `Most of what this run may use is used: ${words}. Come to an end soon.`;
  };
}
