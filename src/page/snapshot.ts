import type { Snapshot, SnapshotElement } from '../contracts/generated.js';
import { CURRENT } from '../contracts/versions.js';
import { cut } from './cut.js';
import { admit, keepBest, keptParent, MAX_ELEMENTS } from './include.js';
import type { RawNode, RawPage } from './raw.js';

const MAX_NAME = 200;

/** A snapshot, and what its refs stand for: they live exactly as long as it does. */
export interface Projection {
  snapshot: Snapshot;
  /** The node behind each ref; the N of `@eN` is the position. */
  nodes: RawNode[];
  /** Position in `raw.nodes` of each. */
  positions: number[];
}

export interface ProjectionOptions {
  id: string;
  timestamp: string;
  /** Base64 PNG. */
  screenshot: string;
  viewportOnly: boolean;
}

export function refOf(index: number): string {
  return `@e${index}`;
}

/** What the page looked like, pruned by the rules of the contract. Pure: the same page gives the same refs. */
export function projectSnapshot(raw: RawPage, options: ProjectionOptions): Projection {
  const admitted = admit(raw.nodes, options.viewportOnly);
  const positions = keepBest(raw.nodes, admitted, MAX_ELEMENTS);
  const refs = new Map(positions.map((position, index) => [position, refOf(index)]));
  const nodes = positions.map((position) => raw.nodes[position] as RawNode);
  const children = childRefs(raw, positions, refs);
  const focused = nodes.findIndex((node) => node.focused);
  const { width, height, scrollX, scrollY } = raw.viewport;
  const leftOut = admitted.length - nodes.length;
  const notes = [...raw.truncated, ...(leftOut > 0 ? [`${leftOut} more elements were left out`] : [])];
  const snapshot: Snapshot = {
    schema_version: CURRENT.snapshot,
    snapshot_id: options.id,
    timestamp: options.timestamp,
    elements: nodes.map((node, index) => elementOf(node, refOf(index), children[index] ?? [], raw)),
    focused: focused < 0 ? null : refOf(focused),
    page: { url: raw.url, title: raw.title },
    screenshot: options.screenshot,
    viewport: { width, height, scroll_x: scrollX, scroll_y: scrollY },
    ...(notes.length > 0 ? { truncated: true, notes } : {}),
    ...(raw.recentEvents.length > 0 ? { recent_events: raw.recentEvents } : {}),
  };
  return { snapshot, nodes, positions };
}

/** The refs of each element's nearest included descendants. */
function childRefs({ nodes }: RawPage, positions: number[], refs: Map<number, string>): string[][] {
  const children = new Map<number, string[]>();
  for (const position of positions) {
    const up = keptParent(nodes, position, refs);
    const ref = refs.get(position);
    if (up >= 0 && ref) children.set(up, [...(children.get(up) ?? []), ref]);
  }
  return positions.map((position) => children.get(position) ?? []);
}

function elementOf(node: RawNode, ref: string, children: string[], raw: RawPage): SnapshotElement {
  const frame = raw.frames[node.frame];
  return {
    ref,
    role: node.role,
    name: cut(node.name, MAX_NAME),
    state: stateOf(node),
    bbox: {
      x: Math.round(node.box.x),
      y: Math.round(node.box.y),
      width: Math.round(node.box.width),
      height: Math.round(node.box.height),
    },
    ...(node.value === undefined ? {} : { value: node.value }),
    ...(node.role === 'heading' ? { level: node.level ?? 2 } : {}),
    ...(children.length > 0 ? { children } : {}),
    ...(node.hint ? { hint: node.hint.text } : {}),
    ...(node.rowText ? { context: node.rowText } : {}),
    ...(node.clickable ? { clickable: node.clickable } : {}),
    ...(node.inputType ? { input_type: node.inputType } : {}),
    ...(node.multiline ? { multiline: true } : {}),
    ...(node.multiple ? { multiple: true } : {}),
    ...(node.options ? { options: node.options.map(({ text }) => text) } : {}),
    ...(node.required ? { required: true } : {}),
    ...(node.invalid ? { invalid: true } : {}),
    ...(node.selected ? { selected: true } : {}),
    ...(node.pressed ? { pressed: true } : {}),
    ...(node.occluded ? { obscured: true } : {}),
    ...(node.coveredBy ? { covered_by: node.coveredBy } : {}),
    // The contract's word for a masked value; an empty field has none.
    ...(node.secret && node.value !== '' ? { secret: true } : {}),
    ...(node.frame > 0 && frame ? { frame: frame.url } : {}),
  };
}

type State = SnapshotElement['state'][number];

/** Visibility, then interactivity, then the rest, always in this order. */
export function stateOf(node: RawNode): State[] {
  const state: State[] = [node.inView === 'none' ? 'offscreen' : 'visible', node.disabled ? 'disabled' : 'enabled'];
  if (node.readonly) state.push('readonly');
  if (node.checked) state.push(({ true: 'checked', false: 'unchecked', mixed: 'mixed' } as const)[node.checked]);
  if (node.expanded !== undefined) state.push(node.expanded ? 'expanded' : 'collapsed');
  if (node.focused) state.push('focused');
  if (node.busy) state.push('busy');
  return state;
}
