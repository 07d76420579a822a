import { expect, test } from 'vitest';
import { parseSelector, roleSelector, textSelector } from '../../src/resolve/selector.js';

test('a selector is CSS, unless it says otherwise', () => {
  expect(parseSelector('#save')).toEqual({ by: 'css', value: '#save' });
  expect(parseSelector(' css=a[href="/x"] ')).toEqual({ by: 'css', value: 'a[href="/x"]' });
  expect(parseSelector('xpath=//button[1]')).toEqual({ by: 'xpath', value: '//button[1]' });
  expect(parseSelector('//button[1]')).toEqual({ by: 'xpath', value: '//button[1]' });
  expect(parseSelector('role=button')).toEqual({ by: 'role', role: 'button', exact: true });
  expect(parseSelector('text="Save"')).toEqual({ by: 'text', value: 'Save', exact: true });
});

test.each(['Finish Cancellation', 'say "yes"', 'C:\\temp', '] [name="x"]', 'two\nlines', 'ünïcode …', ''])(
  'what is written of the name %j is read back as it was',
  (name) => {
    expect(parseSelector(roleSelector('button', name))).toEqual({ by: 'role', role: 'button', name, exact: true });
    expect(parseSelector(textSelector(name))).toEqual({ by: 'text', value: name, exact: true });
  },
);

test.each([
  '',
  '   ',
  'role=',
  'role=button[name=Save]',
  'role=button[name="Save"',
  'text=Save',
  'role=Button!',
  'text="a"b"',
])('what cannot be read is a problem in words: %j', (text) => {
  expect(parseSelector(text)).toEqual({ problem: expect.stringMatching(/empty|is written/) });
});
