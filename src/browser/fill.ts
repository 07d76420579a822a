import type { RawNode } from '../page/raw.js';
import { isProblem, type Problem, ready, refused, whyNot } from './act.js';
import { type Capture, type Process, processOf } from './capture.js';
import type { Acted } from './driver.js';
import { type Eyes, takeTurn } from './eyes.js';
import { probeElement } from './probe.js';
import { releaseKeys, type Typist, typistFor } from './typing.js';
import { askHere } from './world.js';

export interface FillOptions {
  value: string;
  /** Replace what is there; else the text goes behind it. */
  clear: boolean;
  /** Press Enter afterwards. */
  submit: boolean;
  beforeEnter(): Promise<void>;
}

const FILLABLE: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'slider']);

/**
 * Text the way a person would enter it: into the focused field, in one piece; letter by letter where a page only
 * listens to keys. Dates, times, colours and sliders are set as their pickers would.
 */
export async function fill(
  eyes: Eyes,
  capture: Capture,
  node: RawNode,
  options: FillOptions,
  limitMs: number,
): Promise<Acted> {
  const end = performance.now() + limitMs;
  const touch = takeTurn(eyes);
  const now = await ready(capture, node);
  if (isProblem(now)) return refused(now);
  const problem = fillProblem(now);
  if (problem) return refused(problem);
  const typist = typistFor(eyes, capture, node, end, touch);
  try {
    const { kind, problem: why } = await typist.prepare(options.clear);
    if (why) return refused(kind === 'none' && why.error === 'action_failed' ? noText(now) : why);
    // What is in it already; unknown where it is secret or too long to be told whole.
    const isUnknown = (now.secret && now.value !== '') || (now.value?.length ?? 0) >= LONG;
    const known = options.clear ? '' : isUnknown ? null : (now.value ?? '');
    const wrong =
      kind === 'value'
        ? await setWhole(eyes, touch, typist, now, options.value)
        : await enter(typist, now, options, known);
    if (wrong) return wrong;
    const read = { value: await readBack(capture, node, options.value, (known ?? '') + options.value) };
    if (options.submit) await options.beforeEnter();
    if (options.submit && !(await typist.submit())) {
      const message = 'the text was entered; Enter was not pressed, because the page moved the focus elsewhere';
      return { ok: false, dispatched: true, error: 'action_failed', message };
    }
    return { ok: true, dispatched: true, read };
  } finally {
    await releaseKeys(typist);
  }
}

const LONG = 1_000;
/** Longer texts are not entered a second time: key by key they would take seconds. */
const RETYPED = 300;

function fillProblem(node: RawNode): Problem | null {
  if (!FILLABLE.has(node.role) && node.inputType === undefined && !node.multiline) return noText(node);
  if (node.readonly) return { error: 'action_failed', message: 'it can only be read' };
  const problem = whyNot(node);
  // A field under its own label or icon is filled through the focus, not through the mouse.
  return problem?.error === 'element_obscured' && !isUnderDialog(node) ? null : problem;
}

/** What a dialog lies over is not to be touched, by the keyboard either. */
function isUnderDialog({ coveredBy }: RawNode): boolean {
  return /^(?:alert)?dialog\b/.test(coveredBy ?? '');
}

function noText({ role }: RawNode): Problem {
  const hint = role === 'combobox' || role === 'listbox' ? '; choose from it with browser_select' : '';
  return { error: 'action_failed', message: `it is a ${role} and takes no text${hint}` };
}

/** Null when it went in, whatever the page made of it. */
async function enter(
  typist: Typist,
  { handle, tag }: RawNode,
  { value, clear }: FillOptions,
  known: string | null,
): Promise<Acted | null> {
  const { place } = typist;
  if (value !== '') await typist.insert(value);
  else if (clear) await typist.press('Delete');
  const astray = await typist.strayed();
  if (astray) return refused(astray);
  // An editor's own markup would not survive a second try.
  const isPlain = tag === 'input' || tag === 'textarea';
  if (known === null || (!clear && !isPlain) || (known + value).length > RETYPED) return null;
  if ((await compare(place, handle, value)) !== 'other') return null;
  // The page did not take it in one piece: once more from an empty field, key by key.
  const { problem } = await typist.prepare(true);
  if (problem) return null;
  await typist.press('Delete');
  await typist.type(known + value);
  return null;
}

async function setWhole(
  eyes: Eyes,
  touch: () => void,
  { place }: Typist,
  node: RawNode,
  value: string,
): Promise<Acted | null> {
  touch();
  if (await tell<boolean>(place, `setValue(${node.handle}, ${JSON.stringify(value)})`)) return null;
  eyes.touched = false;
  const message = `it does not take ${JSON.stringify(value)}; dates are written 2026-11-18, times 14:30`;
  return refused({ error: 'action_failed', message });
}

type Value = { expected: string; actual: string | null };

/** What the field holds now; a secret is compared inside the page and never told. */
async function readBack(capture: Capture, node: RawNode, entered: string, expected: string): Promise<Value> {
  const found = await compare(processOf(capture, node), node.handle, entered).catch(() => 'other');
  if (found === 'same') return { expected, actual: expected };
  const live = await probeElement(capture, node);
  if (!live.connected || !live.visible) return { expected, actual: null };
  const { secret, value = '' } = live.node;
  return { expected, actual: secret && value !== '' ? null : value };
}

/** Once more when the page has come to rest: some pages put back what they do not like. */
export async function readAgain(
  capture: Capture,
  node: RawNode,
  acted: Extract<Acted, { ok: true }>,
  entered: string,
): Promise<Acted> {
  const { value } = acted.read;
  if (!value) return acted;
  const { world, documentId } = processOf(capture, node);
  const now = await readBack(capture, node, entered, value.expected).catch(() => null);
  // A page that has gone on took the field with it: what it held before that stands.
  if (!now || world.current?.documentId !== documentId) return acted;
  return { ...acted, read: { ...acted.read, value: now } };
}

function compare(place: Process, handle: number, entered: string): Promise<'same' | 'alike' | 'other'> {
  return tell(place, `compareValue(${handle}, ${JSON.stringify(entered)})`);
}

function tell<T>({ world, documentId }: Process, call: string): Promise<T> {
  return askHere<T>(world, documentId, call);
}
