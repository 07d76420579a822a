import type { CheckpointRule, ServiceV1 } from '../contracts/generated.js';
import { examine, factsOf } from '../page/conditions.js';
import type { RawNode, RawPage } from '../page/raw.js';
import type { PlannedAct, Reason, Rules, Stop } from './gate.js';
import { reasonToAskAnywhere } from './meaning.js';

/**
 * What a service says of its own pages, and beyond that what any page's own words say. A service adds stops; nothing in
 * a file takes one away.
 */
export function rulesFor(service: Pick<ServiceV1, 'checkpoints'>): Rules {
  const { checkpoints } = service;
  return {
    stopsOn: (page) => checkpoints.flatMap((checkpoint) => stopOf(checkpoint, page)),
    reasonToAsk(act) {
      const { node, page } = act;
      const own = node && checkpoints.find((checkpoint) => isAbout(checkpoint, node, page));
      return own ? { id: own.id, words: own.reason } : judged(act);
    },
    reasonToRefuse: () => null,
    wallOn: () => null,
  };
}

/** What cannot be judged is asked about. */
function judged(act: PlannedAct): Reason | null {
  try {
    return reasonToAskAnywhere(act);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { id: 'unreadable', words: `what this would do could not be judged: ${problem}` };
  }
}

function stopOf(checkpoint: CheckpointRule, page: RawPage): Stop[] {
  if (!isMet(checkpoint, page)) return [];
  const { id, reason } = checkpoint;
  const node = page.nodes.find((one) => isAbout(checkpoint, one, page)) ?? null;
  return [{ reason: { id, words: reason }, node }];
}

/** Of what was seen. A condition that cannot be read stops, since nobody knows what it was to keep from happening. */
function isMet({ when }: CheckpointRule, page: RawPage): boolean {
  const { holds, problem } = examine(when, { ...factsOf(page), isWhole: true });
  return holds || problem !== undefined;
}

/** The page would not be in this state without this element: so it is the one the checkpoint is about. */
function isAbout(checkpoint: CheckpointRule, node: RawNode, page: RawPage): boolean {
  const without: RawPage = { ...page, nodes: [], texts: [], messages: [] };
  const nameless: RawPage = { ...without, url: '', title: '' };
  return [without, nameless].some((rest) => isMet(checkpoint, { ...rest, nodes: [node] }) && !isMet(checkpoint, rest));
}
