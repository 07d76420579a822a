import type { ErrorCode } from '../contracts/errorCodes.js';
import { type AgentError, failureError } from '../contracts/failure.js';
import type { Eyes } from './eyes.js';

/** The ways in which a page cannot be looked at or worked with, each with its code and what can be done. */
const TROUBLES = {
  crashed: { code: 'PAGE_CRASHED', says: 'the page crashed', todo: 'open it again' },
  unresponsive: {
    code: 'PAGE_UNRESPONSIVE',
    says: 'the page does not answer: its scripts keep it busy',
    todo: 'try again later, or open it anew',
  },
  closed: { code: 'PAGE_CLOSED', says: 'the page was closed', todo: 'open it again' },
  navigating: {
    code: 'NAV_INTERRUPTED',
    says: 'the page kept going to other pages while it was looked at',
    todo: 'wait until it has settled',
  },
} as const satisfies Record<string, { code: ErrorCode; says: string; todo: string }>;

export type Trouble = keyof typeof TROUBLES;

/** A crashed, closed or given up page answers nothing any more. */
export function refuseIfGone({ crashed, hung, page }: Eyes): void {
  if (crashed) throw pageTrouble('crashed', page.url());
  if (hung) throw pageTrouble('unresponsive', page.url());
  if (page.isClosed()) throw pageTrouble('closed', page.url());
}

export function pageTrouble(trouble: Trouble, url: string): AgentError {
  const { code, says, todo } = TROUBLES[trouble];
  return failureError({ code, stepId: 'look', message: says, url }, [todo]);
}
