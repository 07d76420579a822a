import { describe, expect, it } from 'vitest';
import { readPlainGoal } from '../../src/agent/plainGoal.js';

describe('plain goals', () => {
  it('say word for word what to do', () => {
    expect(readPlainGoal('click "Sign in", fill "Email" with "a@b.c", select "Spain" in "Country"')).toEqual({
      ok: true,
      steps: [
        { do: 'click', name: 'Sign in' },
        { do: 'fill', name: 'Email', value: 'a@b.c' },
        { do: 'select', name: 'Country', value: 'Spain' },
      ],
    });
    expect(readPlainGoal(`Type 'x, y' into "Note" and then press “Save”. Scroll to the bottom; scroll up`)).toEqual({
      ok: true,
      steps: [
        { do: 'fill', name: 'Note', value: 'x, y' },
        { do: 'click', name: 'Save' },
        { do: 'scroll', direction: 'bottom' },
        { do: 'scroll', direction: 'up' },
      ],
    });
    expect(readPlainGoal('fill "A" with ""')).toEqual({ ok: true, steps: [{ do: 'fill', name: 'A', value: '' }] });
  });

  it.each([
    ['cancel netflix', 'cancel netflix'],
    ['click "A" and cancel everything', 'cancel everything'],
    ['click Sign in', 'click Sign in'],
    ['', ''],
    ['fill "A"', 'fill "A"'],
  ])('%j is more than that, and nothing of it is done', (goal, rest) => {
    expect(readPlainGoal(goal)).toEqual({ ok: false, rest });
  });
});
