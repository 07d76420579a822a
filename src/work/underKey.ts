import { canonicalHash } from '../contracts/canonical.js';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, firstLine, usageError } from '../contracts/failure.js';
import type { TaskResultV1 } from '../contracts/generated.js';
import { claimKey } from '../run/idempotency.js';
import { isAlive, thisProcess } from './machine.js';

/** What is to be done at most once, whoever asks for it and how often. */
export interface Keyed {
  /** Null where nothing keeps it from being done again. */
  key: string | null;
  /** Everything that decides what is done, and nothing else. */
  payload: unknown;
  forceNew: boolean;
  runsDir: string;
  taskId: string;
}

/** The key as it was meant; what is said with a flag must say something. */
export function keyFrom(flag: string | undefined, forceNew: boolean, field?: string): string | null {
  if (flag !== undefined && flag.trim() === '') {
    throw usageError('--idempotency-key is empty', 'give a name for what is to be done once, or leave it out');
  }
  const key = (flag ?? field ?? '').trim();
  if (key === '' && forceNew) throw usageError('--force-new is about an idempotency key, and there is none');
  return key === '' ? null : key;
}

/** Null when it is to be done now; else what came of it when it was done under this key. */
export async function storedUnder({ key, payload, forceNew, runsDir, taskId }: Keyed): Promise<TaskResultV1 | null> {
  if (key === null) return null;
  const wish = { key, payloadHash: canonicalHash(payload), taskId, forceNew };
  const deps = { runsDir, pid: thisProcess().pid, isAlive, now: () => new Date() };
  const claim = await claimKey(deps, wish).catch(cannotClaim);
  const named = `the idempotency key ${JSON.stringify(key)}`;
  switch (claim.kind) {
    case 'claimed':
      return null;
    case 'answered':
      // Only a success is an answer for good; its exit code is that of any success.
      return { ...claim.result, deduplicated: true };
    case 'running':
      throw refused(`${named} is in use: the run ${claim.taskId} is at it`, 'wait for it, and ask again');
    case 'conflict':
      throw refused(
        `${named} stands for something else: the run ${claim.taskId} was told to do another thing under it`,
        `agent show ${claim.taskId} tells what; take another key for this`,
      );
    case 'unclear':
      throw refused(
        `under ${named}, the run ${claim.taskId} may have done it already: ${claim.why}`,
        `see with agent show ${claim.taskId}, and at the site, what was done`,
        'if it has to be done all the same, say so with --force-new',
      );
  }
}

function refused(message: string, ...remedies: string[]): AgentError {
  return new AgentError(message, EXIT.rejected, remedies);
}

function cannotClaim(error: unknown): never {
  if (error instanceof AgentError) throw error;
  throw new AgentError(`the idempotency key cannot be kept: ${firstLine(error)}`, EXIT.environment, [
    'name a folder that can be written to with --out',
  ]);
}
