import type { RawNode } from '../page/raw.js';
import { isProblem, type Problem, readyToFill, refused, whyNot } from './act.js';
import { type Capture, type Process, processOf } from './capture.js';
import type { Acted } from './driver.js';
import { type Eyes, takeTurn } from './eyes.js';
import { probeElement } from './probe.js';
import { askHere } from './world.js';

export interface FillOptions {
  value: string;
  /** Replace what is there; else the text goes behind it. */
  clear: boolean;
  /** Press Enter afterwards. */
  submit: boolean;
}

const FILLABLE: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'slider']);

/**
 * Text the way a person would enter it: into the focused field, in one piece; letter by letter where a page only
 * listens to keys. Dates, times, colours and sliders are set as their pickers would.
 */
export async function fill(eyes: Eyes, capture: Capture, node: RawNode, options: FillOptions): Promise<Acted> {
  const touch = takeTurn(eyes);
  const now = await readyToFill(capture, node);
  if (isProblem(now)) return refused(now);
  const problem = fillProblem(now);
  if (problem) return refused(problem);
  const place = processOf(capture, node);
  const { value, clear } = options;
  const { kind, focused } = await tell<Prepared>(place, `prepareFill(${node.handle}, ${clear})`);
  if (kind === 'none') return refused(noText(now));
  if (!focused) return refused({ error: 'action_failed', message: 'the page takes the focus away from it' });
  // What is in it already; unknown where it is secret or too long to be told whole.
  const known = clear ? '' : now.secret || (now.value?.length ?? 0) >= LONG ? null : (now.value ?? '');
  touch();
  const acted = kind === 'value' ? await setWhole(place, now, value) : await enter(eyes, place, now, value, known);
  if (!acted.ok) return acted;
  const read = { value: await readBack(capture, node, value, known) };
  if (options.submit) await eyes.page.keyboard.press('Enter');
  return { ...acted, read };
}

const LONG = 1_000;

type Prepared = { kind: 'keys' | 'value' | 'none'; focused: boolean };

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

async function enter(eyes: Eyes, place: Process, node: RawNode, value: string, known: string | null): Promise<Acted> {
  const { keyboard } = eyes.page;
  if (value !== '') await keyboard.insertText(value);
  else if (known === '') await keyboard.press('Delete');
  if (known !== null && !(await holds(place, node.handle, value))) {
    // The page did not take it in one piece: once more from an empty field, key by key.
    const { focused } = await tell<Prepared>(place, `prepareFill(${node.handle}, true)`);
    if (focused) {
      await keyboard.press('Delete');
      await keyboard.type(known + value);
    }
  }
  return { ok: true, dispatched: true, read: {} };
}

async function setWhole(place: Process, node: RawNode, value: string): Promise<Acted> {
  const isSet = await tell<boolean>(place, `setValue(${node.handle}, ${JSON.stringify(value)})`);
  if (isSet) return { ok: true, dispatched: true, read: {} };
  const message = `it does not take ${JSON.stringify(value)}; dates are written 2026-11-18, times 14:30`;
  return { ok: false, dispatched: true, error: 'action_failed', message };
}

type Value = { expected: string; actual: string | null };

/** What the field holds now; a secret is compared inside the page and never told. */
async function readBack(capture: Capture, node: RawNode, value: string, known: string | null): Promise<Value> {
  if (await holds(processOf(capture, node), node.handle, value).catch(() => false)) {
    const whole = (known ?? '') + value;
    return { expected: whole, actual: whole };
  }
  const live = await probeElement(capture, node);
  if (!live.connected || !live.visible) return { expected: value, actual: null };
  return { expected: (known ?? '') + value, actual: live.node.secret ? null : (live.node.value ?? '') };
}

/** Once more when the page has come to rest: some pages put back what they do not like. */
export async function readAgain(capture: Capture, node: RawNode, acted: Extract<Acted, { ok: true }>): Promise<Acted> {
  const { value } = acted.read;
  const live = value ? await probeElement(capture, node).catch(() => null) : null;
  if (!value || !live?.connected || !live.visible || live.node.secret) return acted;
  const shown = live.node.value ?? '';
  // A text too long to be told whole was compared inside the page.
  if (shown.length >= LONG || value.expected.length >= LONG) return acted;
  return { ...acted, read: { ...acted.read, value: { ...value, actual: shown } } };
}

function holds(place: Process, handle: number, entered: string): Promise<boolean> {
  return tell<boolean>(place, `holdsValue(${handle}, ${JSON.stringify(entered)})`);
}

function tell<T>({ world, documentId }: Process, call: string): Promise<T> {
  return askHere<T>(world, documentId, call);
}
