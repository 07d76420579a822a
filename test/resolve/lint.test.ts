import { describe, expect, it } from 'vitest';
import type { TaskCommandV1 } from '../../src/contracts/generated.js';
import { lintTask } from '../../src/resolve/lint.js';

type Params = { selector: string; fallback_selectors?: string[] };

function taskWith(...params: Params[]): TaskCommandV1 {
  const clicks = params.map((one, index) => ({ id: String(index + 2), action: 'click' as const, params: one }));
  return {
    schema_version: 'task_command.v1',
    task_id: 'linted',
    commands: [{ id: '1', action: 'navigate', params: { url: 'https://example.com/' } }, ...clicks],
  };
}

const scoresOf = (...params: Params[]): number[] => lintTask(taskWith(...params)).selectors.map(({ score }) => score);

describe('selector lint', () => {
  it('scores as the contract says', () => {
    expect(scoresOf({ selector: '[data-testid="save"]', fallback_selectors: ['#save'] })).toEqual([100]);
    expect(scoresOf({ selector: 'button' }, { selector: 'button' })).toEqual([5, 5]);
    expect(scoresOf({ selector: '#react-123456' })).toEqual([75]);
    expect(scoresOf({ selector: 'a.link-red' })).toEqual([55]);
    expect(scoresOf({ selector: '[data-uia="action-cancel-plan"]' })).toEqual([93]);
  });

  it.each([
    ['[data-qa="x"]', 93],
    ['#save', 90],
    ['[aria-label="Save"]', 78],
    ['input[name="email"]', 75],
    ['role=button[name="Save #1 [data-testid=x]"]', 65],
    ['[role="button"]', 65],
    ['text="Save"', 45],
    ['xpath=//div[@id="x"]', 45],
    ['main > section', 45],
    ['ul > li', 25],
    ['#plan button', 70],
    ['div.css-1x2y3z', 40],
    ['[aria-label="a\\ b"]', 68],
    [`[data-testid="${'x'.repeat(90)}"]`, 85],
    ['[data-testid="a[name=x] button"]', 95],
  ])('%s is worth %i', (selector, score) => {
    expect(scoresOf({ selector })).toEqual([score]);
  });

  it('the gate: an average of 70, at most five fragile ones, none of high risk', () => {
    const id = (at: number): Params => ({ selector: `#id-${at}` });
    const fragile = (at: number): Params => ({ selector: `a.link-${'x'.repeat(at + 1)}` });
    const many = [...Array(10).keys()].map(id);
    expect(lintTask(taskWith(...many, ...[0, 1, 2, 3, 4].map(fragile)))).toMatchObject({ ok: true, fragile: 5 });
    expect(lintTask(taskWith(...many, ...[0, 1, 2, 3, 4, 5].map(fragile)))).toMatchObject({ ok: false, fragile: 6 });
    expect(lintTask(taskWith(...many, { selector: 'button' }))).toMatchObject({ ok: false, high_risk: 1 });
    expect(lintTask(taskWith({ selector: '[role="tab"]' }, { selector: '[name="x"]' }))).toMatchObject({
      ok: true,
      average: 70,
    });
    expect(lintTask(taskWith({ selector: '[role="tab"]' }))).toMatchObject({ ok: false, average: 65, fragile: 0 });
    expect(lintTask(taskWith())).toEqual({ ok: true, average: 100, fragile: 0, high_risk: 0, selectors: [] });
  });
});
