import type { PlannerV1, TaskCommandV1 } from '../contracts/generated.js';
import type { Usage } from '../model/model.js';
import { oneLine } from './terminal.js';

type Command = TaskCommandV1['commands'][number];
type Row = readonly [number: string, action: string, target: string, input: string];

const HEAD: Row = ['#', 'action', 'target', 'input'];
/** Longer targets push only their own line: nothing is cut, because what is not seen cannot be judged. */
const WIDEST = 56;

/** The lines of a plan as a person reads it. It shows the task, which is what would be run, and not the plan. */
export function previewLines({ intent }: PlannerV1, { commands }: TaskCommandV1): string[] {
  const rows = [HEAD, ...commands.map(rowOf)];
  const widths = HEAD.map((_, column) => Math.min(WIDEST, Math.max(...rows.map((row) => row[column]?.length ?? 0))));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return [oneLine(intent), '', ...lines.map((line) => line.trimEnd())];
}

function rowOf(command: Command): Row {
  const { id, action } = command;
  const row = (target = '', input = ''): Row => [id, action, oneLine(target), oneLine(input)];
  switch (command.action) {
    case 'navigate':
      return row(command.params.url);
    case 'click':
    case 'get_text':
      return row(command.params.selector);
    case 'type':
      return row(command.params.selector, command.params.text);
    case 'wait_for_url':
      return row(command.params.contains);
    case 'get_title':
      return row();
  }
}

/** What a call used, in a line. */
export function spentLine(model: string, usage: Usage, usd: number | null): string {
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } = usage;
  const input = input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
  const cost = usd === null ? 'the price of this model is not known' : `$${usd.toFixed(4)}`;
  const count = (tokens: number): string => tokens.toLocaleString('en-US');
  return oneLine(`asking ${model} took ${count(input)} input and ${count(output_tokens)} output tokens: ${cost}`);
}
