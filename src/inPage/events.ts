import type { RawMessage } from '../page/raw.js';
import { fillKindOf } from './fillKind.js';
import { areaOf } from './geometry.js';
import { attr, closest, find, fold, has, isElement, matches, rectOf, tagOf, textOf } from './safe.js';
import { cleaned } from './secrets.js';
import type { Sight } from './sight.js';

const BUFFER = 50;
const LIFE_MS = 5_000;
const NODES_PER_BATCH = 40;

/** Things that speak up: alerts, toasts, live regions, validation texts. */
const NOTICES = [
  ...['[role=alert]', '[role=status]', '[role=alertdialog]', '[aria-live=polite]', '[aria-live=assertive]'],
  ...['toast', 'notification', 'snackbar', 'alert', 'flash', 'error', 'success', 'warning', 'invalid-feedback'].map(
    (word) => `[class*="${word}" i]`,
  ),
].join(', ');
const ERROR =
  /\b(?:error|errors|invalid|failed|failure|denied|wrong|incorrect|unable|could not|required|danger|fehler|erreur)\b/i;
const SUCCESS =
  /\b(?:success|successful|successfully|saved|done|complete|completed|updated|confirmed|thank you|erfolg)\b/i;

interface Entry {
  text: string;
  at: number;
}

const buffer: Entry[] = [];
const watched = new WeakSet<Node>();

/** Counts of what happened since this document began; signs are what a person sees happen without any mutation. */
export const counts = { mutations: 0, added: 0, removed: 0, signs: 0 };

export function changesSoFar(): number {
  return counts.mutations + counts.signs;
}

const SIGNS = ['input', 'change', 'focusin', 'scroll'] as const;

/** Starts to listen to a document or shadow root; may be called again and again. */
export function watch(root: Node): void {
  // Added anew each time, which changes nothing where they are: `document.open()` takes every listener away.
  for (const type of SIGNS) root.addEventListener(type, noteSign, { capture: true, passive: true });
  if (watched.has(root)) return;
  watched.add(root);
  new MutationObserver(note).observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: WATCHED_ATTRIBUTES,
  });
}

/** A box that is ticked, a field that takes text now, a page that scrolls: none of them changes the document. */
function noteSign({ type, target, isTrusted }: Event): void {
  if (!isTrusted) return;
  // The mouse puts the focus on whatever it presses; that alone is no effect.
  if (type === 'focusin' && !(isElement(target as Node | null) && fillKindOf(target as Element) === 'keys')) return;
  counts.signs += 1;
  changeNow();
}

const WATCHED_ATTRIBUTES = [
  ...['class', 'style', 'hidden', 'disabled', 'open', 'href', 'value', 'role', 'tabindex', 'checked', 'selected'],
  ...['aria-expanded', 'aria-checked', 'aria-selected', 'aria-pressed', 'aria-hidden', 'aria-disabled', 'aria-label'],
  ...['aria-invalid', 'aria-busy', 'type', 'readonly', 'inert', 'contenteditable', 'src', 'alt', 'title', 'name', 'id'],
];

let lastChange = 0;

/**
 * Resolves when the document has not changed for a while, or when that takes too long. The first frames are waited for
 * in any case: what a click started is drawn then. A hidden page draws none, so a timer stands beside them.
 */
export async function quiet(quietMs: number, maxMs: number): Promise<{ quiet: boolean; changes: number }> {
  const end = performance.now() + maxMs;
  await nextFrame();
  await nextFrame();
  for (;;) {
    const still = performance.now() - lastChange;
    if (still >= quietMs) return { quiet: true, changes: changesSoFar() };
    if (performance.now() >= end) return { quiet: false, changes: changesSoFar() };
    await new Promise((resolve) =>
      setTimeout(resolve, Math.min(quietMs - still + 1, Math.max(1, end - performance.now()))),
    );
  }
}

let waiting: (() => void)[] = [];

function changeNow(): void {
  lastChange = performance.now();
  for (const tell of waiting) tell();
  waiting = [];
}

/** Resolves as soon as there were other changes than these many, or than those up to now; or else after a while. */
export async function changed(since: number | null, maxMs: number): Promise<boolean> {
  const before = since ?? changesSoFar();
  if (changesSoFar() === before) {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      setTimeout(resolve, maxMs);
    });
  }
  return changesSoFar() !== before;
}

export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(resolve, 50);
  });
}

function note(records: MutationRecord[]): void {
  counts.mutations += records.length;
  changeNow();
  let looked = 0;
  for (const record of records) {
    counts.added += record.addedNodes.length;
    counts.removed += record.removedNodes.length;
    if (looked >= NODES_PER_BATCH) continue;
    if (record.type === 'childList') {
      for (const node of record.addedNodes) {
        if (looked++ >= NODES_PER_BATCH) break;
        noteNode(isElement(node) ? node : record.target);
      }
    } else if (record.type === 'characterData') {
      looked += 1;
      noteNode(record.target.parentNode);
    } else if (isElement(record.target)) {
      looked += 1;
      noteAttribute(record.target, record.attributeName ?? '');
    }
  }
}

function noteNode(node: Node | null): void {
  if (!isElement(node)) return;
  const notice = closest(node, NOTICES) ?? find(node, NOTICES);
  if (notice) remember(textOf(notice));
}

function noteAttribute(target: Element, name: string): void {
  if (name === 'aria-invalid' && attr(target, name) === 'true') remember(`${nameFor(target)} is marked invalid`);
  else if (name === 'disabled' && isSeenControl(target)) {
    remember(`${nameFor(target)} became ${has(target, name) ? 'disabled' : 'enabled'}`);
  }
  if (name === 'class' || name === 'style' || name === 'hidden') {
    // A message that was there all along and is shown now.
    if (matches(target, NOTICES) && rectOf(target).height > 0) remember(textOf(target));
  }
}

function isSeenControl(target: Element): boolean {
  return matches(target, 'button, input') && areaOf(rectOf(target)) > 0;
}

function nameFor(target: Element): string {
  const name = attr(target, 'aria-label') ?? attr(target, 'name') ?? attr(target, 'id') ?? fold(textOf(target), 40);
  return `${tagOf(target)} "${fold(name, 40)}"`;
}

function remember(text: string | null): void {
  const line = cleaned(text, 200);
  if (line.length < 3 || buffer.at(-1)?.text === line) return;
  buffer.push({ text: line, at: performance.now() });
  if (buffer.length > BUFFER) buffer.shift();
}

/** What was said in the last seconds, each once, newest last. */
export function recentEvents(): string[] {
  const since = performance.now() - LIFE_MS;
  const texts = buffer.filter(({ at }) => at >= since).map(({ text }) => text);
  return texts.filter((text, index) => texts.indexOf(text, index + 1) === -1).slice(-10);
}

const NOTICE_CLASS = /toast|notification|snackbar|alert|flash|error|success|warning|invalid-feedback/i;

/** Cheap enough to ask of every element. */
export function isNotice(element: Element): boolean {
  if (has(element, 'class') && NOTICE_CLASS.test(attr(element, 'class') ?? '')) return true;
  if (has(element, 'role') && /^(?:alert|status|alertdialog)$/.test(attr(element, 'role') ?? '')) return true;
  return has(element, 'aria-live') && attr(element, 'aria-live') !== 'off';
}

/** Alerts, status lines and validation texts that a person sees now. */
export function messages(notices: Element[], sight: Sight): RawMessage[] {
  const found: RawMessage[] = [];
  for (const notice of notices.slice(0, 60)) {
    if (found.length >= 8) break;
    const text = areaOf(rectOf(notice)) > 0 ? cleaned(sight.textInside(notice, 400).text, 401) : '';
    // A class like "error-boundary" around half the page is no message.
    if (text.length < 3 || text.length > 300 || found.some((other) => other.text.includes(text))) continue;
    found.push({ kind: kindOf(notice, text), text: text.slice(0, 200) });
  }
  return found;
}

function kindOf(notice: Element, text: string): RawMessage['kind'] {
  const words = `${attr(notice, 'class') ?? ''} ${text}`.replace(/[-_]/g, ' ');
  if (ERROR.test(words)) return 'error';
  return SUCCESS.test(words) ? 'success' : 'info';
}
