import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { capturePage } from '../../src/browser/capture.js';
import type { Condition } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import { examine, factsOf, holds, type PageFacts } from '../../src/page/conditions.js';
import { wordsFor } from '../../src/page/conditionWords.js';
import {
  CONTRACT_CHECKPOINTS,
  CONTRACT_FAILURE,
  CONTRACT_SUCCESS,
  NETFLIX_CONDITIONS,
} from '../../src/services/netflix.js';
import { root } from '../support/cli.js';
import { useBrowser } from '../support/eyes.js';
import { factsFor, sampleFacts } from '../support/facts.js';

const PAGE = factsFor('Your Order – Example', ['heading: Thank You', 'button: Finish order', 'link: Restart'], {
  texts: ['Your order\u00a0 was   placed.', 'It will arrive soon'],
});
const element = (name_contains: string, ...roles: string[]): Condition => {
  const [first, ...others] = roles;
  return { element: { ...(first === undefined ? {} : { roles: [first, ...others] }), name_contains } };
};

describe('a condition', () => {
  it.each<[Condition, boolean]>([
    [{ title_contains: 'order' }, true],
    [{ title_contains: 'ORDER – ex' }, true],
    [{ title_contains: 'thank' }, false],
    [{ url_contains: '/ACCOUNT' }, true],
    [{ url_contains: '/done' }, false],
    [{ heading_contains: 'thank you' }, true],
    [{ heading_contains: 'Finish' }, false],
    [{ text_contains: 'order was placed' }, true],
    [{ text_contains: 'Thank you' }, true],
    [{ text_contains: 'placed. It will' }, false],
    [{ text_contains: 'Finish order' }, false],
    [element('finish'), true],
    [element('finish', 'button'), true],
    [element('finish', 'Button'), true],
    [element('finish', 'link'), false],
    [element('restart', 'button', 'link'), true],
    [element('fi\u00adnish'), true],
    [{ any: [{ title_contains: 'sorry' }, { url_contains: 'account' }] }, true],
    [{ any: [{ title_contains: 'sorry' }] }, false],
    [{ all: [{ title_contains: 'order' }, { url_contains: 'account' }] }, true],
    [{ all: [{ title_contains: 'order' }, { url_contains: 'sorry' }] }, false],
    [{ not: { title_contains: 'sorry' } }, true],
    [{ not: { not: { title_contains: 'order' } } }, true],
    [{ not: element('finish', 'button') }, false],
    [{ not: element('finish', 'link') }, true],
  ])('%j is %s', (condition, expected) => {
    expect(problemsWriting('condition', condition)).toEqual([]);
    expect(holds(condition, PAGE)).toBe(expected);
    expect(holds({ not: condition }, PAGE)).toBe(!expected);
    expect(examine(condition, PAGE)).not.toHaveProperty('problem');
  });

  // Nearly nothing of this passes the schema; whoever skips that must not get a yes.
  const BROKEN: unknown[] = [
    {},
    null,
    5,
    { titel_contains: 'x' },
    { title_contains: 5 },
    { title_contains: ' ' },
    { element: {} },
    { element: null },
    { any: [] },
    { all: [] },
    { any: 'x' },
    { not: null },
  ];
  it.each(BROKEN)('that is broken is not so, nor is its opposite, and it is said: %j', (broken) => {
    const condition = broken as Condition;
    for (const one of [condition, { not: condition }, { all: [{ title_contains: 'order' }, condition] }]) {
      const finding = examine(one as Condition, PAGE);
      expect(finding.holds).toBe(false);
      expect(finding.problem).toMatch(/\w/);
      expect(wordsFor(one as Condition)).toMatch(/./);
    }
  });

  it('an alternative that is known to hold is enough, beside a broken one that is reported', () => {
    const finding = examine({ any: [{} as Condition, { title_contains: 'order' }] }, PAGE);
    expect(finding).toMatchObject({ holds: true, problem: expect.stringMatching(/no condition/) });
  });

  it('of a page that was not seen as a whole nothing can be called gone', () => {
    const parts: PageFacts[] = [
      { ...PAGE, isWhole: false },
      { ...PAGE, snapshot: { ...PAGE.snapshot, truncated: true } },
    ];
    for (const facts of parts) {
      expect(examine({ not: element('delete') }, facts)).toMatchObject({
        holds: false,
        problem: '"delete" was not seen, but not the whole page was looked at',
      });
      expect(holds({ not: { text_contains: 'sorry' } }, facts)).toBe(false);
      expect(holds({ not: { heading_contains: 'sorry' } }, facts)).toBe(false);
      // What is there is there, and title and address are always whole.
      expect(holds(element('finish'), facts)).toBe(true);
      expect(holds({ not: { url_contains: 'sorry' } }, facts)).toBe(true);
      expect(holds({ not: { title_contains: 'sorry' } }, facts)).toBe(true);
    }
  });
});

describe('a condition in words', () => {
  it.each<[Condition, string]>([
    [{ title_contains: 'a' }, 'the title contains "a"'],
    [{ not: { title_contains: 'a' } }, 'the title does not contain "a"'],
    [{ url_contains: '/x' }, 'the URL contains "/x"'],
    [{ heading_contains: 'a "b"' }, 'a heading contains "a \\"b\\""'],
    [{ not: { heading_contains: 'a' } }, 'no heading contains "a"'],
    [{ text_contains: 'a' }, 'the page says "a"'],
    [{ not: { text_contains: 'a' } }, 'the page does not say "a"'],
    [element('a'), 'there is an element whose name contains "a"'],
    [element('a', 'button', 'link'), 'there is a button or link whose name contains "a"'],
    [{ not: element('a', 'button') }, 'there is no button whose name contains "a"'],
    [{ not: { not: element('a', 'alert') } }, 'there is an alert whose name contains "a"'],
    [{ any: [{ url_contains: 'a' }, { url_contains: 'b' }] }, 'the URL contains "a" or the URL contains "b"'],
    [
      { all: [{ url_contains: 'a' }, { any: [{ url_contains: 'b' }, { any: [{ url_contains: 'c' }] }] }] },
      'the URL contains "a" and (the URL contains "b" or the URL contains "c")',
    ],
    [
      { not: { any: [{ url_contains: 'a' }, { text_contains: 'b' }] } },
      'the URL does not contain "a" and the page does not say "b"',
    ],
    [
      { any: [{ url_contains: 'c' }, { not: { all: [{ url_contains: 'a' }, { text_contains: 'b' }] } }] },
      'the URL contains "c" or the URL does not contain "a" or the page does not say "b"',
    ],
  ])('%j', (condition, words) => {
    expect(wordsFor(condition)).toBe(words);
  });
});

describe('the conditions for Netflix', () => {
  const isAny = (conditions: readonly Condition[], facts: PageFacts): boolean =>
    conditions.some((condition) => holds(condition, facts));
  const checkpoints = NETFLIX_CONDITIONS.checkpoints.map(({ when }) => when);
  const PAGES = ['account', 'survey', 'retention', 'confirm', 'complete', 'login'].map((name) => `netflix-${name}`);
  const where = (conditions: readonly Condition[]): string[] =>
    PAGES.filter((name) => isAny(conditions, sampleFacts(name)));

  it('are valid', () => {
    for (const condition of [...checkpoints, ...NETFLIX_CONDITIONS.success, ...NETFLIX_CONDITIONS.failure])
      expect(problemsWriting('condition', condition)).toEqual([]);
  });

  it('hold on the pages they are for and on no other of the sample snapshots', () => {
    for (const conditions of [CONTRACT_CHECKPOINTS, checkpoints])
      expect(where(conditions)).toEqual(['netflix-confirm']);
    for (const conditions of [CONTRACT_SUCCESS, NETFLIX_CONDITIONS.success])
      expect(where(conditions)).toEqual(['netflix-complete']);
    for (const conditions of [CONTRACT_FAILURE, NETFLIX_CONDITIONS.failure]) expect(where(conditions)).toEqual([]);
  });

  it.each([
    ['002-F75 the title contains "finish cancellation"', factsFor('FINISH Cancellation - Netflix')],
    ['002-F76 a button contains "finish cancel"', factsFor('Netflix', ['button: Finish Cancelling'])],
  ])('a checkpoint is where %s', (_, facts) => {
    expect(isAny(CONTRACT_CHECKPOINTS, facts)).toBe(true);
    expect(isAny(checkpoints, facts)).toBe(true);
  });

  it.each([
    ['title', factsFor('Membership CANCELLED')],
    ['heading', factsFor('Netflix', ['heading: Your membership is cancelled'])],
  ])('002-F85 success is a %s that contains "cancelled"', (_, facts) => {
    expect(isAny(CONTRACT_SUCCESS, facts)).toBe(true);
    expect(isAny(NETFLIX_CONDITIONS.success, facts)).toBe(true);
  });

  it('002-F85 a cancelled link or text is no success', () => {
    const facts = factsFor('Netflix', ['link: cancelled'], { texts: ['cancelled'] });
    for (const conditions of [CONTRACT_SUCCESS, NETFLIX_CONDITIONS.success])
      expect(isAny(conditions, facts)).toBe(false);
  });

  it.each([
    [
      'the URL contains "error"',
      { ...factsFor(''), snapshot: { page: { url: 'https://x/ERROR', title: '' }, elements: [] } },
    ],
    ['a name contains "could not"', factsFor('', ['alert: We could not cancel it'])],
    ['a name contains "unable to"', factsFor('', ['heading: Unable to cancel'])],
  ])('002-F86 failure is when %s', (_, facts) => {
    expect(isAny(CONTRACT_FAILURE, facts)).toBe(true);
    expect(isAny(NETFLIX_CONDITIONS.failure, facts)).toBe(true);
  });

  it("T002-1 the contract's conditions miss these pages, and the wider ones do not", () => {
    const confirm = factsFor('Confirm Cancellation - Netflix', ['heading: Are you sure?', 'link: Finish Cancellation']);
    expect([isAny(CONTRACT_CHECKPOINTS, confirm), isAny(checkpoints, confirm)]).toEqual([false, true]);
    for (const name of ['Confirm cancellation', 'End Membership'])
      for (const role of ['button', 'link']) expect(isAny(checkpoints, factsFor('', [`${role}: ${name}`]))).toBe(true);
    for (const complete of [
      factsFor('Cancellation Complete', ['heading: Your cancellation is complete']),
      factsFor('Netflix', ['heading: Your cancellation is confirmed']),
      factsFor('Membership canceled'),
    ]) {
      expect([isAny(CONTRACT_SUCCESS, complete), isAny(NETFLIX_CONDITIONS.success, complete)]).toEqual([false, true]);
      expect(isAny(checkpoints, complete)).toBe(false);
    }
  });

  it('T002-2 there is no success while the control that would finish it is on the page, or may be', () => {
    const still = factsFor('Your plan can be cancelled', [
      'heading: Cancelled at any time',
      'button: Finish Cancellation',
    ]);
    expect([isAny(CONTRACT_SUCCESS, still), isAny(NETFLIX_CONDITIONS.success, still)]).toEqual([true, false]);
    const done = factsFor('Membership cancelled', ['link: Restart Membership']);
    expect(isAny(NETFLIX_CONDITIONS.success, done)).toBe(true);
    expect(isAny(NETFLIX_CONDITIONS.success, { ...done, isWhole: false })).toBe(false);
    const rejoin = sampleFacts('netflix-confirm', 'You can rejoin whenever you like.', 'cancelled');
    expect(isAny(NETFLIX_CONDITIONS.success, rejoin)).toBe(false);
    for (const heading of ['Your membership was not cancelled', 'It has not been cancelled'])
      expect(isAny(NETFLIX_CONDITIONS.success, factsFor('Netflix', [`heading: ${heading}`]))).toBe(false);
  });
});

describe('what a look at a real page says', () => {
  const { eyesOn } = useBrowser();
  const factsAt = async (html: string, scope: 'viewport' | 'page' = 'page'): Promise<PageFacts> =>
    factsOf((await capturePage(await eyesOn(html), { scope })).raw);

  it('its texts, headings and controls, as a whole', async () => {
    const facts = await factsAt(readFileSync(`${root}fixtures/sites/netflix/complete.html`, 'utf8'));
    expect(facts.isWhole).toBe(true);
    expect(holds({ text_contains: 'you can watch until december 1' }, facts)).toBe(true);
    expect(holds({ text_contains: 'has been cancelled' }, facts)).toBe(true);
    expect(holds({ text_contains: 'Restart Membership' }, facts)).toBe(true);
    expect(holds(element('restart', 'link'), facts)).toBe(true);
    expect(NETFLIX_CONDITIONS.success.some((condition) => holds(condition, facts))).toBe(true);
  });

  it('a heading that a snapshot of a hundred elements has no room for is still there', async () => {
    const links = Array.from({ length: 120 }, (_, i) => `<a href="#${i}">link ${i}</a> `).join('');
    expect(holds({ heading_contains: 'cancelled' }, await factsAt(`${links}<h2>Cancelled</h2>`))).toBe(true);
  });

  it('T002-2 a control far below is not gone: a look at the window alone cannot tell', async () => {
    const html = '<h1>Cancelled</h1><div style="height:5000px"></div><button>Finish Cancellation</button>';
    const gone: Condition = { not: element('finish', 'button') };
    expect(examine(gone, await factsAt(html, 'viewport'))).toMatchObject({ holds: false, problem: expect.any(String) });
    const whole = examine(gone, await factsAt(html));
    expect(whole).toEqual({ condition: gone, holds: false });
    expect(holds(gone, await factsAt('<h1>Cancelled</h1>'))).toBe(true);
  });
});
