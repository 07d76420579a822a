import { describe, expect, it } from 'vitest';
import { parsePlan, repair } from '../../src/contracts/planner.js';
import { parseFixture } from '../support/fixtures.js';

interface Plan {
  proposed_actions: Record<string, unknown>[];
  [field: string]: unknown;
}
const plan = parseFixture('contracts/v1/planner.v1.json') as Plan;
const text = JSON.stringify(plan);
const accepts = (answer: string): boolean => parsePlan(answer).ok;
const without = (object: Record<string, unknown>, field: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== field));
const withAction = (action: unknown): string => JSON.stringify({ ...plan, proposed_actions: [action] });

describe('planner.v1', () => {
  it('004-38 the exact top-level fields are accepted', () => {
    expect(parsePlan(text)).toEqual({ ok: true, plan, repaired: false });
  });

  it('004-39 the version must be planner.v1', () => {
    for (const version of ['planner.v2', 'planner', '', 1, null]) {
      expect(accepts(JSON.stringify({ ...plan, planner_schema_version: version }))).toBe(false);
    }
  });

  it('004-40 the intent must not be empty, and is trimmed', () => {
    for (const intent of ['', '   ', '\n', 5, null]) expect(accepts(JSON.stringify({ ...plan, intent }))).toBe(false);
    expect(parsePlan(JSON.stringify({ ...plan, intent: ' go ' }))).toMatchObject({ ok: true, plan: { intent: 'go' } });
  });

  it('004-41 proposed_actions must be an array', () => {
    for (const actions of [{}, 'click', null, 3])
      expect(accepts(JSON.stringify({ ...plan, proposed_actions: actions }))).toBe(false);
    expect(accepts(JSON.stringify({ ...plan, proposed_actions: [] }))).toBe(true);
  });

  it('004-42 an action has exactly action, target and input, all strings', () => {
    expect(accepts(withAction({ action: 'click', target: '', input: '' }))).toBe(true);
    for (const wrong of [
      { action: 1, target: '', input: '' },
      { action: 'click', target: null, input: '' },
      { action: 'click', target: '', input: ['x'] },
      { action: '', target: '', input: '' },
      'click',
    ]) {
      expect(accepts(withAction(wrong))).toBe(false);
    }
  });

  it('004-43 an extra field is refused on both levels', () => {
    expect(accepts(JSON.stringify({ ...plan, note: 'x' }))).toBe(false);
    expect(accepts(withAction({ action: 'click', target: '', input: '', why: 'x' }))).toBe(false);
  });

  it('004-44 a missing field is refused on both levels', () => {
    for (const field of Object.keys(plan)) expect(accepts(JSON.stringify(without(plan, field)))).toBe(false);
    const action = { action: 'click', target: '', input: '' };
    for (const field of Object.keys(action)) expect(accepts(withAction(without(action, field)))).toBe(false);
  });

  it('004-45 arrays and scalars are refused, also with a plan inside', () => {
    for (const answer of ['[]', '"x"', '1', 'null', 'true', `[${text}]`, JSON.stringify(text)])
      expect(accepts(answer)).toBe(false);
  });

  it.each([
    ['prose around it', `Here is the plan:\n${text}\nGood luck!`],
    ['a code fence', `\`\`\`json\n${text}\n\`\`\``],
    ['braces in the prose after it', `${text} and {that} is it`],
    ['braces and quotes inside strings', text.replace('cancel the membership', 'press } then \\"{\\"')],
  ])('004-46 one repair extracts the object: %s', (_title, answer) => {
    expect(parsePlan(answer)).toMatchObject({ ok: true });
  });

  it.each([
    ['the last brace', text.slice(0, -1)],
    ['the last brace, after prose', `Sure: ${text.slice(0, -1)}\n`],
    ['a brace, with braces inside a string', text.replace('cancel the membership', '}}}').slice(0, -1)],
  ])('004-47 one repair closes %s', (_title, answer) => {
    expect(parsePlan(answer)).toMatchObject({ ok: true, repaired: true });
  });

  it.each([
    ['a missing bracket', text.slice(0, -2)],
    ['an action cut in the middle', text.slice(0, text.indexOf('"target"'))],
    ['a string cut in the middle', text.slice(0, 60)],
    ['a trailing comma', text.replace(']}', '],}')],
    ['two repairs needed: prose and a missing bracket', `Plan: ${text.slice(0, -2)}`],
    ['prose in braces before the plan', `{see below} ${text}`],
    ['no JSON at all', 'I cannot do that'],
    ['nothing', ''],
    ['a key given twice', text.replace('{', '{"intent":"x",')],
  ])('004-48 004-51 %s stays invalid: LLM_OUTPUT_INVALID', (_title, answer) => {
    expect(parsePlan(answer, '7')).toMatchObject({
      ok: false,
      failure: { error_class: 'llm_invalid_output', error_code: 'LLM_OUTPUT_INVALID', step_id: '7' },
    });
  });

  it('004-48 there is no second pass: what one repair leaves broken is not repaired again', () => {
    const nested = `{"a": ${text.slice(0, -1)}`;
    expect(repair(nested)).toBe(`${nested}}}`);
    expect(accepts(nested)).toBe(false);
  });
});
