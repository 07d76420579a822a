import { createHash } from 'node:crypto';
import type { View } from '../browser/driver.js';
import type { Answer, Gate, Question } from '../checkpoint/gate.js';
import type { Descriptor } from '../checkpoint/memory.js';
import { renderNode } from '../page/render.js';
import type { Recorder } from '../run/recorder.js';

/** Whoever asks again and again hopes for a slip: after so many noes everything is a no. */
const MAX_NOES = 5;

export interface AskDeps {
  gate: Gate;
  recorder: Recorder;
  /** What the model said beside the call that is carried out. */
  modelWords?: string;
}

/** Puts a question to the human and writes down both, whatever the answer is. */
export async function askHuman(
  { gate, recorder, modelWords }: AskDeps,
  stepId: string,
  question: Question,
  descriptor?: Descriptor,
): Promise<Answer> {
  const about = { command_id: stepId, url: pageOf(question).url, ...targetOf(question) };
  await recorder.record('checkpoint_requested', { ...about, message: reasonOf(question) });
  const isOfModel = modelWords !== undefined && (question.kind === 'act' || question.kind === 'state');
  const answer = await answerTo(gate, isOfModel ? { ...question, modelWords } : question);
  await recorder.record('checkpoint_resolved', {
    ...about,
    status: answer.approved ? 'ok' : 'rejected',
    message: `${answer.approved ? 'approved' : `rejected: ${answer.message}`} (${gate.human.channel})`,
    approval: {
      answer: answer.approved ? 'yes' : 'no',
      channel: gate.human.channel,
      ...(answer.shown === undefined ? {} : { shown_hash: sha256(answer.shown) }),
      ...(descriptor === undefined ? {} : { descriptor_hash: sha256(descriptor) }),
    },
  });
  return answer;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
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
