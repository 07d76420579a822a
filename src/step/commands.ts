import type { Deed } from '../browser/driver.js';
import type { TaskCommandV1 } from '../contracts/generated.js';
import { hostOf } from '../contracts/hosts.js';
import { placeholderOf } from '../contracts/placeholders.js';
import type { Action } from '../page/action.js';
import type { RawNode, RawPage } from '../page/raw.js';
import type { ElementParams } from './element.js';
import type { Outcome } from './outcome.js';
import { durablePart } from './urls.js';

export type Command = TaskCommandV1['commands'][number];
type Unnumbered = Command extends infer One ? (One extends { id: string } ? Omit<One, 'id'> : never) : never;

/** One thing that was done to an element. */
export interface TakenStep {
  action: Action;
  node: RawNode;
  element: ElementParams;
  outcome: Outcome;
  deed: Deed;
  /** Where it was done. */
  from: string;
  /** What came of it. */
  page: RawPage;
}

/** Remembers what was done in a run, as commands that do it again. */
export interface CommandLog {
  opened(url: string): void;
  took(step: TakenStep): void;
  /** What is never written down, by the name that stands for it: the marked values, and what went into secret fields. */
  values(): ReadonlyMap<string, string>;
  commands(): Command[];
  /** Where it was done, and where that led. */
  hosts(): string[];
}

export function createCommandLog(marked: ReadonlyMap<string, string> = new Map()): CommandLog {
  const values = new Map(marked);
  const done: Unnumbered[] = [];
  const hosts = new Set<string>();
  const visited = (...urls: (string | undefined)[]): void => {
    for (const host of urls.map((url) => hostOf(url ?? ''))) if (host !== undefined) hosts.add(host);
  };
  return {
    opened(url) {
      visited(url);
      done.push({ action: 'navigate', params: { url } });
    },
    took(step) {
      const command = isDone(step) ? commandFor(step, values) : null;
      if (!command) return;
      const { frame, leads_to: leadsTo } = step.element.recorded;
      visited(step.from, frame, leadsTo?.replace(/^[A-Z]+ /, ''), step.page.url);
      if (replaces(command, done.at(-1))) done.pop();
      done.push(command);
      const part = durablePart(step.from, step.page.url);
      if (part !== null) done.push({ action: 'wait_for_url', params: { contains: part } });
    },
    hosts: () => [...hosts],
    values: () => values,
    commands: () => done.map((command, index) => ({ id: String(index + 1), ...command }) as Command),
  };
}

/** What was dispatched and not seen to fail: who left it out would leave a hole. */
function isDone({ deed, outcome }: TakenStep): boolean {
  switch (outcome.verification.outcome) {
    case 'verified':
      return true;
    case 'dispatched_unverified':
      return deed.acted.dispatched;
    case 'no_effect':
    case 'failed':
      return false;
  }
}

function commandFor(step: TakenStep, values: Map<string, string>): Unnumbered | null {
  const { action, node, element, deed, page } = step;
  switch (action.kind) {
    case 'click':
      return { action: 'click', params: element };
    case 'fill': {
      const isSecret = node.secret || page.nodes.some(({ vaultyId, secret }) => vaultyId === node.vaultyId && secret);
      const typed = action.clear || !deed.acted.ok ? action.value : (deed.acted.read.value?.expected ?? action.value);
      const text = isSecret && typed !== '' ? placeholderOf(nameFor(node, typed, values)) : typed;
      return { action: 'type', params: { ...element, text, ...(action.submit ? { submit: true } : {}) } };
    }
    case 'select': {
      const [text = '', ...more] = action.values;
      const several = more.length > 0 ? { additional_values: more } : {};
      return { action: 'type', params: { ...element, text, choose: true, ...several } };
    }
    case 'scroll':
    case 'reveal':
      return null;
  }
}

/** The same value keeps its name, another one in a field of the same name gets a number. */
function nameFor({ details, inputType, name }: RawNode, value: string, values: Map<string, string>): string {
  for (const [known, its] of values) if (its === value) return known;
  const { name: own, id } = details?.attributes ?? {};
  const base = [own, id, details?.label, name].map(asName).find((one) => one !== '');
  const stem = base ?? (inputType === 'password' ? 'password' : 'secret');
  let free = stem;
  for (let number = 2; values.has(free); number++) free = `${stem}_${number}`;
  values.set(free, value);
  return free;
}

function asName(text: string | undefined): string {
  const words = (text ?? '').replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  const name = words.replace(/[^a-z0-9]+/g, '_').replace(/^[\d_]+|_+$/g, '');
  return name.slice(0, 50);
}

/** Typed over at once, the first text has served nothing. Clicks are never taken together: two were meant. */
function replaces(command: Unnumbered, before: Unnumbered | undefined): boolean {
  if (command.action !== 'type' || before?.action !== 'type') return false;
  const { params } = command;
  const isSameField = params.selector === before.params.selector && params.choose === before.params.choose;
  return isSameField && params.choose === undefined && before.params.submit === undefined;
}
