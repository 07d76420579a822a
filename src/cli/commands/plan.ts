import type { Command } from 'commander';
import type { PlanOptions } from '../planCommand.js';

export function addPlan(program: Command): void {
  program
    .command('plan')
    .description('ask the model once for a plan, and show it as a task for replay; no browser is started')
    .requiredOption('--goal <text>', 'what to do, in your words')
    .option('--url <url>', 'where to start; opened first if the plan does not begin with an address')
    .option('--model <model>', 'a Claude model, or script:FILE')
    .option('--task-id <id>', 'the name of the task: letters, digits, - and _')
    .option('--out <file>', 'write the task to this file; it must not exist with other content')
    .option('--max-cost-usd <n>', 'money for it; nothing is asked if it may cost more')
    .option('--json', 'print the plan, the task and what it cost as JSON')
    .addHelpText(
      'after',
      `
A plan is made without seeing a page, so its selectors are guesses; agent run looks before each step.
It may navigate, click, type, wait_for_url, get_text and get_title. Anything else in it, and anything that is not
exactly a planner.v1, is refused with exit code 4. The task file is a task_command.v1.

Examples:
  agent plan --goal "search for shoes and read the first result" --url https://shop.example
  agent plan --goal "read the opening hours" --url https://example.com --out hours.json --max-cost-usd 0.10
  agent plan --goal "read the title" --url https://example.com --model script:plan.json --json`,
    )
    .action(async (options: PlanOptions) => {
      const { runPlan } = await import('../planCommand.js');
      await runPlan(options);
    });
}
