import type { Leads } from '../page/leads.js';
import { nameTold } from './describe.js';
import { rootPlace, Views } from './geometry.js';
import { elementOf } from './identity.js';
import { anchorAbove, pathFrom, strongLeads, weakLeads } from './leadWords.js';
import { measure } from './measure.js';
import { placeOf } from './probe.js';
import { allRoots, findBy, type QueryKind } from './query.js';
import { isFound, rowOf, settleListeners } from './refine.js';
import { allowAsking, roleInUse } from './roles.js';
import { documentOf, fold, tagOf, textOf } from './safe.js';
import { cleaned } from './secrets.js';
import { walk } from './walk.js';

const WALK_MS = 60;
const MAX_VISITED = 25_000;
const ENOUGH = 3;
const MAX_TEXT = 80;
/** Where the process draws is of no account for what there is. */
const HERE = { x: 0, y: 0, scale: 1 };

/** What leads to this element and to no other that this process draws; null when it is gone. */
export function leadsTo(handle: number, trust: boolean): Leads | null {
  const element = elementOf(handle);
  if (!element) return null;
  const roots = [...allRoots()];
  const isOnly = (selector: string): boolean => isAlone(element, seenBy('css', roots, selector));
  const own = strongLeads(element);
  const strong = own.filter(isOnly);
  const plain = weakLeads(element).filter(isOnly);
  const weak = [...plain, ...below(element, strong.length + plain.length).filter(isOnly)];
  const path = strong.length + weak.length === 0 ? pathFrom(element, isOnly) : undefined;
  const text = cleaned(textOf(element)) === fold(textOf(element)) ? fold(textOf(element)) : '';
  const hasWords = text !== '' && text.length <= MAX_TEXT && isAlone(element, seenBy('text', roots, text));
  return {
    strong,
    weak,
    ...(path === undefined ? {} : { path }),
    ...(hasWords ? { text } : {}),
    ...likeness(element, trust),
  };
}

/** Below the nearest thing that has a name of its own. */
function below(element: Element, known: number): string[] {
  const anchor = known < ENOUGH ? anchorAbove(element) : undefined;
  if (anchor === undefined) return [];
  const inside = [...strongLeads(element), ...weakLeads(element), tagOf(element)];
  return inside.map((own) => `${anchor} ${own}`).slice(0, ENOUGH);
}

/** How many elements each selector finds in this process, two standing for more, and how many are like this. */
export function countLeads(
  selectors: string[],
  like: { role: string; name: string },
  trust: boolean,
): { counts: number[]; alike: number } {
  const roots = [...allRoots()];
  return {
    counts: selectors.map((selector) => seenBy('css', roots, selector).length),
    alike: alikeIn(walkAll(trust), like, trust).length,
  };
}

function isAlone(element: Element, seen: Element[]): boolean {
  return seen.length === 1 && seen[0] === element;
}

/** At most two. What no person can see does not count: it is not found when it is looked for either. */
function seenBy(by: QueryKind, roots: Node[], selector: string): Element[] {
  const seen: Element[] = [];
  for (const root of roots) {
    for (const element of findBy(by, root, selector)) {
      const place = placeOf(documentOf(element), HERE);
      if (place && measure(element, 'role', null, place, new Views())) seen.push(element);
      if (seen.length > 1) return seen;
    }
  }
  return seen;
}

type Steps = ReturnType<typeof walk>;

function walkAll(trust: boolean): Steps {
  allowAsking(trust);
  const deadline = performance.now() + WALK_MS;
  const steps = walk({ place: rootPlace(document, HERE), deadline, maxVisited: MAX_VISITED, brief: false });
  settleListeners(steps);
  return steps;
}

function likeness(element: Element, trust: boolean): Pick<Leads, 'alike' | 'row'> {
  const steps = walkAll(trust);
  const own = steps.known.get(element);
  // On a page that is too large to be gone through nobody knows how many there are.
  if (steps.stopped !== undefined || !own) return { alike: null };
  const role = roleInUse(element, trust);
  const { name } = nameTold(own, role, { sight: steps.sight, trustBrowser: trust });
  const alike = alikeIn(steps, { role, name }, trust).length;
  const row = alike > 1 ? rowOf(element, name, steps.sight) : undefined;
  return { alike, ...(row === undefined ? {} : { row }) };
}

function alikeIn({ items, sight }: Steps, { role, name }: { role: string; name: string }, trust: boolean): unknown[] {
  return items.filter(isFound).filter((found) => {
    const isSame = roleInUse(found.element, trust) === role;
    return isSame && nameTold(found, role, { sight, trustBrowser: trust }).name === name;
  });
}
