import { createInterface } from 'node:readline';
import type { ChalkInstance } from 'chalk';
import { discardTypedAhead, type Keys, withKeys } from './device.js';
import { edgeOf } from './frame.js';
import type { Screen } from './screen.js';

export type Choice = { kind: 'no'; words: string } | { kind: 'yes' } | { kind: 'details' } | { kind: 'picture' };

export interface Choosing {
  screen: Screen;
  paint: ChalkInstance;
  /** What is asked, and what a yes is called here. */
  message: string;
  yes: string;
  /** Whether there is a screen to open the picture on. */
  hasDisplay: boolean;
  /** Ends the question: the terminal is gone, or the run is to end. */
  signal: AbortSignal;
}

const LEFT: Choice = { kind: 'no', words: 'no answer' };

/** Whoever does not say yes says no: with Ctrl-C, with a terminal that is closed, with a run that is to end. */
export async function choose(keys: Keys, choosing: Choosing): Promise<Choice> {
  if (await discardTypedAhead(keys, choosing.signal)) return LEFT;
  try {
    return await (choosing.screen.isDumb ? chooseByWord(keys, choosing) : chooseFromList(keys, choosing));
  } catch (error) {
    // The prompts have an error of their own for each of these ways to leave.
    if (error instanceof Error && /PromptError$/.test(error.name)) return LEFT;
    throw error;
  }
}

const INSTEAD = 'What should it do instead? (may be empty)';

/** The first choice is no, and the one that Enter takes. */
async function chooseFromList(keys: Keys, choosing: Choosing): Promise<Choice> {
  const { input, select } = await import('@inquirer/prompts');
  const { message, yes, hasDisplay, signal } = choosing;
  const theme = themeFor(choosing);
  const choices: { name: string; value: Choice['kind'] }[] = [
    { name: 'no', value: 'no' },
    { name: yes, value: 'yes' },
    { name: 'show details', value: 'details' },
    ...(hasDisplay ? [{ name: 'open the picture', value: 'picture' as const }] : []),
  ];
  const io = { output: process.stderr };
  const kind = await withKeys(keys, signal, (input, signal) =>
    select({ message, choices, default: 'no', loop: false, theme }, { ...io, input, signal }),
  );
  if (kind !== 'no') return { kind };
  const words = await withKeys(keys, signal, (from, signal) =>
    input({ message: INSTEAD, theme }, { ...io, input: from, signal }),
  );
  return { kind, words };
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
async function chooseByWord(keys: Keys, { screen, message, hasDisplay, signal }: Choosing): Promise<Choice> {
  const words = ['yes', 'details', ...(hasDisplay ? ['picture'] : [])];
  process.stderr.write(`${edgeOf(screen)} ? ${message} Type ${words.join(' or ')}; anything else is no: `);
  const line = await withKeys(keys, signal, lineOf);
  const word = line?.trim().toLowerCase();
  switch (word) {
    case 'yes':
    case 'details':
    case 'picture':
      return { kind: word };
    default:
      return line === null ? LEFT : { kind: 'no', words: line };
  }
}

/** The next line that is typed; null when there will be none. */
async function lineOf(input: NodeJS.ReadableStream, signal: AbortSignal): Promise<string | null> {
  const lines = createInterface({ input, terminal: false, signal });
  try {
    return await new Promise<string | null>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(null));
    });
  } finally {
    lines.close();
  }
}
