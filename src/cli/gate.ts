import { resolve } from 'node:path';
import type { Answer, Human, Question } from '../checkpoint/gate.js';
import type { RawNode, RawPage } from '../page/raw.js';
import { textOfTold } from '../question/fact.js';
import { quoterFor } from '../question/quote.js';
import { toldOf } from '../question/told.js';
import { choose } from './prompt/choose.js';
import { type Keys, openKeys } from './prompt/device.js';
import { drawingOf } from './prompt/drawing.js';
import { frameLines } from './prompt/frame.js';
import { markable, outlinedPng } from './prompt/picture.js';
import { screenOf } from './prompt/screen.js';
import { openPicture, viewerOf } from './prompt/viewer.js';
import { colorsFor, tell } from './terminal.js';

/**
 * Asks whoever sits at the terminal, for as long as it takes. Without a terminal nobody can be asked, and then the
 * answer is no; so it is when the terminal goes away, and when the run is to end.
 */
export function humanAtTerminal(
  keepPicture: (png: Buffer) => Promise<string>,
  hasWindow: boolean,
  ending?: AbortSignal,
): Human {
  return {
    channel: 'terminal',
    hasWindow,
    async ask(question) {
      const keys = openKeys();
      if (!keys) return { approved: false, message: 'there is no terminal to ask at, so the answer is no' };
      try {
        return await whileThere(keys, ending, (signal) => askAt(keys, question, keepPicture, signal));
      } finally {
        keys.release();
      }
    },
  };
}

/** For as long as the terminal is there and the run is not to end. */
async function whileThere(
  { input }: Keys,
  ending: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  // A terminal that was closed ends the input, or fails at whatever is done to it next.
  for (const event of ['end', 'close', 'error']) input.on(event, leave);
  try {
    return await work(ending ? AbortSignal.any([gone.signal, ending]) : gone.signal);
  } finally {
    for (const event of ['end', 'close', 'error']) input.off(event, leave);
  }
}

async function askAt(
  keys: Keys,
  question: Question,
  keepPicture: (png: Buffer) => Promise<string>,
  signal: AbortSignal,
): Promise<Answer> {
  const paint = await colorsFor('stderr');
  const screen = screenOf(process.env, process.stderr, paint.level);
  const quoter = quoterFor(screen.isUtf8);
  const { node, page } = aboutOf(question);
  const marked = markable(question.picture, node && node.inView !== 'none' ? node.box : null, page.viewport.width);
  const path = resolve(await keepPicture(marked ? outlinedPng(marked) : question.picture));
  const told = toldOf(question, path, quoter);
  const show = (facts: typeof told.facts): void => {
    for (const line of frameLines(facts, screen, paint)) tell(line);
  };
  // Whatever was being said on this line is over.
  process.stderr.write(screen.isDumb ? '\n' : '\r\u001b[2K');
  const lines = frameLines([{ label: '', text: told.title, tone: 'title' }, ...told.facts], screen, paint);
  // Above the words: when not all of it fits, the picture is what scrolls away.
  if (marked) process.stderr.write(drawingOf(marked, screen, paint, lines.length));
  for (const line of lines) tell(line);
  const viewer = viewerOf(process.platform, process.env);
  const words =
    question.kind === 'wall' ? { message: 'Go on?', yes: 'done, go on' } : { message: 'Approve?', yes: 'yes, go on' };
  const shown = textOfTold(told);
  for (;;) {
    const choice = await choose(keys, { ...words, screen, paint, hasDisplay: viewer !== null, signal });
    switch (choice.kind) {
      case 'yes':
        return { approved: true, shown };
      case 'no':
        return { approved: false, message: choice.words.trim() || 'no', shown };
      case 'details':
        show(told.details);
        break;
      case 'picture': {
        const problem = viewer && (await openPicture(viewer, path, process.env));
        if (problem) show([{ label: '', text: problem, tone: 'warning' }]);
      }
    }
  }
}

/** The element that a question is about, and the page. */
function aboutOf(question: Question): { node: RawNode | null; page: RawPage } {
  switch (question.kind) {
    case 'act':
      return question.act;
    case 'state':
      return question;
    case 'model':
    case 'wall':
      return { node: null, page: question.page };
  }
}
