import { CommanderError } from 'commander';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError } from '../contracts/failure.js';
import { colorsFor, printJson, sanitize, tell } from './terminal.js';

/** Whatever ended a command: said on stderr, with --json on stdout as well, and as an exit code. */
export async function reportError(error: unknown, json: boolean): Promise<void> {
  if (error instanceof CommanderError) {
    // Commander has already said what is wrong; its own code for every misuse is 1.
    process.exitCode = error.exitCode === 0 ? EXIT.completed : EXIT.usage;
    return;
  }
  if (!(error instanceof AgentError)) {
    process.exitCode = EXIT.bug;
    tell(
      `agent: this is a bug in agent, please report it\n${sanitize(error instanceof Error ? String(error.stack) : String(error))}`,
    );
    return;
  }
  process.exitCode = error.exitCode;
  if (json) printJson(errorDocument(error));
  await tellError(error);
}

/** An error as --json tells it. */
export function errorDocument({ message, exitCode, remedies, failure }: AgentError) {
  return { ok: false, exit_code: exitCode, message, remedies, ...(failure ? { failure } : {}) };
}

export async function tellError({ message, remedies }: AgentError): Promise<void> {
  const color = await colorsFor('stderr');
  tell(`${color.red('error')}: ${sanitize(message)}`);
  for (const remedy of remedies) tell(`  - ${sanitize(remedy)}`);
}
