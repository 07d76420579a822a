import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEvents } from '../contracts/eventLog.js';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError } from '../contracts/failure.js';
import type { IdempotencyClaimV1, TaskEventLine, TaskResultV1 } from '../contracts/generated.js';
import { MAX_FILE_BYTES, readAs } from '../contracts/read.js';
import { assertWritable } from '../contracts/validate.js';
import { CURRENT } from '../contracts/versions.js';
import { linkNewFile } from './files.js';
import { ensureRunsFolder } from './folder.js';
import { FILES } from './names.js';
import { isThere, ownerOf } from './owner.js';
import { readPlain } from './readPlain.js';
import { mayHaveEffect } from './steps.js';

/** What is to be done under a key. */
export interface Wish {
  key: string;
  payloadHash: string;
  taskId: string;
  /** The user has seen what became of the run before, and wants another one. */
  forceNew: boolean;
}

/** What a key is good for now. Only `claimed` may run anything. */
export type Claim =
  | { kind: 'claimed' }
  | { kind: 'answered'; taskId: string; result: TaskResultV1 }
  | { kind: 'running'; taskId: string }
  | { kind: 'conflict'; taskId: string }
  /** A run under this key may have done something that a second one would do again. */
  | { kind: 'unclear'; taskId: string; why: string };

export interface ClaimDeps {
  runsDir: string;
  pid: number;
  isAlive(pid: number): boolean;
  now(): Date;
}

/**
 * Takes a key, for exactly one of all who want it at the same time: a claim is a file that can only be made once, and
 * the next try is the file with the next number.
 */
export async function claimKey(deps: ClaimDeps, wish: Wish): Promise<Claim> {
  const folder = join(deps.runsDir, KEYS);
  await ensureRunsFolder(deps.runsDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = createHash('sha256').update(wish.key).digest('hex');
  for (;;) {
    const last = await newestClaim(folder, name);
    if (last) {
      const standing = await standingOf(deps, last.claim, wish);
      if (standing) return standing;
    }
    if (await make(deps, folder, `${name}.${(last?.number ?? 0) + 1}.json`, wish)) return { kind: 'claimed' };
  }
}

const KEYS = '.keys';

async function newestClaim(
  folder: string,
  name: string,
): Promise<{ number: number; claim: IdempotencyClaimV1 } | null> {
  const numbers = (await readdir(folder))
    .map((file) => new RegExp(`^${name}\\.(\\d+)\\.json$`).exec(file)?.[1])
    .filter((number) => number !== undefined)
    .map(Number);
  if (numbers.length === 0) return null;
  const number = Math.max(...numbers);
  const path = join(folder, `${name}.${number}.json`);
  const read = readAs('idempotency_claim.v1', await readFile(path));
  if (read.ok) return { number, claim: read.value };
  // Nobody knows what was done under a claim that cannot be read.
  throw new AgentError(
    `the idempotency key's file ${path} cannot be read: ${read.problems[0]?.message}`,
    EXIT.rejected,
    ['see with agent runs what was done; remove the file only when nothing must be kept from happening twice'],
  );
}

/** Null when the key may be taken anew. */
async function standingOf(deps: ClaimDeps, last: IdempotencyClaimV1, wish: Wish): Promise<Claim | null> {
  const taskId = last.task_id;
  if (last.payload_hash !== wish.payloadHash) return { kind: 'conflict', taskId };
  const result = await resultOf(deps.runsDir, taskId);
  // What is done is done: that another one is wanted all the same takes another key.
  if (result?.status === 'completed') return { kind: 'answered', taskId, result };
  if (!result && (await isThere(last.holder, deps.isAlive))) return { kind: 'running', taskId };
  if (wish.forceNew) return null;
  const why = effectIn(await eventsOf(deps.runsDir, taskId), result !== null);
  return why === null ? null : { kind: 'unclear', taskId, why };
}

/** What a run without success may have left behind; null when a second one can do no harm. */
function effectIn(events: readonly TaskEventLine[] | null, hasEnded: boolean): string | null {
  if (events === null) return 'its events cannot be read';
  const acts = events.filter(({ payload }) => mayHaveEffect(payload));
  const begun = new Set(acts.filter(({ event_type }) => event_type === 'step_started').map(idOf));
  for (const { event_type, payload } of acts) if (event_type === 'step_finished') begun.delete(payload.command_id);
  if (begun.size > 0) return 'it began something whose outcome was never seen';
  if (acts.some(({ payload }) => payload.verification?.outcome === 'dispatched_unverified'))
    return 'it did something whose effect was not seen';
  const approved = events.some(
    ({ event_type, payload }) => event_type === 'checkpoint_resolved' && payload.status === 'ok',
  );
  if (approved) return 'it was allowed to do something that may not be taken back';
  return hasEnded || acts.length === 0 ? null : 'it ended in the middle';
}

function idOf({ payload }: TaskEventLine): string | undefined {
  return payload.command_id;
}

async function resultOf(runsDir: string, taskId: string): Promise<TaskResultV1 | null> {
  const bytes = await readPlain(join(runsDir, taskId, FILES.result), MAX_FILE_BYTES);
  const read = bytes && readAs('task_result.v1', bytes);
  return read?.ok ? read.value : null;
}

/** Null when they cannot be read; none when the run never came to write any. */
async function eventsOf(runsDir: string, taskId: string): Promise<TaskEventLine[] | null> {
  const bytes = await readPlain(join(runsDir, taskId, FILES.events), MAX_FILE_BYTES);
  if (!bytes || bytes.length === 0) return [];
  const { events, problems } = readEvents(bytes);
  return problems.length === 0 ? events : null;
}

/** False when somebody was quicker. */
async function make({ pid, now }: ClaimDeps, folder: string, file: string, wish: Wish): Promise<boolean> {
  const claim = assertWritable('idempotency_claim.v1', {
    schema_version: CURRENT.idempotency_claim,
    key: wish.key,
    payload_hash: wish.payloadHash,
    task_id: wish.taskId,
    created_at: now().toISOString(),
    holder: await ownerOf(pid),
  });
  return linkNewFile(join(folder, file), Buffer.from(`${JSON.stringify(claim, null, 2)}\n`));
}
