import type { View } from '../browser/driver.js';
import type { ErrorCode } from '../contracts/errorCodes.js';
import type { ExitCode } from '../contracts/exitCodes.js';
import { createFailure } from '../contracts/failure.js';
import type { Drift, ErrorV1, StepResult, TaskCommandV1 } from '../contracts/generated.js';
import type { Values } from '../contracts/placeholders.js';
import { arrive } from '../step/arrival.js';
import { type Keeper, keepView } from '../step/keep.js';
import type { StepDeps } from '../step/step.js';
import type { Healed } from './exactly.js';
import type { ReplayDriver, Seeker } from './seek.js';

export type Command = TaskCommandV1['commands'][number];

export interface Player extends StepDeps, Keeper, Seeker {
  driver: ReplayDriver;
  values: Values;
  /** The page as it was seen last. */
  shown: View | null;
  /** Of the snapshot that was kept of it. */
  snapshotId: string;
}

/** A command carried out, or not. */
export interface Played {
  step: StepResult;
  /** In words, for whoever watches. */
  message: string;
  failure?: ErrorV1;
  /** Where the failure alone does not say it. */
  exitCode?: ExitCode;
  drift?: Drift;
  healed?: Healed;
}

/** What is told of a command: what it does, not by which other ways its element might be found. */
export function argsOf({ params }: Command): Record<string, unknown> {
  const told = Object.entries(params).filter(([key]) => !NOT_TOLD.has(key));
  return Object.fromEntries(told);
}

const NOT_TOLD: ReadonlySet<string> = new Set(['fallback_selectors', 'intent', 'recorded']);

export function headOf(command: Command): Pick<StepResult, 'command_id' | 'tool' | 'args'> {
  return { command_id: command.id, tool: command.action, args: argsOf(command) };
}

/** A page that came up: held against the checkpoints, and kept. Answers with the human's words where they said no. */
export async function comeTo(player: Player, stepId: string): Promise<{ view: View; rejected?: string }> {
  const seen = await player.driver.look({ scope: 'viewport', picture: true });
  const { view, rejected } = await arrive(player, stepId, seen);
  player.pageSide.show(view.raw);
  await show(player, view);
  return { view, ...(rejected === undefined ? {} : { rejected }) };
}

export async function show(player: Player, view: View): Promise<void> {
  player.shown = view;
  player.snapshotId = (await keepView(player, view)).snapshot.snapshot_id;
}

/** The human said no to going on from here. */
export function refused(played: Played, stepId: string, words: string, { raw: { url } }: View): Played {
  const message = `the user said no: ${words}`;
  return { ...played, message, failure: createFailure({ code: 'CAP_HUMAN_REJECTED', stepId, message, url }) };
}

export interface Read {
  result?: string;
  message: string;
  code?: ErrorCode;
  drift?: Drift;
  healed?: Healed;
  /** The page is the one that was shown last. */
  isShown?: true;
}
