import type { Command } from 'commander';

/** In place of commander's own, which knows commands only. */
export function addHelp(program: Command): void {
  program
    .helpCommand(false)
    .command('help')
    .description('show help for a command or a topic')
    .argument('[name]', 'a command, or a topic: agent help lists them')
    .addHelpText('after', '\nExamples:\n  agent help\n  agent help replay\n  agent help exit-codes')
    .action(async (name: string | undefined) => {
      const { runHelp } = await import('../helpCommand.js');
      runHelp(program, name);
    });
}
