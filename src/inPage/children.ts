import type { Level } from './found.js';
import { shadowOf } from './geometry.js';
import { namedBy } from './names.js';
import { childNodesOf, contains, findAllIn, firstChildOf, has, isElement, slottedInto } from './safe.js';

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
    const root = shadowOf(element);
    if (root) return { next: firstChildOf(root), list: null, adopts: false };
    const slotted = slottedInto(element);
    if (slotted.length > 0) return { next: null, list: slotted, adopts: false };
    if (this.owned.size > 0 && has(element, 'aria-owns'))
      return { next: null, list: this.withOwned(element), adopts: true };
    return { next: firstChildOf(element), list: null, adopts: false };
  }

  private withOwned(element: Element): Node[] {
    const list = childNodesOf(element).filter((child) => !isElement(child) || !this.owned.has(child));
    for (const adopted of wantedBy(element)) {
      if (!this.owned.has(adopted) || this.taken.has(adopted)) continue;
      this.taken.add(adopted);
      list.push(adopted);
    }
    return list;
  }
}

function wantedBy(owner: Element): Element[] {
  return namedBy(owner, 'aria-owns', 1000).filter((target) => !contains(target, owner));
}
