import { type Command, Option } from 'commander';
import { VARIANTS } from '../../site/variants.js';
import type { DemoOptions } from '../demoCommand.js';

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('see it work: cancels a membership on a site that comes along and runs on this machine alone')
    .addOption(new Option('--variant <name>', 'how the site makes it harder').choices(VARIANTS).default('plain'))
    .option('--model <model>', 'a Claude model, or script:FILE', 'playbook')
    .option('--port <n>', "the site's port; by default any free one")
    .option('--serve', 'only start the site, until Ctrl-C')
    .option('--viewport <size>', 'width x height of the window', '1280x800')
    .option('--browser <path>', 'the browser to use')
    .option('--out <dir>', 'where the run folder goes; .agent/runs by default')
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'no progress')
    .addHelpText(
      'after',
      `
No key is needed. Everything but the site is real: browser, rules, question, files. Without a terminal the demo answers
its own question and says so; nothing else in agent can.

Examples:
  agent demo
  agent demo --variant banner
  agent demo --serve --port 8080`,
    )
    .action(async (options: DemoOptions) => {
      const { runDemo } = await import('../demoCommand.js');
      await runDemo(options);
    });
}
