import type { Human } from './gate.js';

/** A human takes as long as they like, and that is no time of the run's. */
export function patientWith(human: Human, monotonic: () => number): { human: Human; waited(): number } {
  let waited = 0;
  return {
    waited: () => waited,
    human: {
      ...human,
      async ask(question) {
        const asked = monotonic();
        try {
          return await human.ask(question);
        } finally {
          waited += monotonic() - asked;
        }
      },
    },
  };
}
