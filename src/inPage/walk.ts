import { isDead, isOpaque, listening, mayHoldClosedRoot, ownsItsText, reasonFor } from './candidates.js';
import { Adoptions } from './children.js';
import { isNotice } from './events.js';
import type { Found, Level, Walk } from './found.js';
import {
  areaOf,
  type Box,
  documentInside,
  drawnParent,
  isApart,
  isFrame,
  type Place,
  placeInside,
  toMain,
  Views,
} from './geometry.js';
import { passFarAway } from './longLists.js';
import { isAllowed, type Modals, measure } from './measure.js';
import { findPointer, isLeaf } from './pointer.js';
import {
  fold,
  hasAttributes,
  isElement,
  nextSiblingOf,
  parentOf,
  rangeOver,
  rectOf,
  rootElementOf,
  tagOf,
  textOf,
  typeOf,
} from './safe.js';
import { Sight, seenPart } from './sight.js';

export interface WalkOptions {
  place: Place;
  deadline: number;
  maxVisited: number;
  /** Elements out of view are only counted. */
  brief: boolean;
}

const INLINE =
  /^(?:b|i|em|strong|span|small|code|u|s|sup|sub|mark|abbr|time|font|bdi|bdo|cite|q|kbd|samp|var|a|label|ins|del)$/;
const MAX_FRAMES = 60;
const MAX_TEXTS = 400;

/** Visits the page as it is drawn, without recursion: frames of this process, shadow roots and slots included. */
export function walk({ place: root, deadline, maxVisited, brief }: WalkOptions): Walk {
  const views = new Views();
  const result: Walk = {
    items: [],
    places: [root],
    remote: [],
    known: new Map(),
    framesLeftOut: 0,
    visited: 0,
    depth: 0,
    suspects: [],
    notices: [],
    passed: { above: 0, below: 0, elsewhere: 0 },
    views,
    sight: new Sight(),
  };
  const first = rootElementOf(root.document);
  if (!first) return result;
  const modals = new Map() as Modals;
  const adoptions = new Adoptions(root.document);
  let texts = 0;
  const stack: Level[] = [
    {
      next: null,
      list: [first],
      adopts: false,
      at: 0,
      element: first,
      place: root,
      parent: null,
      start: 0,
      box: null,
      met: 0,
      far: 0,
      atomic: false,
      named: false,
    },
  ];
  while (stack.length > 0) {
    const level = stack[stack.length - 1] as Level;
    const node = advance(level);
    if (!node) {
      stack.pop();
      continue;
    }
    if (!isElement(node)) {
      if (typeOf(node) === 3 && !level.named && texts < MAX_TEXTS && addText(node, level, result, modals)) texts += 1;
      continue;
    }
    if (adoptions.isElsewhere(node, level)) continue;
    result.visited += 1;
    if (result.visited >= maxVisited) result.stopped = `stopped after ${result.visited} elements`;
    else if ((result.visited & 255) === 0 && performance.now() > deadline) {
      result.stopped = `stopped for time after ${result.visited} elements`;
    }
    if (result.stopped) break;
    if (brief && passFarAway(node, level, result)) continue;
    visit(node, level, stack, result, { modals, adoptions, brief });
  }
  return result;
}

function advance(level: Level): Node | null {
  if (level.list) return level.list[level.at++] ?? null;
  const node = level.next;
  level.next = node && nextSiblingOf(node);
  return node;
}

interface Surroundings {
  modals: Modals;
  adoptions: Adoptions;
  brief: boolean;
}

function visit(element: Element, level: Level, stack: Level[], result: Walk, around: Surroundings): void {
  const { modals, adoptions, brief } = around;
  const tag = tagOf(element);
  if (isDead(element, tag)) return;
  const { place } = level;
  let reason = reasonFor(element, tag);
  if (!reason && !level.atomic && listening.has(element) && tag !== 'body' && tag !== 'html') reason = 'listener';
  let found: Found | null = null;
  let box: Box | null = null;
  if (reason) {
    if (isAllowed(element, place, modals)) found = measure(element, reason, level.parent, place, result.views, brief);
  } else if (!level.atomic && isLeaf(element)) {
    box = toMain(place, rectOf(element));
    if (!isApart(box, place.clip)) found = findPointer(element, stack, result, modals);
    if (found) reason = 'pointer';
  }
  if (found) {
    result.items.push(found);
    result.known.set(element, found);
  }
  if (mayHoldClosedRoot(element, tag) && result.suspects.length < 20) result.suspects.push(element);
  if (hasAttributes(element) && isNotice(element)) result.notices.push(element);
  if (isOpaque(element, tag)) return;
  const inner: Level = {
    ...adoptions.childrenOf(element),
    at: 0,
    element,
    place,
    parent: found ?? level.parent,
    start: result.items.length,
    box,
    met: 0,
    far: 0,
    atomic: level.atomic || (found !== null && (reason === 'role' || reason === 'pointer')),
    named: level.named || ownsItsText(element, tag, found ? reason : undefined),
  };
  if (found && isFrame(element)) enterFrame(found, inner, result, around);
  stack.push(inner);
  if (stack.length > result.depth) result.depth = stack.length;
}

function enterFrame(found: Found, inner: Level, result: Walk, { adoptions, brief }: Surroundings): void {
  const { element, place, seen } = found;
  const document = documentInside(element);
  if (!document) {
    if (areaOf(seen) > 0 || !brief) result.remote.push(found);
    inner.next = null;
    return;
  }
  if (areaOf(seen) === 0 && brief) return;
  if (result.places.length >= MAX_FRAMES) {
    result.framesLeftOut += 1;
    return;
  }
  const next = placeInside(element, place, document, result.places.length, seen);
  const body = rootElementOf(document);
  if (!body) return;
  result.places.push(next);
  adoptions.add(document);
  inner.place = next;
  inner.next = null;
  inner.list = [body];
  inner.atomic = false;
  inner.named = false;
}

function addText(node: Node, level: Level, { items, views, sight }: Walk, modals: Modals): boolean {
  const { place } = level;
  if (level.box && isApart(level.box, place.clip)) return false;
  const text = fold(textOf(node), 400);
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  const parent = parentOf(node);
  // Text put into a slot is drawn where the slot is.
  const holder = isElement(parent) && tagOf(level.element) !== 'slot' ? parent : level.element;
  const box = toMain(place, rangeOver(node));
  if (areaOf(box) === 0 || seenPart(box, place.clip).inView === 'none') return false;
  if (seenPart(box, views.inside(holder, place)).inView === 'none') return false;
  if (!sight.canRead(holder) || !isAllowed(holder, place, modals)) return false;
  let block = holder;
  for (let up = 0; up < 6 && INLINE.test(tagOf(block)); up++) block = drawnParent(block) ?? block;
  const isCell = /^t[dh]$/.test(tagOf(block));
  if (isCell) block = drawnParent(block) ?? block;
  const last = items.at(-1);
  if (last && last.text !== undefined && last.block === block) {
    last.text = `${last.text}${isCell ? ' | ' : ' '}${text}`.slice(0, 600);
  }
  if (last?.text === undefined || last.block !== block) items.push({ text, block, place, parent: level.parent });
  return true;
}
