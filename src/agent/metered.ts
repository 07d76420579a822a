import { addUsage, type Model, type Usage } from '../model/model.js';
import type { Recorder } from '../run/recorder.js';
import type { LoopRecord } from './loop.js';
import type { Spending } from './spending.js';

export interface Meter {
  recorder: Recorder;
  spending: Spending;
  /** Tells the turn that a call belongs to. */
  done: LoopRecord;
  priceOf(usage: Usage): number | null;
  signal?: AbortSignal | undefined;
}

/** The same model, with every call counted and written down, whoever makes it. */
export function metered(model: Model, { recorder, spending, done, priceOf, signal }: Meter): Model {
  return {
    name: model.name,
    async ask(request) {
      const reply = await model.ask({ ...request, ...(signal ? { signal } : {}) });
      // Answers that were of no use were paid for all the same.
      const usage = reply.wasted ? addUsage(reply.usage, reply.wasted) : reply.usage;
      const usd = priceOf(usage);
      spending.add(usage, usd);
      await recorder.record('llm_call', { command_id: String(done.turns), model: model.name, usage, cost_usd: usd });
      return reply;
    },
  };
}
