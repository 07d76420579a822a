import { type Cover, coverFacts, forgetCovers } from './cover.js';
import { hitOf, pileAt } from './eventHits.js';
import { formFacts } from './forms.js';
import { drawnParent } from './geometry.js';
import { belongsTo } from './hits.js';
import { elementOf } from './identity.js';
import { standInFor } from './measure.js';
import { passedTo } from './passing.js';
import { controlOf, printOf } from './print.js';
import { captures, documentOf, isConnected, isDrawn, rectsOf, tagOf, viewOf } from './safe.js';

/**
 * A watch over the one element that is about to be clicked. The mouse is aimed at a point; what lies there when the
 * button goes down is the page's to decide. So every event of the click is checked before the page hears of it, and one
 * that would hit something else, or something that has become something else, goes nowhere.
 */
const GUARDED = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const;

/**
 * `changed`: it became something else. `elsewhere`: it is there, and something else is under the mouse. `replaced`: it is
 * gone, and something else is in its place. `left`: it is gone, and what lay behind it all the time is under the mouse.
 */
export type BlockReason = 'changed' | 'elsewhere' | 'replaced' | 'left';

export interface GuardReport {
  /** The page heard of the mouse, and on the element. */
  heard: boolean;
  /** The element was clicked. */
  clicked: boolean;
  blocked?: { event: string; reason: BlockReason; by?: Cover };
}

interface Armed {
  /** Null when nothing in these documents is to be clicked. */
  element: Element | null;
  /** What is clicked in its place, when it is drawn by something else. */
  shown: Element | null;
  print: string;
  control: Element | null;
  /** What the click is passed on to, with its print. */
  used: Element | null;
  usedPrint: string;
  /** What its form would send, where a human approved of just that. */
  form: string | null;
  since: number;
  heard: boolean;
  clicked: boolean;
  blocked?: { event: string; reason: BlockReason };
  blocker?: Element;
  /** What was under the mouse, from top to bottom, when the page first heard of it. */
  pile: Element[];
}

let armed: Armed | null = null;
let clickedLast: WeakRef<Element> | null = null;

/** Where the mouse was used last in this document, as far as that is still there. */
export function lastClicked(): Element | null {
  const element = clickedLast?.deref();
  return element && isConnected(element) ? element : null;
}

/** From now on clicks reach this element only, as it is now; with no element, none reaches anything. */
export function arm(handle: number | null, bindsForm = false): void {
  const element = (handle === null ? null : elementOf(handle)) ?? null;
  const print = element ? printOf(element) : '';
  const control = element ? controlOf(element) : null;
  const shown = element && (standInFor(element) ?? element);
  const form = element && bindsForm ? formPrint(element) : null;
  const rest = { used: null, usedPrint: '', form, since: performance.now(), heard: false, clicked: false, pile: [] };
  armed = { element, shown, print, control, ...rest };
  guardAll();
}

/** And on what it is passed on to, as that is now. */
export function aim(used: Element | null): void {
  if (!armed) return;
  armed.used = used;
  armed.usedPrint = used ? printOf(used) : '';
}

function formPrint(element: Element): string {
  return formFacts(element)?.hash ?? '';
}

/** Adds what is not there: `document.open()` takes every listener away, and frames come and go. */
export function guardAll(): boolean {
  inEveryWindow((view) => {
    for (const type of GUARDED) view.addEventListener(type, check, { capture: true });
    view.addEventListener('pointerlockchange', freePointer, { capture: true });
  });
  return armed !== null && (armed.heard || armed.blocked !== undefined);
}

/** A page that locks the mouse up would get every click, wherever it is aimed. */
function freePointer({ target }: Event): void {
  if (target instanceof Document) Document.prototype.exitPointerLock.call(target);
}

const MAX_FRAMES = 100;
const MAX_DEPTH = 8;

function inEveryWindow(visit: (view: Window) => void, view: Window = window, depth = 0): void {
  try {
    visit(view);
    for (let i = 0; i < Math.min(view.length, MAX_FRAMES) && depth < MAX_DEPTH; i++) {
      const inner = view[i];
      if (inner) inEveryWindow(visit, inner, depth + 1);
    }
  } catch {
    // A frame of another process: that one is guarded from inside.
  }
}

export function disarm(): GuardReport | null {
  const report = armed;
  armed = null;
  if (!report) return null;
  const { element, heard, clicked, blocked, blocker } = report;
  if (element && heard) clickedLast = new WeakRef(element);
  forgetCovers();
  const by = blocker && isConnected(blocker) ? { by: coverFacts(blocker) } : {};
  return { heard, clicked, ...(blocked ? { blocked: { ...blocked, ...by } } : {}) };
}

const UNSEEN_MS = 1_000;
const born = performance.now();
let isSeen = false;

/**
 * Until somebody has looked at it, a document that has just come must not catch a click that was meant for the last one.
 * Each document has a script of its own; they tell each other by an event whose name no page can know.
 */
export function markSeen(): void {
  const { __agentKey: key } = globalThis;
  open();
  if (key !== undefined) inEveryWindow((view) => view.dispatchEvent(new Event(key)));
}

export function listenForLooks(): void {
  const { __agentKey: key } = globalThis;
  if (key !== undefined) window.addEventListener(key, open);
}

function open(): void {
  isSeen = true;
  armed = null;
}

function shutIfUnseen(): Armed | null {
  if (isSeen || performance.now() - born > UNSEEN_MS) return null;
  arm(null);
  return armed;
}

function check(event: Event): void {
  if (!event.isTrusted) return;
  const guard = (armed && isOfThisClick(event, armed) ? armed : null) ?? shutIfUnseen();
  if (!guard) return;
  const hit = hitOf(event as MouseEvent);
  const reason = guard.blocked?.reason ?? judge(guard, event as MouseEvent, hit);
  if (reason) {
    block(guard, event as MouseEvent, reason, hit);
    return;
  }
  if (!guard.heard) guard.pile = pileAt(event as MouseEvent);
  guard.heard = true;
  if (event.type === 'click') guard.clicked = true;
}

/** What cannot be checked goes nowhere. */
function judge(guard: Armed, event: MouseEvent, hit: Element | null): BlockReason | null {
  try {
    return hit ? whyBlock(guard, event, hit) : 'elsewhere';
  } catch {
    return 'changed';
  }
}

const CLICK_MS = 5_000;

/** A guard that was left behind by a click that took too long must not stand in the way of what is done next. */
function isOfThisClick({ timeStamp }: Event, { since }: Armed): boolean {
  return timeStamp - since < CLICK_MS;
}

function block(guard: Armed, event: MouseEvent, reason: BlockReason, hit: Element | null): void {
  event.stopImmediatePropagation();
  event.preventDefault();
  if (guard.element && guard.heard && /up$/.test(event.type)) tellRelease(event, documentOf(guard.element));
  if (guard.blocked) return;
  guard.blocked = { event: event.type, reason };
  if (hit) guard.blocker = hit;
}

/** Pages that follow the mouse from the document have to hear that the button came up, or they would drag on and on. */
function tellRelease(event: MouseEvent, document: Document): void {
  const copy =
    event.type === 'pointerup'
      ? new PointerEvent(event.type, event as PointerEvent)
      : new MouseEvent(event.type, event);
  document.dispatchEvent(copy);
}

function whyBlock(guard: Armed, event: MouseEvent, hit: Element): BlockReason | null {
  const { element, shown, print, control, heard, clicked, pile } = guard;
  if (!element || !shown) return 'elsewhere';
  const isThere = isConnected(element) && isConnected(shown);
  if (isThere && (belongsTo(hit, element) || belongsTo(hit, shown))) {
    return printOf(element) === print && isUsedAsBefore(guard, hit, element) ? null : 'changed';
  }
  // A label passes its click on.
  if (clicked && hit === control && controlOf(element) === control) return null;
  if (isThere && isShown(shown)) return isHeldAround(event, hit, element) ? null : 'elsewhere';
  return heard && (isGround(hit) || pile.includes(hit) || isEqual(hit, element, print)) ? 'left' : 'replaced';
}

function isUsedAsBefore({ used, usedPrint, form, shown }: Armed, hit: Element, element: Element): boolean {
  if (form !== null && formPrint(element) !== form) return false;
  // What stands in for an element passes its clicks on in a way of its own.
  if (shown !== element) return true;
  return passedTo(hit, element) === used && (used === null || printOf(used) === usedPrint);
}

/** The page itself lies behind everything, also where nothing could reach it while a list was open. */
function isGround(hit: Element): boolean {
  return /^(?:html|body)$/.test(tagOf(hit));
}

function isShown(element: Element): boolean {
  return viewOf(documentOf(element)) !== null && rectsOf(element).length > 0 && isDrawn(element);
}

/** Who drags things around lets what holds them have the rest of the mouse's events. */
function isHeldAround(event: MouseEvent, hit: Element, element: Element): boolean {
  if (event.type !== 'pointerup' || !captures(hit, (event as PointerEvent).pointerId)) return false;
  for (let at: Element | null = element; at; at = drawnParent(at)) if (at === hit) return true;
  return false;
}

/** Lists that are drawn anew put an equal element in the place of the one that was there. */
function isEqual(hit: Element, element: Element, print: string): boolean {
  let at: Element | null = hit;
  for (let level = 0; at && level < 10; level++, at = drawnParent(at)) {
    if (tagOf(at) === tagOf(element) && printOf(at) === print) return true;
  }
  return false;
}
