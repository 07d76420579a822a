import { describe, expect, it } from 'vitest';
import type { CompleteTaskInput, Condition } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import { NETFLIX_CONDITIONS } from '../../src/services/netflix.js';
import { type Criteria, criteriaOf, type Judgement, judgeClaim, withVerdict } from '../../src/verify/completion.js';
import { parseExpects } from '../../src/verify/expect.js';
import { type Decision, decideVerdict } from '../../src/verify/verdict.js';
import { factsFor, sampleFacts } from '../support/facts.js';

const SUCCESS: CompleteTaskInput = { status: 'success', reason: 'it is done' };
const FAILED: CompleteTaskInput = { status: 'failed', reason: 'billed by somebody else' };
const anyOf = (...success: Condition[]): Criteria => ({ success, failure: [], mode: 'any' });
const allOf = (...texts: string[]): Criteria => ({ success: parseExpects(texts), failure: [], mode: 'all' });
const netflix = criteriaOf(NETFLIX_CONDITIONS, []);

const acknowledged = ({ result }: Judgement): boolean => {
  expect(problemsWriting('complete_task.result', result)).toEqual([]);
  expect(result.message === null).toBe(result.acknowledged);
  return result.acknowledged;
};

describe('complete_task(success)', () => {
  const page = factsFor('Membership cancelled', ['heading: Goodbye']);

  it('002-F83 is acknowledged when any of the indicators of a service holds', () => {
    expect(
      acknowledged(judgeClaim(SUCCESS, page, anyOf({ title_contains: 'x' }, { title_contains: 'cancelled' }))),
    ).toBe(true);
    expect(acknowledged(judgeClaim(SUCCESS, page, anyOf({ title_contains: 'x' }, { heading_contains: 'sorry' })))).toBe(
      false,
    );
  });

  it('002-F84 says in words what is not met, and that one may go on', () => {
    const { result, decidedBy } = judgeClaim(
      SUCCESS,
      factsFor('Account'),
      anyOf({ title_contains: 'cancelled' }, { heading_contains: 'cancelled' }),
    );
    expect(decidedBy).toBe('criteria');
    expect(result).toEqual({
      acknowledged: false,
      message:
        'Not confirmed. None of these is so: the title contains "cancelled"; a heading contains "cancelled". ' +
        'Look at the page again and go on, or call complete_task with status "failed".',
    });
  });

  it('what the user expects must all be so; only what is not is told', () => {
    const expected = allOf('title contains cancelled', 'heading contains goodbye', 'button "Finish" gone');
    expect(acknowledged(judgeClaim(SUCCESS, page, expected))).toBe(true);
    const still = factsFor('Membership cancelled', ['heading: Hello', 'button: Finish it']);
    expect(judgeClaim(SUCCESS, still, expected).result.message).toContain(
      'Not so: a heading contains "goodbye"; there is no button whose name contains "Finish".',
    );
  });

  it('signs of failure are looked for, logged and told, and decide nothing', () => {
    const criteria: Criteria = {
      ...anyOf({ title_contains: 'cancelled' }),
      failure: [{ heading_contains: 'could not' }],
    };
    const bad = factsFor('Account', ['heading: We could not do it']);
    const refused = judgeClaim(SUCCESS, bad, criteria);
    expect(refused.failure).toEqual([{ condition: { heading_contains: 'could not' }, holds: true }]);
    expect(refused.result.message).toContain('Signs of failure: a heading contains "could not".');
    const both = judgeClaim(SUCCESS, factsFor('Cancelled', ['heading: We could not mail you']), criteria);
    expect([acknowledged(both), both.failure[0]?.holds]).toEqual([true, true]);
  });

  it('002-F83 002-F84 T002-2 holds for Netflix at the end and nowhere before', () => {
    for (const name of ['account', 'survey', 'retention', 'confirm', 'login'])
      expect(acknowledged(judgeClaim(SUCCESS, sampleFacts(`netflix-${name}`), netflix))).toBe(false);
    expect(acknowledged(judgeClaim(SUCCESS, sampleFacts('netflix-complete'), netflix))).toBe(true);
    const still = factsFor('Membership cancelled', ['link: Finish Cancellation']);
    expect(judgeClaim(SUCCESS, still, netflix).result.message).toContain(
      'None of these is so: there is no button or link whose name contains "finish cancel". ',
    );
  });

  it('a page that was not seen as a whole confirms no absence, and the answer says why', () => {
    const part = { ...factsFor('Membership cancelled'), isWhole: false };
    expect(judgeClaim(SUCCESS, part, netflix).result.message).toMatch(/cannot be told: .*not the whole page/);
  });

  it('a broken condition confirms nothing, whichever way round it is', () => {
    for (const broken of [{}, { not: {} }, { all: [null] }, { any: [] }, null]) {
      const condition = broken as Condition;
      for (const mode of ['any', 'all'] as const) {
        const { result, success } = judgeClaim(SUCCESS, page, { success: [condition], failure: [condition], mode });
        expect(result.acknowledged).toBe(false);
        expect(success[0]?.problem).toMatch(/\w/);
      }
    }
  });
});

describe('complete_task(failed)', () => {
  it('002-F87 is always acknowledged, whatever the page says', () => {
    for (const name of ['netflix-account', 'netflix-complete'])
      expect(judgeClaim(FAILED, sampleFacts(name), netflix).result).toEqual({ acknowledged: true, message: null });
    expect(judgeClaim(FAILED, factsFor(''), anyOf()).decidedBy).toBe('claim');
  });

  it('the signs of failure are evaluated, and come back for the log with the reason and the page', () => {
    const facts = factsFor('Sorry', ['alert: Unable to cancel: billed by another company']);
    const { claim, failure, facts: logged } = judgeClaim(FAILED, facts, netflix);
    expect(failure.map(({ holds }) => holds)).toEqual([false, true]);
    expect(claim.reason).toBe('billed by somebody else');
    expect(logged).toBe(facts);
  });
});

describe('whose criteria count', () => {
  const service = {
    success: [{ title_contains: 'done' }, { title_contains: 'ready' }],
    failure: [{ url_contains: 'err' }],
  };
  const expected = parseExpects(['heading contains hello']);
  const check = (criteria: Criteria, title: string, ...elements: string[]): boolean =>
    judgeClaim(SUCCESS, factsFor(title, elements), criteria).result.acknowledged;

  it("a service's, or the user's, or both together", () => {
    expect(check(criteriaOf(service, []), 'ready')).toBe(true);
    expect(check(criteriaOf(null, expected), 'x', 'heading: hello')).toBe(true);
    const both = criteriaOf(service, expected);
    expect(check(both, 'ready', 'heading: hello')).toBe(true);
    expect(check(both, 'ready')).toBe(false);
    expect(check(both, 'x', 'heading: hello')).toBe(false);
    expect(both.failure).toEqual(service.failure);
  });

  it('nobody has any: then the claim is not confirmed, in either mode, until a verdict is', () => {
    for (const mode of ['any', 'all'] as const) {
      const open = judgeClaim(SUCCESS, factsFor('x'), { success: [], failure: [], mode });
      expect(open).toMatchObject({ decidedBy: 'nobody', result: { acknowledged: false } });
      const verdict = (confidence: number, task_completed = true): Decision =>
        decideVerdict({ action_succeeded: true, task_completed, confidence, reason: '' });
      expect(withVerdict(open, verdict(0.7), 'seen')).toMatchObject({
        decidedBy: 'verdict',
        result: { acknowledged: true },
      });
      expect(withVerdict(open, verdict(0.69), 'unsure').result.message).toContain('unsure');
      expect(withVerdict(open, verdict(0.9, false), 'no').result.acknowledged).toBe(false);
    }
  });

  it('a verdict never overrides a criterion, nor a failure that was admitted', () => {
    const sure = decideVerdict({ action_succeeded: true, task_completed: true, confidence: 1, reason: '' });
    const unmet = judgeClaim(SUCCESS, factsFor('x'), anyOf({ title_contains: 'done' }));
    expect(withVerdict(unmet, sure, 'all well')).toBe(unmet);
    const unsure = decideVerdict({ action_succeeded: false, task_completed: false, confidence: 1, reason: '' });
    const met = judgeClaim(SUCCESS, factsFor('done'), anyOf({ title_contains: 'done' }));
    expect(withVerdict(met, unsure, 'no')).toBe(met);
    const failed = judgeClaim(FAILED, factsFor('x'), anyOf());
    expect(withVerdict(failed, sure, 'all well')).toBe(failed);
  });
});
