import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '../../src/browser/session.js';
import type { Answer, PlannedAct, Question } from '../../src/checkpoint/gate.js';
import { rulesFor } from '../../src/checkpoint/rules.js';
import type { Action } from '../../src/page/action.js';
import { root } from './cli.js';
import { byName } from './eyes.js';
import { temporaryFolder } from './fixtures.js';
import { atTerminal, type Terminal, type TerminalOptions } from './pty.js';

export type ActQuestion = Extract<Question, { kind: 'act' }>;

/** What would be asked about this element, as the product finds it out: a look, a second one at the element, the rules. */
export async function questionOn(
  session: Session,
  name: string,
  action: Action = { kind: 'click' },
): Promise<ActQuestion> {
  const view = await session.look({ scope: 'viewport', picture: true });
  const live = await session.probe(view, byName(view.raw, name));
  if (!live.connected || !live.visible) throw new Error(`${name} is not to be seen`);
  const act: PlannedAct = { action, node: live.node, page: view.raw };
  const reason = rulesFor({ checkpoints: [] }).reasonToAsk(act) ?? { id: 'test', words: 'this test asks' };
  return { kind: 'act', reason, act, picture: view.png };
}

export interface Asked extends Terminal {
  /** Where the picture is kept. */
  picture: string;
  /** What the human was taken to have said; waits until it is there. */
  answer(): Promise<Answer>;
}

/** A shell's words around the command, where they matter. */
export interface AskOptions extends TerminalOptions {
  shell?: (command: string) => string;
  /** What the prompt calls the picture. */
  toldAs?: string;
}

const PATIENCE_MS = 20_000;

/** The question at a real terminal, without the run around it. */
export function askAtTerminal(question: Question, { shell, toldAs, ...options }: AskOptions = {}): Asked {
  const folder = temporaryFolder();
  const [asked, answered, picture] = [
    join(folder, 'question.json'),
    join(folder, 'answer.json'),
    join(folder, 'a b.png'),
  ];
  writeFileSync(asked, JSON.stringify(question));
  const args = [`${root}test/support/askAtTerminal.mjs`, asked, answered, picture, toldAs ?? picture];
  const command = [process.execPath, ...args].map((word) => `'${word}'`).join(' ');
  const terminal = shell
    ? atTerminal(['-c', shell(command)], { ...options, program: '/bin/sh' })
    : atTerminal(args, { ...options, program: process.execPath });
  return {
    ...terminal,
    picture,
    async answer() {
      const end = performance.now() + PATIENCE_MS;
      while (!existsSync(answered)) {
        if (performance.now() > end) throw new Error(`nothing was answered: ${JSON.stringify(terminal.screen())}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return JSON.parse(readFileSync(answered, 'utf8')) as Answer;
    },
  };
}
