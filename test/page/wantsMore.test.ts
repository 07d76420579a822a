import { describe, expect, it } from 'vitest';
import type { PageStateRequest } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import type { RawNode, RawPage } from '../../src/page/raw.js';
import type { SemanticNode } from '../../src/page/semantic.js';
import { skeletonDom } from '../../src/page/skeleton.js';
import { type PlannerNeeds, SKELETON_ATTRIBUTES, wantsMore } from '../../src/page/wantsMore.js';

const node = (i: number, r: string, n: string, more: Partial<SemanticNode> = {}): SemanticNode => ({
  i: String(i),
  r,
  n,
  xy: [10, 20 * i],
  box: [0, 20 * i - 10, 20, 20],
  ...more,
});
const placeless = ({ i, r, n }: SemanticNode): SemanticNode => ({ i, r, n });

const SHOP = [
  node(0, 'h', 'Shop'),
  node(1, 'link', 'Home'),
  node(2, 'link', 'My List'),
  node(3, 'inp', 'Amount'),
  node(4, 'btn', 'Save'),
  node(5, 'btn', 'Upload photo'),
  node(6, 'link', 'Cancel Membership'),
];
const TWINS = [node(0, 'btn', 'Edit'), node(1, 'btn', 'Delete'), node(2, 'btn', 'Edit'), node(3, 'btn', 'Delete')];
const rows = (count: number, name: string): SemanticNode[] =>
  Array.from({ length: count }, (_, i) => node(i, 'btn', name));

function request(query: string, tree: SemanticNode[] = SHOP, more: Partial<PageStateRequest> = {}): PageStateRequest {
  const viewport = { width: 1280, height: 800 };
  const start = { url: 'https://a.example/', query, domMode: 'semantic_v3' as const, pageTitle: 'A', viewport };
  return { ...start, interactiveTree: tree, ...more };
}

const modeFor = (query: string, tree?: SemanticNode[], needs?: PlannerNeeds): string | undefined =>
  wantsMore(request(query, tree), needs)?.requestedDomMode;

describe('what the planner side asks for', () => {
  it.each([
    'Click the Save button',
    'cancel my netflix account',
    'Cancel membership',
    'press SAVE',
    'stop the recording',
    'accept the copyright notice',
    'listen to the news',
    'open the bookshop',
    'discount code',
    'recover my password',
    'underwrite the contract',
    'go to the iconic places',
    'Open My List',
    'Set the Amount to 5',
    'Click "Upload photo"',
    'search for "the price of orange juice"',
    'type “how many icons” and press Save',
    'Save',
    '×',
  ])('000-37 T000-6 nothing for plain words and unique labels: %s', (query) => {
    expect(wantsMore(request(query))).toBeNull();
  });

  it.each([
    'How much is the ticket?',
    'how many messages do I have',
    'What is the TOTAL?',
    'list all invoices',
    'count the rows',
    'Tell me the date',
    'compare the plans',
    'Which plan do I have?',
    'where is my parcel',
    'What is the amount?',
    'ｈｏｗ ｍａｎｙ rows',
    'find the pri\u00adce',
    'prices of all rooms',
  ])('the full dom for questions about text: %s', (query) => {
    expect(wantsMore(request(query))).toMatchObject({ status: 'needs_full_dom', requestedDomMode: 'full' });
  });

  it.each([
    'Click the blue button',
    'click the gear in the top-right corner',
    'open the second card',
    'open the 3rd tile',
    'press the trash can',
    'click the logo',
    'what COLOUR is it',
    'hit the icons',
    'press the réd one',
  ])('000-32 hybrid for what only a picture shows, boxes or not: %s', (query) => {
    expect(wantsMore(request(query))).toEqual({
      status: 'needs_context',
      requestedDomMode: 'hybrid',
      needsSkeletonDom: true,
      needsScreenshot: true,
      reason: expect.stringMatching(/looks like/),
    });
  });

  it.each([
    'press the top right button',
    'the first link',
    'the button below Home',
    'the last one',
    'link in the corner',
  ])('000-28 places are told by boxes where there are some, else by a picture: %s', (query) => {
    expect(wantsMore(request(query))).toBeNull();
    expect(modeFor(query, SHOP.map(placeless))).toBe('hybrid');
  });

  it('000-28 a quarter of the elements with a position is enough, less is not', () => {
    const eight = [...SHOP, node(7, 'btn', 'Eighth')];
    const withPlaces = (count: number): SemanticNode[] => eight.map((one, at) => (at < count ? one : placeless(one)));
    expect(modeFor('press the top one', withPlaces(2))).toBeUndefined();
    expect(modeFor('press the top one', withPlaces(1))).toBe('hybrid');
    expect(modeFor('press Save', withPlaces(0))).toBeUndefined();
  });

  it('000-31 a skeleton when the label that was meant is there twice', () => {
    expect(wantsMore(request('Delete the invoice of Globex', TWINS))).toEqual({
      status: 'needs_context',
      requestedDomMode: 'skeleton',
      needsSkeletonDom: true,
      reason: expect.stringMatching(/^2 controls are called "Delete"/),
    });
    expect(modeFor('press delete', TWINS)).toBe('skeleton');
    expect(modeFor('press the gone', TWINS)).toBeUndefined();
  });

  it('T000-6 000-37 a label inside a word is not meant, nor are words that only end like a phrase', () => {
    expect(modeFor('credit my balance', TWINS)).toBeUndefined();
    expect(modeFor('undelete it', TWINS)).toBeUndefined();
    expect(modeFor('open the showroom menu, somehow manyfold')).toBeUndefined();
  });

  it('000-28 000-31 twins that a place tells apart need nothing; one beside unknown text does', () => {
    expect(modeFor('press the first Delete', TWINS)).toBeUndefined();
    expect(modeFor('press the first Delete', TWINS.map(placeless))).toBe('hybrid');
    expect(modeFor('press Delete next to Globex', TWINS)).toBe('skeleton');
    expect(modeFor('press Delete next to Globex', [...TWINS, node(4, 'link', 'Globex')])).toBeUndefined();
  });

  it('000-37 longer names, other kinds and covered twins do not make a label ambiguous', () => {
    const tree = [node(0, 'btn', 'Delete'), node(1, 'btn', 'Delete account'), node(2, 'link', 'Cancel')];
    expect(modeFor('Delete account', [...tree, node(3, 'btn', 'Delete')])).toBeUndefined();
    expect(modeFor('press the Cancel button', [...tree, node(3, 'btn', 'Cancel')])).toBeUndefined();
    expect(modeFor('Cancel', [...tree, node(3, 'btn', 'Cancel')])).toBe('skeleton');
    expect(modeFor('Cancel', [...tree, node(3, 'btn', 'Cancel', { occ: true })])).toBeUndefined();
    expect(modeFor('Cancel', [...tree, node(3, 'h', 'Cancel')])).toBeUndefined();
  });

  it('000-33 hybrid when many look alike and layout has to tell', () => {
    expect(modeFor('Edit the invoice of Globex', rows(5, 'Edit'))).toBe('hybrid');
    expect(modeFor('Edit the invoice of Globex', rows(4, 'Edit'))).toBe('skeleton');
    expect(wantsMore(request('change the invoice of Globex', rows(6, 'Edit')))?.reason).toBe(
      '6 of 6 controls look alike or have no name',
    );
    expect(modeFor('change it', rows(5, ''))).toBe('hybrid');
    expect(modeFor('change it', rows(4, ''))).toBeUndefined();
    expect(modeFor('change it', [...rows(5, ''), ...SHOP])).toBeUndefined();
    expect(modeFor('press Save', [...rows(20, ''), node(21, 'btn', 'Save')])).toBeUndefined();
    expect(modeFor('press the last one', rows(6, ''))).toBeUndefined();
  });

  it('000-34 the full dom when verification needs raw HTML', () => {
    expect(modeFor('Save', SHOP, { rawHtml: true })).toBe('full');
    expect(wantsMore(request('Save', SHOP, { dom: '<p>', domMode: 'full' }), { rawHtml: true })).toBeNull();
  });

  it('000-35 the full dom when a selector needs an attribute that the skeleton does not have', () => {
    const needs = (...attributes: string[]): PlannerNeeds => ({ selector: { node: '4', attributes } });
    expect(modeFor('Save', SHOP, needs('data-uia'))).toBe('full');
    expect(modeFor('Save', SHOP, needs('data-testid', 'data-uia'))).toBe('full');
    expect(modeFor('Save', SHOP, needs('data-testid'))).toBe('skeleton');
    const skeleton =
      '<a data-llm-id="6" id="x" title="a > b id=y">c</a><button data-llm-id="4" data-testid="s">Save</button>';
    const withSkeleton = (wanted: PlannerNeeds, more: Partial<PageStateRequest> = {}) =>
      wantsMore(request('Save', SHOP, { skeletonDom: skeleton, domMode: 'skeleton', ...more }), wanted);
    expect(withSkeleton(needs('data-testid'))).toBeNull();
    expect(withSkeleton(needs('id'))).toMatchObject({
      requestedDomMode: 'full',
      reason: expect.stringMatching(/ id,/),
    });
    expect(withSkeleton({ selector: { node: '6', attributes: ['id', 'title'] } })).toBeNull();
    expect(withSkeleton(needs('id'), { dom: '<button>', domMode: 'full' })).toBeNull();
  });

  it('000-35 what is said of the skeleton is true of the skeleton that is written', () => {
    const whole: RawNode = {
      frame: 0,
      handle: 1,
      parent: -1,
      vaultyId: 'x',
      tag: 'input',
      role: 'switch',
      name: 'n',
      value: 'v',
      inputType: 'checkbox',
      disabled: true,
      readonly: true,
      checked: 'true',
      selected: true,
      box: { x: 0, y: 0, width: 1, height: 1 },
      inView: 'full',
      focusable: true,
      text: 't',
      placeholder: 'p',
      href: '/h',
      details: {
        title: 't',
        attributes: { id: 'i', name: 'n', dataTestId: 'd', dataUia: 'u' },
        context: 'PAGE',
        domPath: '',
      },
    };
    const raw = { nodes: [whole] } as unknown as RawPage;
    const written = skeletonDom(raw, { positions: [0] } as unknown as Parameters<typeof skeletonDom>[1]);
    const names = [...written.matchAll(/ ([a-z-]+)(?==|>| )/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(['data-llm-id', ...SKELETON_ATTRIBUTES]));
  });

  it('asks only for what is missing, one thing after the other', () => {
    const skeleton = { skeletonDom: '<p>', domMode: 'skeleton' as const };
    expect(wantsMore(request('the blue one', SHOP, skeleton))).toMatchObject({ needsScreenshot: true });
    expect(wantsMore(request('the blue one', SHOP, skeleton))).not.toHaveProperty('needsSkeletonDom');
    const seen = { ...skeleton, domMode: 'hybrid' as const, screenshot: 'aGk=', screenshotHash: '0' };
    expect(wantsMore(request('the blue one', SHOP, seen))).toBeNull();
    expect(wantsMore(request('the blue one', SHOP, { ...seen, screenshot: null }))).toMatchObject({
      needsScreenshot: true,
    });
    expect(modeFor('how many red icons')).toBe('full');
    expect(wantsMore(request('how many red icons', SHOP, { dom: '<p>', domMode: 'full' }))).toMatchObject({
      requestedDomMode: 'hybrid',
    });
  });

  it('000-36 an empty dom is no dom, and nothing to stumble over', () => {
    expect(wantsMore(request('Save', SHOP, { dom: '' }))).toBeNull();
    expect(wantsMore(request('how many?', SHOP, { dom: '' }))).toMatchObject({ requestedDomMode: 'full' });
  });

  it('000-39 every answer that asks has a reason, is valid, and keeps the task', () => {
    const asks = [
      wantsMore(request('how many', SHOP, { taskId: 't' })),
      wantsMore(request('the red one', SHOP, { taskId: 't' })),
      wantsMore(request('top', SHOP.map(placeless), { taskId: 't' })),
      wantsMore(request('Delete', TWINS, { taskId: 't' })),
      wantsMore(request('Edit', rows(9, 'Edit'), { taskId: 't' })),
      wantsMore(request('go', rows(9, ''), { taskId: 't' })),
      wantsMore(request('go', [node(0, 'page', 'x', { i: 'page' })], { taskId: 't' })),
      wantsMore(request('go', SHOP, { taskId: 't' }), { rawHtml: true }),
      wantsMore(request('go', SHOP, { taskId: 't' }), { selector: { node: '1', attributes: ['id'] } }),
    ];
    for (const answer of asks) {
      expect(answer?.reason).toMatch(/\w{3}/);
      expect(answer?.taskId).toBe('t');
      expect(problemsWriting('page_state_response', answer)).toEqual([]);
    }
  });

  it('000-5 the tab has no say in it', () => {
    for (const query of ['Save', 'how many', 'the red one'])
      expect(wantsMore(request(query, SHOP, { tabId: 9 }))).toEqual(wantsMore(request(query)));
  });
});
