import { firstLine } from '../contracts/failure.js';
import type { CheckpointRule, ServiceV1 } from '../contracts/generated.js';
import { hostOf, isAllowedHost } from '../contracts/hosts.js';
import { examine, factsOf } from '../page/conditions.js';
import type { RawNode, RawPage } from '../page/raw.js';
import { wordsOf } from '../page/words.js';
import { commandInRequest } from './address.js';
import { type AllowedDomains, domainRefusal } from './domains.js';
import type { PlannedAct, Reason, Rules, Stop } from './gate.js';
import { reasonToAskAnywhere } from './meaning.js';
import { wallOn } from './walls.js';

/** Goes into the hash of a run's policy; another one when these rules come to other decisions. */
export const RULES_VERSION = 'rules.v1';

export type RuledService = Pick<ServiceV1, 'checkpoints'> & {
  /** Left out for a site that nobody has described. */
  allowed_domains?: readonly string[];
};

export interface RuleOptions {
  /** One of agent's own services, never a file. */
  isBuiltIn?: boolean;
  goal?: string;
  /** What `agent login` takes to get to this site. */
  loginTarget?: string;
  /** Whose session the run begins with. */
  profile?: string | undefined;
}

/**
 * What a service says of its own pages, and beyond that what any page's own words say. A service adds stops; nothing in
 * a file takes one away. Where something cannot be judged, somebody is asked.
 */
export function rulesFor(service: RuledService, options: RuleOptions = {}): Rules {
  const { checkpoints } = service;
  const { isBuiltIn = false, goal = '', loginTarget, profile } = options;
  const allowed: AllowedDomains = service.allowed_domains ?? null;
  const knowsItsLinks = isBuiltIn && checkpoints.length > 0 && allowed !== null;
  const reasonToAsk = (act: PlannedAct): Reason | null => {
    const passed = passedOn(act);
    return reasonFor(act) ?? (passed && reasonFor(passed));
  };
  const reasonFor = (act: PlannedAct): Reason | null => {
    const { node, page } = act;
    const own = node && checkpoints.find((checkpoint) => isAbout(checkpoint, node, page));
    if (own) return { id: own.id, words: own.reason };
    const isAtStop = checkpoints.some((checkpoint) => isMet(checkpoint, page));
    if (knowsItsLinks && !isAtStop && isLinkOnTheWay(act, allowed, goal)) return null;
    return reasonToAskAnywhere(act);
  };
  return {
    ...(loginTarget === undefined ? {} : { loginTarget }),
    ...(profile === undefined ? {} : { profile }),
    stopsOn(page) {
      const { problem } = attempt(() => wallOn(page, goal));
      const unread = problem === undefined ? [] : [unreadable(`whether this page asks who you are: ${problem}`)];
      const stops = checkpoints.flatMap((checkpoint) => {
        const found = attempt(() => stopOf(checkpoint, page));
        return found.value ?? [{ reason: { id: checkpoint.id, words: checkpoint.reason }, node: null }];
      });
      return [...unread.map((reason) => ({ reason, node: null })), ...stops];
    },
    reasonToAsk(act) {
      const { value, problem } = attempt(() => reasonToAsk(act));
      return problem === undefined ? (value ?? null) : unreadable(`what this does: ${problem}`);
    },
    reasonToRefuse(act) {
      const { value, problem } = attempt(() => {
        const passed = passedOn(act);
        return domainRefusal(act, allowed) ?? (passed && domainRefusal(passed, allowed));
      });
      return problem === undefined ? (value ?? null) : `where this leads cannot be told: ${problem}`;
    },
    commandIn(request) {
      const { value, problem } = attempt(() => commandInRequest(request));
      return problem === undefined ? (value ?? null) : `what cannot be read: ${problem}`;
    },
    wallOn: (page) => attempt(() => wallOn(page, goal)).value ?? null,
  };
}

/** The same click, as one on what the browser passes it on to. */
function passedOn({ node, ...act }: PlannedAct): PlannedAct | null {
  const used = act.action.kind === 'click' ? node?.details?.passesTo : null;
  return used ? { ...act, node: used } : null;
}

/** What throws has decided nothing, and nobody may take that for a yes. */
function attempt<T>(work: () => T): { value?: T; problem?: string } {
  try {
    return { value: work() };
  } catch (error) {
    return { problem: firstLine(error) };
  }
}

function unreadable(what: string): Reason {
  return { id: 'unreadable', words: `it cannot be told ${what}` };
}

/**
 * A link of the site to another of its pages, which only fetches that page, in the sense of the goal. The way to a
 * service's last step is paved with words such as "Cancel Membership", and to ask at each of them teaches people to say
 * yes without reading; its checkpoints stand where it counts. Only for services that ship with agent and were tried on
 * their pages: a file that could say so would be a file that says yes.
 */
function isLinkOnTheWay({ action, node }: PlannedAct, allowed: readonly string[], goal: string): boolean {
  if (action.kind !== 'click' || action.dialog || action.request || !node) return false;
  const { role, tag, href, submits, name, text, frame } = node;
  if (role !== 'link' || tag !== 'a' || submits !== undefined || href === undefined || frame !== 0) return false;
  const host = hostOf(href);
  if (host === undefined || !isAllowedHost(host, allowed)) return false;
  // What is read out and what is seen may differ: both have to be on the way.
  const said = [name, text].filter((words) => words !== '');
  return (
    said.length > 0 && isToCancel(goal) && said.every((words) => wordsOf(words).some((word) => CANCELS.test(word)))
  );
}

/** Ways to say the one thing that the services of today are for. */
const CANCELS = /^(?:cancel|kundig|gekundigt|resili|annul|disdi|disdett|opzeg|opgezeg|rescind|rescis|encerr)/;
const WANTS_TO_CANCEL = /^(?:end|quit|stop|leave|terminate|unsubscribe|beenden|termina)/;

function isToCancel(goal: string): boolean {
  return wordsOf(goal).some((word) => CANCELS.test(word) || WANTS_TO_CANCEL.test(word));
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
