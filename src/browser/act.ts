import type { RawNode } from '../page/raw.js';
import { type Capture, type Process, processOf } from './capture.js';
import { withDeadline } from './deadline.js';
import type { Eyes } from './eyes.js';
import { ask, askHere, contextOf, type World } from './world.js';

export type ActError = 'element_disabled' | 'element_obscured' | 'element_not_visible' | 'action_failed';

/** Whether the page was touched decides everything that follows: what was dispatched is never done again. */
export type Acted =
  | { ok: true; dispatched: boolean }
  | { ok: false; dispatched: boolean; error: ActError; message: string };

const ACT_LIMIT_MS = 2_000;
const SCROLL_LIMIT_MS = 1_000;

/** Why an element cannot be acted on as it is now; null when it can. Found by looking, before anything is dispatched. */
export function whyNot(node: RawNode): { error: ActError; message: string } | null {
  if (node.disabled) return { error: 'element_disabled', message: 'it is disabled' };
  if (node.inView === 'none')
    return { error: 'element_not_visible', message: 'it is outside the viewport; scroll to it first' };
  if (node.occluded || !node.freePoint) {
    return { error: 'element_obscured', message: `it is covered by ${node.coveredBy ?? 'something else'}` };
  }
  return null;
}

/** A real click of the mouse at a point that reaches the element. */
export async function click(eyes: Eyes, node: RawNode): Promise<Acted> {
  const problem = whyNot(node);
  if (problem || !node.freePoint) return refused(problem);
  const { x, y } = node.freePoint;
  await withDeadline('clicking', ACT_LIMIT_MS, eyes.page.mouse.click(x, y));
  return { ok: true, dispatched: true };
}

export interface FillOptions {
  value: string;
  /** Replace what is there; else the text goes behind it. */
  clear: boolean;
}

/**
 * Text the way a person would enter it: into the focused field, in one piece; letter by letter where a page only
 * listens to keys. Dates, times, colours and sliders are set as their pickers would.
 */
export async function fill(eyes: Eyes, capture: Capture, node: RawNode, { value, clear }: FillOptions): Promise<Acted> {
  const problem = fillProblem(node);
  if (problem) return refused(problem);
  const place = processOf(capture, node);
  const before = node.secret ? null : (node.value ?? '');
  return withDeadline('filling', ACT_LIMIT_MS, enter(eyes, place, node.handle, value, clear, before));
}

function fillProblem(node: RawNode): { error: ActError; message: string } | null {
  if (node.readonly) return { error: 'action_failed', message: 'it can only be read' };
  const problem = whyNot(node);
  // A field under its own label or icon is filled through the focus, not through the mouse.
  return problem?.error === 'element_obscured' ? null : problem;
}

async function enter(
  eyes: Eyes,
  place: Process,
  handle: number,
  value: string,
  clear: boolean,
  before: string | null,
): Promise<Acted> {
  const { kind } = await tell<{ kind: 'keys' | 'value' | 'none' }>(place, `prepareFill(${handle}, ${clear})`);
  if (kind === 'none') return refused({ error: 'action_failed', message: 'it takes no text' });
  if (kind === 'value') return setWhole(place, handle, value);
  const { keyboard } = eyes.page;
  if (value === '') await keyboard.press('Delete');
  else await keyboard.insertText(value);
  const expected = clear ? value : before === null ? null : before + value;
  if (expected !== null && !(await holds(place, handle, expected))) {
    // The page did not take it in one piece: once more from an empty field, key by key.
    await tell(place, `prepareFill(${handle}, true)`);
    await keyboard.press('Delete');
    await keyboard.type(expected);
  }
  return { ok: true, dispatched: true };
}

async function setWhole(place: Process, handle: number, value: string): Promise<Acted> {
  const isSet = await tell<boolean>(place, `setValue(${handle}, ${JSON.stringify(value)})`);
  if (isSet) return { ok: true, dispatched: true };
  const message = `it does not take ${JSON.stringify(value)}; dates are written 2026-11-18, times 14:30`;
  return { ok: false, dispatched: true, error: 'action_failed', message };
}

/** Whether a field holds exactly this; secrets are compared inside the page. */
export function holdsValue(capture: Capture, node: RawNode, expected: string): Promise<boolean> {
  return holds(processOf(capture, node), node.handle, expected);
}

function holds(place: Process, handle: number, expected: string): Promise<boolean> {
  return tell<boolean>(place, `holdsValue(${handle}, ${JSON.stringify(expected)})`);
}

export type Scroll = { direction: 'up' | 'down' | 'top' | 'bottom'; amount: number };

/** True when something moved. */
export async function scrollPage({ main }: Eyes, scroll: Scroll): Promise<boolean> {
  const { documentId } = await fresh(main);
  const work = askHere<boolean>(main, documentId, `scrollBy(${JSON.stringify(scroll)})`);
  return withDeadline('scrolling', SCROLL_LIMIT_MS, work);
}

/** The document that is there now, whichever was looked at last. */
async function fresh(world: World): Promise<{ documentId: string }> {
  await withDeadline('asking the page', SCROLL_LIMIT_MS, ask(world, 'state()'));
  return contextOf(world);
}

/** From the inside out: a frame that is out of view itself has to come along. */
export async function scrollIntoView(capture: Capture, node: RawNode): Promise<void> {
  let place = processOf(capture, node);
  let { handle } = node;
  for (;;) {
    await withDeadline('scrolling', SCROLL_LIMIT_MS, tell<boolean>(place, `bringIntoView(${handle})`));
    if (place.outer < 0) return;
    handle = place.owner;
    place = capture.processes[place.outer] as Process;
  }
}

function tell<T>({ world, documentId }: Process, call: string): Promise<T> {
  return askHere<T>(world, documentId, call);
}

function refused(problem: { error: ActError; message: string } | null): Acted {
  const { error, message } = problem ?? { error: 'action_failed' as const, message: 'no point of it can be reached' };
  return { ok: false, dispatched: false, error, message };
}
