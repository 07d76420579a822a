import { randomUUID } from 'node:crypto';
import type { PageDriver } from '../../src/browser/driver.js';
import type { Session } from '../../src/browser/session.js';
import type { Answer, Gate, PlannedAct, Question, Stop, Wall } from '../../src/checkpoint/gate.js';
import { createMemory } from '../../src/checkpoint/memory.js';
import type {
  BrowserToolResult,
  CompleteTaskInput,
  CompleteTaskResult,
  SnapshotElement,
  TaskEventLine,
} from '../../src/contracts/generated.js';
import type { RawPage } from '../../src/page/raw.js';
import { memoryRecorder } from '../../src/run/recorder.js';
import type { ToolAnswer, ToolContext } from '../../src/tools/tool.js';
import { toolbox } from '../../src/tools/tools.js';
import { createExchange, type Exchange } from '../../src/verify/exchange.js';
import { createPageSide } from '../../src/verify/pageSide.js';

/** Rules and a human that say what the test wants, and remember what was asked. */
export interface ScriptedGate extends Gate {
  asked: Question[];
  reason: (act: PlannedAct) => string | null;
  stops: (page: RawPage) => Stop[];
  wall: (page: RawPage) => Wall | null;
  answer: (question: Question) => Answer | Promise<Answer>;
}

export function scriptedGate({ hasWindow = false }: { hasWindow?: boolean } = {}): ScriptedGate {
  const gate: ScriptedGate = {
    asked: [],
    reason: () => null,
    stops: () => [],
    wall: () => null,
    answer: () => ({ approved: false, message: 'not in this test' }),
    memory: createMemory(),
    rules: {
      stopsOn: (page) => gate.stops(page),
      reasonToRefuse: () => null,
      wallOn: (page) => gate.wall(page),
      commandIn: () => null,
      reasonToAsk(act) {
        const words = gate.reason(act);
        return words === null ? null : { id: 'test', words };
      },
    },
    human: {
      channel: 'test',
      hasWindow,
      async ask(question) {
        gate.asked.push(question);
        return gate.answer(question);
      },
    },
  };
  return gate;
}

/** The seven tools over a page, called the way a model calls them: with refs of the newest snapshot. */
export interface Bench<D extends PageDriver = PageDriver> {
  driver: D;
  gate: ScriptedGate;
  context: ToolContext;
  events: TaskEventLine[];
  claims: CompleteTaskInput[];
  answerClaim: CompleteTaskResult;
  /** The newest snapshot's id. */
  id(): string;
  /** The newest snapshot's element of this name. */
  element(name: string): SnapshotElement;
  ref(name: string): string;
  call(name: string, input: unknown, snapshotId?: string): Promise<ToolAnswer>;
  /** For the tools that answer with a snapshot. */
  use(name: string, input: unknown, snapshotId?: string): Promise<BrowserToolResult>;
  /** Takes a snapshot first, so that the element is known. */
  click(name: string): Promise<BrowserToolResult>;
  fill(name: string, value: string, rest?: { clear_first?: boolean; submit?: boolean }): Promise<BrowserToolResult>;
  select(name: string, value: string, ...additional: string[]): Promise<BrowserToolResult>;
}

export function benchOver<D extends PageDriver>(driver: D, exchange: Exchange = createExchange(randomUUID)): Bench<D> {
  const recorder = memoryRecorder('test', () => new Date());
  const gate = scriptedGate();
  const claims: CompleteTaskInput[] = [];
  const context: ToolContext = {
    driver,
    gate,
    recorder,
    pageSide: createPageSide(exchange, 'the goal of this test'),
    monotonic: () => performance.now(),
    shown: null,
    newId: randomUUID,
    now: () => new Date(),
    async confirm(claim) {
      claims.push(claim);
      return bench.answerClaim;
    },
  };
  const { call } = toolbox(context);
  let turn = 0;
  const bench: Bench<D> = {
    driver,
    gate,
    context,
    events: recorder.events,
    claims,
    answerClaim: { acknowledged: true, message: null },
    id: () => context.shown?.projection.snapshot.snapshot_id ?? 'none',
    element(name) {
      const elements = context.shown?.projection.snapshot.elements ?? [];
      const found = elements.find((one) => one.name === name);
      if (!found) throw new Error(`no element is called ${name}: ${elements.map((one) => one.name).join(' | ')}`);
      return found;
    },
    ref: (name) => bench.element(name).ref,
    call(name, input, snapshotId = bench.id()) {
      turn += 1;
      return call({ id: String(turn), name, input, snapshotId });
    },
    async use(name, input, snapshotId) {
      const answer = await bench.call(name, input, snapshotId);
      if (answer.kind !== 'browser') throw new Error(`${name} answers without a snapshot`);
      return answer.result;
    },
    async click(name) {
      await bench.use('get_snapshot', {});
      return bench.use('browser_click', { ref: bench.ref(name) });
    },
    async fill(name, value, rest = {}) {
      await bench.use('get_snapshot', {});
      return bench.use('browser_fill', { ref: bench.ref(name), value, ...rest });
    },
    async select(name, value, ...additional) {
      await bench.use('get_snapshot', {});
      const more = additional.length > 0 ? { additional_values: additional } : {};
      return bench.use('browser_select', { ref: bench.ref(name), value, ...more });
    },
  };
  return bench;
}

export type RealBench = Bench<Session>;
