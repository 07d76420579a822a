import { cut } from '../page/cut.js';
import { inert } from '../page/render.js';
import type { Block, Message } from './model.js';

/** An element by what it is: refs are numbered anew with every snapshot, names stay. */
export interface NamedRef {
  role?: string;
  name: string;
  nth?: number;
}

interface Shown {
  ref: string;
  role: string;
  /** As it stands in the line, quotes included; one behind a ~ is a guess. */
  name: string;
  isGuess: boolean;
}

export type FoundRef = { ok: true; ref: string } | { ok: false; problem: string };

/** The ref that the newest snapshot of a conversation has for it, if it has exactly one. */
export function findNamed(wanted: NamedRef, messages: readonly Message[]): FoundRef {
  const shown = newestElements(messages);
  const fitting = shown.filter((one) => fits(one, wanted));
  const { nth } = wanted;
  const found = nth === undefined ? (fitting.length === 1 ? fitting[0] : undefined) : fitting[nth - 1];
  if (found) return { ok: true, ref: found.ref };
  const what = `${wanted.role ?? 'element'} ${JSON.stringify(wanted.name)}`;
  if (nth === undefined && fitting.length > 1) {
    const refs = fitting.map(({ ref }) => ref).join(', ');
    return { ok: false, problem: `${what} is not one but ${fitting.length} (${refs}); "nth" says which` };
  }
  if (fitting.length > 0)
    return { ok: false, problem: `there are only ${fitting.length} of ${what}, and no number ${nth}` };
  return { ok: false, problem: `there is no ${what} on the page; there is ${listed(shown)}` };
}

function fits({ role, name, isGuess }: Shown, wanted: NamedRef): boolean {
  const isRole =
    wanted.role === undefined || role === wanted.role || (wanted.role === 'heading' && /^h[1-6]$/.test(role));
  return isRole && name === (isGuess ? inert(wanted.name, 60) : inert(wanted.name));
}

/** The elements in the newest message that shows any; of older snapshots only a line is left. */
function newestElements(messages: readonly Message[]): Shown[] {
  for (const { role, content } of messages.toReversed()) {
    if (role !== 'user') continue;
    const shown = content.flatMap(textsOf).flatMap((text) => text.split('\n').flatMap(elementIn));
    if (shown.length > 0) return shown;
  }
  return [];
}

function textsOf(block: Block): string[] {
  if (block.type === 'text') return [block.text];
  return block.type === 'tool_result' ? block.content.flatMap(textsOf) : [];
}

function elementIn(line: string): Shown[] {
  const [, ref, role, tilde = '', name = ''] = /^ *(@e\d+) (\S+)(?: (~?)("[^"]*"))?/.exec(line) ?? [];
  return ref === undefined || role === undefined ? [] : [{ ref, role, name, isGuess: tilde !== '' }];
}

function listed(shown: readonly Shown[]): string {
  if (shown.length === 0) return 'no snapshot in the conversation';
  const some = shown.filter(({ name }) => name !== '').slice(0, 30);
  return cut(some.map(({ role, name }) => `${role} ${name}`).join(', '), 800);
}
