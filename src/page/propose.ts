import type { PageStateRequest } from '../contracts/generated.js';

/** What a planner may ask for, by the number of the node in the semantic tree: `click(12)`, `scroll(down)`. */
export type Proposal =
  | { ok: true; action: 'click' | 'scroll'; node?: SemanticNode }
  | { ok: false; reason: 'unknown_node' | 'covered' | 'not_found' | 'unreadable' };

type SemanticNode = PageStateRequest['interactiveTree'][number];

/** The node that a planner's words mean. What is not in the tree that it was sent does not exist for it. */
export function readProposal(request: PageStateRequest, action: string): Proposal {
  const [, verb, argument = ''] = /^(click|scroll)\((\w*)\)$/.exec(action.trim()) ?? [];
  if (verb === 'scroll') return { ok: true, action: 'scroll' };
  if (verb !== 'click') return { ok: false, reason: 'unreadable' };
  const node = request.interactiveTree.find(({ i }) => i === argument);
  if (!node) return { ok: false, reason: 'unknown_node' };
  return node.occ ? { ok: false, reason: 'covered' } : { ok: true, action: 'click', node };
}

/** For a control by its name: click it, or scroll for it while there is more to see; never one that is covered. */
export function proposeFor(request: PageStateRequest, name: string): Proposal {
  const wanted = plain(name);
  const named = request.interactiveTree.filter(({ n }) => plain(n) === wanted);
  const free = named.filter(({ occ }) => !occ);
  const [node] = free;
  if (node) return { ok: true, action: 'click', node };
  if (named.length > 0) return { ok: false, reason: 'covered' };
  return hasMore(request) ? { ok: true, action: 'scroll' } : { ok: false, reason: 'not_found' };
}

function hasMore({ interactiveTree, scrollableContainers = [], scrollPosition }: PageStateRequest): boolean {
  const isLong = scrollPosition !== undefined && scrollPosition !== '100%';
  return isLong || interactiveTree.some(({ scr }) => scr?.h) || scrollableContainers.some(({ hasMore: more }) => more);
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
