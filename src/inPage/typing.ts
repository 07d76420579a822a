import { elementOf } from './identity.js';
import { contains, documentOf, rootOf, viewOf } from './safe.js';

/**
 * A watch over the keyboard while text is entered into one field. A page can move the focus between two keys; what
 * would land in another field, or press another button, goes nowhere.
 */
const GUARDED = ['keydown', 'keypress', 'beforeinput'] as const;

let guarded: { field: Element | undefined; strayed: number } | null = null;

/** With the number of no element, nothing in this process may be typed into. */
export function holdKeys(handle: number): boolean {
  const field = elementOf(handle);
  guarded = { field, strayed: 0 };
  for (const view of windowsInside(window)) guardWindow(view);
  const own = field && viewOf(documentOf(field));
  if (own) guardWindow(own);
  return true;
}

function guardWindow(view: Window): void {
  for (const type of GUARDED) view.addEventListener(type, check, { capture: true });
}

/** How many keys went astray, and were stopped. */
export function releaseKeys(): number {
  const strayed = guarded?.strayed ?? 0;
  guarded = null;
  return strayed;
}

function check(event: Event): void {
  if (!guarded || !event.isTrusted) return;
  const hit = event.composedPath()[0];
  const { field } = guarded;
  if (field && hit && 'nodeType' in hit && isInside(hit as Node, field)) return;
  guarded.strayed += 1;
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** From outside a closed shadow root, an event names its host. */
function isInside(hit: Node, field: Element): boolean {
  if (contains(field, hit)) return true;
  for (let at = hostOf(field); at; at = hostOf(at)) if (at === hit) return true;
  return false;
}

function hostOf(node: Node): Node | null {
  const root = rootOf(node);
  return 'host' in root ? (root as ShadowRoot).host : null;
}

const MAX_WINDOWS = 100;

/** This window and those of the frames inside it that this process draws. */
function windowsInside(outer: Window): Window[] {
  const found: Window[] = [outer];
  for (let at = 0; at < found.length && found.length < MAX_WINDOWS; at++) {
    const view = found[at] as Window;
    for (let index = 0; index < view.length; index++) {
      const inner = view[index] as Window;
      try {
        if (inner.document) found.push(inner);
      } catch {
        // Drawn by another process, which has a keyboard guard of its own.
      }
    }
  }
  return found;
}
