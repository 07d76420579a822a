import type { Verification } from '../contracts/generated.js';
import { nothingHappened, type Observations } from './observations.js';

/** What the action was meant to bring about, with what the element shows now. */
export type Expectation =
  | ClickExpectation
  | { action: 'fill'; expected: string; actual: string | null /** False when Enter did nothing. */; entered?: false }
  | { action: 'select'; expected: readonly string[]; actual: readonly { value: string; text: string }[] }
  /** `actual` is null when the element is not there any more; then it was a click like any other. */
  | { action: 'check'; expected: boolean; actual: boolean | null; click: ClickExpectation }
  | { action: 'scroll'; moved: boolean };

/** A click may have any effect; what it clicked and what came up beside the page tell which changes are none. */
export interface ClickExpectation {
  action: 'click';
  /** What was clicked: that a button has the focus after a click is no effect of it, for a field it is the purpose. */
  target?: { vaultyId: string; isField: boolean };
  /** Kinds of the dialogs that came up and were dismissed. */
  dialogs?: readonly string[];
  events?: readonly ('tab' | 'download' | 'chooser' | 'request_failed' | 'write_failed')[];
  /** The next page was asked for and has not answered yet. */
  leaving?: boolean;
}

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
      return clickOutcome(observed, expectation);
    case 'fill': {
      const { expected, actual, entered } = expectation;
      if (actual === null || !isSameValue(expected, actual)) return mismatch();
      return entered === false ? { outcome: 'no_effect', reason: 'no_dom_change' } : { outcome: 'verified' };
    }
    case 'select': {
      const isChosen = (wanted: string): boolean =>
        expectation.actual.some(({ value, text }) => value === wanted || isSameValue(wanted, text));
      return expectation.expected.every(isChosen) ? { outcome: 'verified' } : mismatch();
    }
    case 'check': {
      const { expected, actual, click } = expectation;
      if (actual === expected) return { outcome: 'verified' };
      return actual === null || observed.modalOpened || observed.urlChanged
        ? clickOutcome(observed, click)
        : mismatch();
    }
    case 'scroll':
      return expectation.moved ? { outcome: 'verified' } : { outcome: 'no_effect', reason: 'nothing_to_scroll' };
  }
}

function mismatch(): Outcome {
  return { outcome: 'failed', reason: 'value_mismatch' };
}

function clickOutcome(
  observed: Observations,
  { target, dialogs = [], events = [], leaving }: ClickExpectation,
): Outcome {
  // Whatever the page shows: what it sent to its server was not taken.
  if (events.includes('write_failed')) return { outcome: 'failed', reason: 'request_failed' };
  if (hasEffect(observed, target) || events.includes('tab')) return { outcome: 'verified' };
  if (leaving) return { outcome: 'dispatched_unverified', reason: 'still_loading' };
  // It was asked back and the answer was no: what the click was for has not happened.
  if (dialogs.some((kind) => kind !== 'alert')) return { outcome: 'failed', reason: 'dialog_dismissed' };
  if (events.includes('download')) return { outcome: 'failed', reason: 'download_refused' };
  if (events.includes('chooser')) return { outcome: 'failed', reason: 'file_asked_for' };
  return dialogs.length > 0 ? { outcome: 'verified' } : { outcome: 'no_effect', reason: 'no_dom_change' };
}

/**
 * Another address, a dialog, other content or another focus. A request alone proves nothing, busy pages always send some;
 * nor does content that changes by itself all the time.
 */
function hasEffect(observed: Observations, target: ClickExpectation['target']): boolean {
  const { urlChanged, modalOpened, meaningful, hashChanged, focusChanged, focused, textChanged, restless } = observed;
  const isOwnFocus = focused === null || (focused === target?.vaultyId && !target.isField);
  if (urlChanged || modalOpened || meaningful || (focusChanged && !isOwnFocus)) return true;
  return hashChanged && (!restless || textChanged);
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
  const isNumber = (text: string): boolean => /^[+(\d][\d\s().,/-]*$/.test(text);
  // A comma before three digits groups them; a point or any other comma may be the decimal one and stays.
  const digits = (text: string): string => text.replace(/(\d),(?=\d{3}(?!\d))/g, '$1').replace(/[\s()/-]/g, '');
  return isNumber(a) && isNumber(b) && digits(a) === digits(b);
}
