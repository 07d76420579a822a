import { CommanderError } from 'commander';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, usageError } from '../contracts/failure.js';
import { colorsFor, printJson, sanitize, tell } from './terminal.js';

/** Whatever ended a command: said on stderr, with --json on stdout as well, and as an exit code. */
export async function reportError(error: unknown, json: boolean, command?: string): Promise<void> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return;
    // Help was printed in place of a command that is missing.
    if (error.code === 'commander.help') process.exitCode = EXIT.usage;
    else await reportError(misuseOf(error, command), json);
    return;
  }
  if (isOutOfFiles(error)) {
    process.exitCode = EXIT.environment;
    // Without colours, which are read from files, too.
    tell(`error: too few files may be open at once: ${error.code}\n  - raise the limit in your shell: ulimit -n 1024`);
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

/** Even our own code is read from files: where none can be opened any more, anything may fail. */
function isOutOfFiles(error: unknown): error is NodeJS.ErrnoException {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'EMFILE' || code === 'ENFILE';
}

/** The first line says what is wrong, the second may guess what was meant. */
function misuseOf({ message, code }: CommanderError, command = 'help'): AgentError {
  const [first = '', hint] = message.split('\n');
  const guess = hint === undefined ? [] : [hint.replace(/^\(D(.*)\)$/, 'd$1')];
  const isKnown = code !== 'commander.unknownCommand' && !command.startsWith('-');
  const more = isKnown ? `agent ${command} --help says what it takes` : 'agent help says what there is';
  return usageError(first.replace(/^error: /, ''), ...guess, more);
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
