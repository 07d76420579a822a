import type { Intent } from '../contracts/generated.js';
import type { Candidate } from '../page/registry.js';
import { isSamePlace, type Score, scoreCandidate } from './score.js';
import { type FailureReason, type Purpose, plain } from './target.js';

export const SURE = 75;
export const LEAST = 45;
export const CLOSE = 5;

export interface Decision {
  scores: Score[];
  chosen: Candidate | null;
  reason: FailureReason | null;
  /** Good enough to be taken, not good enough for anything that cannot be undone. */
  lowConfidence: boolean;
}

/** Candidates that an action of this kind could be aimed at at all. */
export function prefilter(candidates: readonly Candidate[], purpose: Purpose, intent?: Intent): Candidate[] {
  const { mustBeVisible = true, mustBeEnabled = purpose !== 'read', mustBeTopmost = false } = intent?.constraints ?? {};
  return candidates.filter(
    ({ visibility: { isVisible, isEnabled, isTopmost } }) =>
      (isVisible || !mustBeVisible) && (isEnabled || !mustBeEnabled) && (isTopmost || !mustBeTopmost),
  );
}

/**
 * The one candidate that is meant, or none: 75 and more is sure; from 45 on the best is taken when it leads clearly or a
 * tie-break settles it, and marked; below that the fallbacks are asked. Nobody is ever chosen by coming first.
 */
export function decide(candidates: readonly Candidate[], intent: Intent): Decision {
  const scores = candidates
    .map((candidate) => scoreCandidate(candidate, intent))
    .sort((a, b) => b.points - a.points || compareText(a.candidate.vaultyId, b.candidate.vaultyId));
  const best = scores[0];
  if (!best || best.points < LEAST) return fallBack(candidates, intent, scores);
  const close = scores.filter(({ points }) => best.points - points <= CLOSE).map(({ candidate }) => candidate);
  const chosen = close.length === 1 ? best.candidate : breakTie(close, intent);
  if (!chosen) return { scores, chosen: null, reason: 'ambiguous', lowConfidence: false };
  const points = scores.find(({ candidate }) => candidate === chosen)?.points ?? 0;
  return { scores, chosen, reason: null, lowConfidence: points < SURE };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** On top, then nearest to the label or heading that was meant, then in the dialog in front of everything. */
function breakTie(close: Candidate[], intent: Intent): Candidate | null {
  const tests: ((candidate: Candidate) => boolean)[] = [
    ({ visibility }) => visibility.isTopmost,
    ({ label, ariaLabel }) => plain(intent.label) !== '' && [label, ariaLabel].map(plain).includes(plain(intent.label)),
    ({ sectionHeading }) => isSamePlace(sectionHeading, intent.context?.section),
    ({ context }) => context === 'MODAL',
  ];
  let left = close;
  for (const test of tests) {
    const passing = left.filter(test);
    if (passing.length === 1) return passing[0] ?? null;
    if (passing.length > 1) left = passing;
  }
  return null;
}

/** In the order the intent names them; each counts only when exactly one candidate fits. */
function fallBack(candidates: readonly Candidate[], intent: Intent, scores: Score[]): Decision {
  for (const kind of intent.fallbacks ?? []) {
    const fitting = candidates.filter((candidate) => fits(candidate, intent, kind));
    if (fitting.length !== 1) continue;
    return { scores, chosen: fitting[0] ?? null, reason: null, lowConfidence: true };
  }
  return { scores, chosen: null, reason: 'score_below_threshold', lowConfidence: false };
}

function fits(candidate: Candidate, intent: Intent, kind: NonNullable<Intent['fallbacks']>[number]): boolean {
  const exact = plain(intent.text?.exact);
  const label = plain(intent.label) || exact;
  switch (kind) {
    case 'aria':
      return label !== '' && plain(candidate.ariaLabel) === label;
    case 'label':
      return label !== '' && plain(candidate.label) === label;
    case 'text': {
      const pieces = [exact, ...(intent.text?.contains ?? []).map(plain)].filter((piece) => piece !== '');
      return pieces.some((piece) => plain(candidate.text).includes(piece));
    }
    case 'som':
      // Marks on a picture need a model that looks at it; nothing fits without one.
      return false;
  }
}
