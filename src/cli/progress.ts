import type { TurnReport } from '../agent/loop.js';
import { cut } from '../page/cut.js';
import type { ToolAnswer } from '../tools/tool.js';
import { colorsFor, oneLine, tell, wrap } from './terminal.js';

/** What a person sees of a run while it goes on: a line a turn, on stderr. */
export interface Progress {
  /** The model is being asked. */
  think(turn: number): void;
  turn(report: TurnReport): void;
}

const TOOL_WORDS: Readonly<Record<string, string>> = {
  get_snapshot: 'look',
  browser_click: 'click',
  browser_fill: 'fill',
  browser_select: 'select',
  browser_scroll: 'scroll',
  request_human_approval: 'ask',
  complete_task: 'done?',
};

const CLEAR_LINE = '\r\u001b[2K';

export async function createProgress(quiet: boolean): Promise<Progress> {
  if (quiet) return { think() {}, turn() {} };
  const color = await colorsFor('stderr');
  const isLive = process.stderr.isTTY === true;
  const number = (turn: number): string => String(turn).padStart(3);
  let place = '';
  /** Where it came to, when that is another page than before. */
  const arrival = (answer: ToolAnswer | null): string => {
    if (answer?.kind !== 'browser') return '';
    const { title, url } = answer.shown.view.raw;
    const isElsewhere = place !== '' && place !== `${title}\n${url}`;
    place = `${title}\n${url}`;
    return isElsewhere ? `→ ${oneLine(JSON.stringify(cut(title, 60)))}` : '';
  };
  return {
    think(turn) {
      if (isLive) process.stderr.write(color.dim(`${number(turn)} … the model is asked`));
    },
    turn({ turn, tool, target, answer, spent }) {
      const { words, isGood, why = '' } = outcomeOf(answer);
      const mark = isGood ? color.green('✓') : color.yellow('✗');
      const what = [TOOL_WORDS[tool] ?? (tool || 'no tool'), oneLine(target)].filter((part) => part !== '').join(' ');
      const cost = spent.usd === null ? '' : `, $${spent.usd.toFixed(4)}`;
      const used = spent.tokens > 0 ? `${spent.tokens.toLocaleString('en-US')} tokens${cost}` : '';
      const parts = [oneLine(words), arrival(answer), color.dim(used)].filter((part) => part !== '');
      tell(`${isLive ? CLEAR_LINE : ''}${number(turn)} ${mark} ${what}  ${parts.join('  ')}`);
      if (why !== '') tell(color.dim(`      ${wrap(oneLine(why), '      ', process.stderr.columns ?? 120)}`));
    },
  };
}

interface Outcome {
  words: string;
  isGood: boolean;
  /** More about what went wrong. */
  why?: string;
}

function outcomeOf(answer: ToolAnswer | null): Outcome {
  if (answer === null) return { words: 'nothing was called', isGood: false };
  switch (answer.kind) {
    case 'browser': {
      const { success, error, verification, message = '' } = answer.result;
      if (success) return { words: verification?.outcome ?? 'ok', isGood: true };
      return { words: verification?.reason ?? error ?? 'failed', isGood: false, why: message };
    }
    case 'approval':
      return answer.result.approved
        ? { words: 'approved', isGood: true }
        : { words: 'not approved', isGood: false, why: answer.result.message ?? '' };
    case 'completion':
      return answer.result.acknowledged
        ? {
            words: answer.claim.status === 'success' ? 'confirmed' : `gave up: ${answer.claim.reason}`,
            isGood: answer.claim.status === 'success',
          }
        : { words: answer.result.message ?? 'not confirmed', isGood: false };
  }
}
