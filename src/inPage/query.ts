import { documentInside, isFrame, shadowOf } from './geometry.js';
import { handleOf } from './identity.js';
import { findAllIn, firstElementOf, fold, isElement, parentOf, tagOf, textOf, typeOf } from './safe.js';

export type QueryKind = 'css' | 'xpath' | 'text';

/** Elements that a selector finds, through shadow roots and the frames of this process. */
export function query(by: QueryKind, selector: string, limit: number): number[] | { problem: string } {
  const found: Element[] = [];
  try {
    for (const root of allRoots()) {
      found.push(...findBy(by, root, selector));
      if (found.length >= limit) break;
    }
  } catch (error) {
    return { problem: fold(error instanceof Error ? error.message : String(error), 200) };
  }
  return found.slice(0, limit).map(handleOf);
}

export function findBy(by: QueryKind, root: Node, selector: string): Element[] {
  switch (by) {
    case 'css':
      return findAllIn(root, selector);
    case 'xpath':
      return byXPath(root, selector);
    case 'text':
      return byText(root, selector);
  }
}

/** Documents and shadow roots, closed ones too. */
export function* allRoots(): Generator<Node> {
  const roots: Node[] = [document];
  for (let root = roots.shift(); root; root = roots.shift()) {
    yield root;
    for (const element of findAllIn(root, '*')) {
      const inner = shadowOf(element) ?? (isFrame(element) ? documentInside(element) : null);
      if (inner) roots.push(inner);
    }
  }
}

function byXPath(root: Node, expression: string): Element[] {
  // Shadow roots are not part of the tree that XPath knows.
  if (typeOf(root) !== 9) return [];
  const type = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
  const result = Document.prototype.evaluate.call(root, expression, root, null, type, null);
  const nodes = Array.from({ length: result.snapshotLength }, (_, index) => result.snapshotItem(index));
  return nodes.filter((node): node is Element => node?.nodeType === 1);
}

const SILENT = /^(?:script|style|template|noscript|title|head|html|body)$/;

/** The innermost elements whose words are these and no others, white space folded. */
function byText(root: Node, text: string): Element[] {
  const wanted = fold(text);
  const found = new Set<Element>();
  for (const leaf of findAllIn(root, '*')) {
    if (firstElementOf(leaf) !== null) continue;
    // From the words inside outwards, for as long as they are a part of what is wanted.
    for (let at: Node | null = leaf; isElement(at) && !SILENT.test(tagOf(at)); at = parentOf(at)) {
      const words = fold(textOf(at));
      if (words === wanted) found.add(at);
      if (words.length >= wanted.length || !wanted.includes(words)) break;
    }
  }
  return [...found];
}
