import type { Condition, TaskCommandV1, TaskResultV1 } from '../contracts/generated.js';
import { problemOfDomain } from '../contracts/hosts.js';
import { problemsOfMeaning } from '../contracts/meaning.js';
import { hideValues, holdsValue, namesIn, type Values, withPlaceholders } from '../contracts/placeholders.js';
import { formatProblem } from '../contracts/problems.js';
import { problemsWriting } from '../contracts/validate.js';
import { CURRENT } from '../contracts/versions.js';
import type { Command, CommandLog } from './commands.js';

export interface RecordedFacts {
  taskId: string;
  goal: string;
  service: string;
  /** Left out for a site that nobody has described. */
  allowedDomains?: readonly string[] | undefined;
  viewport: { width: number; height: number };
  success?: Condition | undefined;
  status: TaskResultV1['status'];
}

/** The run as a task that replays; null when it got nowhere, and a word on it when it cannot be one. */
export function recordedTask(log: CommandLog, facts: RecordedFacts): TaskCommandV1 | { problem: string } | null {
  const values = log.values();
  const [first, ...others] = log.commands().map((command) => withoutValues(command, values));
  if (!first) return null;
  const { taskId, service, viewport, success, status } = facts;
  const goal = withPlaceholders(facts.goal, values);
  const domains = domainsOf(facts.allowedDomains ?? log.hosts());
  const base = { schema_version: CURRENT.task_command, task_id: taskId, goal, service };
  const ends = { ...(success ? { success: hideValues(success, values) } : {}), recorded_status: status };
  const rest = { ...(domains ? { allowed_domains: domains } : {}), viewport, ...ends };
  const commands: TaskCommandV1['commands'] = [first, ...others];
  const variables = namesIn(JSON.stringify([goal, success, commands]));
  const task = { ...base, ...rest, ...(variables.length > 0 ? { variables } : {}), commands };
  const shape = problemsWriting('task_command.v1', task);
  const problems = shape.length > 0 ? shape : problemsOfMeaning('task_command.v1', task);
  return problems.length === 0 ? task : { problem: problems.map(formatProblem).join('; ') };
}

/** Where a host cannot stand in a list, a list without it would keep replay from where the run has been. */
function domainsOf(domains: readonly string[]): string[] | undefined {
  return domains.every((domain) => problemOfDomain(domain) === null) ? [...domains] : undefined;
}

function withoutValues(command: Command, values: Values): Command {
  const { params } = command;
  if (!('selector' in params)) return { ...command, params: hideValues(params, values) } as Command;
  const { selector, fallback_selectors: fallbacks = [], ...rest } = params;
  // A selector without its value finds something else; one that has it is better not written.
  const usable = [selector, ...fallbacks].filter((one) => !holdsValue(one, values));
  const [first = withPlaceholders(selector, values), ...others] = usable;
  const kept = { selector: first, ...(others.length > 0 ? { fallback_selectors: others } : {}) };
  return { ...command, params: { ...kept, ...hideValues(rest, values) } } as Command;
}
