import type { VerificationRequest } from '../contracts/generated.js';
import type { RawPage } from '../page/raw.js';
import { type Exchange, verificationRequest } from './exchange.js';
import type { Observations } from './observations.js';
import { clientObservationsOf, domChangesOf, stateOf, type Witness } from './state.js';

/** The side of the page: it sends what it sees and never judges. */
export interface PageSide {
  /** The page as it is now; nobody has done anything since it was last sent. */
  show(page: RawPage): void;
  /** The page after an action; what is different, or null when there was nothing to compare with. */
  compare(page: RawPage, done: Done): Observations | null;
}

export interface Done {
  status: NonNullable<VerificationRequest['lastActionStatus']>;
  error?: NonNullable<VerificationRequest['lastActionError']>;
  witness: Witness;
  /** Dialogs, tabs, downloads and the like, in words. */
  events: readonly string[];
}

export function createPageSide(exchange: Exchange, query: string): PageSide {
  // Given by the other side with its first answer, and sent with every call from then on.
  let taskId: string | undefined;
  let last: RawPage | undefined;

  function send(page: RawPage, rest: Parameters<typeof verificationRequest>[2], events: readonly string[]) {
    const request = verificationRequest(page, query, { ...rest, ...(taskId === undefined ? {} : { taskId }) });
    const reply = exchange.send({ request, page, events });
    taskId = reply.taskId;
    last = page;
    return reply.observed;
  }

  return {
    show(page) {
      send(page, {}, []);
    },
    compare(page, { status, error, witness, events }) {
      const before = last ? stateOf(last) : null;
      const changes = before ? domChangesOf(before, page, witness) : undefined;
      const client = clientObservationsOf(changes, witness.requests);
      const rest = {
        lastActionStatus: status,
        ...(error ? { lastActionError: error } : {}),
        ...(changes ? { domChanges: changes } : {}),
        ...(client ? { clientObservations: client } : {}),
      };
      return send(page, rest, events);
    },
  };
}
