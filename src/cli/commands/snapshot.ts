import { type Command, Option } from 'commander';
import type { SnapshotOptions } from '../snapshotCommand.js';
import { FLAGS } from './flags.js';

export function addSnapshot(program: Command): void {
  program
    .command('snapshot')
    .description('look at a page the way the model does')
    .argument('<page>', 'a URL, or the path of a saved HTML file')
    .option('--full', 'also what is out of view, the hundred most useful elements')
    .addOption(
      new Option('--mode <mode>', 'what to show of it')
        .choices(['semantic', 'skeleton', 'hybrid', 'full'])
        .default('semantic'),
    )
    .option('--screenshot <file>', 'write the picture of the viewport, as PNG')
    .option(...FLAGS.viewport)
    .option(...FLAGS.browser)
    .option(...FLAGS.profile)
    .option(...FLAGS.cdp)
    .option('--json', 'print the snapshot as JSON; with --mode skeleton, hybrid or full the page-state request')
    .addHelpText(
      'after',
      `
What is printed is the very text that the model would read: a line for each element with its ref, values of secret
fields masked. ~"..." is a guess from what stands nearby, for elements without a name of their own.

Examples:
  agent snapshot https://example.com
  agent snapshot ./saved.html --full
  agent snapshot https://example.com --json --screenshot page.png
  agent snapshot https://example.com --mode skeleton`,
    )
    .action(async (page: string, options: SnapshotOptions) => {
      const { runSnapshot } = await import('../snapshotCommand.js');
      await runSnapshot(page, options);
    });
}
