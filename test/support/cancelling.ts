import { randomUUID } from 'node:crypto';
import { confirmClaim } from '../../src/agent/confirm.js';
import type { TurnReport } from '../../src/agent/loop.js';
import { playbookModel } from '../../src/agent/playbook.js';
import { type RunDeps, type RunOutcome, type RunTask, runAgent } from '../../src/agent/run.js';
import type { Session } from '../../src/browser/session.js';
import type { Human } from '../../src/checkpoint/gate.js';
import { rulesFor } from '../../src/checkpoint/rules.js';
import type { TaskEventLine } from '../../src/contracts/generated.js';
import { costOf, priceOf } from '../../src/model/prices.js';
import { memoryRecorder } from '../../src/run/recorder.js';
import { NETFLIX, NETFLIX_CONDITIONS } from '../../src/services/netflix.js';
import { type Criteria, criteriaOf } from '../../src/verify/completion.js';
import { callsTool, type Reply, type WireBody } from './messagesApi.js';
import { type ScriptedGate, scriptedGate } from './tools.js';

/** The clicks of the cancellation, as a model would make them: each by what it reads in the newest snapshot. */
const CLICKS: [string, string][] = [
  ['Account', 'link "Cancel Membership"'],
  ['Finish Cancellation', 'button "Finish Cancellation"'],
  ['Before you go', 'link "Continue to Cancel"'],
];

/** The words of a model that cancels the membership: they depend only on what it is sent. */
export function cancels({ messages }: WireBody): Reply {
  const page = newestPage(messages);
  const title = /^"([^"]*)" http/m.exec(page)?.[1] ?? '';
  if (title.includes('cancelled')) {
    return callsTool('complete_task', {
      status: 'success',
      reason: 'The page says that the membership was cancelled.',
    });
  }
  const isTicked = /radio "[^"]*" \[x\]/.test(page);
  const survey = ['', isTicked ? 'button "Continue"' : 'radio "'];
  const [, control] = CLICKS.find(([begin]) => title.startsWith(begin)) ?? survey;
  const ref = new RegExp(`(@e\\d+) ${control}`).exec(page)?.[1];
  return ref ? callsTool('browser_click', { ref }) : callsTool('complete_task', { status: 'failed', reason: 'lost' });
}

function newestPage(messages: WireBody['messages']): string {
  const text = JSON.stringify(messages);
  const begin = text.lastIndexOf('<page ');
  return JSON.parse(`"${text.slice(begin, text.indexOf('</page ', begin))}"`) as string;
}

export interface TestRun extends RunOutcome {
  events: TaskEventLine[];
  gate: ScriptedGate;
  turns: TurnReport[];
}

/** A whole run in process: the real loop, tools and browser; only the human and the disk are the test's. */
export async function runTask(
  session: Session,
  model: RunDeps['model'],
  task: Partial<RunTask> & { url: string },
  options: {
    criteria?: Criteria;
    modelName?: string;
    prepare?: (gate: ScriptedGate) => void;
    signal?: AbortSignal;
    monotonic?: () => number;
  } = {},
): Promise<TestRun> {
  const gate = scriptedGate();
  options.prepare?.(gate);
  const recorder = memoryRecorder('test-run', () => new Date());
  const turns: TurnReport[] = [];
  const price = priceOf(options.modelName ?? 'claude-sonnet-5-5');
  const goal = task.goal ?? 'cancel netflix';
  const criteria = options.criteria ?? criteriaOf(NETFLIX_CONDITIONS, []);
  const outcome = await runAgent(
    {
      model,
      driver: session,
      gate,
      recorder,
      confirm: (claim, context) => confirmClaim({ goal, criteria, judge: null, history: () => [] }, claim, context),
      priceOf: (usage) => (price ? costOf(usage, price) : null),
      onThink: () => {},
      onTurn: (report) => turns.push(report),
      newId: randomUUID,
      now: () => new Date(),
      monotonic: options.monotonic ?? (() => performance.now()),
      ...(options.signal ? { signal: options.signal } : {}),
    },
    { taskId: 'test-run', goal, limits: { turns: 20 }, vision: 'auto', ...task },
  );
  return { ...outcome, events: recorder.events, gate, turns };
}

export const playbook: RunDeps['model'] = (context) =>
  playbookModel({ kind: 'service', steps: NETFLIX.playbook ?? [] }, () => context.shown);

/** The bundled site through the service and the rules that ship; only the address is another one. */
export async function onNetflix(
  session: Session,
  url: string,
  answer: Human['ask'],
  model: RunDeps['model'] = playbook,
): Promise<TestRun> {
  const service = { ...NETFLIX, allowed_domains: ['127.0.0.1'] };
  return runTask(
    session,
    model,
    { url },
    {
      prepare(gate) {
        gate.rules = rulesFor(service, { isBuiltIn: true, goal: 'cancel netflix', loginTarget: 'netflix' });
        gate.answer = answer;
      },
    },
  );
}
