import type { Answer, Human, Question } from '../checkpoint/gate.js';
import { renderNode } from '../page/render.js';
import { oneLine, tell } from './terminal.js';

/** Asks whoever sits at the terminal. Without a terminal nobody can be asked, and then the answer is no. */
export function humanAtTerminal(keepPicture: (png: Buffer) => Promise<string>, hasWindow: boolean): Human {
  return {
    channel: 'terminal',
    hasWindow,
    async ask(question) {
      if (!process.stdin.isTTY || !process.stderr.isTTY) {
        return { approved: false, message: 'there is no terminal to ask at, so the answer is no' };
      }
      const picture = await keepPicture(question.picture);
      for (const line of [...linesOf(question), `  picture   ${picture}`]) tell(line);
      return answerAtTerminal();
    },
  };
}

/** From the page itself; the words of a model come last and are marked. */
function linesOf(question: Question): string[] {
  if (question.kind === 'model') {
    return [
      'The model asks for your approval.',
      `  page      ${oneLine(question.page.url)}`,
      `  its words ${oneLine(JSON.stringify(question.action.slice(0, 300)))}`,
      `  because   ${oneLine(JSON.stringify(question.reason.slice(0, 300)))}`,
    ];
  }
  if (question.kind === 'wall')
    return [
      `${oneLine(question.wall.words)}. Do it in the window, then go on.`,
      `  page      ${oneLine(question.page.url)}`,
    ];
  const { reason } = question;
  const act =
    question.kind === 'act'
      ? question.act
      : { node: question.node, page: question.page, action: { kind: 'click' as const } };
  const { node, page, action } = act;
  return [
    `The system wants to proceed with: ${action.kind} ${oneLine(node ? renderNode(node) : 'the page')}. Approve?`,
    `  page      ${oneLine(page.url)}`,
    ...(node?.href ? [`  leads to  ${oneLine(node.href)}`] : []),
    ...(node?.details?.formAction ? [`  sends to  ${oneLine(node.details.formAction)}`] : []),
    ...(action.kind === 'select' ? [`  choice    ${oneLine(JSON.stringify(action.values))}`] : []),
    ...(action.kind === 'fill' && !node?.secret
      ? [`  text      ${oneLine(JSON.stringify(action.value.slice(0, 200)))}`]
      : []),
    `  because   ${oneLine(reason.words)}`,
  ];
}

async function answerAtTerminal(): Promise<Answer> {
  const { input, select } = await import('@inquirer/prompts');
  const io = { output: process.stderr };
  try {
    await discardTypedAhead();
    const choices = [
      { name: 'no', value: false },
      { name: 'yes, go on', value: true },
    ];
    const approved = await select({ message: 'Approve?', choices, default: false }, io);
    if (approved) return { approved: true };
    const words = await input({ message: 'What should it do instead? (may be empty)' }, io);
    return { approved: false, message: words.trim() === '' ? 'no' : words.trim() };
  } catch (error) {
    // Ctrl-C, a closed terminal: whoever does not say yes says no.
    if (error instanceof Error && /PromptError$/.test(error.name)) return { approved: false, message: 'no answer' };
    throw error;
  }
}

const CALM_MS = 150;

/** What was typed before the question stood there is no answer to it: keys go nowhere until there were none for a while. */
async function discardTypedAhead(): Promise<void> {
  const { stdin } = process;
  let last = performance.now();
  const drop = (): void => {
    last = performance.now();
  };
  stdin.setRawMode(true);
  stdin.on('data', drop);
  stdin.resume();
  try {
    for (let calm = 0; calm < CALM_MS; calm = performance.now() - last) {
      await new Promise((resolve) => setTimeout(resolve, CALM_MS - calm + 1));
    }
  } finally {
    stdin.off('data', drop);
    stdin.pause();
    stdin.setRawMode(false);
  }
}
