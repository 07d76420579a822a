import type { Action, SentRequest } from '../page/action.js';
import type { RawNode, RawPage } from '../page/raw.js';
import type { Memory } from './memory.js';

/** What is about to be done, as the page itself tells it: the element is read anew right before. */
export interface PlannedAct {
  action: Action;
  /** Null when the act is aimed at the page as a whole. */
  node: RawNode | null;
  page: RawPage;
}

/** Which rule wants a human to be asked, and why, in words for that human. */
export interface Reason {
  id: string;
  words: string;
}

/** A state of the page that nobody may pass without a human, and the control that it is about, when it was seen. */
export interface Stop {
  reason: Reason;
  node: RawNode | null;
}

/** A page that only the human can pass: it wants to know who is there. */
export interface Wall {
  kind: 'login' | 'captcha' | 'second_factor';
  /** What on the page says so. */
  words: string;
}

/** What decides, from the page alone, when a human is asked. It knows nothing of the model. */
export interface Rules {
  /** What `agent login` takes to get to this site; told where only the human can go on. */
  loginTarget?: string;
  /** Whose session the run began with; told there, too. */
  profile?: string;
  stopsOn(page: RawPage): Stop[];
  reasonToAsk(act: PlannedAct): Reason | null;
  /** Why this is not done at all, whoever approves. */
  reasonToRefuse(act: PlannedAct): string | null;
  /** The word by which a request does what nobody may do without a human; null when it says no such thing. */
  commandIn(request: SentRequest): string | null;
  wallOn(page: RawPage): Wall | null;
}

/** What a human is asked. The words of a model are marked as such and never stand for what would happen. */
export type Question =
  | (Stopped & { kind: 'act'; act: PlannedAct })
  | (Stopped & { kind: 'state'; node: RawNode | null; page: RawPage })
  | { kind: 'model'; action: string; reason: string; page: RawPage; picture: Buffer }
  | { kind: 'wall'; wall: Wall; page: RawPage; picture: Buffer };

interface Stopped {
  reason: Reason;
  picture: Buffer;
  /** What the model said when it called for this. */
  modelWords?: string;
}

/** With what the human was shown, as one text, where there was anybody to be shown it. */
export type Answer = ({ approved: true } | { approved: false; message: string }) & { shown?: string };

/** The only way to a yes. Nothing that a model says, and nothing in a file, can answer in its place. */
export interface Human {
  /** By which way the answer comes; it is written down with it. */
  readonly channel: 'terminal' | 'library' | 'nobody' | 'demo' | 'test';
  /** Whether the human sees the browser and can act in it. */
  readonly hasWindow: boolean;
  /** Waits for the human, however long that takes. */
  ask(question: Question): Promise<Answer>;
}

/** Rules, a human, and what that human has said in this run. */
export interface Gate {
  rules: Rules;
  human: Human;
  memory: Memory;
}
