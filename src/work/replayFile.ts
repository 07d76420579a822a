import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorOf, usageError } from '../contracts/failure.js';
import type { TaskCommandV1 } from '../contracts/generated.js';
import { isAllowedHost } from '../contracts/hosts.js';
import type { Values } from '../contracts/placeholders.js';
import { formatProblem } from '../contracts/problems.js';
import { readFamily } from '../contracts/read.js';
import { problemsOf, variablesOf } from '../replay/check.js';
import { guardTask } from '../replay/guard.js';
import { valued } from '../replay/valued.js';
import { FILES } from '../run/names.js';
import { chooseService } from '../services/choose.js';
import { builtInServices, type Service } from '../services/services.js';
import type { Say } from './say.js';

/** A task file that can be replayed, by the very bytes that were read. */
export interface ReplayFile {
  file: string;
  text: string;
  sha256: string;
  task: TaskCommandV1;
  variables: string[];
  service: Service;
  isBuiltIn: boolean;
  /** What it may go to; undefined where nobody has listed any. */
  domains: Domains;
  loginTarget: string;
}

/** Everything that is wrong with any of the files, before anything is started. */
export function readReplayFiles(files: readonly string[], service: string | undefined, say: Say): ReplayFile[] {
  const read = files.map((file) => readTask(file, say));
  const problems = read.flatMap((one) => ('problems' in one ? one.problems : []));
  if (problems.length > 0) {
    const [first = '', ...others] = problems;
    throw usageError(`${first}; nothing was started`, ...others);
  }
  return read.flatMap((one) => ('problems' in one ? [] : [underRules(one, service)]));
}

type ReadTask = Pick<ReplayFile, 'file' | 'text' | 'sha256' | 'task'>;

function readTask(given: string, say: Say): ReadTask | { problems: string[] } {
  const file = fileOf(given);
  const bytes = bytesOf(file);
  const result = readFamily('task_command', bytes);
  const at = (problem: { pointer: string; message: string }): string => `${file}: ${formatProblem(problem)}`;
  if (!result.ok) return { problems: result.problems.map(at) };
  const task = result.value as TaskCommandV1;
  for (const warning of result.warnings) say(`warning: ${at(warning)}`);
  const problems = problemsOf(task);
  if (problems.length > 0) return { problems: problems.map(at) };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { file, text: bytes.toString('utf8'), sha256, task };
}

/** Of a run folder, the task that was recorded in it. */
function fileOf(given: string): string {
  return statSync(given, { throwIfNoEntry: false })?.isDirectory() ? join(given, FILES.command) : given;
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist' : message;
    throw usageError(
      `${file} ${why}; nothing was started`,
      'name a run folder, the task_command.json in it, or a file of your own',
      'agent runs lists what was run',
    );
  }
}

/** The rules of the service that the file names, or that the user says. What the file allows can only make it less. */
function underRules(read: ReadTask, flag: string | undefined): ReplayFile {
  const { task } = read;
  const named = builtInServices().find(({ name }) => name === task.service)?.name;
  const name = flag ?? named ?? 'generic';
  const first = task.commands.find(({ action }) => action === 'navigate')?.params as { url: string } | undefined;
  const url = name === 'generic' && first ? { url: first.url } : {};
  const { service, isBuiltIn, loginTarget } = chooseService({ goal: '', service: name, ...url });
  const domains = narrowed(service.allowed_domains, task.allowed_domains);
  return { ...read, variables: variablesOf(task), service, isBuiltIn, domains, loginTarget };
}

/** What stands against going where the file goes, with the values put in. */
export function guardFile({ file, task, service }: ReplayFile, values: Values): void {
  const failure = guardTask(valued(task, values), service.allowed_domains);
  if (failure) throw errorOf({ ...failure, message: `${file}: ${failure.message}; nothing was started` });
}

type Domains = readonly string[] | undefined;

/** What both lists allow. */
function narrowed(own: Domains, file: Domains): Domains {
  if (!own || !file) return own ?? file;
  return [
    ...file.filter((domain) => isAllowedHost(domain, own)),
    ...own.filter((domain) => isAllowedHost(domain, file)),
  ];
}
