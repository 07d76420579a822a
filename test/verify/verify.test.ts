import { describe, expect, it } from 'vitest';
import { problemsWriting } from '../../src/contracts/validate.js';
import { isSameValue, judge } from '../../src/verify/judge.js';
import { nothingHappened, observe } from '../../src/verify/observations.js';
import { clientObservationsOf, domChangesOf, type PageState, stateOf, type Witness } from '../../src/verify/state.js';
import { rawOf, useBrowser } from '../support/eyes.js';

const { eyesOn } = useBrowser();
const QUIET: Witness = { addedCount: 0, removedCount: 0, stabilizationTime: 10, requests: 0 };

/** A real page before and after a script ran in it. */
async function around(html: string, script: string): Promise<{ before: PageState; after: PageState }> {
  const eyes = await eyesOn(html);
  const before = stateOf(await rawOf(eyes, { dom: true }));
  await eyes.page.evaluate(script);
  const after = stateOf(await rawOf(eyes, { dom: true }));
  if (!before || !after) throw new Error('no state');
  return { before, after };
}

describe('states', () => {
  it('the state before an action holds url, hash and skeleton with live values', async () => {
    const eyes = await eyesOn('<input id=i aria-label=Name>');
    await eyes.page.fill('#i', 'Ada');
    const state = stateOf(await rawOf(eyes, { dom: true }));
    expect(state).toMatchObject({
      url: 'about:blank',
      domHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      focused: 'id:i',
    });
    expect(state?.page.nodes).toMatchObject([{ vaultyId: 'id:i', value: 'Ada' }]);
  });

  it('001-8 without the dom there is no state, and so nothing to verify rather than a failure', async () => {
    expect(stateOf(await rawOf(await eyesOn('<button>x</button>')))).toBeNull();
    expect(judge(null, { action: 'click' })).toMatchObject({ outcome: 'dispatched_unverified' });
  });

  it('001-10 001-11 001-12 001-13 the changes and what the client saw follow from the two states and the witness', async () => {
    const { before, after } = await around(
      '<button id=b>Menu</button>',
      `document.body.insertAdjacentHTML('beforeend', '<div role=menu><div role=menuitem>Cut</div></div>')`,
    );
    const changes = domChangesOf(before, after.page, { ...QUIET, addedCount: 2, stabilizationTime: 120 });
    expect(changes).toEqual({
      addedCount: 2,
      removedCount: 0,
      dropdownDetected: true,
      stabilizationTime: 120,
      previousUrl: before.url,
      urlChanged: false,
    });
    expect(clientObservationsOf(changes)).toEqual({ didUrlChange: false, didDomMutate: true });
    expect(clientObservationsOf(domChangesOf(before, { ...after.page, url: 'https://b.example/' }, QUIET))).toEqual({
      didUrlChange: true,
      didDomMutate: false,
    });
  });

  it('001-14 001-15 requests are optional; without changes nothing is claimed', () => {
    expect(clientObservationsOf(undefined)).toBeUndefined();
    const changes = { addedCount: 0, removedCount: 1, dropdownDetected: false, stabilizationTime: 1 };
    expect(clientObservationsOf(changes)).toEqual({ didDomMutate: true });
    expect(clientObservationsOf(changes, 2)).toEqual({ didDomMutate: true, didNetworkOccur: true });
  });
});

describe('observations', () => {
  it('001-23 001-25 001-26 come in a fixed order: address, content, focus, witness', async () => {
    const { before, after } = await around(
      '<button id=a>Save</button><input id=i aria-label=Name><button id=gone>Old</button>',
      `a.disabled = true; i.value = 'Ada'; i.focus(); gone.remove(); document.body.insertAdjacentHTML('beforeend', '<div role=alert>Saved</div><button>New</button>')`,
    );
    const moved = { ...after, url: 'https://b.example/' };
    const { lines } = observe(before, moved, {
      client: { didNetworkOccur: true, didDomMutate: true, didUrlChange: true },
    });
    expect(lines).toEqual([
      'the URL changed from about:blank to https://b.example/',
      'a message appeared (success): "Saved"',
      'appeared: alert',
      'appeared: button "New"',
      'gone: button "Old"',
      'changed: button "Save": disabled "" -> "true"',
      'changed: textbox "Name": value "" -> "Ada"',
      'the focus moved from nothing to textbox "Name" = "Ada" [focused]',
      'network requests after the action: yes',
      'the document was changed: yes',
      'the address was changed: yes',
    ]);
  });

  it('001-24 content that nobody can act on changes the hash and is no meaningful change', async () => {
    const { before, after } = await around('<p id=p>12:00</p><button>x</button>', `p.textContent = '12:01'`);
    expect(observe(before, after)).toMatchObject({
      hashChanged: true,
      meaningful: false,
      lines: [expect.any(String), 'the content changed, but nothing that can be acted on did'],
    });
  });

  it('two equal buttons stay two: one of them gone is one line', async () => {
    const { before, after } = await around(
      '<button>Twin</button><button>Twin</button>',
      `document.querySelector('button').remove()`,
    );
    expect(observe(before, after).lines.filter((line) => line.startsWith('gone'))).toHaveLength(1);
  });

  it('001-32 001-27 nothing at all fails without asking anybody; one witness prevents that', async () => {
    const { before, after } = await around('<button>x</button>', '0');
    const nothing = observe(before, after, { client: { didDomMutate: false, didUrlChange: false } });
    expect(nothingHappened(nothing)).toBe(true);
    expect(judge(nothing, { action: 'click' })).toMatchObject({
      outcome: 'no_effect',
      reason: 'no_dom_change',
      confidence: 0.2,
    });
    expect(nothingHappened(observe(before, after, { client: { didNetworkOccur: true } }))).toBe(false);
  });

  it('a request alone is a witness and no proof', async () => {
    const { before, after } = await around('<button>x</button>', '0');
    expect(judge(observe(before, after, { client: { didNetworkOccur: true } }), { action: 'click' }).outcome).toBe(
      'no_effect',
    );
  });
});

describe('verdicts', () => {
  const clickAround = async (html: string, script: string) => {
    const { before, after } = await around(html, script);
    return judge(observe(before, after), { action: 'click' });
  };

  it('a click is verified by a dialog, by other content, by a state, by the focus', async () => {
    const html = '<dialog id=d>Sure?</dialog><button id=b aria-expanded=false>b</button><p id=p>x</p><input id=i>';
    for (const script of ['d.show()', `p.textContent = 'y'`, `b.setAttribute('aria-expanded', 'true')`, 'i.focus()']) {
      const verdict = await clickAround(html, script);
      expect(verdict.outcome, script).toBe('verified');
      expect(problemsWriting('verification', verdict)).toEqual([]);
    }
    expect((await clickAround(html, '0')).outcome).toBe('no_effect');
  });

  const observed = {
    lines: ['x'],
    urlChanged: false,
    meaningful: true,
    hashChanged: true,
    focusChanged: false,
    focused: null,
    textChanged: false,
    restless: false,
    modalOpened: false,
    witnessed: true,
  };

  it('a fill needs the value, a select the value or the text, a tick the tick', () => {
    const of = (expectation: Parameters<typeof judge>[1]) => judge(observed, expectation).outcome;
    expect(of({ action: 'fill', expected: 'Ada', actual: 'Ada' })).toBe('verified');
    expect(of({ action: 'fill', expected: 'Ada', actual: 'Ad' })).toBe('failed');
    expect(of({ action: 'fill', expected: 'Ada', actual: null })).toBe('failed');
    expect(of({ action: 'select', expected: ['de'], actual: [{ value: 'de', text: 'Germany' }] })).toBe('verified');
    expect(of({ action: 'select', expected: ['Germany'], actual: [{ value: 'de', text: 'Germany' }] })).toBe(
      'verified',
    );
    expect(of({ action: 'select', expected: ['France'], actual: [{ value: 'de', text: 'Germany' }] })).toBe('failed');
    expect(of({ action: 'check', expected: true, actual: true, click: { action: 'click' } })).toBe('verified');
    expect(of({ action: 'check', expected: true, actual: false, click: { action: 'click' } })).toBe('failed');
    expect(of({ action: 'scroll', moved: false })).toBe('no_effect');
  });

  it.each([
    ['100', '1', false],
    ['1', '100', false],
    ['1.5', '15', false],
    ['1,50', '150', false],
    ['1000', '1,000', true],
    ['+1 (555) 010-0199', '+15550100199', true],
    ['5550100199', '(555) 010-0199', true],
    ['12/29', '1229', true],
    ['Ada  Lovelace ', 'Ada Lovelace', true],
    ['ada', 'Ada', false],
    ['-5', '5', false],
  ])('%s and %s are the same value: %s', (expected, actual, same) => {
    expect(isSameValue(expected, actual)).toBe(same);
  });
});
