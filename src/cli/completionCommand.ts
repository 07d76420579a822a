import type { Command } from 'commander';
import { contractNames } from '../contracts/schemas.js';
import { builtInServices } from '../services/services.js';
import { completables, completionScript, type Shell } from './completion.js';
import { print } from './terminal.js';
import { topicNames } from './topics.js';

export function runCompletion(program: Command, shell: Shell): void {
  const words = {
    schema: contractNames(),
    services: builtInServices().map(({ name }) => name),
    help: [...program.commands.map((command) => command.name()), ...topicNames()],
  };
  print(completionScript(shell, completables(program, words)).trimEnd());
}
