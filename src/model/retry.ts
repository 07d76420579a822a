import { setTimeout as wait } from 'node:timers/promises';

export const ATTEMPTS = 3;
const FIRST_WAIT_MS = 1_000;
const FACTOR = 2;
const LONGEST_WAIT_MS = 10_000;
/** So that many who were turned away together do not all come back together. Only ever later, never earlier. */
const JITTER = 0.1;

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Rejects as soon as the signal is given, with its reason. */
export const sleep: Sleep = async (ms, signal) => {
  try {
    await wait(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
};

/** How long to wait after the n-th failed attempt: as long as the server asks, else 1 s, 2 s; at most 10 s. */
export function waitAfter(attempt: number, askedMs: number | undefined, random: () => number): number {
  const plain = askedMs ?? FIRST_WAIT_MS * FACTOR ** (attempt - 1);
  return Math.min(LONGEST_WAIT_MS, Math.round(plain * (1 + JITTER * random())));
}

/** What the server asks for. A date is not understood: this API sends seconds, gateways send milliseconds. */
export function askedWaitMs(headers: Headers | undefined): number | undefined {
  const ms = positive(headers?.get('retry-after-ms'));
  const seconds = positive(headers?.get('retry-after'));
  return ms ?? (seconds === undefined ? undefined : seconds * 1_000);
}

function positive(text: string | null | undefined): number | undefined {
  const value = Number(text ?? Number.NaN);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}
