import type { Command } from 'commander';
import { closest } from '../contracts/closest.js';
import { usageError } from '../contracts/failure.js';
import { print } from './terminal.js';
import { TOPICS, topicNames } from './topics.js';

export function runHelp(program: Command, name: string | undefined): void {
  const command = program.commands.find((one) => one.name() === name);
  const topic = TOPICS[name ?? ''];
  if (name === undefined) list(program);
  else if (!command && !topic) throw unknown(program, name);
  if (command) command.outputHelp();
  // A few names are both.
  if (command && topic) print();
  if (topic) print(`${topic.title}\n\n${topic.text}`);
}

function list(program: Command): void {
  program.outputHelp();
  const width = Math.max(...topicNames().map((name) => name.length));
  print('\nTopics (agent help TOPIC):');
  for (const [name, { title }] of Object.entries(TOPICS)) print(`  ${name.padEnd(width)}  ${title}`);
}

function unknown(program: Command, name: string): Error {
  const known = [...program.commands.map((command) => command.name()), ...topicNames()];
  const near = closest(name, known);
  return usageError(
    `there is no help for ${JSON.stringify(name)}`,
    ...(near ? [`did you mean ${near}?`] : []),
    'agent help lists commands and topics',
  );
}
