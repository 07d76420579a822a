import { Command } from 'commander';
import { agentVersion } from '../work/version.js';
import { addCompletion } from './commands/completion.js';
import { addConfig } from './commands/config.js';
import { addDemo } from './commands/demo.js';
import { addDoctor } from './commands/doctor.js';
import { addHelp } from './commands/help.js';
import { addLogin } from './commands/login.js';
import { addPlan } from './commands/plan.js';
import { addProfiles } from './commands/profiles.js';
import { addReplay } from './commands/replay.js';
import { addRun } from './commands/run.js';
import { addReport, addRuns, addShow } from './commands/runs.js';
import { addSchema } from './commands/schema.js';
import { addServices } from './commands/services.js';
import { addSnapshot } from './commands/snapshot.js';
import { addValidate } from './commands/validate.js';
import { reportError } from './reportError.js';
import { catchFaults, exitIfStuck } from './signals.js';
import { tolerateClosedPipes } from './terminal.js';
import { withVariables } from './variables.js';

const EXIT_CODES_HELP = `
Exit codes:
  0  completed and verified            4  the model or its API failed
  1  failed: the goal was not reached  5  the environment failed (browser, disk)
  2  usage, or an invalid file         9  unknown outcome; never retried
  3  rejected: a human, policy,       70  a bug in agent
     budget or idempotency conflict  129, 130, 143  ended by a signal

agent help lists topics. Every flag is also read from AGENT_*: --max-turns from AGENT_MAX_TURNS.`;

const COMMANDS = [
  ...[addRun, addReplay, addDemo, addPlan, addRuns, addShow, addReport, addLogin, addProfiles],
  ...[addServices, addSnapshot, addValidate, addSchema, addDoctor],
  ...[addConfig, addCompletion, addHelp],
];

export function buildProgram(): Command {
  const program = new Command('agent')
    .description('A browser agent for the terminal: it asks before it matters, proves what it did, and replays it.')
    .version(agentVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .addHelpText('after', EXIT_CODES_HELP)
    // What is wrong is said in the one shape that all errors have.
    .configureOutput({ outputError() {} })
    .exitOverride();
  for (const add of COMMANDS) add(program);
  return program;
}

export async function main(argv: string[]): Promise<void> {
  tolerateClosedPipes();
  catchFaults();
  let args = argv;
  try {
    const program = buildProgram();
    args = withVariables(argv, program, process.env);
    await program.parseAsync(args);
  } catch (error) {
    await reportError(error, args.includes('--json'), args[2]);
  }
  exitIfStuck();
}
