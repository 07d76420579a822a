import type { Command } from 'commander';
import type { ReplayOptions } from '../replayCommand.js';
import { FLAGS } from './flags.js';

export function addReplay(program: Command): void {
  program
    .command('replay')
    .description('do a recorded task again, without a model and without cost; stops where the page is not as it was')
    .argument('<files...>', 'run folders, task files, or latest: the newest run with a task')
    .option('--allow-fallback', 'where the selector does not fit any more, look for the same element by other signs')
    .option('--from-step <n>', 'begin at this step; the last navigate before it comes first')
    .option('--var <name=value...>', 'a value that the file has a name for; without =, from AGENT_VAR_NAME')
    .option('--write-healed <file>', 'where fallbacks were needed, the file with what was found; a new file')
    .option('--workers <n>', 'so many files at the same time, in one browser, each in a window of its own', '1')
    .option('--service <name|file>', 'the rules it is held to; by default what the file names, else those of any site')
    .option('--viewport <size>', 'width x height of the window; by default that of the recording')
    .option(...FLAGS.browser)
    .option(...FLAGS.headed)
    .option(...FLAGS.profile)
    .option(...FLAGS.out)
    .option(...FLAGS.key)
    .option(...FLAGS.forceNew)
    .option(...FLAGS.json)
    .option(...FLAGS.quiet)
    .addHelpText(
      'after',
      `
You are asked before what cannot be taken back, as in the run that was recorded; a yes in a file counts for nothing.
The file's own idempotency_key counts as --idempotency-key.
Strict: each selector has to find one element, of the role, name and number that were recorded. Else nothing is done.

Examples:
  agent replay latest
  agent replay .agent/runs/run-20261118-163437-b18a55
  agent replay task.json --var password
  agent replay task.json --allow-fallback --write-healed task.healed.json
  agent replay checks/*.json --workers 4 --json`,
    )
    .action(async (files: string[], options: ReplayOptions) => {
      const { runReplay } = await import('../replayCommand.js');
      await runReplay(files, options);
    });
}
