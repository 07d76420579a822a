import type { Intent } from '../contracts/generated.js';
import type { Candidate } from '../page/registry.js';
import { plain } from './target.js';

/** Hundredths, as whole numbers: 0.65 and 0.60 are not 0.05 apart in floating point. */
export const WEIGHTS = { text: 40, role: 20, label: 15, attribute: 10, context: 10, visible: 5 } as const;

export interface Score {
  candidate: Candidate;
  points: number;
  reasons: string[];
}

type Part = { points: number; reason: string } | null;

export function scoreCandidate(candidate: Candidate, intent: Intent): Score {
  const parts = [
    textPart(candidate, intent),
    rolePart(candidate, intent),
    labelPart(candidate, intent),
    attributePart(candidate, intent),
    contextPart(candidate, intent),
    visiblePart(candidate),
  ].filter((part) => part !== null);
  return {
    candidate,
    points: parts.reduce((sum, { points }) => sum + points, 0),
    reasons: parts.map(({ reason }) => reason),
  };
}

/** Exact words count fully, contained ones seven tenths. */
function textPart({ text, ariaLabel, label }: Candidate, { text: wanted }: Intent): Part {
  const pool = [text, ariaLabel, label].map(plain).filter((words) => words !== '');
  const exact = plain(wanted?.exact);
  if (exact !== '' && pool.includes(exact)) return { points: WEIGHTS.text, reason: 'text:exact' };
  const pieces = [exact, ...(wanted?.contains ?? []).map(plain)].filter((piece) => piece !== '');
  const isContained = pieces.some((piece) => pool.some((words) => words.includes(piece)));
  return isContained ? { points: sevenTenths(WEIGHTS.text), reason: 'text:contains' } : null;
}

function rolePart({ role }: Candidate, { role: wanted }: Intent): Part {
  return wanted && plain(wanted) === role ? { points: WEIGHTS.role, reason: 'role' } : null;
}

function labelPart({ label, ariaLabel }: Candidate, { label: wanted }: Intent): Part {
  const words = plain(wanted);
  if (words === '') return null;
  const labels = [label, ariaLabel].map(plain).filter((one) => one !== '');
  if (labels.includes(words)) return { points: WEIGHTS.label, reason: 'label' };
  const isPartly = labels.some((one) => one.includes(words) || words.includes(one));
  return isPartly ? { points: sevenTenths(WEIGHTS.label), reason: 'label:partial' } : null;
}

/** Made for tests, then made to be unique, then made for forms. */
function attributePart({ attributes: own }: Candidate, { attributes: wanted }: Intent): Part {
  const { attribute } = WEIGHTS;
  if (wanted?.dataTestId && wanted.dataTestId === own.dataTestId)
    return { points: attribute, reason: 'attr:dataTestId' };
  if (wanted?.id && wanted.id === own.id) return { points: attribute - 1, reason: 'attr:id' };
  if (wanted?.name && wanted.name === own.name) return { points: sevenTenths(attribute), reason: 'attr:name' };
  return null;
}

function contextPart({ formId, sectionHeading, modalTitle }: Candidate, { context: wanted }: Intent): Part {
  const { context } = WEIGHTS;
  if (isSamePlace(formId, wanted?.form)) return { points: context, reason: 'context:form' };
  if (isSamePlace(sectionHeading, wanted?.section)) return { points: sevenTenths(context), reason: 'context:section' };
  if (isSamePlace(modalTitle, wanted?.modalTitle)) return { points: (context * 6) / 10, reason: 'context:modal' };
  return null;
}

/** A form called "applicationForm" is the form "application" that a plan speaks of. */
export function isSamePlace(own: string | null, wanted: string | null | undefined): boolean {
  const [a, b] = [plain(own), plain(wanted)];
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a));
}

function visiblePart({ visibility: { isVisible, isEnabled } }: Candidate): Part {
  return isVisible && isEnabled ? { points: WEIGHTS.visible, reason: 'visible' } : null;
}

function sevenTenths(points: number): number {
  return Math.round((points * 7) / 10);
}
