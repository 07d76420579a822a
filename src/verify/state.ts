import type { VerificationRequest } from '../contracts/generated.js';
import { domHash } from '../page/domHash.js';
import type { RawPage } from '../page/raw.js';

/** What the page was at one moment, kept to be compared with a later one. */
export interface PageState {
  url: string;
  /** Of the simplified dom; like is only ever compared with like. */
  domHash: string;
  /** The vaultyId of the focused element. */
  focused: string | null;
  /** Elements by identity, with live values and states: the skeleton. */
  page: RawPage;
}

/** The state to keep before an action; null when the look did not bring the dom, and then nothing can be verified. */
export function stateOf(raw: RawPage): PageState | null {
  if (raw.dom === undefined) return null;
  const focused = raw.nodes.find((node) => node.focused)?.vaultyId ?? null;
  return { url: raw.url, domHash: domHash(raw.dom), focused, page: raw };
}

/** What was witnessed while the action ran and the page settled. */
export interface Witness {
  addedCount: number;
  removedCount: number;
  stabilizationTime: number;
  /** Documents and data asked for after the action began; counting beacons would make every busy site a witness. */
  requests: number;
}

type DomChanges = NonNullable<VerificationRequest['domChanges']>;
type ClientObservations = NonNullable<VerificationRequest['clientObservations']>;

export function domChangesOf(before: PageState, after: RawPage, witness: Witness): DomChanges {
  const { addedCount, removedCount, stabilizationTime } = witness;
  const known = new Set(before.page.nodes.map(({ vaultyId }) => vaultyId));
  const isChoice = ({ role }: { role: string }): boolean =>
    /^(?:option|menuitem|menuitemradio|menuitemcheckbox)$/.test(role);
  return {
    addedCount,
    removedCount,
    dropdownDetected: after.nodes.some((node) => !known.has(node.vaultyId) && isChoice(node)),
    stabilizationTime,
    previousUrl: before.url,
    urlChanged: before.url !== after.url,
  };
}

/** Facts that were seen happening; none when there was no action to watch. */
export function clientObservationsOf(
  changes: DomChanges | undefined,
  requests?: number,
): ClientObservations | undefined {
  if (!changes) return undefined;
  return {
    ...(changes.urlChanged === undefined ? {} : { didUrlChange: changes.urlChanged }),
    didDomMutate: changes.addedCount + changes.removedCount > 0,
    ...(requests === undefined ? {} : { didNetworkOccur: requests > 0 }),
  };
}
