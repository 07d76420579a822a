import type { Condition } from '../contracts/generated.js';
import { wordsFor } from '../page/conditionWords.js';
import { byName } from '../services/choose.js';
import { isServicePath, readServiceFile } from '../services/serviceFile.js';
import { builtInServices, type Service } from '../services/services.js';
import { colorsFor, oneLine, print, printJson, wrap } from './terminal.js';

export async function runServices(given: string | undefined, json: boolean): Promise<void> {
  if (given === undefined) return list(json);
  const service = isServicePath(given) ? readServiceFile(given) : byName(given);
  if (json) printJson(service);
  else await show(service);
}

async function list(json: boolean): Promise<void> {
  const services = builtInServices();
  if (json) return printJson(services);
  for (const service of services) await head(service);
}

async function head({ name, title, start_url, goals, checkpoints }: Service): Promise<void> {
  const color = await colorsFor('stdout');
  print(`${color.bold(name)}${title === undefined ? '' : `  ${oneLine(title)}`}`);
  row('starts at', start_url ?? 'the address given with --url');
  row('goals', goals?.map((goal) => JSON.stringify(goal)).join(', ') ?? 'any');
  const stops = checkpoints.map(({ id, reason }) => `${id}: ${reason}`);
  for (const stop of [...stops, 'whatever cannot be taken back, by the words on the page']) row('asks at', stop);
}

async function show(service: Service): Promise<void> {
  const { allowed_domains, guidance, checkpoints, success, failure, playbook, max_turns } = service;
  await head(service);
  row('keeps to', allowed_domains?.join(', ') ?? 'no list of domains');
  for (const { id, when } of checkpoints) row('stops when', `${wordsFor(when)} (${id})`);
  const each = (label: string, conditions: readonly Condition[]): void => {
    for (const condition of conditions) row(label, wordsFor(condition));
  };
  each('done when', success);
  each('failed if', failure);
  if (playbook) row('playbook', `${playbook.length} steps`);
  if (max_turns !== undefined) row('turns', `at most ${max_turns}`);
  if (guidance !== undefined) row('guidance', guidance);
}

function row(label: string, text: string): void {
  const indent = `  ${oneLine(label).padEnd(11)} `;
  print(`${indent}${wrap(oneLine(text), ' '.repeat(indent.length))}`);
}
