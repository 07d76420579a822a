import type { Condition, PlaybookStep, ServiceV1 } from '../contracts/generated.js';
import { CURRENT } from '../contracts/versions.js';

/** The conditions that the contract gives, word for word. */
export const CONTRACT_CHECKPOINTS: readonly Condition[] = [
  { title_contains: 'finish cancellation' },
  { element: { roles: ['button'], name_contains: 'finish cancel' } },
];
export const CONTRACT_SUCCESS: readonly Condition[] = [
  { title_contains: 'cancelled' },
  { heading_contains: 'cancelled' },
];
export const CONTRACT_FAILURE: readonly Condition[] = [
  { url_contains: 'error' },
  { any: [{ element: { name_contains: 'could not' } }, { element: { name_contains: 'unable to' } }] },
];

const control = (name_contains: string): Condition => ({ element: { roles: ['button', 'link'], name_contains } });

/** What ends the membership: a button on some pages, a link that looks like one on others. */
const FINAL_CONTROL: Condition = {
  any: [
    control('finish cancel'),
    control('confirm cancel'),
    control('complete cancel'),
    control('end membership'),
    control('end my membership'),
  ],
};

const said = (part: string): Condition => ({ any: [{ title_contains: part }, { heading_contains: part }] });

/** Both spellings, and the pages that say it without the word. */
const SAYS_CANCELLED: Condition = {
  any: [
    said('cancelled'),
    said('canceled'),
    said('cancellation complete'),
    said('cancellation is complete'),
    said('cancellation confirmed'),
    said('cancellation is confirmed'),
  ],
};
const SAYS_NOT_CANCELLED: Condition = { any: [said('not cancel'), said('not been cancel'), said('not yet cancel')] };

/** What the contract says and more pages than it knew; no success while the control that would do it is still there. */
export const NETFLIX_CONDITIONS: Pick<ServiceV1, 'checkpoints' | 'success' | 'failure'> = {
  checkpoints: [
    {
      id: 'finish_cancellation',
      reason: 'This page ends the membership.',
      when: { any: [said('finish cancellation'), said('confirm cancellation'), FINAL_CONTROL] },
    },
  ],
  success: [{ all: [SAYS_CANCELLED, { not: SAYS_NOT_CANCELLED }, { not: FINAL_CONTROL }] }],
  failure: [...CONTRACT_FAILURE],
};

const SURVEY: Condition = { heading_contains: 'why are you leaving' };
const press = (role: 'button' | 'link' | 'radio', exact: string, when: Condition): PlaybookStep => {
  return { when, tool: 'browser_click', target: { role, text: { exact } } };
};
const ifThere = (role: 'button' | 'link', name: string): PlaybookStep => {
  return press(role, name, { element: { roles: [role], name_contains: name } });
};
const giveUp = (reason: string, when: Condition): PlaybookStep => {
  return { when, tool: 'complete_task', status: 'failed', reason };
};

/** For each page what is to be done on it: the first step that fits and was not taken there yet. */
const PLAYBOOK: readonly PlaybookStep[] = [
  // What lies over the page goes first.
  ifThere('button', 'Reject all'),
  giveUp('Netflix says that it could not cancel; the membership has not changed', {
    any: [{ heading_contains: 'could not' }, { heading_contains: 'unable to' }],
  }),
  giveUp('the membership is billed by a partner, so it can only be cancelled there', {
    text_contains: 'billed through',
  }),
  giveUp('the membership is cancelled already and will end by itself', {
    text_contains: 'your membership will end on',
  }),
  {
    when: { all: [SAYS_CANCELLED, { not: SAYS_NOT_CANCELLED }] },
    tool: 'complete_task',
    status: 'success',
    reason: 'the page says that the membership is cancelled',
  },
  ifThere('link', 'Cancel Membership'),
  press('radio', 'Another reason', SURVEY),
  press('button', 'Continue', SURVEY),
  ifThere('link', 'Continue to Cancel'),
  ifThere('button', 'Finish Cancellation'),
  ifThere('link', 'Finish Cancellation'),
  ifThere('button', 'Confirm Cancellation'),
  ifThere('link', 'Confirm Cancellation'),
];

export const NETFLIX: ServiceV1 = {
  schema_version: CURRENT.service,
  name: 'netflix',
  title: 'Netflix',
  start_url: 'https://www.netflix.com/account',
  allowed_domains: ['netflix.com'],
  goals: ['netflix'],
  guidance: `You are on Netflix. To cancel: the account page, then "Cancel Membership", a survey (any reason will do), perhaps an offer to stay (decline it), then the final confirmation.`,
  ...NETFLIX_CONDITIONS,
  playbook: [...PLAYBOOK],
};
