import { drawnParent, shadowOf } from './geometry.js';
import { belongsTo } from './hits.js';
import { elementOf } from './identity.js';
import { attr, documentOf, fold, formActionOf, isConnected, tagOf, textOf, viewOf } from './safe.js';

/**
 * A watch over the one element that is about to be clicked. The mouse is aimed at a point; what lies there when the
 * button goes down is the page's to decide. So every event of the click is checked before the page hears of it, and one
 * that would hit something else, or something that has become something else, goes nowhere.
 */
const GUARDED = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const;

export type BlockReason = 'elsewhere' | 'changed' | 'gone';

export interface GuardReport {
  /** Any event of the click came to the document at all. */
  heard: boolean;
  /** The button went down on the element. */
  pressed: boolean;
  /** The element was clicked. */
  clicked: boolean;
  blocked?: { event: string; reason: BlockReason; by?: number };
}

interface Armed extends GuardReport {
  element: Element;
  print: string;
  blocker?: Element;
}

let armed: Armed | null = null;

export function arm(handle: number): void {
  const element = elementOf(handle);
  if (!element) return;
  armed = { element, print: printOf(element), heard: false, pressed: false, clicked: false };
  guardWindow(window);
  const view = viewOf(documentOf(element));
  if (view && view !== window) guardWindow(view);
}

/** Adds what is not there: `document.open()` takes every listener away. */
export function guardWindow(view: Window): void {
  for (const type of GUARDED) view.addEventListener(type, check, { capture: true });
  view.addEventListener('pointerlockchange', freePointer, { capture: true });
}

/** A page that locks the mouse up would get every click, wherever it is aimed. */
function freePointer({ target }: Event): void {
  if (target instanceof Document) Document.prototype.exitPointerLock.call(target);
}

export function disarm(describe: (element: Element) => number): GuardReport | null {
  const report = armed;
  armed = null;
  if (!report) return null;
  const { heard, pressed, clicked, blocked, blocker } = report;
  const by = blocker && isConnected(blocker) ? { by: describe(blocker) } : {};
  return { heard, pressed, clicked, ...(blocked ? { blocked: { ...blocked, ...by } } : {}) };
}

function check(event: Event): void {
  if (!armed || !event.isTrusted) return;
  const hit = event.composedPath()[0];
  // The same event passes the window of every document around it only if it was meant for that one.
  if (!hit || !('nodeType' in hit)) return;
  armed.heard = true;
  const reason = armed.blocked ? armed.blocked.reason : whyBlock(armed, event.type, hit as Element);
  if (!reason) {
    if (event.type === 'mousedown') armed.pressed = true;
    if (event.type === 'click') armed.clicked = true;
    return;
  }
  event.stopImmediatePropagation();
  event.preventDefault();
  if (armed.blocked) return;
  armed.blocked = { event: event.type, reason };
  if (reason === 'elsewhere') armed.blocker = hit as Element;
}

function whyBlock({ element, print, pressed }: Armed, type: string, hit: Element): BlockReason | null {
  const isReleased = pressed && type !== 'click';
  // The button has to come up again wherever it is: pages that follow the mouse would think it still down.
  if (isReleased) return null;
  if (!isConnected(element)) return pressed && !isHeld(hit) ? null : 'gone';
  if (!reaches(hit, element)) return pressed && isAround(hit, element) ? null : 'elsewhere';
  return printOf(element) === print ? null : 'changed';
}

/** A list that closes as the button goes down leaves its click to whatever is around it: harmless unless it is a control. */
function isHeld(hit: Element): boolean {
  for (let at: Element | null = hit; at; at = drawnParent(at)) {
    if (/^(?:a|button|input|select|textarea|summary|label|option)$/.test(tagOf(at)) || attr(at, 'role') === 'button')
      return true;
  }
  return false;
}

function isAround(hit: Element, element: Element): boolean {
  for (let at: Element | null = element; at; at = drawnParent(at)) if (at === hit) return true;
  return false;
}

/** From outside a closed shadow root, an event names its host. */
function reaches(hit: Element, element: Element): boolean {
  return belongsTo(hit, element) || (shadowOf(hit) !== null && isAround(hit, element));
}

/** What a person, or whoever approved the click, goes by. */
function printOf(element: Element): string {
  const form = (element as HTMLInputElement).form ?? null;
  const { href, value } = element as { href?: unknown; value?: unknown };
  const isButton = tagOf(element) === 'button' || /^(?:submit|button|reset|image)$/.test(attr(element, 'type') ?? '');
  return JSON.stringify([
    tagOf(element),
    fold(textOf(element), 500),
    attr(element, 'aria-label'),
    attr(element, 'title'),
    attr(element, 'type'),
    typeof href === 'string' ? href : attr(element, 'href'),
    isButton ? String(value ?? '') : '',
    attr(element, 'formaction'),
    form ? [formActionOf(form), attr(form, 'method')] : null,
  ]);
}
