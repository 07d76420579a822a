import { describe, expect, it } from 'vitest';
import type { ContractName } from '../../src/contracts/schemas.js';
import { problemsReading, problemsWriting } from '../../src/contracts/validate.js';

const pointers = (name: ContractName, value: unknown): string[] =>
  problemsWriting(name, value).map(({ pointer }) => pointer);

describe('page_state_request', () => {
  const node = { i: '12', r: 'btn', n: 'Save', xy: [900, 40] };
  const request = {
    url: 'https://example.com',
    query: 'Click the Save button',
    tabId: 123,
    domMode: 'semantic_v3',
    pageTitle: 'Example',
    viewport: { width: 1280, height: 800 },
    interactiveTree: [node],
  };

  it("the contract's own examples are valid", () => {
    expect(pointers('page_state_request', request)).toEqual([]);
    const hybrid = {
      ...request,
      domMode: 'hybrid',
      skeletonDom: '<button data-llm-id="12">Button</button>',
      screenshot: 'aGk=',
      screenshotHash: 'a1b2c3',
    };
    expect(pointers('page_state_request', hybrid)).toEqual([]);
  });

  it('000-10 a node has i, r, n as strings, xy as a pair, box as four when known', () => {
    const withNode = (change: object): string[] =>
      pointers('page_state_request', { ...request, interactiveTree: [{ ...node, ...change }] });
    expect(withNode({ box: [850, 20, 100, 40] })).toEqual([]);
    expect(withNode({ i: 12 })).toEqual(['/interactiveTree/0/i']);
    expect(withNode({ r: undefined })).toEqual(['/interactiveTree/0/r']);
    expect(withNode({ n: null })).toEqual(['/interactiveTree/0/n']);
    expect(withNode({ xy: [1] })).toEqual(['/interactiveTree/0/xy']);
    expect(withNode({ xy: [1, 2, 3] })).toEqual(['/interactiveTree/0/xy']);
    expect(withNode({ box: [1, 2, 3] })).toEqual(['/interactiveTree/0/box']);
    expect(withNode({ n: '' })).toEqual([]);
  });

  it('each mode needs what it promises', () => {
    expect(pointers('page_state_request', { ...request, interactiveTree: [] })).toEqual(['/interactiveTree']);
    expect(pointers('page_state_request', { ...request, domMode: 'skeleton' })).toEqual(['/skeletonDom']);
    expect(pointers('page_state_request', { ...request, domMode: 'hybrid' })).toEqual(['/skeletonDom']);
    expect(pointers('page_state_request', { ...request, domMode: 'full' })).toEqual(['/dom']);
    expect(pointers('page_state_request', { ...request, domMode: 'semantic' })).toEqual([]);
  });
});

describe('verification_request', () => {
  const body = { url: 'https://a.example/', query: 'save it', dom: '<p>' };
  const name = 'verification_request';

  it('001-17 url, query and dom are required; the rest is optional and typed', () => {
    expect(pointers(name, body)).toEqual([]);
    for (const field of ['url', 'query', 'dom'])
      expect(pointers(name, { ...body, [field]: undefined })).toEqual([`/${field}`]);
    const whole = {
      ...body,
      taskId: 't',
      sessionId: 's',
      lastActionStatus: 'success',
      lastActionResult: { success: true },
      domChanges: {
        addedCount: 1,
        removedCount: 0,
        dropdownDetected: false,
        stabilizationTime: 120,
        previousUrl: 'x',
        urlChanged: true,
      },
      clientObservations: { didNetworkOccur: true, didDomMutate: true, didUrlChange: false },
    };
    expect(pointers(name, whole)).toEqual([]);
    expect(pointers(name, { ...whole, taskId: 5 })).toEqual(['/taskId']);
    expect(pointers(name, { ...whole, domChanges: { addedCount: 1 } })).toEqual([
      '/domChanges/removedCount',
      '/domChanges/dropdownDetected',
      '/domChanges/stabilizationTime',
    ]);
    expect(pointers(name, { ...whole, clientObservations: { didDomMutate: 'yes' } })).toEqual([
      '/clientObservations/didDomMutate',
    ]);
  });

  it('001-18 lastActionStatus is success, failure or pending', () => {
    for (const lastActionStatus of ['success', 'failure', 'pending'])
      expect(pointers(name, { ...body, lastActionStatus })).toEqual([]);
    for (const lastActionStatus of ['ok', '', null, true])
      expect(pointers(name, { ...body, lastActionStatus })).toEqual(['/lastActionStatus']);
  });

  it('001-19 lastActionError has message, code, action and optionally elementId', () => {
    const lastActionError = { message: 'gone', code: 'ref_invalid', action: 'click(12)' };
    expect(pointers(name, { ...body, lastActionError })).toEqual([]);
    expect(pointers(name, { ...body, lastActionError: { ...lastActionError, elementId: '12' } })).toEqual([]);
    for (const field of Object.keys(lastActionError)) {
      expect(pointers(name, { ...body, lastActionError: { ...lastActionError, [field]: undefined } })).toEqual([
        `/lastActionError/${field}`,
      ]);
    }
  });

  it('001-20 lastActionResult has success and optionally actualState', () => {
    expect(pointers(name, { ...body, lastActionResult: { success: false, actualState: 'closed' } })).toEqual([]);
    expect(pointers(name, { ...body, lastActionResult: { actualState: 'closed' } })).toEqual([
      '/lastActionResult/success',
    ]);
  });

  it('001-21 sessionId is optional', () => {
    expect(pointers(name, { ...body, sessionId: 'abc' })).toEqual([]);
    expect(pointers(name, { ...body, sessionId: 1 })).toEqual(['/sessionId']);
  });

  it('reading tolerates what a later client adds', () => {
    expect(problemsReading(name, { ...body, clientVerification: { elementFound: true } })).toEqual([]);
  });
});
