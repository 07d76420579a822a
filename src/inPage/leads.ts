import type { Leads } from '../page/leads.js';
import { reasonFor } from './candidates.js';
import { nameTold } from './describe.js';
import { rootPlace, Views } from './geometry.js';
import { elementOf } from './identity.js';
import { anchorAbove, pathFrom, strongLeads, weakLeads } from './leadWords.js';
import { isAllowed, type Modals, measure } from './measure.js';
import { nameOf } from './names.js';
import { placeOf } from './probe.js';
import { allRoots, findBy, type QueryKind } from './query.js';
import { isFound, rowOf, settleListeners } from './refine.js';
import { allowAsking, roleInUse } from './roles.js';
import { closestDeep, documentOf, findAllIn, fold, tagOf, textOf } from './safe.js';
import { cleaned } from './secrets.js';
import { Sight } from './sight.js';
import { walk } from './walk.js';

const COUNT_MS = 60;
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
  const role = roleInUse(element, trust);
  const like = likeness(element, role, roots, trust);
  const text = role === 'generic' || like.alike !== 1 ? wordsOf(element) : '';
  const hasWords = text !== '' && isAlone(element, seenBy('text', roots, text));
  return { strong, weak, ...(path === undefined ? {} : { path }), ...(hasWords ? { text } : {}), ...like };
}

/** Words that may be written down, and are few enough to be looked for. */
function wordsOf(element: Element): string {
  const words = fold(textOf(element), MAX_TEXT + 1);
  return words.length <= MAX_TEXT && cleaned(words) === words ? words : '';
}

/** Below the nearest thing that has a name of its own. */
function below(element: Element, known: number): string[] {
  const anchor = known < ENOUGH ? anchorAbove(element) : undefined;
  if (anchor === undefined) return [];
  const inside = [...strongLeads(element), ...weakLeads(element), tagOf(element)];
  return inside.map((own) => `${anchor} ${own}`).slice(0, ENOUGH);
}

/** How many elements each selector finds in this process, two standing for more, and how many are like this. */
export function countLeads(selectors: string[], like: Likeness, trust: boolean): { counts: number[]; alike: number } {
  const roots = [...allRoots()];
  return {
    counts: selectors.map((selector) => seenBy('css', roots, selector).length),
    alike: countAlike(roots, like, trust) ?? 0,
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

function likeness(element: Element, role: string, roots: Node[], trust: boolean): Pick<Leads, 'alike' | 'row'> {
  const place = placeOf(documentOf(element), HERE);
  const own = place && measure(element, 'role', null, place, new Views());
  if (!own) return { alike: null };
  const sight = new Sight();
  const { name } = nameTold(own, role, { sight, trustBrowser: trust });
  const alike = countAlike(roots, { role, name }, trust);
  const row = alike !== null && alike > 1 ? rowOf(element, name, sight) : undefined;
  return { alike, ...(row === undefined ? {} : { row }) };
}

function countAlike(roots: Node[], like: Likeness, trust: boolean): number | null {
  return like.role === 'generic' ? countClickable(like, trust) : countOfRole(roots, like, trust);
}

interface Likeness {
  role: string;
  name: string;
}

/** By role and name first: where an element is, and whether it can be seen, costs more to find out. */
function countOfRole(roots: Node[], { role, name }: Likeness, trust: boolean): number | null {
  const manner = { sight: new Sight(), trustBrowser: trust };
  const modals: Modals = new Map();
  allowAsking(trust);
  const deadline = performance.now() + COUNT_MS;
  let count = 0;
  for (const root of roots) {
    for (const element of findAllIn(root, '*')) {
      if (performance.now() > deadline) return null;
      const reason = reasonFor(element, tagOf(element));
      if (!reason || roleInUse(element, trust) !== role) continue;
      const place = mayBeNamed(element, role, name, trust) ? placeOf(documentOf(element), HERE) : null;
      if (!place || closestDeep(element, HIDDEN) || !isAllowed(element, place, modals)) continue;
      const found = measure(element, reason, null, place, new Views());
      if (found && nameTold(found, role, manner).name === name) count += 1;
    }
  }
  return count;
}

const HIDDEN = '[aria-hidden=true], [inert]';

/** What nobody can read is taken out of names, and a control that stands behind its label takes its name from there. */
function mayBeNamed(element: Element, role: string, name: string, trust: boolean): boolean {
  const raw = nameOf(element, role, trust);
  return raw === '' || name === '' || cleaned(raw).includes(name);
}

/** What is clicked without a role is known only when all of the page is gone through. */
function countClickable({ role, name }: Likeness, trust: boolean): number | null {
  allowAsking(trust);
  const deadline = performance.now() + COUNT_MS;
  const steps = walk({ place: rootPlace(document, HERE), deadline, maxVisited: MAX_VISITED, brief: false });
  if (steps.stopped !== undefined) return null;
  settleListeners(steps);
  const manner = { sight: steps.sight, trustBrowser: trust };
  const alike = steps.items.filter(isFound).filter((found) => {
    return roleInUse(found.element, trust) === role && nameTold(found, role, manner).name === name;
  });
  return alike.length;
}
