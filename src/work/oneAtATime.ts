import type { Human } from '../checkpoint/gate.js';

/** One person answers for all that goes on at the same time: questions stand in line. */
export function oneAtATime(): (human: Human) => Human {
  let last: Promise<unknown> = Promise.resolve();
  return (human) => ({
    ...human,
    ask(question) {
      const answer = last.then(() => human.ask(question));
      last = answer.catch(() => {});
      return answer;
    },
  });
}
