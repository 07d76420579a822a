import { createHash } from 'node:crypto';

/** What one turn did, as far as going in circles is concerned. */
export interface Move {
  tool: string;
  /** The element's identity and the arguments, without the ref: that is a new one every time. */
  what: string;
  /** The page afterwards. */
  page: string;
  /** It was done, and did not do what was wanted. */
  unverified: boolean;
}

export type Stuck =
  | { kind: 'nudge'; words: string }
  | { kind: 'stop'; reason: 'stagnation' | 'verification_failed'; words: string };

const SAME_ACTION = { nudge: 2, stop: 3 };
const SAME_PAGE = { nudge: 5, stop: 8 };
const UNVERIFIED_STOP = 3;

/** Notices a run that goes in circles: first it is told so, then it is ended. */
export function createStagnation(): { note(move: Move): Stuck | null } {
  let last: Move | undefined;
  let sameAction = 1;
  let samePage = 1;
  let unverified = 0;
  return {
    note(move) {
      const isSamePage = last?.page === move.page;
      sameAction = isSamePage && last?.tool === move.tool && last.what === move.what ? sameAction + 1 : 1;
      samePage = isSamePage ? samePage + 1 : 1;
      unverified = move.unverified ? unverified + 1 : 0;
      last = move;
      if (unverified >= UNVERIFIED_STOP) {
        return {
          kind: 'stop',
          reason: 'verification_failed',
          words: `${unverified} actions in a row did not do what was wanted`,
        };
      }
      if (sameAction >= SAME_ACTION.stop) {
        return {
          kind: 'stop',
          reason: 'stagnation',
          words: `the same ${move.tool} ${sameAction} times on an unchanged page`,
        };
      }
      if (samePage >= SAME_PAGE.stop) {
        return { kind: 'stop', reason: 'stagnation', words: `the page has been the same for ${samePage} turns` };
      }
      if (sameAction >= SAME_ACTION.nudge) return nudge('You did the same thing again and the page did not change.');
      return samePage >= SAME_PAGE.nudge ? nudge(`The page has not changed for ${samePage} turns.`) : null;
    },
  };
}

function nudge(words: string): Stuck {
  return { kind: 'nudge', words: `${words} Try another way, or call complete_task with status "failed".` };
}

export function fingerprintOf(url: string, dom: string): string {
  return createHash('sha256').update(`${url}\n${dom}`).digest('hex');
}
