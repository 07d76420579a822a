import type { Level } from './found.js';
import { closedRoots } from './geometry.js';
import { byId } from './names.js';
import { attr, contains, findAllIn, firstChildOf, has, isElement, nextSiblingOf, openShadowOf, tagOf } from './safe.js';

type Children = Pick<Level, 'next' | 'list' | 'adopts'>;

/**
 * The children of an element as the accessibility tree has them: shadow roots instead of what they replace, slots with
 * what was put into them, and elements that `aria-owns` moved at the end of their owner and nowhere else.
 */
export class Adoptions {
  private readonly owned = new Set<Element>();
  /** Each moves once, so that owners of each other cannot lead in circles. */
  private readonly taken = new Set<Element>();

  constructor(document: Document) {
    this.add(document);
  }

  add(document: Document): void {
    for (const owner of findAllIn(document, '[aria-owns]').slice(0, 200)) {
      for (const element of wantedBy(owner)) this.owned.add(element);
    }
  }

  /** It was moved and is met where its owner is. */
  isElsewhere(element: Element, level: Level): boolean {
    return this.owned.size > 0 && !level.adopts && this.owned.has(element);
  }

  childrenOf(element: Element): Children {
    const root = openShadowOf(element) ?? closedRoots.get(element);
    if (root) return { next: firstChildOf(root), list: null, adopts: false };
    if (tagOf(element) === 'slot') {
      const assigned = (element as HTMLSlotElement).assignedNodes?.() ?? [];
      if (assigned.length > 0) return { next: null, list: [...assigned], adopts: false };
    }
    if (this.owned.size > 0 && has(element, 'aria-owns'))
      return { next: null, list: this.withOwned(element), adopts: true };
    return { next: firstChildOf(element), list: null, adopts: false };
  }

  private withOwned(element: Element): Node[] {
    const list: Node[] = [];
    for (let child = firstChildOf(element); child; child = nextSiblingOf(child)) {
      if (!isElement(child) || !this.owned.has(child)) list.push(child);
    }
    for (const adopted of wantedBy(element)) {
      if (!this.owned.has(adopted) || this.taken.has(adopted)) continue;
      this.taken.add(adopted);
      list.push(adopted);
    }
    return list;
  }
}

function wantedBy(owner: Element): Element[] {
  const ids = (attr(owner, 'aria-owns') ?? '').slice(0, 1000).split(/\s+/);
  return ids
    .filter((id) => id !== '')
    .flatMap((id) => {
      const target = byId(owner, id);
      return target && !contains(target, owner) ? [target] : [];
    });
}
