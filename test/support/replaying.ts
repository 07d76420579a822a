import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright';
import { playbookModel } from '../../src/agent/playbook.js';
import { type RunOutcome, runAgent } from '../../src/agent/run.js';
import { openSession, type Session } from '../../src/browser/session.js';
import type { Answer, Gate, Question } from '../../src/checkpoint/gate.js';
import { createMemory } from '../../src/checkpoint/memory.js';
import { rulesFor } from '../../src/checkpoint/rules.js';
import type { Condition, TaskCommandV1, TaskEventLine } from '../../src/contracts/generated.js';
import type { Values } from '../../src/contracts/placeholders.js';
import type { Action } from '../../src/page/action.js';
import type { Command, Played } from '../../src/replay/player.js';
import { type ReplayOutcome, replayTask } from '../../src/replay/replay.js';
import { LIMITS, type Limits, QUIET_MS } from '../../src/replay/seek.js';
import { memoryRecorder, type Recorder } from '../../src/run/recorder.js';
import { GENERIC } from '../../src/services/generic.js';
import { NETFLIX } from '../../src/services/netflix.js';
import type { Service } from '../../src/services/services.js';
import { createCommandLog } from '../../src/step/commands.js';
import { recordedTask } from '../../src/step/recordedTask.js';
import type { StepDeps } from '../../src/step/step.js';
import { takeStep } from '../../src/step/takeStep.js';
import { createExchange } from '../../src/verify/exchange.js';
import { createPageSide } from '../../src/verify/pageSide.js';
import { VIEWPORT } from './eyes.js';

const { start_url: _, ...anywhere } = NETFLIX;
/** Netflix's own rules, for the site on this machine. */
export const NETFLIX_HERE: Service = { ...anywhere, allowed_domains: ['127.0.0.1'] };
const GOAL = 'cancel netflix';

export type Answers = (question: Question) => Answer;
export const YES: Answers = () => ({ approved: true });
export const NO: Answers = () => ({ approved: false, message: 'not now' });

function gateFor(service: Service, answers: Answers, asked: Question[]): Gate {
  return {
    rules: rulesFor(service, { isBuiltIn: true, goal: GOAL }),
    memory: createMemory(),
    human: {
      channel: 'test',
      hasWindow: false,
      async ask(question) {
        asked.push(question);
        return answers(question);
      },
    },
  };
}

const shared = { newId: randomUUID, now: () => new Date(), monotonic: () => performance.now() };

/** A whole run with the playbook, and the task that was recorded of it. */
export async function recordNetflix(
  browser: Browser,
  url: string,
): Promise<{ outcome: RunOutcome; task: TaskCommandV1 }> {
  const session = await openSession(browser, VIEWPORT);
  const commands = createCommandLog();
  const outcome = await runAgent(
    {
      ...shared,
      model: (context) => playbookModel({ kind: 'service', steps: NETFLIX.playbook ?? [] }, () => context.shown),
      driver: session,
      gate: gateFor(NETFLIX_HERE, YES, []),
      recorder: memoryRecorder('recording', () => new Date()),
      commands,
      confirm: async () => ({ acknowledged: true, message: null }),
      priceOf: () => null,
      onThink: () => {},
      onTurn: () => {},
    },
    { taskId: 'recording', goal: GOAL, url, limits: { turns: 20 }, vision: 'never' },
  );
  await session.close();
  const task = recordedTask(commands, {
    ...{ taskId: 'cancel_netflix', goal: GOAL, service: 'netflix', viewport: VIEWPORT, status: outcome.result.status },
    success: { all: [...NETFLIX.success] as [never] },
  });
  if (!task || 'problem' in task) throw new Error(JSON.stringify(task));
  return { outcome, task };
}

/** Acts on the element of this name, or on the one of that name in a row. */
export interface Deed {
  name: string;
  action: Action;
  row?: string;
}

/** What was recorded of a few actions. */
export async function recordDeeds(
  browser: Browser,
  { deeds, url, success }: { deeds: readonly Deed[]; url: string; success?: Condition },
): Promise<TaskCommandV1> {
  const session = await openSession(browser, VIEWPORT);
  const commands = createCommandLog();
  const context: StepDeps = {
    ...{ driver: session, gate: gateFor(GENERIC, YES, []), commands, monotonic: shared.monotonic },
    recorder: memoryRecorder('recording', shared.now),
    pageSide: createPageSide(createExchange(randomUUID), 'recording'),
  };
  await session.goTo(url, 10_000);
  commands.opened(url);
  for (const [index, { name, action, row }] of deeds.entries()) {
    const shown = await session.look({ scope: 'page', picture: true });
    const node = shown.raw.nodes.find((one) => one.name === name && (!row || one.rowText?.includes(row)));
    if (!node) throw new Error(`there is no ${name} on the page`);
    const target = { by: 'vaultyId', id: node.vaultyId } as const;
    const taken = await takeStep(context, {
      ...{ id: String(index + 1), tool: 'test', action, target, shown, isBound: true },
    });
    if (!taken.success) throw new Error(taken.message);
  }
  await session.close();
  const facts = {
    taskId: 'recording',
    goal: 'recording',
    service: 'generic',
    viewport: VIEWPORT,
    status: 'completed',
  } as const;
  const task = recordedTask(commands, { ...facts, ...(success ? { success } : {}) });
  if (!task || 'problem' in task) throw new Error(JSON.stringify(task));
  return task;
}

export interface TestReplay extends ReplayOutcome {
  events: TaskEventLine[];
  asked: Question[];
  played: { command: Command; played: Played }[];
}

export interface ReplayOptions {
  service?: Service;
  answers?: Answers;
  allowFallback?: boolean;
  fromStep?: number;
  values?: Values;
  limits?: Partial<Limits>;
  recorder?: Recorder;
  signal?: AbortSignal;
  /** In this one, which stays open; otherwise in one of its own. */
  session?: Session;
}

/** A replay in process: the real road and browser; only the human is the test's. */
export async function replayIn(
  browser: Browser,
  task: TaskCommandV1,
  options: ReplayOptions = {},
): Promise<TestReplay> {
  const session = options.session ?? (await openReplaySession(browser, task));
  const {
    service = NETFLIX_HERE,
    answers = YES,
    values = new Map(),
    allowFallback = false,
    signal,
    fromStep,
  } = options;
  const memory = memoryRecorder('replaying', () => new Date());
  const asked: Question[] = [];
  const played: TestReplay['played'] = [];
  try {
    const outcome = await replayTask(
      {
        ...shared,
        driver: session,
        gate: gateFor(service, answers, asked),
        recorder: options.recorder ?? memory,
        onStep: (command, one) => played.push({ command, played: one }),
        limits: { ...LIMITS, ...options.limits },
        ...(signal ? { signal } : {}),
      },
      { taskId: 'replaying', task, values, allowFallback, ...(fromStep === undefined ? {} : { fromStep }) },
    );
    return { ...outcome, events: memory.events, asked, played };
  } finally {
    if (!options.session) await session.close();
  }
}

export function openReplaySession(browser: Browser, { viewport = VIEWPORT }: TaskCommandV1): Promise<Session> {
  return openSession(browser, viewport, { quietMs: QUIET_MS });
}
