import { problemsOfFacts } from '../agent/plan.js';
import { askForPlan, PLAN_MAX_TOKENS, type PlanFacts, type Planned, planTooDear } from '../agent/planAsk.js';
import { type AgentError, errorOf, usageError } from '../contracts/failure.js';
import type { ConfigV1, PlannerV1, TaskCommandV1 } from '../contracts/generated.js';
import { formatProblem } from '../contracts/problems.js';
import type { Model } from '../model/model.js';
import { guardTask } from '../replay/guard.js';
import { lintTask } from '../resolve/lint.js';
import { addressOf } from '../work/address.js';
import { modelName, openModel } from '../work/chooseModel.js';
import { loadConfig } from '../work/config.js';
import { priceWithin } from '../work/price.js';
import { newTaskId } from '../work/taskId.js';
import { dollarsOf } from './budget.js';
import { lintSummary } from './lintLines.js';
import { checkTaskFile, keepTask } from './planFile.js';
import { previewLines, spentLine } from './planPreview.js';
import { errorDocument, tellError } from './reportError.js';
import { say } from './say.js';
import { oneLine, print, printJson, tell } from './terminal.js';

export interface PlanOptions {
  goal: string;
  url?: string;
  model?: string;
  taskId?: string;
  out?: string;
  maxCostUsd?: string;
  json?: boolean;
}

/** Everything that can be wrong on our side is found before the model is asked. */
export async function runPlan(options: PlanOptions): Promise<void> {
  const facts = factsOf(options);
  const usd = dollarsOf(options.maxCostUsd);
  const config = await loadConfig();
  const model = await chooseModel(options.model, config);
  const price = priceWithin(usd, model.name, config, 'leave it out, or take another model with --model');
  if (options.out !== undefined) await checkTaskFile(options.out, facts);
  const tooDear = usd === undefined || price === null ? null : planTooDear(facts, price, usd);
  if (tooDear) throw errorOf(tooDear, ['raise --max-cost-usd, or take a cheaper model with --model']);
  const planned = await askForPlan(model, facts, price);
  const spent = spentLine(model.name, planned.usage, planned.usd);
  const { made } = planned;
  // An answer that cannot be used is paid for all the same.
  if (!made.ok) {
    tell(spent);
    throw errorOf(made.failure, remediesFor(planned));
  }
  const rejection = rejectionOf(made.task);
  if (rejection) {
    tell(spent);
    throw rejection;
  }
  if (made.repaired) tell('the answer was not plain JSON; the plan was taken out of it');
  await report(made, planned, spent, options);
}

function factsOf({ goal, url, taskId = newTaskId('plan', new Date()) }: PlanOptions): PlanFacts {
  if (goal.trim() === '') throw usageError('--goal is empty', 'say what is to be done');
  const facts = { goal, taskId, ...(url === undefined ? {} : { url: addressOf(url) }) };
  const problems = problemsOfFacts(taskId, facts);
  if (problems.length > 0) {
    const told = problems.map(({ pointer, message }) => formatProblem({ pointer: flagOf(pointer), message }));
    throw usageError(told.join('; '));
  }
  return facts;
}

/** The flag that a place in the task comes from. */
function flagOf(pointer: string): string {
  switch (pointer) {
    case '/task_id':
      return '--task-id';
    case '/goal':
      return '--goal';
    default:
      return '--url';
  }
}

async function chooseModel(flag: string | undefined, config: ConfigV1): Promise<Model> {
  const name = modelName(flag, config);
  if (name === 'playbook') throw usageError('--model playbook makes no plans', 'take a Claude model, or script:FILE');
  return openModel(name, say, {
    maxTokens: PLAN_MAX_TOKENS,
    instead: 'or take --model script:FILE, which needs no key',
  });
}

function remediesFor({ isCut }: Planned): string[] {
  if (isCut) return [`the answer was cut off at ${PLAN_MAX_TOKENS} tokens: ask for less at once`];
  return ['ask again, put the goal in other words, or take another model with --model'];
}

function rejectionOf(task: TaskCommandV1): AgentError | null {
  const failure = guardTask(task);
  if (failure === null) return null;
  return errorOf(failure, task.commands[0]?.action === 'navigate' ? [] : ['say where to start with --url']);
}

interface MadePlan {
  plan: PlannerV1;
  task: TaskCommandV1;
}

/** A plan is shown even if its file could not be written: asking again would cost again. */
async function report({ plan, task }: MadePlan, planned: Planned, spent: string, options: PlanOptions): Promise<void> {
  const { out, json = false } = options;
  const lint = lintTask(task);
  const problem = out === undefined ? null : await keepTask(out, task);
  if (json) {
    const cost_usd = planned.usd === null ? null : Number(planned.usd.toFixed(6));
    printJson({
      ...(problem ? errorDocument(problem) : { ok: true }),
      plan,
      task,
      lint,
      usage: planned.usage,
      cost_usd,
    });
  } else {
    for (const line of previewLines(plan, task)) print(line);
    print();
    if (!lint.ok) print(`these may not find what they are meant for: ${lintSummary(lint)}`);
    print(`${spent}; replaying it costs nothing`);
    if (out !== undefined && problem === null) print(`written to ${oneLine(out)}`);
  }
  if (problem === null) return;
  process.exitCode = problem.exitCode;
  await tellError(problem);
}
