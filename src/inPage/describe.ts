import type { RawDetails, RawNode } from '../page/raw.js';
import { addressOf } from './address.js';
import { contextOf, formOf, hintFor, modalTitle, sectionHeading } from './context.js';
import { coverFacts } from './cover.js';
import { fieldState } from './fields.js';
import type { Found } from './found.js';
import { gateFacts } from './gateFacts.js';
import { areaOf } from './geometry.js';
import { hitTest } from './hits.js';
import { domPath, handleOf, shadowPath, testIdOf, vaultyIdOf } from './identity.js';
import { contentName, headingLevel, isNamedByAuthor, labelText, nameOf } from './names.js';
import { isDisabled, isFocusable, roleInUse } from './roles.js';
import { attr, fold, has, isElement, parentOf, shortAttr, tagOf } from './safe.js';
import { cleaned } from './secrets.js';
import type { Sight } from './sight.js';

const round = (value: number): number => Math.round(value * 10) / 10;

/** What a description needs to know beside the element. */
export interface Manner {
  sight: Sight;
  trustBrowser: boolean;
  focus: Element | null;
  /** Also what only the registry wants to know. */
  details: boolean;
  /** Also what only a gate wants to know, of the one element that is about to be used. */
  judged?: boolean;
}

/** Everything a snapshot may say about one element. */
export function describe(found: Found, parent: number, manner: Manner): RawNode {
  const { element, place, reason, box, inView } = found;
  const { sight, trustBrowser } = manner;
  const tag = tagOf(element);
  const role = roleInUse(element, trustBrowser);
  const { name, text, isCut } = nameTold(found, role, manner);
  const hint = isWordless(name) && reason !== 'landmark' ? hintFor(element, text, FIELDS.has(role), sight) : undefined;
  return {
    frame: place.index,
    handle: handleOf(element),
    parent,
    vaultyId: vaultyIdOf(element),
    tag,
    role,
    name,
    ...(role === 'heading' ? { level: headingLevel(element) } : {}),
    ...fieldState(element, tag, role, text),
    ...states(element, manner.focus),
    box: { x: round(box.x), y: round(box.y), width: round(box.width), height: round(box.height) },
    inView,
    focusable: isFocusable(element),
    ...clickability(found, role),
    ...reachability(found),
    text: cleaned(text, 300),
    ...(isCut ? { hiddenText: true } : {}),
    ...(hint ? { hint } : {}),
    ...optional('placeholder', attr(element, 'placeholder') ?? attr(element, 'aria-placeholder')),
    ...addressOf(element),
    ...(manner.details ? { details: detailsOf(element, role, manner) } : {}),
  };
}

/** Name and text without what no person can read, and whether the name is shorter for it. */
export function nameTold(
  { element, reason, proxy }: Found,
  role: string,
  { sight, trustBrowser }: Pick<Manner, 'sight' | 'trustBrowser'>,
): { name: string; text: string; isCut: boolean } {
  const { text, unreadable } =
    reason === 'frame' || WORDLESS_TAGS.test(tagOf(element))
      ? NO_TEXT
      : sight.textInside(element, 300, undefined, role !== 'generic');
  const rawName = cleaned(nameOf(element, role, trustBrowser)) || (proxy ? cleaned(labelText(element), 200) : '');
  const name = withoutUnreadable(rawName, unreadable, element, text);
  return { name, text, isCut: unreadable.length > 0 && name !== rawName };
}

/** Icon fonts draw letters of the private use area: a name made of those says nothing. */
function isWordless(name: string): boolean {
  return name.replace(/[\ue000-\uf8ff\s]/g, '') === '';
}

function detailsOf(element: Element, role: string, { judged, sight }: Manner): RawDetails {
  const path = shadowPath(element);
  return {
    ...optional('label', labelText(element)),
    ...optional('ariaLabel', attr(element, 'aria-label')),
    ...optional('title', attr(element, 'title')),
    attributes: attributesOf(element),
    context: contextOf(element),
    ...formOf(element),
    ...optional('sectionHeading', role === 'heading' ? undefined : sectionHeading(element)),
    ...optional('modalTitle', modalTitle(element)),
    domPath: domPath(element),
    ...(path ? { shadowPath: path } : {}),
    ...(judged ? gateFacts(element, sight) : {}),
  };
}

const WORDLESS_TAGS = /^(?:input|select|textarea|iframe|area|video|audio)$/;
const NO_TEXT = { text: '', unreadable: [] as string[] };

export const FIELDS: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'spinbutton',
  'slider',
]);

function optional<K extends string>(key: K, value: string | null | undefined, limit = 200): { [P in K]?: string } {
  const text = cleaned(value, limit);
  return (text === '' ? {} : { [key]: text }) as { [P in K]?: string };
}

/**
 * A name gathered from content may carry text that no person can read: a way to talk to the model behind the
 * user's back. Text for screen readers inside an otherwise wordless control (an icon's "Close") is kept.
 */
function withoutUnreadable(name: string, unreadable: string[], element: Element, visible: string): string {
  if (unreadable.length === 0 || name === '' || isNamedByAuthor(element) || visible === '') return name;
  let left = name;
  for (const piece of unreadable.slice(0, 20)) left = left.replace(cleaned(piece), ' ');
  return left === name ? name : fold(left) || fold(contentName(element));
}

function attributesOf(element: Element): RawDetails['attributes'] {
  const id = shortAttr(element, 'id', 100);
  const name = shortAttr(element, 'name', 100);
  const dataTestId = testIdOf(element);
  const dataUia = shortAttr(element, 'data-uia', 100);
  return {
    ...(id ? { id: cleaned(id, 100) } : {}),
    ...(name ? { name: cleaned(name, 100) } : {}),
    ...(dataTestId ? { dataTestId: cleaned(dataTestId, 100) } : {}),
    ...(dataUia ? { dataUia: cleaned(dataUia, 100) } : {}),
  };
}

function states(element: Element, focus: Element | null): Partial<RawNode> {
  const expanded = attr(element, 'aria-expanded');
  const details = tagOf(element) === 'summary' ? parentOf(element) : null;
  const selected = attr(element, 'aria-selected');
  const pressed = attr(element, 'aria-pressed');
  const popup = attr(element, 'aria-haspopup');
  const current = attr(element, 'aria-current');
  return {
    ...(isDisabled(element) ? { disabled: true } : {}),
    ...(expanded === 'true' || expanded === 'false' ? { expanded: expanded === 'true' } : {}),
    ...(isElement(details) && tagOf(details) === 'details' ? { expanded: has(details, 'open') } : {}),
    ...(selected === 'true' || (current !== null && current !== 'false' && current !== '') ? { selected: true } : {}),
    ...(pressed === 'true' ? { pressed: true } : {}),
    ...(attr(element, 'aria-busy') === 'true' ? { busy: true } : {}),
    ...(popup && popup !== 'false' ? { haspopup: popup.slice(0, 20) } : {}),
    ...(focus === element ? { focused: true } : {}),
  };
}

function clickability({ element, reason }: Found, role: string): { clickable?: NonNullable<RawNode['clickable']> } {
  if (reason === 'listener' || reason === 'pointer') return { clickable: reason };
  return reason === 'focus' && (role === 'generic' || role === 'group') && has(element, 'tabindex')
    ? { clickable: 'tabindex' }
    : {};
}

function reachability({ element, place, reason, seen, inView, proxy }: Found): Partial<RawNode> {
  if (inView === 'none' || reason === 'landmark' || reason === 'frame' || areaOf(seen) === 0) return {};
  const { occluded, freePoint, cover } = hitTest(proxy ?? element, place, seen);
  return {
    ...(occluded ? { occluded: true } : {}),
    ...(occluded && cover ? coverFacts(cover) : {}),
    ...(freePoint ? { freePoint: { x: round(freePoint.x), y: round(freePoint.y) } } : {}),
  };
}
