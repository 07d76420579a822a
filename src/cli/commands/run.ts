import { type Command, Option } from 'commander';
import type { RunOptions } from '../runCommand.js';

export function addRun(program: Command): void {
  program
    .command('run')
    .description('work a browser towards a goal; asks before anything that cannot be taken back')
    .requiredOption('--goal <text>', 'what to do, in your words')
    .requiredOption('--url <url>', 'where to start')
    .option('--expect <criterion...>', 'what must be true at the end; all of them')
    .option('--model <model>', 'a Claude model, script:FILE, or playbook; also AGENT_MODEL')
    .addOption(
      new Option('--vision <when>', 'pictures for the model').choices(['auto', 'always', 'never']).default('auto'),
    )
    .option('--guidance <text>', 'more for the model to know')
    .option('--max-turns <n>', 'turns of the model', '20')
    .option('--max-tokens <n>', 'tokens in all')
    .option('--max-cost-usd <n>', 'money in all')
    .option('--max-time <seconds>', 'time in all')
    .option('--viewport <size>', 'width x height of the window', '1280x800')
    .option('--browser <path>', 'the browser to use')
    .option('--out <dir>', 'where the run folder goes; .agent/runs by default')
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'no progress')
    .addHelpText(
      'after',
      `
Criteria: url, title, heading or text "contains" something; an element by role and name "visible" or "gone".
Without criteria the model's claim is judged by a second question about what was observed.

Examples:
  agent run --goal "subscribe me to the newsletter" --url https://example.com --expect 'text contains "Thank you"'
  agent run --goal 'click "Sign in", fill "Email" with "a@b.c"' --url https://example.com --model playbook
  agent run --goal "find the opening hours" --url https://example.com --max-cost-usd 0.10`,
    )
    .action(async (options: RunOptions) => {
      const { runRun } = await import('../runCommand.js');
      await runRun(options);
    });
}
