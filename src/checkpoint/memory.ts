import type { DialogAnswer, HeldRequest } from '../page/action.js';

/** What an approval is bound to, as one text: two acts with the same one are the same act. */
export type Descriptor = string;

/** What the human has said in this run, and what an act brought up before. Nothing of it outlives the run. */
export interface Memory {
  /** An approval that was given and not used yet. */
  isApproved(descriptor: Descriptor): boolean;
  approve(descriptor: Descriptor): void;
  /** It was done: a second time needs a second yes. */
  spend(descriptor: Descriptor): void;
  /** The human's words, when this was refused before. */
  deniedWith(key: string): string | undefined;
  deny(key: string, words: string): void;
  /** What was said about a state of the page, while the page is in it; a no stays for the run. */
  stateOf(state: State): StateAnswer | undefined;
  rememberState(state: State, answer: StateAnswer): void;
  /** The page is in these states now: what was approved of any other one is forgotten. */
  keepStates(states: readonly State[]): void;
  /** What this act led to when it was done last, and was refused. */
  consequenceOf(key: string): Consequence | undefined;
  noteConsequence(key: string, consequence: Consequence | undefined): void;
  /** How often the human said no. */
  noes(): number;
}

/** A question of the page that was answered with no, or something that it wanted to send and was not let. */
export type Consequence = { dialog: DialogAnswer } | { request: HeldRequest };

export interface State {
  /** Of the checkpoint. */
  id: string;
  place: string;
  /** Of the control that it is about; empty when none was seen. */
  element: string;
}

export type StateAnswer = { approved: true } | { approved: false; words: string };

export function createMemory(): Memory {
  const approvals = new Set<Descriptor>();
  const denials = new Map<string, string>();
  let states: { state: State; answer: StateAnswer }[] = [];
  const consequences = new Map<string, Consequence>();
  let noes = 0;
  return {
    isApproved: (descriptor) => approvals.has(descriptor),
    approve: (descriptor) => void approvals.add(descriptor),
    spend: (descriptor) => void approvals.delete(descriptor),
    deniedWith: (key) => denials.get(key),
    deny(key, words) {
      noes += 1;
      denials.set(key, words);
    },
    stateOf: (state) => states.find((known) => isSame(known.state, state))?.answer,
    rememberState(state, answer) {
      if (!answer.approved) noes += 1;
      states = [...states.filter((known) => !isSame(known.state, state)), { state, answer }];
    },
    keepStates(now) {
      states = states.filter(({ state, answer }) => !answer.approved || now.some((one) => isSame(state, one)));
    },
    consequenceOf: (key) => consequences.get(key),
    noteConsequence(key, consequence) {
      if (consequence) consequences.set(key, consequence);
      else consequences.delete(key);
    },
    noes: () => noes,
  };
}

/** A state whose control is out of sight is the one whose control was seen before. */
function isSame(known: State, now: State): boolean {
  const isThere = known.id === now.id && known.place === now.place;
  return isThere && (known.element === now.element || now.element === '');
}
