import type { TurnReport } from '../agent/loop.js';
import type { ToolAnswer } from '../tools/tool.js';
import { colorsFor, oneLine, tell } from './terminal.js';

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

export async function createProgress(quiet: boolean): Promise<Progress> {
  if (quiet) return { think() {}, turn() {} };
  const color = await colorsFor('stderr');
  const isLive = process.stderr.isTTY === true;
  const say = (line: string): void => tell(isLive ? `\r\u001b[2K${line}` : line);
  return {
    think(turn) {
      if (isLive) process.stderr.write(color.dim(`${String(turn).padStart(3)} … the model is asked`));
    },
    turn({ turn, tool, target, answer, spent }) {
      const { words, isGood } = outcomeOf(answer);
      const mark = isGood ? color.green('✓') : color.yellow('✗');
      const what = [TOOL_WORDS[tool] ?? (tool || 'no tool'), oneLine(target)].filter((part) => part !== '').join(' ');
      const cost = spent.usd === null ? '' : `, $${spent.usd.toFixed(4)}`;
      const used = color.dim(`${spent.tokens.toLocaleString('en-US')} tokens${cost}`);
      say(`${String(turn).padStart(3)} ${mark} ${what}  ${oneLine(words)}  ${used}`);
    },
  };
}

function outcomeOf(answer: ToolAnswer | null): { words: string; isGood: boolean } {
  if (answer === null) return { words: 'nothing was called', isGood: false };
  switch (answer.kind) {
    case 'browser': {
      const { success, error, verification } = answer.result;
      if (success) return { words: verification?.outcome ?? 'ok', isGood: true };
      return {
        words: [error, verification?.reason]
          .filter((word, index, all) => word && all.indexOf(word) === index)
          .join(', '),
        isGood: false,
      };
    }
    case 'approval':
      return { words: answer.result.approved ? 'approved' : 'not approved', isGood: answer.result.approved };
    case 'completion':
      return answer.result.acknowledged
        ? {
            words: answer.claim.status === 'success' ? 'confirmed' : `gave up: ${answer.claim.reason}`,
            isGood: answer.claim.status === 'success',
          }
        : { words: answer.result.message ?? 'not confirmed', isGood: false };
  }
}
