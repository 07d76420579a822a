import { createInterface } from 'node:readline';
import type { ChalkInstance } from 'chalk';
import { discardTypedAhead, type Keys } from './device.js';
import { edgeOf } from './frame.js';
import type { Screen } from './screen.js';

export type Choice = { kind: 'no'; words: string } | { kind: 'yes' } | { kind: 'details' } | { kind: 'picture' };

export interface Choosing {
  screen: Screen;
  paint: ChalkInstance;
  /** What a yes is called here. */
  yes: string;
  /** Whether there is a screen to open the picture on. */
  hasDisplay: boolean;
  /** Ends the question: the terminal is gone, or the run is to end. */
  signal: AbortSignal;
}

/** Whoever does not say yes says no: with Ctrl-C, with a terminal that is closed, with a run that is to end. */
export async function choose(keys: Keys, choosing: Choosing): Promise<Choice> {
  await discardTypedAhead(keys, choosing.signal);
  try {
    return await (choosing.screen.isDumb ? chooseByWord(keys, choosing) : chooseFromList(keys, choosing));
  } catch (error) {
    // The prompts have an error of their own for each of these ways to leave.
    if (error instanceof Error && /PromptError$/.test(error.name)) return { kind: 'no', words: 'no answer' };
    throw error;
  }
}

const INSTEAD = 'What should it do instead? (may be empty)';

/** The first choice is no, and the one that Enter takes. */
async function chooseFromList({ input: keys }: Keys, choosing: Choosing): Promise<Choice> {
  const { input, select } = await import('@inquirer/prompts');
  const { yes, hasDisplay, signal } = choosing;
  const io = { input: keys, output: process.stderr, signal };
  const theme = themeFor(choosing);
  const choices: { name: string; value: Choice['kind'] }[] = [
    { name: 'no', value: 'no' },
    { name: yes, value: 'yes' },
    { name: 'show details', value: 'details' },
    ...(hasDisplay ? [{ name: 'open the picture', value: 'picture' as const }] : []),
  ];
  const kind = await select({ message: 'Approve?', choices, default: 'no', loop: false, theme }, io);
  if (kind !== 'no') return { kind };
  return { kind, words: await input({ message: INSTEAD, theme }, io) };
}

function themeFor({ screen, paint }: Choosing) {
  const { isUtf8 } = screen;
  const mark = `${paint.yellow(edgeOf(screen))} ${paint.cyan('?')}`;
  return {
    prefix: { idle: mark, done: mark },
    icon: { cursor: isUtf8 ? '❯' : '>' },
    style: {
      message: (text: string) => paint.bold(text),
      answer: (text: string) => paint.cyan(text),
      highlight: (text: string) => paint.cyan(text),
      error: (text: string) => paint.red(text),
      keysHelpTip: () =>
        paint.dim(isUtf8 ? '↑↓ move, ⏎ choose; Ctrl-C is no' : 'arrows move, Enter chooses; Ctrl-C is no'),
    },
  };
}

/** On a terminal that cannot move its cursor a choice is a word. Whatever else is typed is a no, in the human's words. */
async function chooseByWord({ input }: Keys, { screen, yes, hasDisplay, signal }: Choosing): Promise<Choice> {
  const words = ['yes', 'details', ...(hasDisplay ? ['picture'] : [])];
  process.stderr.write(`${edgeOf(screen)} ? Type yes (${yes}), ${words.slice(1).join(', ')}; anything else is no: `);
  const lines = createInterface({ input, terminal: false, signal });
  try {
    const line = await new Promise<string>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
    });
    const word = words.find((one) => one === line.trim().toLowerCase());
    switch (word) {
      case 'yes':
      case 'details':
      case 'picture':
        return { kind: word };
      default:
        return { kind: 'no', words: line };
    }
  } finally {
    lines.close();
  }
}
