import { expect, test } from 'vitest';
import { filledIn, namesIn, withPlaceholders } from '../../src/contracts/placeholders.js';

const VALUES = new Map([
  ['password', 'hunter2-hunter2'],
  ['part', 'hunter2'],
  ['cvv', '123'],
  ['odd', 'a+b[c]\\"$&{{'],
]);

test('values become placeholders, the longest first, and come back as they were', () => {
  const text = 'fill "Password" with "hunter2-hunter2", then hunter2; a+b[c]\\"$&{{';
  const hidden = withPlaceholders(text, VALUES);
  expect(hidden).toBe('fill "Password" with "{{var:password}}", then {{var:part}}; {{var:odd}}');
  expect(filledIn(hidden, VALUES)).toBe(text);
  expect(namesIn(`${hidden} {{var:part}}`)).toEqual(['password', 'part', 'odd']);
});

test('a short value counts only where it stands alone', () => {
  expect(withPlaceholders('code 123, not 41234', VALUES)).toBe('code {{var:cvv}}, not 41234');
});

test('what has no value stays, and placeholders are not taken for text', () => {
  expect(filledIn('{{var:nobody}}', VALUES)).toBe('{{var:nobody}}');
  expect(withPlaceholders('{{var:hunter2}}', VALUES)).toBe('{{var:hunter2}}');
});
