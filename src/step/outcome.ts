import type { Acted, Caused, Deed, Reading } from '../browser/driver.js';
import type { BrowserToolResult, Verification } from '../contracts/generated.js';
import type { Action, HeldRequest } from '../page/action.js';
import type { RawNode, RawPage } from '../page/raw.js';
import { inert } from '../page/render.js';
import { type ClickExpectation, type Expectation, judge } from '../verify/judge.js';
import type { Observations } from '../verify/observations.js';

export type StepError = NonNullable<BrowserToolResult['error']>;

export interface Outcome {
  success: boolean;
  error: StepError | null;
  /** What is to be said about it beyond the observations; empty when the observations say it all. */
  words: string;
  verification: Verification;
}

/** From what was done and what was observed to what may be claimed. */
export function outcomeOf(
  action: Action,
  node: RawNode | null,
  { acted, caused }: Deed,
  after: RawPage,
  observed: Observations | null,
): Outcome {
  if (!acted.ok) return notDone(acted, observed);
  const [held] = caused.held;
  if (held) return withheld(held, observed);
  const verification = judge(observed, expectationOf(action, node, acted.read, caused, after));
  const words = [wordsFor(verification, caused), acted.read.note ?? ''].filter((part) => part !== '').join('; ');
  switch (verification.outcome) {
    case 'verified':
      return { success: true, error: null, words, verification };
    case 'no_effect':
    case 'failed':
      return { success: false, error: 'action_failed', words, verification };
    case 'dispatched_unverified': {
      // Nothing to compare with is no failure; a page that has not come yet is not known to be a success.
      const isLate = verification.reason === 'still_loading';
      return { success: !isLate, error: isLate ? 'timeout' : null, words, verification };
    }
  }
}

/** Refused before anything was dispatched, or cut short after it: then nobody knows, and nothing is done again. */
function notDone(acted: Extract<Acted, { ok: false }>, observed: Observations | null): Outcome {
  const { error, message, dispatched } = acted;
  const isUnknown = dispatched && (error === 'timeout' || error === 'action_failed');
  return {
    success: false,
    error,
    words: message,
    verification: {
      outcome: isUnknown ? 'dispatched_unverified' : 'failed',
      observations: dispatched && observed ? observed.lines : [],
      reason: error,
    },
  };
}

/** Reasons for which nothing came of it, and for which the same once more asks the human. */
export const ASKED_NEXT_TIME: ReadonlySet<string> = new Set(['dialog_dismissed', 'request_held']);

/** Whatever the page shows now: what it was for has not happened. */
function withheld({ method, url, command }: HeldRequest, observed: Observations | null): Outcome {
  const what = `${method} ${inert(url, 200)}, which says ${JSON.stringify(command)}`;
  const words = `it would have sent ${what}; that was kept back, because nobody was asked; do the same again, and the user is asked`;
  const verification = { outcome: 'failed', observations: observed?.lines ?? [], reason: 'request_held' } as const;
  return { success: false, error: 'action_failed', words, verification };
}

function expectationOf(
  action: Action,
  node: RawNode | null,
  read: Reading,
  caused: Caused,
  after: RawPage,
): Expectation {
  switch (action.kind) {
    case 'click':
      return clickExpectation(node, caused, after);
    case 'fill':
      return {
        action: 'fill',
        ...(read.value ?? { expected: action.value, actual: null }),
        ...(action.submit ? { enter: { ...besideThePage(caused), hadEffect: read.entered !== false } } : {}),
      };
    case 'select':
      return { action: 'select', ...(read.choice ?? { expected: action.values, actual: [] }) };
    case 'scroll':
    case 'reveal':
      return { action: 'scroll', moved: read.moved === true };
  }
}

function besideThePage({ dialogs, events, leaving }: Caused): Pick<ClickExpectation, 'dialogs' | 'events' | 'leaving'> {
  const dismissed = dialogs.filter(({ accepted }) => !accepted);
  return { dialogs: dismissed.map(({ kind }) => kind), events: events.map(({ kind }) => kind), leaving };
}

const FIELDS: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);

function clickExpectation(node: RawNode | null, caused: Caused, after: RawPage): Expectation {
  const click: ClickExpectation = {
    action: 'click',
    ...besideThePage(caused),
    ...(node ? { target: { vaultyId: node.vaultyId, isField: FIELDS.has(node.role) } } : {}),
  };
  if (node?.checked === undefined || node.checked === 'mixed') return click;
  const now = after.nodes.find(({ vaultyId }) => vaultyId === node.vaultyId)?.checked;
  // A radio button stays chosen when it is clicked again; everything else that can be ticked turns over.
  const expected = node.role === 'radio' || node.role === 'menuitemradio' || node.checked === 'false';
  return { action: 'check', expected, actual: now === undefined || now === 'mixed' ? null : now === 'true', click };
}

function wordsFor({ outcome, reason }: Verification, { wasLoading, dialogs }: Caused): string {
  switch (reason) {
    case 'no_dom_change':
      return wasLoading
        ? 'it was dispatched and had no effect; the page was still loading, so it may not have listened yet'
        : 'it was dispatched and had no effect that could be seen';
    case 'still_loading':
      return 'it was dispatched and the next page has not answered yet; do not do it again, look again';
    case 'value_mismatch':
      return 'it was dispatched, and the page does not show what was wanted';
    case 'dialog_dismissed':
      return `the page asked back (${dialogs.map(({ kind }) => kind).join(', ')}) and was told no, so it did not go on; do the same again, and the user is asked whether to answer OK`;
    case 'request_failed':
      return 'it was dispatched, and what the page sent to its server was not taken';
    case 'download_refused':
      return 'it led to a download, and downloads are refused';
    case 'file_asked_for':
      return 'the page asked for a file, and files are not uploaded';
    case 'nothing_to_scroll':
      return '';
    default:
      return outcome === 'dispatched_unverified' ? 'it was dispatched; what it did could not be verified' : '';
  }
}
