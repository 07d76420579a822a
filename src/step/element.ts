import type { PageDriver, View } from '../browser/driver.js';
import type { Intent, RecordedElement } from '../contracts/generated.js';
import type { Action } from '../page/action.js';
import type { Leads } from '../page/leads.js';
import type { RawNode, RawPage } from '../page/raw.js';
import { candidateOf } from '../page/registry.js';
import { recordedAmong } from '../resolve/recorded.js';
import { roleSelector, textSelector } from '../resolve/selector.js';

/** How a task tells of an element: what finds it, what it means, and what it was. */
export interface ElementParams {
  selector: string;
  fallback_selectors?: string[];
  intent: Intent;
  recorded: RecordedElement;
}

const MAX_FALLBACKS = 5;
const MAX_SELECTOR = 4_096;

/** Found out before anything is done: afterwards the page may be another one. */
export async function elementFor(
  driver: PageDriver,
  { kind }: Action,
  { view, live }: { view: View; live: RawNode },
  isGated: boolean,
): Promise<ElementParams | null> {
  if (kind === 'reveal' || kind === 'scroll') return null;
  return elementParams(live, view.raw, await driver.leads(view, live), isGated);
}

function elementParams(node: RawNode, page: RawPage, leads: Leads | null, isGated: boolean): ElementParams {
  const [first, ...others] = selectorsOf(node, leads).filter(({ length }) => length <= MAX_SELECTOR);
  const fallbacks = others.slice(0, MAX_FALLBACKS);
  return {
    // Nobody could prove anything: replay is strict, and takes it only where it is the only one.
    selector: first ?? roleSelector(node.role, node.name),
    ...(fallbacks.length > 0 ? { fallback_selectors: fallbacks } : {}),
    intent: intentOf(node),
    recorded: { ...recordedAmong(node, page, leads?.alike ?? 1, leads?.row), ...(isGated ? { gated: true } : {}) },
  };
}

const MAX_NAME = 200;

/** The most durable first. */
function selectorsOf({ role, name }: RawNode, leads: Leads | null): string[] {
  if (!leads) return [];
  const { strong, weak, path, text, alike } = leads;
  const hasName = name !== '' && name.length <= MAX_NAME && role !== 'generic';
  const byRole = hasName && alike === 1 ? [roleSelector(role, name)] : [];
  // A field's words are what stands in it.
  const byText = text !== undefined && byRole.length === 0 ? [textSelector(text)] : [];
  return [...strong, ...byRole, ...weak, ...byText, ...(path === undefined ? [] : [path])];
}

/** What an element is to a person, so that it can be found again. */
export function intentOf(node: RawNode): Intent {
  const { role, text, label, attributes, formId, sectionHeading, modalTitle } = candidateOf(node);
  const { id, name, dataTestId } = attributes;
  return {
    by: 'intent',
    role,
    ...(text ? { text: { exact: text } } : {}),
    ...(label ? { label } : {}),
    attributes: { ...(id ? { id } : {}), ...(name ? { name } : {}), ...(dataTestId ? { dataTestId } : {}) },
    context: {
      ...(formId ? { form: formId } : {}),
      ...(sectionHeading ? { section: sectionHeading } : {}),
      ...(modalTitle ? { modalTitle } : {}),
    },
  };
}
