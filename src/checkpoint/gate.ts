import type { Action } from '../page/action.js';
import type { RawNode, RawPage } from '../page/raw.js';

/** What is about to be done, as the page itself tells it: the element is read anew right before. */
export interface PlannedAct {
  action: Action;
  /** Null when the act is aimed at the page as a whole. */
  node: RawNode | null;
  page: RawPage;
}

/** What a human is asked. The words of a model are marked as such and never stand for what would happen. */
export type Question =
  | { kind: 'act'; reason: string; act: PlannedAct; picture: Buffer }
  | { kind: 'model'; action: string; reason: string; page: RawPage; picture: Buffer };

export type Answer = { approved: true } | { approved: false; message: string };

/** The only way to a yes. Nothing that a model says, and nothing in a file, can answer in its place. */
export interface Gate {
  /** Why a human has to be asked first; null when nobody has to. */
  reasonToAsk(act: PlannedAct): string | null;
  /** Waits for the human, however long that takes. */
  ask(question: Question): Promise<Answer>;
}
