import type { Command } from 'commander';
import type { LoginOptions } from '../loginCommand.js';
import { FLAGS } from './flags.js';

export function addLogin(program: Command): void {
  program
    .command('login')
    .description('open a window, let you log in there, and keep the session for later runs')
    .argument('<service|url>', 'a service that agent knows, a file of your own, or the address to log in at')
    .requiredOption('--profile <name>', 'the name to keep it under')
    .option(...FLAGS.browser)
    .addHelpText(
      'after',
      `
Nothing watches what you type. When you are done, press Enter at the terminal or close the window.
The file that is kept is as good as your password: it is written for your eyes only, below $XDG_STATE_HOME/agent/profiles
(by default ~/.local/state/agent/profiles). Sites that refuse such a window: use a browser of your own with --cdp.

Examples:
  agent login netflix --profile netflix
  agent login https://example.com/login --profile work
  agent run --goal "cancel netflix" --profile netflix`,
    )
    .action(async (target: string, options: LoginOptions) => {
      const { runLogin } = await import('../loginCommand.js');
      await runLogin(target, options);
    });
}
