import { drawnParent } from './geometry.js';
import { vaultyIdOf } from './identity.js';
import { contentName, ownName } from './names.js';
import { roleOf } from './roles.js';
import { attr, find, fold, matches, shortAttr, styleOf, tagOf } from './safe.js';
import { cleaned } from './secrets.js';

/** What lies over something else: in words, and by its stable name. */
export interface Cover {
  coveredBy: string;
  coveredById: string;
}

/** Worked out once per look; one veil usually covers many things. */
const known = new Map<Element, Cover>();

export function forgetCovers(): void {
  known.clear();
}

/** The dialog rather than the veil around it, the banner rather than the bare div that was hit. */
export function coverFacts(hit: Element): Cover {
  const before = known.get(hit);
  if (before) return before;
  const outer = outermost(hit);
  const cover = find(outer, 'dialog[open], [role=dialog], [role=alertdialog]') ?? outer;
  const facts = { coveredBy: inWords(cover), coveredById: vaultyIdOf(cover) };
  known.set(hit, facts);
  return facts;
}

function outermost(hit: Element): Element {
  let at: Element | null = hit;
  for (let level = 0; at && level < 12; level++) {
    if (matches(at, 'dialog, [role=dialog], [role=alertdialog], [role=banner], [role=alert], iframe')) return at;
    const { position } = styleOf(at);
    if ((position === 'fixed' || position === 'sticky') && (attr(at, 'id') || attr(at, 'class'))) return at;
    at = drawnParent(at);
  }
  return hit;
}

function inWords(cover: Element): string {
  const role = roleOf(cover, false);
  const name = cleaned(ownName(cover) || contentName(cover), 40);
  if (role !== 'generic') return name ? `${role} "${name}"` : role;
  const id = shortAttr(cover, 'id', 40);
  const first = fold(attr(cover, 'class'), 40).split(' ')[0];
  return `<${tagOf(cover)}${id ? `#${id}` : first ? `.${first}` : ''}>${name ? ` "${name}"` : ''}`;
}
