import type { Intent, ResolutionTrace } from '../contracts/generated.js';
import type { Candidate, Registry } from '../page/registry.js';
import { decide, prefilter } from './intent.js';
import type { Score } from './score.js';
import { type FailureReason, type Purpose, plain, type Resolution, type Target } from './target.js';

const TRACED = 3;

export interface ResolveOptions {
  purpose: Purpose;
  /** Finds elements by CSS or XPath in the page; answers with their vaultyIds. */
  query?: (by: 'css' | 'xpath', value: string) => string[];
}

/** From a target to exactly one candidate, with the trace that says how; or to none, with the trace that says why. */
export function resolveTarget(registry: Registry | null, target: Target | null, options: ResolveOptions): Resolution {
  if (!target) return failed(emptyTrace(registry), 'no_target', 'no target was given');
  if (!registry) return failed(emptyTrace(registry), 'no_registry', 'the page has not been looked at');
  switch (target.by) {
    case 'vaultyId':
      return byVaultyId(registry, target, options.purpose);
    case 'intent':
      return byIntent(registry, target, options.purpose);
    case 'id':
    case 'label':
    case 'text':
    case 'css':
    case 'xpath':
    case 'role':
    case 'index':
      return byLegacy(registry, target, options);
  }
}

function byVaultyId(
  registry: Registry,
  { id, intent }: Extract<Target, { by: 'vaultyId' }>,
  purpose: Purpose,
): Resolution {
  const candidate = registry.candidates.find(({ vaultyId }) => vaultyId === id);
  const trace = { ...emptyTrace(registry), candidatesAfterFilter: candidate ? 1 : 0 };
  if (candidate?.visibility.isVisible) return found(trace, candidate, false);
  if (intent) return byIntent(registry, intent, purpose);
  if (candidate) return failed(trace, 'element_missing', `${id} cannot be seen`);
  return failed(trace, 'vaultyId_not_found', `there is no ${id} on the page`);
}

function byIntent(registry: Registry, intent: Intent, purpose: Purpose): Resolution {
  const possible = prefilter(registry.candidates, purpose, intent);
  const { scores, chosen, reason, lowConfidence } = decide(possible, intent);
  const trace = { ...emptyTrace(registry), candidatesAfterFilter: possible.length, topMatches: topOf(scores) };
  if (chosen) return found(trace, chosen, lowConfidence);
  const what = reason === 'ambiguous' ? 'more than one element fits' : 'no element fits well enough';
  return failed(trace, reason ?? 'score_below_threshold', `${what}: ${describeIntent(intent)}`);
}

type Legacy = Exclude<Target, { by: 'vaultyId' } | { by: 'intent' }>;

function byLegacy(registry: Registry, target: Legacy, { purpose, query }: ResolveOptions): Resolution {
  const possible = prefilter(registry.candidates, purpose);
  const matching = legacyMatches(possible, target, query);
  const trace = { ...emptyTrace(registry), candidatesAfterFilter: possible.length };
  const [only] = matching;
  if (only && matching.length === 1) return found(trace, only, false);
  const wanted = JSON.stringify(target);
  if (!only) return failed(trace, 'legacy_not_found', `nothing on the page fits ${wanted}`);
  const topMatches = matching.slice(0, TRACED).map(({ vaultyId }) => ({ vaultyId, score: 0, reasons: [target.by] }));
  return failed({ ...trace, topMatches }, 'ambiguous', `${matching.length} elements fit ${wanted}`);
}

function legacyMatches(candidates: Candidate[], target: Legacy, query: ResolveOptions['query']): Candidate[] {
  switch (target.by) {
    case 'id':
      return candidates.filter(({ attributes }) => attributes.id === target.value);
    case 'label':
      return exactElseContained(candidates, target.value, ({ label, ariaLabel }) => [label, ariaLabel]);
    case 'text':
      return exactElseContained(candidates, target.value, ({ text }) => [text]);
    case 'role': {
      const ofRole = candidates.filter(({ role }) => role === plain(target.role));
      return target.name === undefined
        ? ofRole
        : exactElseContained(ofRole, target.name, ({ text, ariaLabel, label }) => [text, ariaLabel, label]);
    }
    case 'index':
      return candidates.slice(target.index, target.index + 1);
    case 'css':
    case 'xpath': {
      const ids = new Set(query?.(target.by, target.value) ?? []);
      return candidates.filter(({ vaultyId }) => ids.has(vaultyId));
    }
  }
}

function exactElseContained(
  candidates: Candidate[],
  value: string,
  words: (candidate: Candidate) => (string | null)[],
): Candidate[] {
  const wanted = plain(value);
  if (wanted === '') return [];
  const exact = candidates.filter((candidate) => words(candidate).map(plain).includes(wanted));
  if (exact.length > 0) return exact;
  return candidates.filter((candidate) => words(candidate).some((one) => plain(one).includes(wanted)));
}

function emptyTrace(registry: Registry | null): ResolutionTrace {
  return {
    registryVersion: registry?.version ?? 0,
    candidatesTotal: registry?.candidates.length ?? 0,
    candidatesAfterFilter: 0,
    topMatches: [],
    chosen: null,
    failureReason: null,
  };
}

function topOf(scores: Score[]): ResolutionTrace['topMatches'] {
  return scores
    .slice(0, TRACED)
    .map(({ candidate, points, reasons }) => ({ vaultyId: candidate.vaultyId, score: points / 100, reasons }));
}

function found(trace: ResolutionTrace, candidate: Candidate, lowConfidence: boolean): Resolution {
  return {
    ok: true,
    candidate,
    trace: { ...trace, chosen: candidate.vaultyId, ...(lowConfidence ? { lowConfidence } : {}) },
  };
}

function failed(trace: ResolutionTrace, failureReason: FailureReason, error: string): Resolution {
  return { ok: false, error, trace: { ...trace, failureReason } };
}

function describeIntent({ intent, role, text, label }: Intent): string {
  const words = text?.exact ?? text?.contains?.join(' / ') ?? label ?? intent ?? '';
  return `${role ?? 'element'} ${JSON.stringify(words)}`;
}
