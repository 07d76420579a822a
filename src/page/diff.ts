import type { RawNode, RawPage } from './raw.js';
import { inert, renderNode } from './render.js';
import { type Projection, refOf } from './snapshot.js';

export interface NodeChange {
  before: RawNode;
  after: RawNode;
  /** What changed about it, each with the old value. */
  changes: { field: string; was: string; is: string }[];
}

export interface PageDiff {
  url?: { was: string; is: string };
  title?: { was: string; is: string };
  appeared: RawNode[];
  gone: RawNode[];
  changed: NodeChange[];
  texts: { appeared: string[]; gone: string[] };
}

const COMPARED = [
  ...(['role', 'name', 'value', 'checked', 'expanded', 'disabled', 'selected', 'pressed', 'busy', 'invalid'] as const),
  ...(['readonly', 'focused', 'href', 'occluded', 'text'] as const),
];

/** What is different between two looks, by the identity of elements: numbers and refs change with every look. */
export function diffPages(before: RawPage, after: RawPage): PageDiff {
  const old = new Map(before.nodes.map((node) => [node.vaultyId, node]));
  const now = new Set(after.nodes.map(({ vaultyId }) => vaultyId));
  const [oldTexts, newTexts] = [before, after].map(({ texts }) => texts.map(({ text }) => text)) as [
    string[],
    string[],
  ];
  return {
    ...(before.url === after.url ? {} : { url: { was: before.url, is: after.url } }),
    ...(before.title === after.title ? {} : { title: { was: before.title, is: after.title } }),
    appeared: after.nodes.filter(({ vaultyId }) => !old.has(vaultyId)),
    gone: before.nodes.filter(({ vaultyId }) => !now.has(vaultyId)),
    changed: after.nodes.flatMap((node) => {
      const was = old.get(node.vaultyId);
      const changes = was ? changesOf(was, node) : [];
      return was && changes.length > 0 ? [{ before: was, after: node, changes }] : [];
    }),
    texts: {
      appeared: newTexts.filter((text) => !oldTexts.includes(text)),
      gone: oldTexts.filter((text) => !newTexts.includes(text)),
    },
  };
}

function changesOf(before: RawNode, after: RawNode): NodeChange['changes'] {
  return COMPARED.flatMap((field) => {
    // The text of a named or filled element says nothing that its name or value does not.
    if (field === 'text' && (after.name !== '' || after.value !== undefined)) return [];
    const was = String(before[field] ?? '');
    const is = String(after[field] ?? '');
    return was === is ? [] : [{ field, was, is }];
  });
}

export function isEmptyDiff({ url, title, appeared, gone, changed, texts }: PageDiff): boolean {
  const lists = [appeared, gone, changed, texts.appeared, texts.gone];
  return !url && !title && lists.every((list) => list.length === 0);
}

const MAX_LINES = 25;

/** The short form after an action: what appeared, went and changed, with the refs of the new snapshot. */
export function renderDiff(diff: PageDiff, after: RawPage, { positions }: Projection): string {
  const refs = new Map(positions.map((position, index) => [after.nodes[position]?.vaultyId, refOf(index)]));
  const refFor = ({ vaultyId }: RawNode): string => (refs.has(vaultyId) ? `${refs.get(vaultyId)} ` : '');
  if (isEmptyDiff(diff)) return 'nothing changed';
  const lines = [
    ...(diff.url ? [`url is now ${diff.url.is}`] : []),
    ...(diff.title ? [`title is now ${inert(diff.title.is)}`] : []),
    ...diff.changed.map(({ after: node, changes }) => `~ ${refFor(node)}${renderNode(node)} (${was(changes)})`),
    ...diff.appeared.filter((node) => node.role !== 'iframe').map((node) => `+ ${refFor(node)}${renderNode(node)}`),
    ...diff.texts.appeared.map((text) => `+ ${inert(text, 160)}`),
    ...diff.gone.filter((node) => node.role !== 'iframe').map((node) => `- ${renderNode(node)}`),
    ...diff.texts.gone.map((text) => `- ${inert(text, 80)}`),
  ];
  const rest = lines.length - MAX_LINES;
  return [...lines.slice(0, MAX_LINES), ...(rest > 0 ? [`(and ${rest} more changes)`] : [])].join('\n');
}

function was(changes: NodeChange['changes']): string {
  return changes
    .map(({ field, was: old }) => (old === '' ? `${field} new` : `${field} was ${inert(old, 40)}`))
    .join(', ');
}
