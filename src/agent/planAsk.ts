import { createFailure } from '../contracts/failure.js';
import type { ErrorV1, PlannerV1, TaskCommandV1 } from '../contracts/generated.js';
import { parsePlan } from '../contracts/planner.js';
import { estimateRequest } from '../model/estimate.js';
import { addUsage, type Model, NO_USAGE, type Usage } from '../model/model.js';
import { costOf, type Price } from '../model/prices.js';
import { type TaskFacts, taskFromPlan } from './plan.js';
import { planRequest } from './planPrompt.js';

/** Room for about a hundred actions. What a call can cost at most follows from it. */
export const PLAN_MAX_TOKENS = 4_096;

export interface PlanFacts extends TaskFacts {
  goal: string;
  taskId: string;
}

export type Made =
  /** `repaired`: the answer was no plain JSON and needed the one repair. */
  { ok: true; plan: PlannerV1; task: TaskCommandV1; repaired: boolean } | { ok: false; failure: ErrorV1 };

export interface Planned {
  made: Made;
  usage: Usage;
  /** Null when the model has no known price. */
  usd: number | null;
  /** The answer ended because it was too long. */
  isCut: boolean;
}

/** Asks once. An answer that is no plan is told with what it cost, because it is billed like any other. */
export async function askForPlan(model: Model, facts: PlanFacts, price: Price | null): Promise<Planned> {
  const { content, stop, usage, wasted = NO_USAGE } = await model.ask(planRequest(facts.goal, facts.url));
  const answer = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return {
    made: madeFrom(answer, facts),
    usage: addUsage(usage, wasted),
    usd: price ? costOf(usage, price) + costOf(wasted, price) : null,
    isCut: stop === 'max_tokens',
  };
}

function madeFrom(answer: string, { taskId, ...facts }: PlanFacts): Made {
  const parsed = parsePlan(answer);
  if (!parsed.ok) return parsed;
  const { plan, repaired } = parsed;
  const result = taskFromPlan(plan, taskId, facts);
  return result.ok ? { ok: true, plan, task: result.task, repaired } : result;
}

/** Why a call must not be made with this much money, or null. Counted is the longest answer that it may bring. */
export function planTooDear({ goal, url }: PlanFacts, price: Price, usd: number): ErrorV1 | null {
  const prompt = estimateRequest(planRequest(goal, url));
  // A prompt that the provider keeps for later is dearer than one that is only read.
  const usage = { ...NO_USAGE, cache_creation_input_tokens: prompt, output_tokens: PLAN_MAX_TOKENS };
  const most = costOf(usage, price);
  if (most <= usd) return null;
  const message = `a plan may cost up to $${most.toFixed(4)}, and the limit is $${usd.toFixed(4)}`;
  return createFailure({ code: 'COST_USD_LIMIT', stepId: 'plan', message });
}
