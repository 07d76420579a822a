import type { Verification } from '../contracts/generated.js';
import { nothingHappened, type Observations } from './observations.js';

/** What the action was meant to bring about, with what the element shows now. */
export type Expectation =
  | ClickExpectation
  | FillExpectation
  | { action: 'select'; expected: readonly string[]; actual: readonly { value: string; text: string }[] }
  /** `actual` is null when the element is not there any more; then it was a click like any other. */
  | { action: 'check'; expected: boolean; actual: boolean | null; click: ClickExpectation }
  | { action: 'scroll'; moved: boolean };

/** The text is one thing, Enter another: what was sent with it has to be taken as well. */
export interface FillExpectation {
  action: 'fill';
  expected: string;
  actual: string | null;
  /** When Enter was pressed: what came of it. */
  enter?: Pick<ClickExpectation, 'dialogs' | 'events' | 'leaving'> & { hadEffect: boolean };
}

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
    case 'fill':
      return fillOutcome(observed, expectation);
    case 'select': {
      const isChosen = (wanted: string): boolean =>
        expectation.actual.some(({ value, text }) => value === wanted || isSameValue(wanted, text));
      return expectation.expected.every(isChosen) ? { outcome: 'verified' } : mismatch();
    }
    case 'check': {
      const { expected, actual, click } = expectation;
      if (actual === expected) return click.events?.includes('write_failed') ? notTaken() : { outcome: 'verified' };
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

function notTaken(): Outcome {
  return { outcome: 'failed', reason: 'request_failed' };
}

/** That the field shows the text proves nothing about Enter, so here only what speaks against it counts. */
function fillOutcome({ urlChanged }: Observations, { expected, actual, enter }: FillExpectation): Outcome {
  if (actual === null || !isSameValue(expected, actual)) return mismatch();
  if (!enter) return { outcome: 'verified' };
  const { dialogs = [], events = [], leaving, hadEffect } = enter;
  if (events.includes('write_failed')) return notTaken();
  if (urlChanged || events.includes('tab')) return { outcome: 'verified' };
  return (
    unansweredOutcome(dialogs, events, leaving) ??
    (hadEffect ? { outcome: 'verified' } : { outcome: 'no_effect', reason: 'no_dom_change' })
  );
}

function clickOutcome(
  observed: Observations,
  { target, dialogs = [], events = [], leaving }: ClickExpectation,
): Outcome {
  // Whatever the page shows: what it sent to its server was not taken.
  if (events.includes('write_failed')) return notTaken();
  // Asked back and told no, it may show a word about that: what the click was for has not happened all the same.
  const isRefused = dialogs.some((kind) => kind !== 'alert') && !observed.urlChanged;
  if (!isRefused && (hasEffect(observed, target) || events.includes('tab'))) return { outcome: 'verified' };
  const unanswered = unansweredOutcome(dialogs, events, leaving);
  if (unanswered) return unanswered;
  return dialogs.length > 0 ? { outcome: 'verified' } : { outcome: 'no_effect', reason: 'no_dom_change' };
}

/** Something was asked of somebody and not granted, or not yet; null when there is no such thing. */
function unansweredOutcome(
  dialogs: readonly string[],
  events: NonNullable<ClickExpectation['events']>,
  leaving: boolean | undefined,
): Outcome | null {
  if (leaving) return { outcome: 'dispatched_unverified', reason: 'still_loading' };
  // It was asked back and the answer was no: what the action was for has not happened.
  if (dialogs.some((kind) => kind !== 'alert')) return { outcome: 'failed', reason: 'dialog_dismissed' };
  if (events.includes('download')) return { outcome: 'failed', reason: 'download_refused' };
  return events.includes('chooser') ? { outcome: 'failed', reason: 'file_asked_for' } : null;
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
