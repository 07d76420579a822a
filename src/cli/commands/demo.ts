import { type Command, Option } from 'commander';
import { VARIANTS } from '../../site/variants.js';
import type { DemoOptions } from '../demoCommand.js';
import { FLAGS } from './flags.js';

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('see it work: cancels a membership on a site that comes along and runs on this machine alone')
    .addOption(new Option('--variant <name>', 'how the site makes it harder').choices(VARIANTS).default('plain'))
    .option('--model <model>', 'a Claude model, or script:FILE', 'playbook')
    .option('--port <n>', "the site's port; by default any free one")
    .option('--serve', 'only start the site, until Ctrl-C')
    .option(...FLAGS.viewport)
    .option(...FLAGS.browser)
    .option(...FLAGS.out)
    .option(...FLAGS.json)
    .option(...FLAGS.quiet)
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
