import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { usageError } from '../contracts/failure.js';
import type { ConfigV1 } from '../contracts/generated.js';
import { formatProblem } from '../contracts/problems.js';
import { thisHost } from './machine.js';

/** The user's file, then the project's: the later one wins, key by key. */
export function configFiles(): string[] {
  const base = thisHost().env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return [join(base, 'agent', 'config.json'), 'agent.config.json'];
}

export interface ConfigFile {
  file: string;
  config: ConfigV1;
}

export async function loadConfig(): Promise<ConfigV1> {
  const found = await readConfigFiles();
  return Object.assign({}, ...found.map(({ config }) => config));
}

/** Those that are there, the stronger one last. */
export async function readConfigFiles(): Promise<ConfigFile[]> {
  const found: ConfigFile[] = [];
  for (const file of configFiles()) {
    const bytes = readIfThere(file);
    if (!bytes) continue;
    const { readAs } = await import('../contracts/read.js');
    const result = readAs('config.v1', bytes);
    if (!result.ok) {
      throw usageError(`the config file ${file} cannot be used`, ...result.problems.map(formatProblem));
    }
    found.push({ file, config: result.value });
  }
  return found;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw usageError(`the config file ${file} cannot be read: ${message}`);
  }
}
