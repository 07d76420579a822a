import type { Human, Question } from '../checkpoint/gate.js';
import type { NetflixSite } from '../site/netflix.js';

/**
 * Says yes where nobody can be asked, so that the demo can be seen without a terminal, too. It speaks for the bundled
 * site alone, in which nothing is anybody's; on every other page its answer is no.
 */
export function demoHuman(site: NetflixSite, announce: (question: Question, isYes: boolean) => void): Human {
  const home = new URL(site.url).origin;
  return {
    channel: 'demo',
    hasWindow: false,
    async ask(question) {
      const isYes = originOf(question) === home;
      announce(question, isYes);
      return isYes ? { approved: true } : { approved: false, message: 'the demo answers on its own site alone' };
    },
  };
}

function originOf(question: Question): string | null {
  const { url } = question.kind === 'act' ? question.act.page : question.page;
  return URL.canParse(url) ? new URL(url).origin : null;
}
