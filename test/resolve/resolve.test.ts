import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import type { Candidate, Registry } from '../../src/page/registry.js';
import { type ResolveOptions, resolveTarget } from '../../src/resolve/resolve.js';
import { scoreCandidate, WEIGHTS } from '../../src/resolve/score.js';
import type { Resolution, Target } from '../../src/resolve/target.js';

const base: Candidate = {
  vaultyId: 'v-1',
  type: 'button',
  role: 'button',
  text: '',
  label: null,
  placeholder: null,
  ariaLabel: null,
  attributes: {},
  context: 'PAGE',
  formId: null,
  sectionHeading: null,
  modalTitle: null,
  bbox: { x: 0, y: 0, w: 10, h: 10 },
  visibility: { isVisible: true, isEnabled: true, isTopmost: true },
  domPath: '',
  shadowPath: null,
};
let count = 0;
const candidate = (change: Partial<Candidate>): Candidate => {
  count += 1;
  return { ...base, vaultyId: `v-${count}`, ...change };
};
const registryOf = (candidates: Candidate[]): Registry => ({
  version: 12,
  url: 'https://a.example/',
  changes: 0,
  candidates,
  elementMap: new Map(),
});
const resolve = (candidates: Candidate[], target: Target, options: Partial<ResolveOptions> = {}): Resolution =>
  resolveTarget(registryOf(candidates), target, { purpose: 'click', ...options });
const chosen = (resolution: Resolution): string | undefined =>
  resolution.ok ? resolution.candidate.vaultyId : undefined;
const byIntent = (intent: Intent): Target => ({ by: 'intent', ...intent });

const SUBMIT: Intent = {
  intent: 'submit_application',
  role: 'button',
  text: { exact: 'Submit Application', contains: ['Submit', 'Apply'] },
  label: 'Submit Application',
  attributes: { id: null, name: null, dataTestId: 'submit-application' },
  context: { form: 'application', section: 'Review', modalTitle: null },
};

describe('scores', () => {
  const exact = { text: { exact: 'Save' } };
  const vectors: [string, Partial<Candidate>, Intent, number][] = [
    ['exact and visible', { text: 'Save' }, exact, 45],
    ['exact, role, visible', { text: 'Save' }, { ...exact, role: 'button' }, 65],
    [
      'with an attribute',
      { text: 'Save', attributes: { dataTestId: 't' } },
      { ...exact, role: 'button', attributes: { dataTestId: 't' } },
      75,
    ],
    ['with the form', { text: 'Save', formId: 'f' }, { ...exact, role: 'button', context: { form: 'f' } }, 75],
    ['with the label', { text: 'Save', label: 'Name' }, { ...exact, role: 'button', label: 'Name' }, 80],
    ['contains, role, visible', { text: 'Save all' }, { text: { contains: ['save'] }, role: 'button' }, 53],
    ['contains and visible', { text: 'Save all' }, { text: { contains: ['save'] } }, 33],
    [
      'contains and everything',
      { text: 'Submit it now', label: 'Submit', attributes: { dataTestId: 'd' }, formId: 'f' },
      {
        role: 'button',
        text: { contains: ['submit it'] },
        label: 'Submit',
        attributes: { dataTestId: 'd' },
        context: { form: 'f' },
      },
      88,
    ],
    [
      'all',
      {
        text: 'Submit Application',
        label: 'Submit Application',
        attributes: { dataTestId: 'submit-application' },
        formId: 'applicationForm',
      },
      SUBMIT,
      100,
    ],
  ];
  it.each(vectors)('003-29 003-30 golden vector: %s', (_, change, intent, points) => {
    expect(scoreCandidate(candidate(change), intent).points).toBe(points);
  });

  it('003-29 the weights are 40, 20, 15, 10, 10 and 5 hundredths', () => {
    expect(Object.values(WEIGHTS)).toEqual([40, 20, 15, 10, 10, 5]);
  });

  it('003-31 a label match uses labels and aria-label', () => {
    const intent = { label: 'Email' };
    expect(scoreCandidate(candidate({ label: 'Email' }), intent).points).toBe(20);
    expect(scoreCandidate(candidate({ ariaLabel: 'email' }), intent).points).toBe(20);
    expect(scoreCandidate(candidate({ label: 'Email address' }), intent).points).toBe(16);
    expect(scoreCandidate(candidate({ placeholder: 'Email' }), intent).points).toBe(5);
  });

  it('003-32 a test id counts more than an id, an id more than a name', () => {
    const attributes = { dataTestId: 't', id: 'i', name: 'n' };
    const points = (own: Candidate['attributes']): number =>
      scoreCandidate(candidate({ attributes: own }), { attributes }).points;
    expect([points({ dataTestId: 't' }), points({ id: 'i' }), points({ name: 'n' }), points({ id: 'x' })]).toEqual([
      15, 14, 12, 5,
    ]);
  });

  it('003-33 the same form counts more than the section, the section more than the dialog, anything more than nothing', () => {
    const context = { form: 'f', section: 's', modalTitle: 'm' };
    const points = (own: Partial<Candidate>): number => scoreCandidate(candidate(own), { context }).points;
    expect([points({ formId: 'f' }), points({ sectionHeading: 's' }), points({ modalTitle: 'm' }), points({})]).toEqual(
      [15, 12, 11, 5],
    );
  });
});

describe('by intent', () => {
  it('003-17 takes role, text, label, attributes, context, constraints, fallbacks and confidence', () => {
    const right = candidate({
      text: 'Submit Application',
      attributes: { dataTestId: 'submit-application' },
      formId: 'applicationForm',
    });
    const whole: Intent = {
      ...SUBMIT,
      constraints: { mustBeVisible: true, mustBeEnabled: true, mustBeTopmost: true },
      fallbacks: ['aria', 'label', 'text', 'som'],
      confidence: 0.76,
    };
    expect(problemsWriting('intent', whole)).toEqual([]);
    expect(chosen(resolve([candidate({ text: 'Cancel' }), right], byIntent(whole)))).toBe(right.vaultyId);
  });

  it('003-34 75 and more is taken and sure', () => {
    const right = candidate({ text: 'Save', formId: 'f' });
    const result = resolve(
      [right, candidate({ text: 'Other' })],
      byIntent({ role: 'button', text: { exact: 'Save' }, context: { form: 'f' } }),
    );
    expect(result.trace).toMatchObject({ chosen: right.vaultyId, failureReason: null });
    expect(result.trace).not.toHaveProperty('lowConfidence');
  });

  it('003-35 003-50 below 45 nothing is chosen, and the trace says why', () => {
    const result = resolve([candidate({ text: 'Save all' })], byIntent({ text: { contains: ['Save'] } }));
    expect(result).toMatchObject({ ok: false, trace: { chosen: null, failureReason: 'score_below_threshold' } });
  });

  it('003-36 T003-2 between 45 and 75 a clear leader is taken and marked; without a lead it is ambiguous', () => {
    const intent = { role: 'button', text: { exact: 'Save' } };
    const leader = candidate({ text: 'Save' });
    expect(resolve([leader, candidate({ text: 'Save all' })], byIntent(intent)).trace).toMatchObject({
      chosen: leader.vaultyId,
      lowConfidence: true,
    });
    const twins = resolve([candidate({ text: 'Save' }), candidate({ text: 'Save' })], byIntent(intent));
    expect(twins).toMatchObject({ ok: false, trace: { chosen: null, failureReason: 'ambiguous' } });
  });

  it('two that are sure are ambiguous all the same: nobody is chosen by coming first', () => {
    const intent = { role: 'button', text: { exact: 'Save' }, context: { form: 'f' } };
    const twins = [candidate({ text: 'Save', formId: 'f' }), candidate({ text: 'Save', formId: 'f' })];
    for (const order of [twins, [...twins].reverse()]) {
      expect(resolve(order, byIntent(intent))).toMatchObject({ ok: false, trace: { failureReason: 'ambiguous' } });
    }
  });

  it('003-37 T003-4 of two within 5 the one on top is meant; exactly 5 counts as within', () => {
    const intent = { role: 'button', text: { exact: 'Save' }, attributes: { id: 'a' } };
    const covered = { isVisible: true, isEnabled: true, isTopmost: false };
    const onTop = candidate({ text: 'Save' });
    const below = candidate({ text: 'Save', visibility: covered });
    expect(chosen(resolve([below, onTop], byIntent(intent)))).toBe(onTop.vaultyId);
    const five = candidate({ text: 'Save', visibility: { ...covered, isEnabled: false } });
    const reading = resolve([five, onTop], byIntent(intent), { purpose: 'read' });
    expect(chosen(reading)).toBe(onTop.vaultyId);
  });

  it('003-38 T003-15 else the one nearer to the label or the section heading, else the one in the dialog', () => {
    const intent = { role: 'button', text: { exact: 'Delete' }, context: { section: 'Invoices' } };
    const far = candidate({ text: 'Delete', formId: 'invoices form' });
    const near = candidate({ text: 'Delete', sectionHeading: 'Invoices' });
    expect(
      chosen(resolve([far, near], byIntent({ ...intent, context: { section: 'Invoices', form: 'invoices form' } }))),
    ).toBe(near.vaultyId);
    const inNav = candidate({ text: 'Sign in', context: 'NAV' });
    const inModal = candidate({ text: 'Sign in', context: 'MODAL' });
    expect(chosen(resolve([inNav, inModal], byIntent({ role: 'button', text: { exact: 'Sign in' } })))).toBe(
      inModal.vaultyId,
    );
  });

  it('003-26 003-57 what cannot be seen is out: the visible twin wins', () => {
    const hidden = candidate({ text: 'Save', visibility: { isVisible: false, isEnabled: true, isTopmost: false } });
    const shown = candidate({ text: 'Save' });
    const result = resolve([hidden, shown], byIntent({ role: 'button', text: { exact: 'Save' } }));
    expect(chosen(result)).toBe(shown.vaultyId);
    expect(result.trace).toMatchObject({ candidatesTotal: 2, candidatesAfterFilter: 1 });
  });

  it('003-27 disabled ones are out for clicking and filling, not for reading', () => {
    const disabled = candidate({ text: 'Save', visibility: { isVisible: true, isEnabled: false, isTopmost: true } });
    const intent = byIntent({ role: 'button', text: { exact: 'Save' } });
    for (const purpose of ['click', 'fill'] as const) expect(resolve([disabled], intent, { purpose }).ok).toBe(false);
    expect(resolve([disabled], intent, { purpose: 'read' }).ok).toBe(true);
  });

  it('003-28 covered ones are out when the target must be on top', () => {
    const covered = candidate({ text: 'Save', visibility: { isVisible: true, isEnabled: true, isTopmost: false } });
    const intent = { role: 'button', text: { exact: 'Save' } };
    expect(resolve([covered], byIntent(intent)).ok).toBe(true);
    expect(resolve([covered], byIntent({ ...intent, constraints: { mustBeTopmost: true } })).ok).toBe(false);
  });

  it('003-61 fallbacks are tried in their order after scoring failed, and only count when one candidate fits', () => {
    const byAria = candidate({ ariaLabel: 'Go on' });
    const byText = candidate({ text: 'Please go on now' });
    const weak: Intent = { text: { contains: ['go on'] }, label: 'Go on', constraints: { mustBeEnabled: false } };
    const off = { isVisible: true, isEnabled: false, isTopmost: true };
    const pool = [candidate({ ...byAria, visibility: off }), candidate({ ...byText, visibility: off })];
    const strict = { ...weak, text: { contains: ['please'] }, label: 'Go on' };
    expect(resolve(pool, byIntent(strict)).ok).toBe(false);
    expect(chosen(resolve(pool, byIntent({ ...strict, fallbacks: ['aria', 'text'] })))).toBe(pool[0]?.vaultyId);
    expect(chosen(resolve(pool, byIntent({ ...strict, fallbacks: ['som', 'text', 'aria'] })))).toBe(pool[1]?.vaultyId);
    const twice = [...pool, candidate({ ariaLabel: 'Go on', visibility: off })];
    expect(resolve(twice, byIntent({ ...strict, fallbacks: ['aria'] })).ok).toBe(false);
  });

  it('003-49 the trace has its six fields, fits its contract, and lists the best three with their reasons', () => {
    const pool = ['Submit', 'Submit Application', 'Apply', 'Cancel'].map((text) => candidate({ text }));
    const { trace } = resolve(pool, byIntent(SUBMIT));
    expect(problemsWriting('resolution_trace', trace)).toEqual([]);
    expect(trace).toMatchObject({ registryVersion: 12, candidatesTotal: 4, candidatesAfterFilter: 4 });
    expect(trace.topMatches).toEqual([
      { vaultyId: pool[1]?.vaultyId, score: 0.65, reasons: ['text:exact', 'role', 'visible'] },
      { vaultyId: pool[0]?.vaultyId, score: 0.53, reasons: ['text:contains', 'role', 'visible'] },
      { vaultyId: pool[2]?.vaultyId, score: 0.53, reasons: ['text:contains', 'role', 'visible'] },
    ]);
  });
});

describe('by vaultyId', () => {
  it('003-14 leads straight to the candidate', () => {
    const right = candidate({ vaultyId: 'id:submit', text: 'x' });
    expect(chosen(resolve([candidate({ text: 'x' }), right], { by: 'vaultyId', id: 'id:submit' }))).toBe('id:submit');
  });

  it('003-15 003-16 it must still be there and be seen', () => {
    const hidden = candidate({ vaultyId: 'id:h', visibility: { isVisible: false, isEnabled: true, isTopmost: false } });
    expect(resolve([hidden], { by: 'vaultyId', id: 'id:h' }).trace.failureReason).toBe('element_missing');
    expect(resolve([hidden], { by: 'vaultyId', id: 'id:gone' }).trace.failureReason).toBe('vaultyId_not_found');
  });

  it('003-18 it is preferred to an intent; the intent helps only when it is gone', () => {
    const byId = candidate({ vaultyId: 'id:a', text: 'Renamed' });
    const fitting = candidate({ text: 'Save' });
    const intent = { role: 'button', text: { exact: 'Save' } };
    expect(chosen(resolve([fitting, byId], { by: 'vaultyId', id: 'id:a', intent }))).toBe('id:a');
    expect(chosen(resolve([fitting], { by: 'vaultyId', id: 'id:a', intent }))).toBe(fitting.vaultyId);
  });
});

describe('the older kinds of targets', () => {
  const pool = [
    candidate({ vaultyId: 'one', text: 'Save', attributes: { id: 'save' }, ariaLabel: 'Save it' }),
    candidate({ vaultyId: 'two', role: 'textbox', type: 'input', label: 'Email' }),
    candidate({ vaultyId: 'three', role: 'link', type: 'link', text: 'Save as' }),
  ];
  it.each<[string, Target, string]>([
    ['003-19 by id', { by: 'id', value: 'save' }, 'one'],
    ['003-20 by label', { by: 'label', value: 'email' }, 'two'],
    ['003-21 by text, exact before contained', { by: 'text', value: 'Save' }, 'one'],
    ['003-21 by text, contained', { by: 'text', value: 'as' }, 'three'],
    ['003-22 by role', { by: 'role', role: 'link' }, 'three'],
    ['003-22 by role and name', { by: 'role', role: 'button', name: 'Save' }, 'one'],
    ['003-23 by css', { by: 'css', value: 'a.save' }, 'three'],
    ['003-24 by xpath', { by: 'xpath', value: '//input' }, 'two'],
    ['003-25 by index', { by: 'index', index: 1 }, 'two'],
  ])('%s', (_, target, id) => {
    const query = (by: string, value: string): string[] =>
      by === 'css' && value === 'a.save' ? ['three'] : by === 'xpath' ? ['two'] : [];
    expect(chosen(resolve(pool, target, { query }))).toBe(id);
  });

  it('none and several are told apart', () => {
    expect(resolve(pool, { by: 'text', value: 'Nope' }).trace.failureReason).toBe('legacy_not_found');
    const twins = [candidate({ text: 'Edit' }), candidate({ text: 'Edit' })];
    expect(resolve(twins, { by: 'text', value: 'Edit' })).toMatchObject({
      ok: false,
      trace: { failureReason: 'ambiguous' },
    });
    expect(resolve(pool, { by: 'index', index: 9 }).ok).toBe(false);
    expect(resolve(pool, { by: 'text', value: '  ' }).ok).toBe(false);
  });

  it('003-48 a failure has its sentence and its trace; no target and no registry are failures too', () => {
    expect(resolveTarget(null, { by: 'index', index: 0 }, { purpose: 'click' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('looked at'),
      trace: { failureReason: 'no_registry' },
    });
    expect(resolveTarget(registryOf([]), null, { purpose: 'click' })).toMatchObject({
      ok: false,
      trace: { failureReason: 'no_target' },
    });
  });
});
