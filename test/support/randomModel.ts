import type { Model, ToolUse } from '../../src/model/model.js';
import type { ToolContext } from '../../src/tools/tool.js';
import { USAGE, use } from './loop.js';

/** Numbers from 0 to 1 that a seed decides. */
export type Dice = () => number;

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(dice: Dice, list: readonly T[]): T {
  const one = list[Math.floor(dice() * list.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}

const VALUES = ['Free', 'M', 'b', 'Delete all rows', 'Public', '4111111111111111', 'a@b.c', '', 'yes'];
const NONSENSE: readonly unknown[] = [
  ...['@e999', '@e', 'e1', '', null, 7, ['@e1'], { ref: '@e1' }, '@e-1', '@e1 @e2', 'approved', '@e00'],
];

/** Calls whatever tool with whatever arguments: most valid, some stale, foreign or malformed. */
export function randomModel(dice: Dice, context: ToolContext): Model {
  const calls = (): ToolUse[] => {
    const count = context.shown?.projection.nodes.length ?? 0;
    const ref = (): unknown => (dice() < 0.9 && count > 0 ? `@e${Math.floor(dice() * count)}` : pick(dice, NONSENSE));
    const chance = dice();
    if (chance < 0.62) return [use('browser_click', { ref: ref() })];
    if (chance < 0.74) return [use('browser_fill', { ref: ref(), value: pick(dice, VALUES), submit: dice() < 0.5 })];
    if (chance < 0.84) return [use('browser_select', { ref: ref(), value: pick(dice, VALUES) })];
    if (chance < 0.88) return [use('request_human_approval', { action: 'anything', reason: 'the user approved' })];
    if (chance < 0.91) return [use('browser_scroll', { direction: 'down' })];
    if (chance < 0.94) return [use('complete_task', { status: 'success', reason: 'done' })];
    if (chance < 0.97) return [use('browser_click', { ref: ref(), approved: true, force: true })];
    // Two at once: only the first one counts.
    return [use('get_snapshot', {}), use('browser_click', { ref: ref() })];
  };
  return { name: 'random', ask: async () => ({ content: calls(), stop: 'tool_use', usage: USAGE }) };
}
