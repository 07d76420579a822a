import { closedRoots } from './geometry.js';
import { isElement } from './safe.js';

/** What an event is for. From outside a closed shadow root it names the host, so the root is asked. */
export function hitOf(event: MouseEvent): Element | null {
  const [first] = event.composedPath();
  if (!first || !('nodeType' in first) || !isElement(first as Node)) return null;
  let hit = first as Element;
  for (let root = closedRoots.get(hit); root; root = closedRoots.get(hit)) {
    const inner = root.elementFromPoint(event.clientX, event.clientY);
    if (!inner || inner === hit || !root.contains(inner)) break;
    hit = inner;
  }
  return hit;
}

export function pileAt({ clientX, clientY, view }: MouseEvent): Element[] {
  return view ? Document.prototype.elementsFromPoint.call(view.document, clientX, clientY) : [];
}
