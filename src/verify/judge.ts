import type { Verification } from '../contracts/generated.js';
import { nothingHappened, type Observations } from './observations.js';

/** What the action was meant to bring about, with what the element shows now. */
export type Expectation =
  | { action: 'click' }
  | { action: 'fill'; expected: string; actual: string | null }
  | { action: 'select'; expected: string; actual: readonly { value: string; text: string }[] }
  | { action: 'check'; expected: boolean; actual: boolean | null }
  | { action: 'scroll'; moved: boolean };

/** The verdict on one action from facts alone. What was done is never done again to get a better one. */
export function judge(observed: Observations | null, expectation: Expectation): Verification {
  if (!observed)
    return { outcome: 'dispatched_unverified', observations: ['the page could not be looked at afterwards'] };
  const { outcome, reason } = outcomeOf(observed, expectation);
  return { outcome, observations: observed.lines, ...(reason ? { reason } : {}), ...confidenceOf(observed, outcome) };
}

type Outcome = { outcome: Verification['outcome']; reason?: string };

function outcomeOf(observed: Observations, expectation: Expectation): Outcome {
  switch (expectation.action) {
    case 'click':
      return hasEffect(observed) ? { outcome: 'verified' } : { outcome: 'no_effect', reason: 'no_dom_change' };
    case 'fill': {
      const { expected, actual } = expectation;
      return actual !== null && isSameValue(expected, actual) ? { outcome: 'verified' } : mismatch();
    }
    case 'select': {
      const wanted = expectation.expected;
      const isChosen = expectation.actual.some(({ value, text }) => value === wanted || isSameValue(wanted, text));
      return isChosen ? { outcome: 'verified' } : mismatch();
    }
    case 'check':
      return expectation.actual === expectation.expected ? { outcome: 'verified' } : mismatch();
    case 'scroll':
      return expectation.moved ? { outcome: 'verified' } : { outcome: 'no_effect', reason: 'nothing_to_scroll' };
  }
}

function mismatch(): Outcome {
  return { outcome: 'failed', reason: 'value_mismatch' };
}

/** Another address, a dialog, other content or another focus. A request alone proves nothing: busy pages always send some. */
function hasEffect({ urlChanged, modalOpened, meaningful, hashChanged, focusChanged }: Observations): boolean {
  return urlChanged || modalOpened || meaningful || hashChanged || focusChanged;
}

/** As the origin of these rules has it: nothing at all is 0.2 without asking anybody. */
function confidenceOf(observed: Observations, outcome: Verification['outcome']): { confidence?: number } {
  if (outcome === 'no_effect') return { confidence: nothingHappened(observed) ? 0.2 : 0.4 };
  return outcome === 'verified' ? { confidence: observed.urlChanged ? 1 : 0.95 } : {};
}

/**
 * The same value, or the same after what fields do to values: white space folded, and separators of numbers ignored
 * ("+1 555 0100" and "+15550100"). Never a part of it: "1" is not "100".
 */
export function isSameValue(expected: string, actual: string): boolean {
  if (expected === actual) return true;
  const fold = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const [a, b] = [fold(expected), fold(actual)];
  if (a === b) return true;
  const isNumber = (text: string): boolean => /^[+\d][\d\s().,/-]*$/.test(text);
  // A comma before three digits groups them; a point or any other comma may be the decimal one and stays.
  const digits = (text: string): string => text.replace(/(\d),(?=\d{3}(?!\d))/g, '$1').replace(/[\s()/-]/g, '');
  return isNumber(a) && isNumber(b) && digits(a) === digits(b);
}
