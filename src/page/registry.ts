import { isInteractive } from './include.js';
import type { Box, RawDetails, RawNode, RawPage } from './raw.js';

export type CandidateType = 'button' | 'link' | 'input' | 'select' | 'textarea' | 'custom-dropdown';

/** An element that can be acted on, with all that is needed to find it by what it means (seed 003). */
export interface Candidate {
  vaultyId: string;
  type: CandidateType;
  role: string;
  text: string;
  label: string | null;
  placeholder: string | null;
  ariaLabel: string | null;
  attributes: RawDetails['attributes'];
  context: RawDetails['context'];
  formId: string | null;
  sectionHeading: string | null;
  modalTitle: string | null;
  bbox: { x: number; y: number; w: number; h: number };
  visibility: { isVisible: boolean; isEnabled: boolean; isTopmost: boolean };
  domPath: string;
  shadowPath: string[] | null;
}

/** What a planner is sent: no more than it needs to choose. */
export interface LightCandidate {
  vaultyId: string;
  type: CandidateType;
  role: string;
  text: string;
  label: string | null;
  attributes: RawDetails['attributes'];
  context: RawDetails['context'];
  isVisible: boolean;
  isEnabled: boolean;
}

export interface Registry {
  version: number;
  /** What the page was when it was built; anything else means that it is stale. */
  url: string;
  changes: number;
  candidates: Candidate[];
  /** The node of each candidate, by its vaultyId: the way to the element itself. */
  elementMap: ReadonlyMap<string, RawNode>;
}

export function buildRegistry(raw: RawPage): Registry {
  const nodes = raw.nodes.filter((node) => node.role !== 'iframe' && isInteractive(node));
  return {
    version: raw.registryVersion,
    url: raw.url,
    changes: raw.changes,
    candidates: nodes.map(candidateOf),
    elementMap: new Map(nodes.map((node) => [node.vaultyId, node])),
  };
}

/** Has the page moved on since? */
export function isStale(registry: Pick<Registry, 'url' | 'changes'>, now: { url: string; changes: number }): boolean {
  return registry.url !== now.url || registry.changes !== now.changes;
}

export function candidateOf(node: RawNode): Candidate {
  const { details } = node;
  return {
    vaultyId: node.vaultyId,
    type: typeOf(node),
    role: node.role,
    text: node.value !== undefined ? node.name : node.text || node.name || (node.hint?.text ?? ''),
    label: details?.label ?? (node.hint?.from === 'label' ? node.hint.text : null),
    placeholder: node.placeholder ?? null,
    ariaLabel: details?.ariaLabel ?? null,
    attributes: details?.attributes ?? {},
    context: details?.context ?? 'PAGE',
    formId: details?.formId ?? null,
    sectionHeading: details?.sectionHeading ?? null,
    modalTitle: details?.modalTitle ?? null,
    bbox: bboxOf(node.box),
    visibility: {
      isVisible: isVisible(node),
      isEnabled: !node.disabled,
      isTopmost: node.inView !== 'none' && !node.occluded,
    },
    domPath: details?.domPath ?? '',
    shadowPath: details?.shadowPath ?? null,
  };
}

/** Drawn somewhere on the page; whether it is in view now is another question. */
function isVisible({ box }: RawNode): boolean {
  return box.width > 0 && box.height > 0;
}

function bboxOf({ x, y, width, height }: Box): Candidate['bbox'] {
  return { x: Math.round(x), y: Math.round(y), w: Math.round(width), h: Math.round(height) };
}

function typeOf({ tag, role, haspopup, expanded }: RawNode): CandidateType {
  if (tag === 'select') return 'select';
  if (tag === 'textarea') return 'textarea';
  const isDropdown = role === 'combobox' || role === 'listbox' || (haspopup === 'listbox' && expanded !== undefined);
  if (isDropdown) return 'custom-dropdown';
  return TYPES[role] ?? 'button';
}

const TYPES: Readonly<Record<string, CandidateType>> = {
  link: 'link',
  textbox: 'input',
  searchbox: 'input',
  spinbutton: 'input',
  checkbox: 'input',
  radio: 'input',
  slider: 'input',
};

export function lightCandidate({ visibility, ...candidate }: Candidate): LightCandidate {
  const { vaultyId, type, role, text, label, attributes, context } = candidate;
  const { isVisible: visible, isEnabled } = visibility;
  return { vaultyId, type, role, text, label, attributes, context, isVisible: visible, isEnabled };
}
