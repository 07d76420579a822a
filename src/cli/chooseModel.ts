import { readFileSync } from 'node:fs';
import { firstLine, usageError } from '../contracts/failure.js';
import type { ConfigV1 } from '../contracts/generated.js';
import type { Retry } from '../model/claude.js';
import { accessFrom, apiKeyProblem } from '../model/key.js';
import type { Model } from '../model/model.js';
import { DEFAULT_MODEL } from '../model/prices.js';
import { sanitize, tell } from './terminal.js';

const SCRIPT = 'script:';

export interface ModelOptions {
  maxTokens?: number;
  /** What can be done without a key; told when there is none. */
  instead?: string;
}

export function modelName(flag: string | undefined, config: ConfigV1): string {
  return flag ?? config.model ?? DEFAULT_MODEL;
}

export function isScript(name: string): boolean {
  return name.startsWith(SCRIPT);
}

/** The model of `script:FILE`, else Claude; without a usable key or script it is a usage error, and nothing is asked. */
export async function openModel(name: string, { maxTokens, instead }: ModelOptions = {}): Promise<Model> {
  if (isScript(name)) {
    const { scriptModel } = await import('../model/script.js');
    return scriptModel(readScript(name.slice(SCRIPT.length)));
  }
  const problem = apiKeyProblem(process.env, instead);
  if (problem) throw problem;
  const { claudeModel } = await import('../model/claude.js');
  const limit = maxTokens === undefined ? {} : { maxTokens };
  return claudeModel({ ...accessFrom(process.env), model: name, onRetry: tellRetry, ...limit });
}

function tellRetry({ attempt, of, waitMs, message }: Retry): void {
  tell(sanitize(`the model did not answer (${attempt} of ${of}): ${message}; again in ${waitMs} ms`));
}

function readScript(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw usageError(`--model ${SCRIPT}${path} cannot be read: ${firstLine(error)}`);
  }
}
