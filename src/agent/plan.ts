import { createFailure } from '../contracts/failure.js';
import type { ErrorV1, PlannerV1, ProposedAction, TaskCommandV1 } from '../contracts/generated.js';
import { problemsOfMeaning } from '../contracts/meaning.js';
import { formatProblem, type Problem } from '../contracts/problems.js';
import { assertWritable, problemsWriting } from '../contracts/validate.js';
import { CURRENT } from '../contracts/versions.js';
import { cut } from '../page/cut.js';

type Command = TaskCommandV1['commands'][number];
export type PlanAction = Command['action'];

export const PLAN_ACTIONS = [
  'navigate',
  'click',
  'type',
  'wait_for_url',
  'get_text',
  'get_title',
] as const satisfies readonly PlanAction[];

/** Known well enough to be told apart from a misspelling: these run code or outlive the task. */
const FORBIDDEN: ReadonlySet<string> = new Set(['run_shell', 'eval', 'execute_js', 'raw_js', 'schedule']);
const MOST_TOLD = 5;

export interface TaskFacts {
  /** What the user asked for; kept in the file. */
  goal?: string;
  /** Opened first when the plan does not begin by opening something itself. */
  url?: string;
}

export type TaskResult = { ok: true; task: TaskCommandV1 } | { ok: false; failure: ErrorV1 };

/** What is wrong with what the user gave, found before a plan is asked for; placed as it would be in the task. */
export function problemsOfFacts(taskId: string, { goal, url = 'https://example.com/' }: TaskFacts): Problem[] {
  return problemsOf(taskOf(taskId, goal, [opening(url)]));
}

/**
 * The task that a plan comes to. What is wrong is told with its place in the plan, because the plan is what the model
 * wrote. Whether the task may run is not asked here: that is what the guard is for.
 */
export function taskFromPlan(plan: PlannerV1, taskId: string, facts: TaskFacts = {}): TaskResult {
  const { goal, url } = facts;
  const actions = plan.proposed_actions;
  const added = url === undefined || actions[0]?.action === 'navigate' ? undefined : opening(url);
  const shift = added ? 1 : 0;
  const commands: Command[] = [];
  const problems: Problem[] = [];
  for (const [index, action] of actions.entries()) {
    const made = commandFrom(action, String(index + 1 + shift));
    if ('command' in made) commands.push(made.command);
    else problems.push({ pointer: `/proposed_actions/${index}/${made.field}`, message: made.message });
  }
  if (problems.length > 0) return invalid(problems);
  const [first, ...others] = commands;
  if (first === undefined) {
    return invalid([{ pointer: '/proposed_actions', message: `is empty: ${JSON.stringify(cut(plan.intent, 300))}` }]);
  }
  const task = taskOf(taskId, goal, added ? [added, first, ...others] : [first, ...others]);
  const wrong = problemsOf(task);
  if (wrong.length === 0) return { ok: true, task: assertWritable('task_command.v1', task) };
  const notPlanned = problemsOfFacts(taskId, facts);
  if (notPlanned.length > 0) throw new Error(`not for a task: ${notPlanned.map(formatProblem).join('; ')}`);
  return invalid(wrong.map((problem) => placedInPlan(problem, shift)));
}

function opening(url: string): Command {
  return { id: '1', action: 'navigate', params: { url } };
}

function taskOf(taskId: string, goal: string | undefined, commands: TaskCommandV1['commands']): TaskCommandV1 {
  const words = goal === undefined ? {} : { goal };
  return { schema_version: CURRENT.task_command, task_id: taskId, ...words, commands };
}

function problemsOf(task: TaskCommandV1): Problem[] {
  const shape = problemsWriting('task_command.v1', task);
  return shape.length > 0 ? shape : problemsOfMeaning('task_command.v1', task);
}

type Made = { command: Command } | { field: keyof ProposedAction; message: string };

function commandFrom({ action, target, input }: ProposedAction, id: string): Made {
  if (!isPlanAction(action)) return { field: 'action', message: refusalOf(action) };
  const needsTarget = action !== 'get_title';
  if (needsTarget && target.trim() === '') return { field: 'target', message: `is empty, and ${action} needs one` };
  switch (action) {
    case 'navigate':
      return { command: { id, action, params: { url: target } } };
    case 'click':
    case 'get_text':
      return { command: { id, action, params: { selector: target } } };
    case 'type':
      return { command: { id, action, params: { selector: target, text: input } } };
    case 'wait_for_url':
      return { command: { id, action, params: { contains: target } } };
    case 'get_title':
      return { command: { id, action, params: {} } };
  }
}

function isPlanAction(action: string): action is PlanAction {
  return PLAN_ACTIONS.some((known) => known === action);
}

function refusalOf(action: string): string {
  const name = JSON.stringify(cut(action, 60));
  if (FORBIDDEN.has(action)) return `${name} is a forbidden action`;
  return `${name} is not an action; there are ${PLAN_ACTIONS.join(', ')}`;
}

/** "/commands/3/params/selector" is what "/proposed_actions/3/target" became. */
function placedInPlan({ pointer, message }: Problem, shift: number): Problem {
  const [, index, field] = /^\/commands\/(\d+)\/params\/(\w+)$/.exec(pointer) ?? [];
  if (index === undefined) return { pointer: '/proposed_actions', message };
  return {
    pointer: `/proposed_actions/${Number(index) - shift}/${field === 'text' ? 'input' : 'target'}`,
    message,
  };
}

function invalid(problems: readonly Problem[]): TaskResult {
  const told = problems.slice(0, MOST_TOLD).map(formatProblem).join('; ');
  const more = problems.length > MOST_TOLD ? `; and ${problems.length - MOST_TOLD} more` : '';
  const message = `the plan cannot become a task: ${told}${more}`;
  return { ok: false, failure: createFailure({ code: 'LLM_OUTPUT_INVALID', stepId: 'plan', message }) };
}
