import type { CaptureOptions, OutOfView, RawNode, RawPart, RawScrollable, RawText } from '../page/raw.js';
import { listening } from './candidates.js';
import { forgetCovers } from './cover.js';
import { describe } from './describe.js';
import { simplifiedDom } from './dom.js';
import { changesSoFar, messages, recentEvents, watch } from './events.js';
import { focusOf } from './focus.js';
import type { Found, Walk } from './found.js';
import { areaOf, contentBoxOf, rootPlace, scrollDepth, toMain } from './geometry.js';
import { renewHitBudget } from './hits.js';
import { forgetTheGone, handleOf } from './identity.js';
import { ownName } from './names.js';
import { dropWrappings, isFound, select, settleListeners, tellTwinsApart } from './refine.js';
import { allowAsking } from './roles.js';
import {
  attr,
  documentOf,
  fold,
  isElement,
  matches,
  rectOf,
  rootElementOf,
  scrollHeightOf,
  scrollWidthOf,
  titleOf,
  urlOf,
} from './safe.js';
import { cleaned, holdsCardNumber, isSecretField } from './secrets.js';
import { walk } from './walk.js';

let version = 0;

/** One look at the documents that this process draws. */
export function capture(options: CaptureOptions, documentId: string): RawPart {
  const started = performance.now();
  renewHitBudget();
  forgetCovers();
  allowAsking(options.trustUpTo > 0);
  const place = rootPlace(document, options);
  const brief = options.scope === 'viewport';
  const steps = walk({ place, deadline: started + options.milliseconds * 0.6, maxVisited: options.maxVisited, brief });
  settleListeners(steps);
  dropWrappings(steps);
  for (const { document: inner } of steps.places) watch(inner);
  const all = steps.items.filter(isFound);
  const wanted =
    options.scope === 'page' ? all : all.filter(({ inView, reason }) => inView !== 'none' || reason === 'frame');
  const chosen = select(wanted, options.maxNodes, options.roleRank);
  const truncated = reasons(steps);
  if (chosen.size < wanted.length) truncated.push(`${wanted.length - chosen.size} more elements were left out`);
  const parts = describeAll(steps, chosen, options, started + options.milliseconds, truncated);
  version += 1;
  forgetTheGone();
  return {
    url: location.href,
    title: cleaned(titleOf(document), 500),
    viewport: viewportOf(),
    frames: steps.places.map(({ document: inner, index, parent, owner }) => ({
      index,
      url: urlOf(inner),
      parent: parent?.index ?? -1,
      process: 0,
      owner: owner ? parts.found.findIndex(({ element }) => element === owner) : -1,
    })),
    nodes: parts.nodes,
    texts: parts.texts,
    scrollables: scrollables(steps, parts.found),
    messages: messages(steps.notices, steps.sight),
    recentEvents: recentEvents(),
    outOfView: countOutOfView(all, steps.passed),
    secretBoxes: secretBoxes(steps),
    truncated,
    ...(options.domLimit > 0 ? { dom: simplifiedDom(document, options.domLimit) } : {}),
    registryVersion: version,
    changes: changesSoFar(),
    remote: steps.remote.flatMap((found) => {
      const node = parts.found.indexOf(found);
      const { x, y, scale } = contentBoxOf(found.element, found.place);
      return node < 0 ? [] : [{ node, x, y, scale, clip: found.seen }];
    }),
    suspects: steps.suspects.map(handleOf),
    documentId,
    depth: steps.depth,
  };
}

function reasons({ stopped, passed, framesLeftOut }: Walk): string[] {
  const far = passed.above + passed.below;
  return [
    ...(stopped ? [`the page is very large: ${stopped}`] : []),
    ...(far > 0 ? [`the page is very long: about ${far} controls far away were only counted`] : []),
    ...(framesLeftOut > 0 ? [`${framesLeftOut} more frames were not looked at`] : []),
  ];
}

interface Described {
  nodes: RawNode[];
  found: Found[];
  texts: RawText[];
}

function describeAll(
  steps: Walk,
  chosen: Set<Found>,
  options: CaptureOptions,
  deadline: number,
  truncated: string[],
): Described {
  const positions = new Map<Found, number>();
  const result: Described = { nodes: [], found: [], texts: [] };
  const parentOf = (item: { parent: Found | null }): number => {
    for (let up = item.parent; up; up = up.parent) {
      const position = positions.get(up);
      if (position !== undefined) return position;
    }
    return -1;
  };
  const manner = {
    sight: steps.sight,
    // A page may have grown huge since it was surveyed.
    trustBrowser: steps.visited <= options.trustUpTo,
    focus: focusOf(),
    details: options.scope === 'page',
  };
  for (const item of steps.items) {
    if (!isFound(item)) {
      const text = cleaned(item.text, 400);
      if (text)
        result.texts.push({ before: result.nodes.length, parent: parentOf(item), frame: item.place.index, text });
    } else if (chosen.has(item)) {
      if (performance.now() > deadline) {
        truncated.push('time ran out before every element was described');
        break;
      }
      const node = describe(item, parentOf(item), manner);
      positions.set(item, result.nodes.length);
      result.nodes.push(node);
      result.found.push(item);
    }
  }
  tellTwinsApart(result.nodes, result.found, steps);
  return result;
}

function viewportOf(): RawPart['viewport'] {
  const root = rootElementOf(document);
  return {
    width: innerWidth,
    height: innerHeight,
    scrollX: Math.round(scrollX),
    scrollY: Math.round(scrollY),
    scrollWidth: root ? scrollWidthOf(root) : innerWidth,
    scrollHeight: root ? scrollHeightOf(root) : innerHeight,
  };
}

function countOutOfView(all: Found[], passed: OutOfView): OutOfView {
  const count = { ...passed };
  for (const { inView, reason, box, place } of all) {
    if (inView !== 'none' || reason === 'landmark' || reason === 'frame') continue;
    const { clip } = place;
    if (box.y + box.height <= clip.y) count.above += 1;
    else if (box.y >= clip.y + clip.height) count.below += 1;
    else count.elsewhere += 1;
  }
  return count;
}

function scrollables({ views, places }: Walk, found: Found[]): RawScrollable[] {
  return [...views.scrollers].slice(0, 12).map((element) => ({
    node: found.findIndex((item) => item.element === element),
    frame: places.findIndex((place) => place.document === documentOf(element)),
    handle: handleOf(element),
    name: cleaned(ownName(element) || fold(attr(element, 'id')) || fold(attr(element, 'class')).split(' ')[0], 60),
    ...scrollDepth(element),
  }));
}

/** Fields whose values are secret, and plain text that holds a card number. */
function secretBoxes({ items }: Walk): RawPart['secretBoxes'] {
  const boxes = items.flatMap((item) => {
    if (isFound(item)) return item.inView !== 'none' && hidesSecret(item.element) ? [item.box] : [];
    return holdsCardNumber(item.text) ? [toMain(item.place, rectOf(item.block))] : [];
  });
  return boxes.filter((box) => areaOf(box) > 0);
}

function hidesSecret(element: Element): boolean {
  if (!matches(element, 'input, textarea')) return false;
  const { value } = element as HTMLInputElement;
  return value !== '' && (isSecretField(element) || holdsCardNumber(value));
}

/** Told by the debugger: these have click listeners. Documents and windows may be among them. Says how many were news. */
export function addListeners(...targets: unknown[]): number {
  let news = 0;
  for (const element of targets.filter(isAnyElement)) {
    if (listening.has(element)) continue;
    listening.add(element);
    news += 1;
  }
  return news;
}

/** Elements of frames have prototypes of their own, so `instanceof` does not know them. */
function isAnyElement(target: unknown): target is Element {
  try {
    return isElement(target as Node);
  } catch {
    return false;
  }
}
