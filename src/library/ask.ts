import type { Answer, Question } from '../checkpoint/gate.js';
import type { Fact } from '../question/fact.js';
import { textOfTold } from '../question/fact.js';
import { quoterFor } from '../question/quote.js';
import { toldOf } from '../question/told.js';
import type { AsksHuman } from '../work/asksHuman.js';

/** What a person is asked before something that cannot be taken back. */
export interface AskedQuestion {
  /** An act, a state of the page, what the model asks by itself, or a page that only the person can pass. */
  kind: Question['kind'];
  /** What would be done, in a sentence. */
  title: string;
  /** What has to be shown, what counts most first. Words of the page are quoted in it, and harmless to a terminal. */
  facts: readonly Fact[];
  /** More, for whoever wants to know. */
  details: readonly Fact[];
  /** Title and facts as one text. */
  text: string;
  /** The page it is about. */
  url: string;
  /** What the page looks like, secrets blackened: a PNG, and where it is kept. */
  picture: Uint8Array;
  picturePath: string;
}

/** Anything but `approved: true` is no; a message tells the model why. */
export interface Reply {
  approved: boolean;
  message?: string;
}

/**
 * Puts the question to a person and comes back with what that person says, however long it takes. Whoever answers by
 * themselves, or lets a model answer, takes the only brake out. `ending` says that the run is to end.
 */
export type Ask = (question: AskedQuestion, ending: AbortSignal) => Promise<Reply>;

export function asksWith(ask: Ask | undefined): AsksHuman {
  if (ask === undefined) {
    const message = 'nobody can be asked, so the answer is no';
    return (_, hasWindow) => ({ channel: 'nobody', hasWindow, ask: async () => ({ approved: false, message }) });
  }
  return (keepPicture, hasWindow, ending) => ({
    channel: 'library',
    hasWindow,
    async ask(question) {
      const asked = askedOf(question, await keepPicture(question.picture));
      const reply = await Promise.race([ask(asked, ending), whenEnding(ending)]);
      return answerOf(reply, asked.text);
    },
  });
}

function askedOf(question: Question, picturePath: string): AskedQuestion {
  const told = toldOf(question, picturePath, quoterFor(true));
  const page = question.kind === 'act' ? question.act.page : question.page;
  return {
    ...{ kind: question.kind, title: told.title, facts: told.facts, details: told.details },
    ...{ text: textOfTold(told), url: page.url, picture: question.picture, picturePath },
  };
}

function answerOf({ approved, message }: Reply, shown: string): Answer {
  // It comes from code that no compiler may have seen.
  return approved === true ? { approved, shown } : { approved: false, message: message || 'no', shown };
}

function whenEnding(ending: AbortSignal): Promise<Reply> {
  return new Promise((resolve) => {
    const end = (): void => resolve({ approved: false, message: 'the run is to end' });
    if (ending.aborted) end();
    ending.addEventListener('abort', end, { once: true });
  });
}
