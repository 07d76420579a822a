import { describe, expect, it } from 'vitest';
import { AgentError } from '../../src/contracts/failure.js';
import type { Condition } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import { holds } from '../../src/page/conditions.js';
import { wordsFor } from '../../src/page/conditionWords.js';
import { parseExpect, parseExpects } from '../../src/verify/expect.js';
import { factsFor } from '../support/facts.js';

const element = (name_contains: string, ...roles: [string, ...string[]]): Condition => ({
  element: { roles, name_contains },
});

const GOOD: [string, Condition][] = [
  ['url contains /done', { url_contains: '/done' }],
  ['URL Contains /Done', { url_contains: '/Done' }],
  ['  url   contains   /done  ', { url_contains: '/done' }],
  ['url contains "/done"', { url_contains: '/done' }],
  ['url contains ?ok=1&x=2', { url_contains: '?ok=1&x=2' }],
  ["url contains it's", { url_contains: "it's" }],
  ['title contains "cancelled"', { title_contains: 'cancelled' }],
  ['title contains Order placed, thanks', { title_contains: 'Order placed, thanks' }],
  ['heading contains "Cancelled"', { heading_contains: 'Cancelled' }],
  ['heading contains visible', { heading_contains: 'visible' }],
  ['text contains "Thank you"', { text_contains: 'Thank you' }],
  ['text contains Thank   you', { text_contains: 'Thank   you' }],
  ["text contains 'Thank you'", { text_contains: 'Thank you' }],
  ['text contains “Thank you”', { text_contains: 'Thank you' }],
  ['text contains "say \\"yes\\" or C:\\\\dir"', { text_contains: 'say "yes" or C:\\dir' }],
  ['text contains "a and url contains b"', { text_contains: 'a and url contains b' }],
  ['text contains salt and pepper', { text_contains: 'salt and pepper' }],
  ['text contains contains', { text_contains: 'contains' }],
  ['text contains does not contain', { text_contains: 'does not contain' }],
  ['text contains Grüße 日本', { text_contains: 'Grüße 日本' }],
  ['url does not contain login', { not: { url_contains: 'login' } }],
  ['text Does Not Contain "error"', { not: { text_contains: 'error' } }],
  ['heading does not contain Sorry', { not: { heading_contains: 'Sorry' } }],
  ['button "Finish" gone', { not: element('Finish', 'button') }],
  ['button "Finish" is gone', { not: element('Finish', 'button') }],
  ['Button "Finish" GONE', { not: element('Finish', 'button') }],
  ['button Finish order gone', { not: element('Finish order', 'button') }],
  ['button Finish is gone', { not: element('Finish', 'button') }],
  ['button "gone" gone', { not: element('gone', 'button') }],
  ['link "Restart" visible', element('Restart', 'link')],
  ["link 'Restart' visible", element('Restart', 'link')],
  ['heading "Done" visible', element('Done', 'heading')],
  ['heading "contains" visible', element('contains', 'heading')],
  ['field "Coupon" visible', element('Coupon', 'textbox', 'searchbox', 'spinbutton', 'combobox')],
  ['dropdown "Plan" gone', { not: element('Plan', 'combobox', 'listbox') }],
  ['dialog "Are you sure" gone', { not: element('Are you sure', 'dialog', 'alertdialog') }],
  ['element "Done" visible', { element: { name_contains: 'Done' } }],
];

const BAD: [string, RegExp][] = [
  ['', /it is empty \(at character 1\)/],
  ['   ', /it is empty/],
  ['titel contains x', /"titel" is nothing that can be expected \(at character 1\)/],
  ['contains x', /"contains" is nothing/],
  ['"url" contains x', /"url" is nothing/],
  ['constructor contains x', /"constructor" is nothing/],
  ['toString "x" gone', /"toString" is nothing/],
  ['url', /after url comes "contains" or "does not contain" \(at character 4\)/],
  ['url /done', /after url comes .* \(at character 5\)/],
  ['url is /done', /after url comes .* \(at character 5\)/],
  ['url = /done', /after url comes/],
  ['url "contains" /done', /after url comes/],
  ['url does contain x', /after url comes/],
  ['text not contains x', /after text comes/],
  ['url contains', /the text is missing \(at character 13\)/],
  ['url does not contain', /the text is missing \(at character 21\)/],
  ['url contains ""', /the text is empty \(at character 14\)/],
  ['url contains " "', /the text is empty/],
  ['title contains "cancelled', /a quote is not closed before a blank \(at character 16\)/],
  ['title contains "a"b', /a quote is not closed before a blank \(at character 16\)/],
  ["title contains 'tis", /a quote is not closed/],
  ['title contains “x', /a quote is not closed/],
  ['title contains "a" "b"', /the text is only partly in quotes \(at character 20\)/],
  ['title contains a "b"', /the text is only partly in quotes \(at character 18\)/],
  ['title contains "a" and url contains "b"', /only partly in quotes \(at character 20\)/],
  ['title contains a and url contains b', /"and" does not join conditions \(at character 18\)/],
  ['title contains a OR button b gone', /"OR" does not join conditions/],
  ['url contains a && text contains b', /"&&" does not join/],
  ['button', /does not end in "visible" or "gone" \(at character 7\)/],
  ['button "Finish"', /does not end in "visible" or "gone" \(at character 16\)/],
  ['button "Finish" hidden', /does not end in/],
  ['button Finish "gone"', /does not end in/],
  ['button gone', /the name is missing \(at character 7\)/],
  ['button is gone', /the name is missing/],
  ['button "" gone', /the name is empty/],
  ['button "Finish" not visible', /"not visible" is not understood \(at character 17\)/],
  ['button "Finish" is not gone', /"not gone" is not understood/],
  ['button "A" "B" gone', /the name is only partly in quotes/],
  ['button "A" gone and link "B" visible', /only partly in quotes/],
  [`text contains ${'x'.repeat(401)}`, /longer than 400 characters/],
];

describe('--expect', () => {
  it.each(GOOD)('%s', (text, condition) => {
    expect(parseExpect(text)).toEqual(condition);
    expect(problemsWriting('condition', parseExpect(text))).toEqual([]);
  });

  it.each(BAD)('says what is wrong, where, and what to do: %s', (text, message) => {
    const error = errorOf(() => parseExpect(text));
    expect(error).toMatchObject({ exitCode: 2 });
    expect(error.message).toMatch(message);
    expect(error.message).toContain(`--expect ${JSON.stringify(text)}`);
    expect(error.remedies.join()).toMatch(/\w/);
  });

  it('two conditions in one are told to be given one by one', () => {
    for (const text of ['title contains a and url contains b', 'title contains "a" and url contains "b"'])
      expect(errorOf(() => parseExpect(text)).remedies.join()).toContain('give --expect once for each condition');
  });

  it('case never matters, and a part is enough', () => {
    const facts = factsFor('Order CANCELLED', ['button: Finish the Order', 'link: Restart'], { texts: ['Thank You!'] });
    for (const text of [
      'title contains cancelled',
      'TEXT CONTAINS "thank you"',
      'link "restart" visible',
      'button FINISH visible',
      'button "Pay" gone',
      'url contains EXAMPLE.com',
      'url does not contain login',
    ])
      expect(holds(parseExpect(text), facts)).toBe(true);
    for (const text of ['button "finish" gone', 'title contains thank', 'link "Finish" visible'])
      expect(holds(parseExpect(text), facts)).toBe(false);
  });

  it('several are several conditions, and the first bad one is told', () => {
    expect(parseExpects(['url contains /a', 'button "B" gone']).map(wordsFor)).toEqual([
      'the URL contains "/a"',
      'there is no button whose name contains "B"',
    ]);
    expect(errorOf(() => parseExpects(['url contains /a', 'nonsense', 'url'])).message).toContain('"nonsense"');
  });
});

function errorOf(run: () => unknown): AgentError {
  try {
    run();
  } catch (error) {
    if (error instanceof AgentError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
