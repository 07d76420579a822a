import type { TaskResultV1 } from '../contracts/generated.js';
import type { RunStore } from '../run/store.js';
import type { Service } from '../services/services.js';
import type { CommandLog } from '../step/commands.js';
import { recordedTask } from '../step/recordedTask.js';
import { type Criteria, conditionOf } from '../verify/completion.js';
import type { Say } from './say.js';

interface RunFacts {
  taskId: string;
  goal: string;
  service: Service;
  viewport: { width: number; height: number };
  criteria: Criteria;
  status: TaskResultV1['status'];
}

/** Whatever the run came to, what it did is kept as a task. */
export async function keepRecording(run: RunStore, log: CommandLog, facts: RunFacts, say: Say): Promise<void> {
  const { taskId, goal, service, viewport, criteria, status } = facts;
  const { name, allowed_domains: allowedDomains } = service;
  const success = conditionOf(criteria);
  const task = recordedTask(log, { taskId, goal, service: name, allowedDomains, viewport, success, status });
  if (task === null) return;
  if ('problem' in task) say(`warning: what was done cannot be kept as a task: ${task.problem}`);
  else await run.writeCommand(task);
}
