import type { CompleteTaskInput, CompleteTaskResult, Condition, ServiceV1 } from '../contracts/generated.js';
import { examine, type Finding, type PageFacts } from '../page/conditions.js';
import { wordsFor } from '../page/conditionWords.js';
import type { Decision } from './verdict.js';

export interface Criteria {
  success: readonly Condition[];
  failure: readonly Condition[];
  /** A service lists what may show success; a user says what all must be so. */
  mode: 'any' | 'all';
}

/** What came of a claim, and everything a log of it wants to know. */
export interface Judgement {
  claim: CompleteTaskInput;
  result: CompleteTaskResult;
  /** Who decided: the criteria, nobody because there are none (then a verdict may), or the claim itself. */
  decidedBy: 'criteria' | 'verdict' | 'nobody' | 'claim';
  success: Finding[];
  failure: Finding[];
  /** The page that the claim was held against. */
  facts: PageFacts;
}

/** A service's indicators, and what the user expects. Where there are both, both must be content. */
export function criteriaOf(
  service: Pick<ServiceV1, 'success' | 'failure'> | null,
  expected: readonly Condition[],
): Criteria {
  const { success = [], failure = [] } = service ?? {};
  if (expected.length === 0) return { success, failure, mode: 'any' };
  const [first, ...others] = success;
  const indicators: Condition[] = first ? [{ any: [first, ...others] }] : [];
  return { success: [...expected, ...indicators], failure, mode: 'all' };
}

/** The one condition that they come to; none when there is nothing to check. */
export function conditionOf({ success: [first, ...others], mode }: Criteria): Condition | undefined {
  if (!first || others.length === 0) return first;
  return mode === 'all' ? { all: [first, ...others] } : { any: [first, ...others] };
}

/**
 * A claim is only that: success counts when the page confirms it. That the goal cannot be reached is believed.
 * Signs of failure are looked for first and logged; they confirm nothing and refute nothing.
 */
export function judgeClaim(claim: CompleteTaskInput, facts: PageFacts, criteria: Criteria): Judgement {
  const failure = criteria.failure.map((condition) => examine(condition, facts));
  const success = criteria.success.map((condition) => examine(condition, facts));
  const judgement = { claim, success, failure, facts };
  switch (claim.status) {
    case 'failed':
      return { ...judgement, decidedBy: 'claim', result: { acknowledged: true, message: null } };
    case 'success': {
      // With nothing to check, "all of them" would be true of every page.
      if (success.length === 0) return { ...judgement, decidedBy: 'nobody', result: refuse(NO_CRITERIA) };
      const isMet = ({ holds }: Finding): boolean => holds;
      const isConfirmed = criteria.mode === 'any' ? success.some(isMet) : success.every(isMet);
      const result = isConfirmed ? { acknowledged: true, message: null } : refuse(unmetWords(judgement, criteria.mode));
      return { ...judgement, decidedBy: 'criteria', result };
    }
  }
}

/** Without criteria a verdict decides. It never overrides a criterion. */
export function withVerdict(judgement: Judgement, { goalAchieved }: Decision, reason: string): Judgement {
  if (judgement.decidedBy !== 'nobody') return judgement;
  const result = goalAchieved
    ? { acknowledged: true, message: null }
    : refuse(`What was seen does not show it: ${reason}`);
  return { ...judgement, decidedBy: 'verdict', result };
}

const NO_CRITERIA = 'There is nothing to check the claim against.';

function refuse(why: string): CompleteTaskResult {
  return {
    acknowledged: false,
    message: `Not confirmed. ${why} Look at the page again and go on, or call complete_task with status "failed".`,
  };
}

type Findings = Pick<Judgement, 'success' | 'failure' | 'facts'>;

function unmetWords({ success, failure, facts }: Findings, mode: Criteria['mode']): string {
  const unmet = success.flatMap(({ condition }) => unmetParts(condition, facts));
  const signs = failure.filter(({ holds }) => holds);
  return [
    `${mode === 'any' ? 'None of these is so' : 'Not so'}: ${unmet.map(inWords).join('; ')}.`,
    ...(signs.length > 0 ? [`Signs of failure: ${signs.map(inWords).join('; ')}.`] : []),
  ].join(' ');
}

/** What of a condition is not known to be so, in words; empty when it holds. */
export function unmetIn(condition: Condition, facts: PageFacts): string[] {
  return unmetParts(condition, facts).map(inWords);
}

/** Of what must all be so only the parts that are not: they say what is left to do. */
function unmetParts(condition: Condition, facts: PageFacts): Finding[] {
  const finding = examine(condition, facts);
  if (finding.holds) return [];
  if (finding.problem !== undefined) return [finding];
  if ('all' in condition) return condition.all.flatMap((part) => unmetParts(part, facts));
  if ('not' in condition && 'any' in condition.not)
    return condition.not.any.flatMap((part) => unmetParts({ not: part }, facts));
  return [finding];
}

function inWords({ condition, problem }: Finding): string {
  return problem === undefined ? wordsFor(condition) : `${wordsFor(condition)} (cannot be told: ${problem})`;
}
