import type { Intent, PlaybookStep } from '../contracts/generated.js';
import { type Model, type ModelReply, type ModelRequest, NO_USAGE, type ToolUse } from '../model/model.js';
import { factsOf, holds } from '../page/conditions.js';
import { buildRegistry, type Candidate, type Registry } from '../page/registry.js';
import { refOf } from '../page/snapshot.js';
import { resolveTarget } from '../resolve/resolve.js';
import { ASKED_NEXT_TIME } from '../step/outcome.js';
import type { Shown } from '../tools/tool.js';
import type { PlainStep } from './plainGoal.js';

/** What is to be done, without a model: the steps of a goal in order, or what a service knows of its pages. */
export type Part = { kind: 'steps'; steps: readonly PlainStep[] } | { kind: 'service'; steps: readonly PlaybookStep[] };

interface Wish {
  tool: 'browser_click' | 'browser_fill' | 'browser_select' | 'browser_scroll';
  target?: Intent;
  input: Record<string, unknown>;
}

/** Says what to do next from the page alone, through the same tools and the same loop; it fails openly when it is lost. */
export function playbookModel(part: Part, shown: () => Shown | null): Model {
  const next = part.kind === 'steps' ? stepper(part.steps) : servant(part.steps, shown);
  let calls = 0;
  // The wish is kept until it is carried out: finding its element may take a wider look and some scrolling.
  let wish: Wish | null = null;
  let carriedOut: Wish | null = null;
  const say = (name: string, input: Record<string, unknown>): ModelReply => {
    calls += 1;
    const call: ToolUse = { type: 'tool_use', id: `playbook-${calls}`, name, input };
    return { content: [call], stop: 'tool_use', usage: NO_USAGE };
  };
  const giveUp = (reason: string): ModelReply => say('complete_task', { status: 'failed', reason });
  return {
    name: 'playbook',
    async ask(request) {
      const last = lastCall(request);
      const hasSeenAll = last?.name === 'get_snapshot';
      if (last?.isError) {
        if (last.feedback !== undefined) return giveUp(last.feedback);
        if (!last.wasAskedBack || carriedOut === null) return giveUp(`it does not know how to go on: ${last.words}`);
        // Once more, and the human is asked whether to answer OK.
        wish = carriedOut;
        carriedOut = null;
      } else if (wish === null) {
        const decided = next();
        if ('lost' in decided && !hasSeenAll) return say('get_snapshot', { viewport_only: false });
        if ('lost' in decided) return giveUp(decided.lost);
        if ('end' in decided) return say('complete_task', { ...decided.end });
        wish = decided;
      }
      const found = wish.target ? find(shown(), wish.target, wish.tool) : null;
      if (found && 'problem' in found) {
        return hasSeenAll ? giveUp(found.problem) : say('get_snapshot', { viewport_only: false });
      }
      if (found?.isOffscreen) return say('browser_scroll', { ref: found.ref });
      const { tool, input } = wish;
      [carriedOut, wish] = [wish, null];
      return say(tool, { ...input, ...(found ? { ref: found.ref } : {}) });
    },
  };
}

type Decided = Wish | { end: { status: 'success' | 'failed'; reason: string } } | { /** Nothing fits. */ lost: string };
type Next = () => Decided;

/** One after the other; all done is a claim like any other. */
function stepper(steps: readonly PlainStep[]): Next {
  let at = 0;
  return () => {
    const step = steps[at];
    at += 1;
    return step ? wishOf(step) : { end: { status: 'success', reason: `all ${steps.length} steps were carried out` } };
  };
}

function wishOf(step: PlainStep): Wish {
  switch (step.do) {
    case 'click':
      return { tool: 'browser_click', target: named(step.name), input: {} };
    case 'fill':
      return { tool: 'browser_fill', target: named(step.name), input: { value: step.value } };
    case 'select':
      return { tool: 'browser_select', target: named(step.name), input: { value: step.value } };
    case 'scroll':
      return { tool: 'browser_scroll', input: { direction: step.direction } };
  }
}

function named(name: string): Intent {
  return { text: { exact: name }, label: name };
}

/** The first step whose page this is and that was not taken on it yet; a page that comes again is another one. */
function servant(steps: readonly PlaybookStep[], shown: () => Shown | null): Next {
  const taken = new Map<string, Set<PlaybookStep>>();
  return () => {
    const view = shown()?.view;
    if (!view) return { lost: 'the page has not been looked at' };
    const { url, title } = view.raw;
    const facts = factsOf(view.raw);
    const key = `${view.document}\n${url}\n${title}`;
    const here = taken.get(key) ?? new Set();
    taken.set(key, here);
    const step = steps.find((one) => !here.has(one) && (one.when === undefined || holds(one.when, facts)));
    if (!step) return { lost: `the playbook has nothing more for the page ${JSON.stringify(title)}` };
    here.add(step);
    if (step.tool === 'complete_task') {
      return { end: { status: step.status ?? 'success', reason: step.reason ?? 'the playbook is at its end' } };
    }
    const input = step.value === undefined ? {} : { value: step.value };
    return { tool: step.tool, input, ...(step.target ? { target: step.target } : {}) };
  };
}

type Found = { ref: string; isOffscreen: boolean } | { problem: string };

/** By the resolver that replay uses: one element, or none and why. */
function find(shown: Shown | null, target: Intent, tool: Wish['tool']): Found {
  if (!shown) return { problem: 'the page has not been looked at' };
  const registry = suited(buildRegistry(shown.view.raw), tool);
  const resolution = resolveTarget(registry, { by: 'intent', ...target }, { purpose: 'read' });
  if (!resolution.ok) return { problem: resolution.error };
  const { vaultyId } = resolution.candidate;
  const index = shown.projection.nodes.findIndex((node) => node.vaultyId === vaultyId);
  if (index < 0) return { problem: `${vaultyId} is not in the snapshot` };
  return { ref: refOf(index), isOffscreen: shown.projection.nodes[index]?.inView === 'none' };
}

const SUITED: Record<Wish['tool'], (candidate: Candidate) => boolean> = {
  browser_click: () => true,
  browser_fill: ({ type }) => type === 'input' || type === 'textarea' || type === 'custom-dropdown',
  browser_select: ({ type }) => type === 'select' || type === 'custom-dropdown',
  browser_scroll: () => true,
};

/** A label beside a field has the same words; only one of the two can be filled. */
function suited(registry: Registry, tool: Wish['tool']): Registry {
  return { ...registry, candidates: registry.candidates.filter(SUITED[tool]) };
}

interface LastCall {
  name: string;
  isError: boolean;
  /** The page asked back and was told no, so nothing has happened. */
  wasAskedBack: boolean;
  /** What the human said with their no. */
  feedback?: string;
  words: string;
}

function lastCall({ messages }: ModelRequest): LastCall | null {
  const [result] = messages.at(-1)?.content ?? [];
  if (result?.type !== 'tool_result') return null;
  const use = messages.at(-2)?.content.find((block) => block.type === 'tool_use');
  const [text] = result.content;
  const words = text?.type === 'text' ? text.text : '';
  const [head = '', next = ''] = words.split('\n');
  return {
    name: use?.type === 'tool_use' ? use.name : '',
    isError: result.isError,
    wasAskedBack: ASKED_NEXT_TIME.has(/\((\w+)\)$/.exec(head)?.[1] ?? ''),
    ...(head.startsWith('failed: human_rejected') ? { feedback: next } : {}),
    words: firstLines(words),
  };
}

/** What the tool said, without the page around it. */
function firstLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('<page'))
    .slice(0, 2)
    .join(': ');
}
