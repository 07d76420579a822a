import type { View } from '../browser/driver.js';
import type { Answer, Gate, Question } from '../checkpoint/gate.js';
import { renderNode } from '../page/render.js';
import type { Recorder } from '../run/recorder.js';

/** Whoever asks again and again hopes for a slip: after so many noes everything is a no. */
const MAX_NOES = 5;

export interface AskDeps {
  gate: Gate;
  recorder: Recorder;
}

/** Puts a question to the human and writes down both, whatever the answer is. */
export async function askHuman({ gate, recorder }: AskDeps, stepId: string, question: Question): Promise<Answer> {
  const about = { command_id: stepId, url: pageOf(question).url, ...targetOf(question) };
  await recorder.record('checkpoint_requested', { ...about, message: reasonOf(question) });
  const answer = await answerTo(gate, question);
  await recorder.record('checkpoint_resolved', {
    ...about,
    status: answer.approved ? 'ok' : 'rejected',
    message: `${answer.approved ? 'approved' : `rejected: ${answer.message}`} (${gate.human.channel})`,
  });
  return answer;
}

async function answerTo({ human, memory }: Gate, question: Question): Promise<Answer> {
  if (memory.noes() < MAX_NOES) return human.ask(question);
  return { approved: false, message: `the human said no ${MAX_NOES} times in this run and is not asked any more` };
}

function pageOf(question: Question): View['raw'] {
  return question.kind === 'act' ? question.act.page : question.page;
}

function targetOf(question: Question): { target?: string } {
  const node = question.kind === 'act' ? question.act.node : question.kind === 'state' ? question.node : null;
  return node ? { target: renderNode(node) } : {};
}

function reasonOf(question: Question): string {
  switch (question.kind) {
    case 'act':
    case 'state':
      return `${question.reason.id}: ${question.reason.words}`;
    case 'model':
      return `the model asks: ${question.action}: ${question.reason}`;
    case 'wall':
      return `${question.wall.kind}: ${question.wall.words}`;
  }
}
