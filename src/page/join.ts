import { cleanText, cleanValue } from './cleanText.js';
import { MAX_DOM } from './domHash.js';
import type { RawFrame, RawNode, RawPage, RawPart } from './raw.js';

/** A process's part of the page, and what other processes draw inside its iframes. */
export interface Part {
  part: RawPart;
  process: number;
  inner: { node: number; tree?: Part; unreachable?: string }[];
}

/** One page out of the parts: frames numbered through, their elements after the iframe that holds them. */
export function joinParts(root: Part): RawPage {
  return cleanPage(join(root));
}

function join({ part, process, inner }: Part): RawPage {
  const { remote: _, suspects: __, documentId: ___, depth: ____, ...page } = part;
  let joined: RawPage = { ...page, frames: page.frames.map((frame) => ({ ...frame, process })) };
  // From the last to the first, so that positions before the one at hand stay as they are.
  for (const { node, tree, unreachable } of [...inner].sort((a, b) => b.node - a.node)) {
    const owner = joined.nodes[node];
    if (!owner) continue;
    if (tree) joined = insert(joined, node, join(tree));
    else {
      const frame: RawFrame = { index: joined.frames.length, url: '', parent: owner.frame, owner: node, process };
      joined.frames.push({ ...frame, unreachable: unreachable ?? 'unknown' });
      joined.truncated.push(`a frame could not be looked at: ${unreachable}`);
    }
  }
  return joined;
}

function insert(outer: RawPage, owner: number, inner: RawPage): RawPage {
  const at = owner + 1;
  const count = inner.nodes.length;
  const firstFrame = outer.frames.length;
  const shift = (position: number): number => (position >= at ? position + count : position);
  const parentFrame = outer.nodes[owner]?.frame ?? 0;
  const ownerId = outer.nodes[owner]?.vaultyId;
  const innerNodes: RawNode[] = inner.nodes.map((node) => ({
    ...node,
    frame: node.frame + firstFrame,
    parent: node.parent < 0 ? owner : node.parent + at,
    vaultyId: `${ownerId}/${node.vaultyId}`,
  }));
  const outerNodes = outer.nodes.map((node) => ({ ...node, parent: shift(node.parent) }));
  return {
    ...outer,
    nodes: [...outerNodes.slice(0, at), ...innerNodes, ...outerNodes.slice(at)],
    texts: [
      ...outer.texts.map((text) => ({ ...text, before: shift(text.before), parent: shift(text.parent) })),
      ...inner.texts.map((text) => ({
        ...text,
        before: text.before + at,
        parent: text.parent < 0 ? owner : text.parent + at,
        frame: text.frame + firstFrame,
      })),
    ].sort((a, b) => a.before - b.before),
    frames: [
      ...outer.frames.map((frame) => ({ ...frame, owner: shift(frame.owner) })),
      ...inner.frames.map((frame) => ({
        ...frame,
        index: frame.index + firstFrame,
        parent: frame.parent < 0 ? parentFrame : frame.parent + firstFrame,
        owner: frame.parent < 0 ? owner : frame.owner + at,
      })),
    ],
    scrollables: [
      ...outer.scrollables.map((one) => ({ ...one, node: shift(one.node) })),
      ...inner.scrollables.map((one) => ({
        ...one,
        node: one.node < 0 ? -1 : one.node + at,
        frame: one.frame + firstFrame,
      })),
    ],
    messages: [...outer.messages, ...inner.messages],
    recentEvents: [...outer.recentEvents, ...inner.recentEvents].slice(-10),
    outOfView: {
      above: outer.outOfView.above + inner.outOfView.above,
      below: outer.outOfView.below + inner.outOfView.below,
      elsewhere: outer.outOfView.elsewhere + inner.outOfView.elsewhere,
    },
    secretBoxes: [...outer.secretBoxes, ...inner.secretBoxes],
    truncated: [...outer.truncated, ...inner.truncated],
    ...(outer.dom === undefined ? {} : { dom: `${outer.dom}${inner.dom ?? ''}`.slice(0, MAX_DOM) }),
    registryVersion: outer.registryVersion + inner.registryVersion,
    changes: outer.changes + inner.changes,
  };
}

/** Strings that came from a page never carry control or direction characters any further than this. */
function cleanPage(page: RawPage): RawPage {
  return {
    ...page,
    title: cleanText(page.title),
    nodes: page.nodes.map(cleanNode),
    texts: page.texts.map((text) => ({ ...text, text: cleanText(text.text) })),
    scrollables: page.scrollables.map((one) => ({ ...one, name: cleanText(one.name) })),
    messages: page.messages.map((message) => ({ ...message, text: cleanText(message.text) })),
    recentEvents: page.recentEvents.map(cleanText),
    ...(page.dom === undefined ? {} : { dom: cleanValue(page.dom) }),
  };
}

export function cleanNode(node: RawNode): RawNode {
  const value = node.value === undefined ? {} : { value: cleanValue(node.value) };
  return { ...(cleanStrings(node) as RawNode), ...value };
}

function cleanStrings(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanStrings);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleanStrings(inner)]));
}
