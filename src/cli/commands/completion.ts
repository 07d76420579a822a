import { Argument, type Command } from 'commander';
import { SHELLS, type Shell } from '../completion.js';

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that lets your shell complete commands and flags')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  source <(agent completion bash)
  source <(agent completion zsh)
  agent completion fish > ~/.config/fish/completions/agent.fish`,
    )
    .action(async (shell: Shell) => {
      const { runCompletion } = await import('../completionCommand.js');
      runCompletion(program, shell);
    });
}
