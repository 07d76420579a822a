import type { VerificationRequest } from '../contracts/generated.js';
import { MAX_DOM } from '../page/domHash.js';
import type { RawPage } from '../page/raw.js';
import { type Churn, churnBetween, type Observations, observe } from './observations.js';
import { type PageState, stateOf } from './state.js';

/**
 * The two sides of verification by observation. The side of the page sends what it sees, every time; the other side
 * keeps the last state of each task, compares, and answers with facts. Here both are in one process; the messages are
 * those of the contract, so that they need not be.
 */
export interface Exchange {
  send(message: Message): Reply;
}

export interface Message {
  request: VerificationRequest;
  /** The skeleton: elements by identity with live values. Without it, the dom and the address are compared alone. */
  page?: RawPage;
  /** What came up beside the page: dialogs, tabs, downloads. */
  events?: readonly string[];
}

export interface Reply {
  taskId: string;
  /** Null when there is nothing to compare with: the first call, or one before which no state was kept. */
  observed: Observations | null;
}

interface Kept {
  state: PageState | null;
  churn: Churn | null;
}

export function createExchange(newId: () => string): Exchange {
  const tasks = new Map<string, Kept>();
  return {
    send({ request, page, events = [] }) {
      const taskId = request.taskId ?? newId();
      const kept = tasks.get(taskId);
      const state = stateFrom(request, page);
      const isAfterAction = request.lastActionStatus !== undefined;
      const before = kept?.state ?? null;
      const churn = before && state && !isAfterAction ? churnBetween(before, state) : null;
      tasks.set(taskId, { state, churn });
      if (!before || !state) return { taskId, observed: null };
      const client = request.clientObservations;
      const options = { churn: isAfterAction ? (kept?.churn ?? null) : null, events, ...(client ? { client } : {}) };
      return { taskId, observed: observe(before, state, options) };
    },
  };
}

/** Without a skeleton, what there is of one: the address and the hash still tell a change. */
function stateFrom({ url, dom }: VerificationRequest, page: RawPage | undefined): PageState | null {
  if (dom === '') return null;
  return stateOf({ ...(page ?? BARE), url, dom });
}

const BARE: RawPage = {
  url: '',
  title: '',
  viewport: { width: 0, height: 0, scrollX: 0, scrollY: 0, scrollWidth: 0, scrollHeight: 0 },
  frames: [],
  nodes: [],
  texts: [],
  scrollables: [],
  messages: [],
  recentEvents: [],
  outOfView: { above: 0, below: 0, elsewhere: 0 },
  secretBoxes: [],
  truncated: [],
  registryVersion: 0,
  changes: 0,
};

/** What the page side sends: the page as it is now, and what is known of the last action. */
export function verificationRequest(
  { url, dom = '' }: RawPage,
  query: string,
  rest: Omit<VerificationRequest, 'url' | 'query' | 'dom'> = {},
): VerificationRequest {
  return { url, query, dom: dom.slice(0, MAX_DOM), ...rest };
}
