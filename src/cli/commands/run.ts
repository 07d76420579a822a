import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RunOptions } from '../runCommand.js';
import { FLAGS } from './flags.js';

export function addRun(program: Command): void {
  program
    .command('run')
    .description('work a browser towards a goal; asks before anything that cannot be taken back')
    .requiredOption('--goal <text>', 'what to do, in your words')
    .option('--url <url>', 'where to start; by default where the service starts')
    .option('--service <name|file>', 'a service that agent knows, or a file of your own; by default by the goal', once)
    .option('--expect <criterion...>', 'what must be true at the end; all of them')
    .option('--model <model>', 'a Claude model, script:FILE, or playbook')
    .addOption(
      new Option('--vision <when>', 'pictures for the model').choices(['auto', 'always', 'never']).default('auto'),
    )
    .option('--guidance <text>', 'more for the model to know')
    .option('--var <name=value...>', 'a value that is not written down; {{var:NAME}} in the goal stands for it')
    .option('--max-turns <n>', 'turns of the model; by default what the service says, else 20')
    .option('--max-tokens <n>', 'tokens in all')
    .option('--max-cost-usd <n>', 'money in all')
    .option('--max-time <seconds>', 'time in all')
    .option(...FLAGS.viewport)
    .option(...FLAGS.browser)
    .option(...FLAGS.headed)
    .option(...FLAGS.profile)
    .option(...FLAGS.cdp)
    .option(...FLAGS.out)
    .option(...FLAGS.key)
    .option(...FLAGS.forceNew)
    .option(...FLAGS.json)
    .option(...FLAGS.quiet)
    .addHelpText(
      'after',
      `
The service is found by the goal ("cancel netflix"), else it is any site, and --url says where. agent services lists them.
Criteria: url, title, heading or text "contains" something; an element by role and name "visible" or "gone".
Without criteria the model's claim is judged by a second question about what was observed.

What was done is kept as task_command.json in the run folder. --var NAME takes the value from AGENT_VAR_NAME.

Examples:
  agent run --goal "cancel netflix"
  agent run --goal "subscribe me to the newsletter" --url https://example.com --expect 'text contains "Thank you"'
  agent run --goal 'click "Sign in", fill "Email" with "a@b.c"' --url https://example.com --model playbook
  agent run --goal 'fill "Email" with "{{var:email}}"' --var email=a@b.c --url https://example.com --model playbook
  agent run --goal "find the opening hours" --url https://example.com --max-cost-usd 0.10`,
    )
    .action(async (options: RunOptions) => {
      const { runRun } = await import('../runCommand.js');
      await runRun(options);
    });
}

/** A task is for one service; of two the last one would win in silence. */
function once(value: string, before: string | undefined): string {
  if (before !== undefined) throw new InvalidArgumentError('One task is for one service: give --service once.');
  return value;
}
