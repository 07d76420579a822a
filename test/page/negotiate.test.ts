import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lookAt } from '../../src/browser/look.js';
import type { PageStateRequest, PageStateResponse } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import {
  type Artifacts,
  MAX_ROUNDS,
  negotiate,
  type Round,
  readRequest,
  requestedMode,
  retryRequest,
  type Wanted,
} from '../../src/page/negotiate.js';
import { pageStateRequest } from '../../src/page/pageState.js';
import { hybridPicture } from '../../src/page/pictures.js';
import { skeletonDom } from '../../src/page/skeleton.js';
import { type VisionFacts, visionFor } from '../../src/page/vision.js';
import { wantsMore } from '../../src/page/wantsMore.js';
import { root } from '../support/cli.js';
import { project, useBrowser } from '../support/eyes.js';

const first: PageStateRequest = {
  url: 'https://example.com/a',
  query: 'Click the Save button',
  tabId: 3,
  domMode: 'semantic_v3',
  pageTitle: 'Example',
  viewport: { width: 1280, height: 800 },
  interactiveTree: [{ i: '12', r: 'btn', n: 'Save', xy: [900, 40] }],
  scrollPosition: '50%',
  hasErrors: false,
};

const taken: Required<Artifacts> = {
  skeletonDom: '<button data-llm-id="12">Save</button>',
  dom: '<html><button>Save</button></html>',
  picture: { jpeg: 'bmV3', hash: '01' },
};

/** Everything that an answer can say about what it needs. */
const ANSWERS: PageStateResponse[] = [undefined, 'needs_context', 'needs_full_dom', 'ok'].flatMap((status) =>
  ([undefined, 'skeleton', 'hybrid', 'full'] as const).flatMap((requestedDomMode) =>
    [undefined, false, true].flatMap((needsSkeletonDom) =>
      [undefined, false, true].map((needsScreenshot) => ({
        ...(status === undefined ? {} : { status }),
        ...(requestedDomMode === undefined ? {} : { requestedDomMode }),
        ...(needsSkeletonDom === undefined ? {} : { needsSkeletonDom }),
        ...(needsScreenshot === undefined ? {} : { needsScreenshot }),
      })),
    ),
  ),
);

const HEAVY = ['skeletonDom', 'screenshot', 'screenshotHash', 'dom'] as const;
const heavyIn = (request: PageStateRequest): string[] => HEAVY.filter((key) => request[key] !== undefined);
const retryFor = (response: PageStateResponse): PageStateRequest => retryRequest(first, response, taken);

describe('what an answer asks for', () => {
  it.each<[string, PageStateResponse, Wanted['mode'], Wanted['artifacts']]>([
    ['000-12 requestedDomMode skeleton', { requestedDomMode: 'skeleton' }, 'skeleton', ['skeletonDom']],
    ['000-13 requestedDomMode hybrid', { requestedDomMode: 'hybrid' }, 'hybrid', ['skeletonDom', 'screenshot']],
    ['000-14 requestedDomMode full', { requestedDomMode: 'full' }, 'full', ['dom']],
    ['000-15 needsSkeletonDom alone', { needsSkeletonDom: true }, 'skeleton', ['skeletonDom']],
    ['000-16 needsScreenshot alone', { needsScreenshot: true }, 'semantic', ['screenshot']],
    ['000-17 status needs_full_dom alone', { status: 'needs_full_dom' }, 'full', ['dom']],
    ['status needs_context that names nothing', { status: 'needs_context' }, 'full', ['dom']],
  ])('%s', (_, response, mode, artifacts) => {
    expect(requestedMode(response)).toMatchObject({ mode, artifacts });
  });

  it('000-18 needs_context is read with its reason', () => {
    const asked = { status: 'needs_context', requestedDomMode: 'hybrid', reason: ' no colours here ' } as const;
    expect(requestedMode(asked)).toEqual({
      mode: 'hybrid',
      artifacts: ['skeletonDom', 'screenshot'],
      reason: 'no colours here',
    });
    expect(requestedMode({ needsScreenshot: true })?.reason).toBe('no reason was given');
  });

  it('000-11 a thought and an action ask for nothing, nor do flags that are false', () => {
    for (const answer of [
      { thought: 'Click Save', action: 'click(12)' },
      {},
      { action: 'click(12)', status: 'ok', needsScreenshot: false, needsSkeletonDom: false },
    ])
      expect(requestedMode(answer)).toBeNull();
  });
});

describe('the retry', () => {
  it('000-19 000-20 T000-1 is the same call: address, query, tree and all that was known', () => {
    for (const answer of ANSWERS) {
      const { domMode, skeletonDom: _, screenshot, screenshotHash, dom, ...same } = retryFor(answer);
      const { domMode: __, ...before } = first;
      expect(same).toEqual(before);
    }
  });

  it('000-19 T000-4 the task is the one that the answer names, or else the one of before', () => {
    expect(retryFor({ requestedDomMode: 'full', taskId: 'new' }).taskId).toBe('new');
    const known = { ...first, taskId: 'old' };
    expect(retryRequest(known, { requestedDomMode: 'full', taskId: 'new' }, taken).taskId).toBe('new');
    expect(retryRequest(known, { requestedDomMode: 'full' }, taken).taskId).toBe('old');
  });

  it('000-21 for skeleton adds the skeleton only', () => {
    const retry = retryFor({ requestedDomMode: 'skeleton' });
    expect(retry).toMatchObject({ domMode: 'skeleton', skeletonDom: taken.skeletonDom });
    expect(heavyIn(retry)).toEqual(['skeletonDom']);
  });

  it('000-22 for hybrid adds skeleton, picture and its hash, and no dom', () => {
    const retry = retryFor({ requestedDomMode: 'hybrid', status: 'needs_context' });
    expect(retry).toMatchObject({ domMode: 'hybrid', screenshot: 'bmV3', screenshotHash: '01' });
    expect(heavyIn(retry)).toEqual(['skeletonDom', 'screenshot', 'screenshotHash']);
  });

  it('000-17 000-23 for full adds the dom, and no picture', () => {
    for (const answer of [{ requestedDomMode: 'full' as const }, { status: 'needs_full_dom' }]) {
      const retry = retryFor(answer);
      expect(retry).toMatchObject({ domMode: 'full', dom: taken.dom });
      expect(heavyIn(retry)).toEqual(['dom']);
    }
  });

  it('000-24 adds nothing that was not asked for, in all 144 ways to ask, and is always valid', () => {
    expect(ANSWERS).toHaveLength(144);
    for (const answer of ANSWERS) {
      const { status, requestedDomMode: mode, needsSkeletonDom, needsScreenshot } = answer;
      const skeleton = mode === 'skeleton' || mode === 'hybrid' || needsSkeletonDom === true;
      const screenshot = mode === 'hybrid' || needsScreenshot === true;
      const isVague = status === 'needs_context' && !mode && !skeleton && !screenshot;
      const dom = mode === 'full' || status === 'needs_full_dom' || isVague;
      const retry = retryFor(answer);
      expect(heavyIn(retry)).toEqual([
        ...(skeleton ? ['skeletonDom'] : []),
        ...(screenshot ? ['screenshot', 'screenshotHash'] : []),
        ...(dom ? ['dom'] : []),
      ]);
      expect(problemsWriting('page_state_request', retry)).toEqual([]);
    }
  });

  it('T000-2 T000-3 a picture that was asked for is the new one with its own hash, whatever was sent before', () => {
    const before = { ...first, screenshot: 'b2xk', screenshotHash: '10' };
    expect(retryRequest(before, { needsScreenshot: true }, taken)).toMatchObject({
      domMode: 'semantic_v3',
      screenshot: 'bmV3',
      screenshotHash: '01',
    });
    const lone = { ...first, screenshotHash: '10' };
    expect(retryRequest(lone, { requestedDomMode: 'hybrid' }, taken).screenshotHash).toBe('01');
    expect(heavyIn(retryRequest(lone, { requestedDomMode: 'full' }, taken))).toEqual(['dom']);
    // No picture could be taken: an old one would lie about the page.
    const blind = retryRequest(before, { requestedDomMode: 'hybrid' }, { skeletonDom: taken.skeletonDom });
    expect(blind).toMatchObject({ domMode: 'skeleton' });
    expect(heavyIn(blind)).toEqual(['skeletonDom']);
  });

  it('what an earlier round brought is sent again', () => {
    const full = retryFor({ requestedDomMode: 'full' });
    const both = retryRequest(full, { requestedDomMode: 'skeleton' }, { skeletonDom: taken.skeletonDom });
    expect(heavyIn(both)).toEqual(['skeletonDom', 'dom']);
    expect(both.domMode).toBe('skeleton');
    const skeleton = retryFor({ requestedDomMode: 'skeleton' });
    const seen = retryRequest(skeleton, { needsScreenshot: true }, { picture: taken.picture });
    expect(seen.domMode).toBe('hybrid');
    expect(heavyIn(seen)).toEqual(['skeletonDom', 'screenshot', 'screenshotHash']);
  });

  it('what could not be taken is not promised: the mode is that of what is there', () => {
    for (const answer of ANSWERS) {
      const retry = retryRequest(first, answer, {});
      expect(retry.domMode).toBe('semantic_v3');
      expect(problemsWriting('page_state_request', retry)).toEqual([]);
    }
  });
});

describe('negotiation', () => {
  /** A planner that answers in this order, and a page side that keeps what it was asked for. */
  async function run(answers: PageStateResponse[], artifacts: Artifacts = taken) {
    const sent: PageStateRequest[] = [];
    const captured: Wanted[] = [];
    const heard: Round[] = [];
    const result = await negotiate(
      {
        ask: async (request) => {
          sent.push(request);
          return answers[Math.min(sent.length, answers.length) - 1] ?? {};
        },
        capture: async (wanted) => {
          captured.push(wanted);
          return artifacts;
        },
        onRound: (round) => heard.push(round),
      },
      first,
    );
    expect(result.rounds).toEqual(heard);
    return { ...result, sent, captured };
  }

  it('000-11 ends with an action: one call, nothing captured', async () => {
    const { sent, captured, response, isExhausted } = await run([{ thought: 'Click Save', action: 'click(12)' }]);
    expect([sent.length, captured.length, isExhausted]).toEqual([1, 0, false]);
    expect(sent[0]).toBe(first);
    expect(response.action).toBe('click(12)');
  });

  it('000-18 every round is told with what was asked for and why', async () => {
    const asked = { status: 'needs_context', requestedDomMode: 'hybrid', reason: 'which is blue?' } as const;
    const { rounds, request, sent } = await run([asked, { action: 'click(12)' }]);
    expect(rounds).toEqual([
      { round: 1, mode: 'hybrid', artifacts: ['skeletonDom', 'screenshot'], reason: 'which is blue?', missing: [] },
    ]);
    expect(request).toBe(sent[1]);
    expect(request.screenshot).toBe('bmV3');
  });

  it('000-38 T000-5 is over after two rounds, however often more is asked for', async () => {
    const { sent, captured, rounds, isExhausted, response } = await run([
      { status: 'needs_context', requestedDomMode: 'skeleton', reason: 'one' },
      { status: 'needs_full_dom', reason: 'two' },
      { status: 'needs_context', needsScreenshot: true, action: 'click(12)', reason: 'three' },
    ]);
    expect(MAX_ROUNDS).toBe(2);
    expect([sent.length, captured.length, isExhausted]).toEqual([3, 2, true]);
    expect(rounds.map(({ reason }) => reason)).toEqual(['one', 'two']);
    expect(response.action).toBe('click(12)');
    expect(sent.map(heavyIn)).toEqual([[], ['skeletonDom'], ['skeletonDom', 'dom']]);
  });

  it('T000-4 the task that a round names is kept in the next one', async () => {
    const { sent } = await run([
      { taskId: 't1', requestedDomMode: 'skeleton' },
      { requestedDomMode: 'full' },
      { action: 'x' },
    ]);
    expect(sent.map(({ taskId }) => taskId)).toEqual([undefined, 't1', 't1']);
  });

  it('says what could not be taken', async () => {
    const { rounds } = await run([{ requestedDomMode: 'hybrid' }, {}], { skeletonDom: '' });
    expect(rounds[0]?.missing).toEqual(['screenshot']);
  });

  it('both sides together come to an end on every kind of query', async () => {
    for (const query of ['how many red icons are there?', 'click the blue button', 'press Save']) {
      const { isExhausted, request } = await negotiate(
        { ask: (state) => wantsMore(state) ?? { action: 'click(12)' }, capture: () => taken },
        { ...first, query },
      );
      expect(isExhausted).toBe(false);
      expect(problemsWriting('page_state_request', request)).toEqual([]);
    }
  });
});

describe('reading a request', () => {
  it('000-36 takes both names of the semantic mode, and a dom that is missing or empty', () => {
    for (const domMode of ['semantic', 'semantic_v3'] as const)
      for (const dom of [undefined, '', null]) {
        const read = readRequest(JSON.parse(JSON.stringify({ ...first, domMode, dom })));
        expect(read).toMatchObject({ ok: true, request: { domMode: 'semantic_v3' } });
        if (read.ok) expect(wantsMore(read.request)).toBeNull();
      }
    expect(readRequest({ ...first, interactiveTree: [] })).toMatchObject({
      ok: false,
      problems: [{ pointer: '/interactiveTree' }],
    });
    for (const odd of [null, 5, 'x', []]) expect(readRequest(odd).ok).toBe(false);
  });
});

describe('with a real page', () => {
  const { eyesAt, eyesOn } = useBrowser();

  it('000-1 000-2 000-3 000-4 000-7 000-8 000-9 the first request is the tree and nothing heavier', async () => {
    const { raw } = await lookAt(await eyesAt(pathToFileURL(`${root}fixtures/sites/netflix/account.html`).href));
    const state = pageStateRequest(raw, project(raw), { query: 'cancel netflix', mode: 'semantic', tabId: 1 });
    expect(state).toMatchObject({
      domMode: 'semantic_v3',
      query: 'cancel netflix',
      pageTitle: 'Account - Netflix',
      viewport: { width: 1280, height: 800 },
    });
    expect(state.url).toMatch(/account\.html$/);
    expect(state.interactiveTree.length).toBeGreaterThan(10);
    expect(heavyIn(state)).toEqual([]);
    expect(wantsMore({ ...state, query: 'cancel my netflix account' })).toBeNull();
  });

  it('000-1 a page without elements has a tree all the same; 000-31 its structure is asked for', async () => {
    const { raw } = await lookAt(await eyesOn('<title>Bare</title><p>text'));
    const state = pageStateRequest(raw, project(raw), { query: 'go on', mode: 'semantic', tabId: 1 });
    expect(state.interactiveTree).toHaveLength(1);
    expect(wantsMore(state)).toMatchObject({
      requestedDomMode: 'skeleton',
      reason: expect.stringMatching(/no element/),
    });
  });

  it('000-22 000-26 000-31 twins lead to a skeleton of the same tree, a colour to a JPEG with its own hash', async () => {
    const html = readFileSync(`${root}fixtures/pages/list.html`, 'utf8');
    const eyes = await eyesOn(html);
    const { raw, png } = await lookAt(eyes);
    const projection = project(raw);
    const start = pageStateRequest(raw, projection, {
      query: 'Delete the invoice of Globex',
      mode: 'semantic',
      tabId: 1,
    });
    const capture = ({ artifacts }: Wanted): Artifacts => ({
      ...(artifacts.includes('skeletonDom') ? { skeletonDom: skeletonDom(raw, projection) } : {}),
      ...(artifacts.includes('screenshot') ? { picture: hybridPicture(png) } : {}),
    });
    const ask = (request: PageStateRequest): PageStateResponse => wantsMore(request) ?? { action: 'click(5)' };
    const twins = await negotiate({ ask, capture }, start);
    expect(twins.rounds.map(({ mode }) => mode)).toEqual(['skeleton']);
    for (const { i } of start.interactiveTree) expect(twins.request.skeletonDom).toContain(`data-llm-id="${i}"`);
    const colour = await negotiate({ ask, capture }, { ...start, query: 'press the red one' });
    expect(colour.rounds.map(({ mode }) => mode)).toEqual(['hybrid']);
    expect(colour.request).toMatchObject({ domMode: 'hybrid', screenshotHash: hybridPicture(png).hash });
    expect(
      Buffer.from(colour.request.screenshot ?? '', 'base64')
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('ffd8ff');
    expect(problemsWriting('page_state_request', colour.request)).toEqual([]);
  });
});

describe('whether the model sees the picture', () => {
  const quiet: VisionFacts = {
    isFirst: false,
    isExplicitSnapshot: false,
    isCheckpoint: false,
    targetWasObscured: false,
    hadNoEffect: false,
    negotiatedHybrid: false,
  };

  it('auto shows it for each of the reasons and not without one; always and never are what they say', () => {
    expect(visionFor('auto', quiet)).toBe(false);
    for (const reason of Object.keys(quiet)) {
      const facts = { ...quiet, [reason]: true };
      expect(visionFor('auto', facts)).toBe(true);
      expect(visionFor('never', facts)).toBe(false);
    }
    expect(visionFor('always', quiet)).toBe(true);
  });
});
