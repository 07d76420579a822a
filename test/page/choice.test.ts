import { describe, expect, it } from 'vitest';
import { type Choice, pickOption, showsChoice, unknownOption } from '../../src/page/choice.js';

const option = (text: string, value = '', rest: Partial<Choice> = {}): Choice => ({
  ...{ handle: 1, selected: false, disabled: false },
  text,
  value,
  ...rest,
});

describe('which option is meant', () => {
  it('T003-8 is never decided by a part of its words', () => {
    const options = [option('100', '100'), option('New York', 'ny'), option('York', 'y')];
    for (const wanted of ['1', '10', '1000', 'New', 'york new', 'yor', 'n'])
      expect(pickOption(options, wanted)).toBe(null);
    expect(pickOption(options, ' YORK ')).toMatchObject({ value: 'y' });
  });

  it('two of the same words and no values to tell them apart are refused', () => {
    expect(pickOption([option('Other'), option('Other')], 'Other')).toEqual({
      error: 'action_failed',
      message: '2 options are called "Other"',
    });
  });

  it('of one and the same option given twice, the one that is not disabled is taken', () => {
    const twice = [option('Berlin', 'b', { disabled: true }), option('Berlin', 'b', { handle: 2 })];
    expect(pickOption(twice, 'berlin')).toMatchObject({ handle: 2 });
  });

  it('what is told instead names each once, and no disabled ones', () => {
    const offered = [option('A'), option('A'), option('B', '', { disabled: true }), option('', 'c')];
    expect(unknownOption(offered, 'x').message).toBe('there is no option "x"; there are "A", "c"');
    expect(unknownOption([], 'x').message).toBe('there is no option "x"; it offers none');
  });
});

describe('what a dropdown shows', () => {
  it.each([
    ['Choose', 'Green', 'Green', true],
    ['Green', 'Green', 'green', true],
    ['Colour Choose', 'Colour Light green', 'Light green', true],
    ['Red ×', 'Red × Green ×', 'Green', true],
    ['Red', 'Red, Green', 'Green', true],
    ['Choose', 'Light green', 'Green', false],
    ['Choose', 'Green tea', 'Green', false],
    ['Choose', 'Choose', 'Green', false],
    ['Choose', '100', '1', false],
    ['Green Red', 'Red', 'Green', false],
    ['Choose', '', '', false],
  ])('from "%s" to "%s" means that "%s" was chosen: %s', (before, shown, text, isChosen) => {
    expect(showsChoice(before, shown, text)).toBe(isChosen);
  });
});
