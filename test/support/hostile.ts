import { randomUUID } from 'node:crypto';
import { type LoopEnd, type LoopRecord, runLoop } from '../../src/agent/loop.js';
import { createSpending } from '../../src/agent/spending.js';
import type { PageDriver } from '../../src/browser/driver.js';
import type { Human, Rules } from '../../src/checkpoint/gate.js';
import { createMemory } from '../../src/checkpoint/memory.js';
import { AgentError } from '../../src/contracts/failure.js';
import type { Model } from '../../src/model/model.js';
import { memoryRecorder, type Recorder } from '../../src/run/recorder.js';
import { renderAnswer, renderFirst } from '../../src/tools/render.js';
import { lookAfresh } from '../../src/tools/show.js';
import type { ToolContext } from '../../src/tools/tool.js';
import { createExchange } from '../../src/verify/exchange.js';
import { createPageSide } from '../../src/verify/pageSide.js';

export interface HostileRun {
  driver: PageDriver;
  rules: Rules;
  human: Human;
  turns: number;
  model(context: ToolContext): Model;
  /** Told what happens, as it does. */
  note?: (line: string) => void;
}

/** A run of its own on the page in front: the real loop, tools, gate and memory; only the model and the human are the test's. */
export async function runHostile({
  driver,
  rules,
  human,
  turns,
  model,
  note = () => {},
}: HostileRun): Promise<LoopEnd | AgentError> {
  const recorder = noting(
    memoryRecorder('hostile', () => new Date()),
    note,
  );
  const monotonic = (): number => performance.now();
  const context: ToolContext = {
    driver,
    gate: { rules, human, memory: createMemory() },
    recorder,
    pageSide: createPageSide(createExchange(randomUUID), 'a goal'),
    monotonic,
    shown: null,
    newId: randomUUID,
    now: () => new Date(),
    confirm: async () => ({ acknowledged: false, message: 'not yet' }),
  };
  const record: LoopRecord = { turns: 0, steps: [] };
  const deps = {
    ...{ model: model(context), context, recorder, limits: { turns }, spending: createSpending(monotonic), system: '' },
    ...{ onThink: () => {}, onTurn: () => {} },
    show: (answer: Parameters<typeof renderAnswer>[0]) => ({ rendered: renderAnswer(answer, { boundary: 'b' }) }),
  };
  try {
    const opening = { rendered: renderFirst(await lookAfresh(context, '0'), { boundary: 'b' }) };
    return await runLoop(deps, { opening, turns: [] }, record);
  } catch (error) {
    // Walls and lost pages end a run, in a way that was foreseen.
    if (error instanceof AgentError) return error;
    throw error;
  }
}

function noting(recorder: Recorder, note: (line: string) => void): Recorder {
  return {
    ...recorder,
    async record(type, payload) {
      const { tool, target, args, url, error, message, verification } = payload;
      const told = [tool, target, args && JSON.stringify(args), url, error, verification?.outcome, message];
      if (type !== 'snapshot_taken' && type !== 'llm_call') note(`${type} ${told.filter(Boolean).join(' ')}`);
      await recorder.record(type, payload);
    },
  };
}
