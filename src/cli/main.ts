import { Command } from 'commander';
import { agentVersion } from './about.js';
import { addDoctor } from './commands/doctor.js';
import { addPlan } from './commands/plan.js';
import { addRun } from './commands/run.js';
import { addReport, addRuns, addShow } from './commands/runs.js';
import { addSchema } from './commands/schema.js';
import { addServices } from './commands/services.js';
import { addSnapshot } from './commands/snapshot.js';
import { addValidate } from './commands/validate.js';
import { reportError } from './reportError.js';
import { catchFaults, exitIfStuck } from './signals.js';
import { tolerateClosedPipes } from './terminal.js';

const EXIT_CODES_HELP = `
Exit codes:
  0  completed and verified            4  the model or its API failed
  1  failed: the goal was not reached  5  the environment failed (browser, disk)
  2  usage, or an invalid file         9  unknown outcome; never retried
  3  rejected: a human, policy,       70  a bug in agent
     budget or idempotency conflict  129, 130, 143  ended by a signal`;

export function buildProgram(): Command {
  const program = new Command('agent')
    .description('A browser agent for the terminal: it asks before it matters, proves what it did, and replays it.')
    .version(agentVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .addHelpText('after', EXIT_CODES_HELP)
    .exitOverride();
  for (const add of [
    addRun,
    addPlan,
    addRuns,
    addShow,
    addReport,
    addServices,
    addSnapshot,
    addValidate,
    addSchema,
    addDoctor,
  ])
    add(program);
  return program;
}

export async function main(argv: string[]): Promise<void> {
  tolerateClosedPipes();
  catchFaults();
  try {
    await buildProgram().parseAsync(argv);
  } catch (error) {
    await reportError(error, argv.includes('--json'));
  }
  exitIfStuck();
}
