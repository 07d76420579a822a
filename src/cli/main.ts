import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError } from '../contracts/failure.js';
import { addDoctor } from './commands/doctor.js';
import { addRun } from './commands/run.js';
import { addSchema } from './commands/schema.js';
import { addSnapshot } from './commands/snapshot.js';
import { addValidate } from './commands/validate.js';
import { colorsFor, printJson, sanitize, tell, tolerateClosedPipes } from './terminal.js';

const EXIT_CODES_HELP = `
Exit codes:
  0  completed and verified            4  the model or its API failed
  1  failed: the goal was not reached  5  the environment failed (browser, disk)
  2  usage, or an invalid file         9  unknown outcome; never retried
  3  rejected: a human, policy,       70  a bug in agent
     budget or idempotency conflict  129, 130, 143  ended by a signal`;

export function buildProgram(): Command {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const program = new Command('agent')
    .description('A browser agent for the terminal: it asks before it matters, proves what it did, and replays it.')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .addHelpText('after', EXIT_CODES_HELP)
    .exitOverride();
  for (const add of [addRun, addSnapshot, addValidate, addSchema, addDoctor]) add(program);
  return program;
}

export async function main(argv: string[]): Promise<void> {
  tolerateClosedPipes();
  try {
    await buildProgram().parseAsync(argv);
  } catch (error) {
    await reportError(error, argv.includes('--json'));
  }
}

async function reportError(error: unknown, json: boolean): Promise<void> {
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
  const { message, exitCode, remedies, failure } = error;
  if (json) printJson({ ok: false, exit_code: exitCode, message, remedies, ...(failure ? { failure } : {}) });
  const color = await colorsFor('stderr');
  tell(`${color.red('error')}: ${sanitize(message)}`);
  for (const remedy of remedies) tell(`  - ${sanitize(remedy)}`);
}
