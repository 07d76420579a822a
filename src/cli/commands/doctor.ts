import type { Command } from 'commander';
import { FLAGS } from './flags.js';

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check what agent needs on this machine, and say what to do about the rest')
    .option('--fix', 'install a browser and make the run folder where they are missing')
    .option(...FLAGS.browser)
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
The browser is looked for in this order: --browser, AGENT_BROWSER_PATH, browser_path in the config, Playwright's own
Chromium, then Chromium, Chrome or Edge where the system keeps them. It is started for real.
Exit code 5 when something that every run needs is missing.

Examples:
  agent doctor
  agent doctor --fix`,
    )
    .action(async (options: { fix?: boolean; browser?: string; json?: boolean }) => {
      const { runDoctor } = await import('../doctorCommand.js');
      await runDoctor(options);
    });
}
