import { describe, expect, it } from 'vitest';
import { quoterFor } from '../../src/question/quote.js';
import { toldOf } from '../../src/question/told.js';
import { actOn, nodeLike, pageLike } from '../support/acts.js';

describe('what a question says', () => {
  it('T3 of a click that something else is used by, too, it names that and where it leads', () => {
    const link = nodeLike({
      tag: 'a',
      role: 'link',
      name: 'Delete all',
      href: 'https://example.com/delete',
      details: {},
    });
    const span = nodeLike({ tag: 'span', name: 'Details', text: 'Details', details: { passesTo: link } });
    const reason = { id: 'irreversible_words', words: 'x' };
    const question = { kind: 'act', reason, act: actOn(span, pageLike()), picture: Buffer.alloc(0) } as const;
    const { title, facts } = toldOf(question, '/picture.png', quoterFor(true));
    expect(title).toBe('The system wants to proceed with: click button "Details". Approve?');
    expect(facts[0]).toEqual({ label: '', text: 'the click is also one on link "Delete all"', tone: 'warning' });
    expect(facts.map(({ text }) => text).join('\n')).toContain('https://example.com/delete');
  });
});
