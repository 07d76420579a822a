import { readFileSync } from 'node:fs';
import { readPlainGoal } from '../agent/plainGoal.js';
import { playbookModel } from '../agent/playbook.js';
import type { RunDeps } from '../agent/run.js';
import { firstLine, usageError } from '../contracts/failure.js';
import type { ConfigV1 } from '../contracts/generated.js';
import type { Retry } from '../model/claude.js';
import { accessFrom, apiKeyProblem } from '../model/key.js';
import type { Model } from '../model/model.js';
import { DEFAULT_MODEL } from '../model/prices.js';
import type { Service } from '../services/services.js';
import { thisHost } from './machine.js';
import type { Say } from './say.js';

const SCRIPT = 'script:';

interface ModelOptions {
  maxTokens?: number;
  /** What can be done without a key; told when there is none. */
  instead?: string;
}

export interface ModelChoice {
  name: string;
  make: RunDeps['model'];
  /** Whether it can judge a claim when there are no criteria. */
  hasJudge: boolean;
  /** Whether it looks at pictures; making one costs as much as a look at the page. */
  sees: boolean;
}

/** What drives a run: a model that is there already, or one by its name. */
export async function chooseModel(
  wanted: string | Model | undefined,
  config: ConfigV1,
  { goal, service }: { goal: string; service: Service },
  say: Say,
): Promise<ModelChoice> {
  if (typeof wanted === 'object') return { name: wanted.name, hasJudge: true, sees: true, make: () => wanted };
  const name = modelName(wanted, config);
  if (name === 'playbook') return { name, hasJudge: false, sees: false, make: playbookFor(goal, service) };
  const model = await openModel(name, say);
  const isClaude = !isScript(name);
  return { name: model.name, hasJudge: isClaude, sees: isClaude, make: () => model };
}

export function modelName(given: string | undefined, config: ConfigV1): string {
  return given ?? config.model ?? DEFAULT_MODEL;
}

function isScript(name: string): boolean {
  return name.startsWith(SCRIPT);
}

/** The model of `script:FILE`, else Claude; without a usable key or script it is a usage error, and nothing is asked. */
export async function openModel(name: string, say: Say, { maxTokens, instead }: ModelOptions = {}): Promise<Model> {
  if (isScript(name)) {
    const { scriptModel } = await import('../model/script.js');
    return scriptModel(readScript(name.slice(SCRIPT.length)));
  }
  const { env } = thisHost();
  const problem = apiKeyProblem(env, instead);
  if (problem) throw problem;
  const { claudeModel } = await import('../model/claude.js');
  const limit = maxTokens === undefined ? {} : { maxTokens };
  const onRetry = (retry: Retry): void => say(retryWords(retry));
  return claudeModel({ ...accessFrom(env), model: name, onRetry, ...limit });
}

function retryWords({ attempt, of, waitMs, message }: Retry): string {
  return `the model did not answer (${attempt} of ${of}): ${message}; again in ${waitMs} ms`;
}

function readScript(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw usageError(`--model ${SCRIPT}${path} cannot be read: ${firstLine(error)}`);
  }
}

/** The goal's own steps, where it says them word for word; else what the service knows of its pages. */
function playbookFor(goal: string, { playbook = [] }: Service): RunDeps['model'] {
  const read = readPlainGoal(goal);
  if (!read.ok && playbook.length === 0) {
    throw usageError(
      `--model playbook cannot read the goal from ${JSON.stringify(read.rest.slice(0, 60))} on`,
      'write it as: click "Sign in", fill "Email" with "a@b.c", select "Spain" in "Country"',
      'or use a Claude model, which understands any goal',
    );
  }
  return (context) => {
    const shown = () => context.shown;
    if (read.ok) return playbookModel({ kind: 'steps', steps: read.steps }, shown);
    return playbookModel({ kind: 'service', steps: playbook }, shown);
  };
}
