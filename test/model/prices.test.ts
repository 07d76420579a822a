import { describe, expect, it } from 'vitest';
import { NO_USAGE } from '../../src/model/model.js';
import { costOf, DEFAULT_MODEL, PRICES_AS_OF, type Price, priceOf } from '../../src/model/prices.js';

const known = (model: string): Price => {
  const price = priceOf(model);
  if (!price) throw new Error(`no price for ${model}`);
  return price;
};

describe('prices', () => {
  it('the default model has one, and the list is dated', () => {
    expect(DEFAULT_MODEL).toBe('claude-sonnet-5-5');
    expect(priceOf(DEFAULT_MODEL)).toEqual({ input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 });
    expect(PRICES_AS_OF).toMatch(/^\d{4}-\d{2}$/);
  });

  it('T004-13 a model that nobody has a price for has none: it does not cost nothing', () => {
    for (const model of ['claude-fable-5-2', 'claude-sonnet-5', 'claude-sonnet-5-50', 'gpt', '', 'constructor']) {
      expect(priceOf(model)).toBeNull();
    }
  });

  it('a dated id is the model that it is a date of', () => {
    expect(priceOf('claude-opus-5-5-20261001')).toBe(priceOf('claude-opus-5-5'));
    expect(priceOf('claude-opus-5-5-latest')).toBeNull();
    expect(priceOf('claude-opus-5-5-2026100')).toBeNull();
  });

  it("a user's own prices come first, also for a model of the list", () => {
    const mine = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
    expect(priceOf('claude-sonnet-5-5', { 'claude-sonnet-5-5': mine })).toBe(mine);
    expect(priceOf('house-model-20260101', { 'house-model': mine })).toBe(mine);
    expect(priceOf('claude-opus-5-5', { 'house-model': mine })).toBe(priceOf('claude-opus-5-5'));
  });

  it('what runs without an API costs nothing', () => {
    const usage = { ...NO_USAGE, input_tokens: 1_000_000, output_tokens: 1_000_000 };
    expect([costOf(usage, known('script')), costOf(usage, known('playbook'))]).toEqual([0, 0]);
  });

  it('each kind of token has its rate', () => {
    const million = 1_000_000;
    const price = known('claude-sonnet-5-5');
    expect(costOf({ ...NO_USAGE, input_tokens: million }, price)).toBeCloseTo(2, 9);
    expect(costOf({ ...NO_USAGE, output_tokens: million }, price)).toBeCloseTo(10, 9);
    expect(costOf({ ...NO_USAGE, cache_read_input_tokens: million }, price)).toBeCloseTo(0.2, 9);
    expect(costOf({ ...NO_USAGE, cache_creation_input_tokens: million }, price)).toBeCloseTo(2.5, 9);
    expect(costOf(NO_USAGE, price)).toBe(0);
  });

  it('a long prompt can cost more, counted with what came from the cache', () => {
    const price = known('claude-haiku-5-5');
    const usage = { ...NO_USAGE, input_tokens: 60_000, cache_read_input_tokens: 40_000, output_tokens: 1_000 };
    expect(costOf(usage, price)).toBeCloseTo(0.006 + 0.0004 + 0.0005, 9);
    expect(costOf({ ...usage, input_tokens: 60_001 }, price)).toBeCloseTo(0.0300005 + 0.002 + 0.0025, 9);
  });
});
