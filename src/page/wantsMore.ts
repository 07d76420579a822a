import type { PageStateRequest, PageStateResponse } from '../contracts/generated.js';
import { type Cues, cuesIn } from './cues.js';
import { isControl, type Mention, readQuery } from './mentions.js';
import type { SemanticNode } from './semantic.js';

/** What the planner side has to do with the page beyond choosing an action. */
export interface PlannerNeeds {
  /** Verification needs details of the HTML that neither the tree nor the skeleton has. */
  rawHtml?: boolean;
  /** A selector is to be made for this node (its `i`) out of these attributes. */
  selector?: { node: string; attributes: readonly string[] };
}

type Ask = { mode: 'skeleton' | 'hybrid' | 'full'; reason: string };

/** From this many on, look-alikes are told apart by the picture rather than by the structure around them. */
const MANY = 5;

/** What a skeleton can have; a test holds it against the skeleton that is written. */
export const SKELETON_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['role', 'id', 'name', 'data-testid', 'type', 'aria-label', 'title', 'placeholder', 'href', 'value'],
  ...['disabled', 'readonly', 'checked', 'selected'],
]);

/**
 * Whether the planner side has to see more before it can answer, and why. The tree comes first: only what it cannot
 * tell is asked for, and only what has not been sent yet.
 */
export function wantsMore(request: PageStateRequest, needs: PlannerNeeds = {}): PageStateResponse | null {
  const given = givenWith(request);
  for (const { mode, reason } of asksFor(request, needs)) {
    const task = request.taskId === undefined ? {} : { taskId: request.taskId };
    switch (mode) {
      case 'full':
        if (!given.dom) return { ...task, status: 'needs_full_dom', requestedDomMode: mode, reason };
        break;
      case 'skeleton':
        if (!given.skeleton)
          return { ...task, status: 'needs_context', requestedDomMode: mode, needsSkeletonDom: true, reason };
        break;
      case 'hybrid': {
        if (given.skeleton && given.screenshot) break;
        const missing = {
          ...(given.skeleton ? {} : { needsSkeletonDom: true }),
          ...(given.screenshot ? {} : { needsScreenshot: true }),
        };
        return { ...task, status: 'needs_context', requestedDomMode: mode, ...missing, reason };
      }
    }
  }
  return null;
}

/** A dom that is missing, empty or not wanted in this mode is simply not there. */
function givenWith({ domMode, dom, skeletonDom, screenshot }: PageStateRequest) {
  return {
    dom: Boolean(dom) || domMode === 'full',
    skeleton: skeletonDom !== undefined,
    screenshot: Boolean(screenshot),
  };
}

/** Everything there is a reason for, in the order of the rules. */
function asksFor(request: PageStateRequest, needs: PlannerNeeds): Ask[] {
  const tree = request.interactiveTree;
  const { mentions, words } = readQuery(request.query, tree);
  const cues = cuesIn(words);
  return [
    ...(needs.rawHtml ? [{ mode: 'full' as const, reason: 'the verification needs details of the HTML' }] : []),
    ...selectorAsk(request, needs.selector),
    ...wordAsks(cues, tree),
    ...twinAsks(mentions, cues),
    ...crowdAsks(mentions, cues, tree),
    ...(tree.some(({ i }) => i !== 'page')
      ? []
      : [{ mode: 'skeleton' as const, reason: 'the semantic tree has no element' }]),
  ];
}

function selectorAsk({ skeletonDom, dom }: PageStateRequest, wanted: PlannerNeeds['selector']): Ask[] {
  if (!wanted || dom) return [];
  const lacking = wanted.attributes.filter((name) =>
    skeletonDom === undefined ? !SKELETON_ATTRIBUTES.has(name) : !hasAttribute(skeletonDom, wanted.node, name),
  );
  if (lacking.length > 0)
    return [{ mode: 'full', reason: `a selector needs ${lacking.join(', ')}, which the skeleton does not have` }];
  return [{ mode: 'skeleton', reason: `a selector needs ${wanted.attributes.join(', ')}` }];
}

/** Whether the tag of this node in the skeleton has the attribute; values are skipped, whatever they hold. */
function hasAttribute(skeletonDom: string, node: string, attribute: string): boolean {
  const tags = skeletonDom.match(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi) ?? [];
  const attributesOf = (tag: string): Map<string, string> =>
    new Map(
      [...tag.matchAll(/\s([^\s"'=<>/]+)(?:=("[^"]*"|'[^']*'|[^\s"'>]+))?/g)].map(([, name = '', value = '']) => [
        name.toLowerCase(),
        value.replace(/^["']|["']$/g, ''),
      ]),
    );
  return tags.map(attributesOf).some((tag) => tag.get('data-llm-id') === node && tag.has(attribute.toLowerCase()));
}

function wordAsks({ extracts, visual, placed, besides }: Cues, tree: readonly SemanticNode[]): Ask[] {
  const place = placed ?? besides;
  const located = tree.filter(isLocated).length;
  const isBlind = located * 4 < tree.length;
  return [
    ...(extracts ? [{ mode: 'full' as const, reason: `"${extracts}" asks for text of the page` }] : []),
    ...(visual
      ? [{ mode: 'hybrid' as const, reason: `the semantic tree does not tell what "${visual}" looks like` }]
      : []),
    ...(place && isBlind
      ? [{ mode: 'hybrid' as const, reason: `"${place}" is a place, and few elements have a position` }]
      : []),
  ];
}

function isLocated({ xy, box }: SemanticNode): boolean {
  return xy !== undefined || box !== undefined;
}

/** Several controls have the name that was meant. */
function twinAsks(mentions: readonly Mention[], cues: Cues): Ask[] {
  const isAnchored = mentions.some(({ controls }) => controls.length === 1);
  return mentions.flatMap(({ name, controls }): Ask[] => {
    const isTold = cues.placed !== null || (cues.besides !== null && isAnchored);
    if (controls.length < 2 || (isTold && controls.every(isLocated))) return [];
    const said = `${controls.length} controls are called ${JSON.stringify(name)}`;
    return controls.length < MANY
      ? [{ mode: 'skeleton', reason: `${said}; the structure around them may tell which is meant` }]
      : [{ mode: 'hybrid', reason: `${said}; only the layout tells which is meant` }];
  });
}

/** The query names nothing, and most of what there is to choose from looks alike or has no name. */
function crowdAsks(mentions: readonly Mention[], { placed }: Cues, tree: readonly SemanticNode[]): Ask[] {
  const controls = tree.filter((node) => isControl(node) && !node.occ);
  if (mentions.length > 0 || (placed !== null && controls.every(isLocated))) return [];
  const kindOf = ({ r, n }: SemanticNode): string => `${r} ${n.trim().toLowerCase()}`;
  const counts = new Map<string, number>();
  for (const node of controls) counts.set(kindOf(node), (counts.get(kindOf(node)) ?? 0) + 1);
  const alike = controls.filter((node) => node.n.trim() === '' || (counts.get(kindOf(node)) ?? 0) >= 3).length;
  if (alike < MANY || alike * 2 < controls.length) return [];
  return [{ mode: 'hybrid', reason: `${alike} of ${controls.length} controls look alike or have no name` }];
}
