import type { Command } from 'commander';

export function addConfig(program: Command): void {
  program
    .command('config')
    .description('show the settings as they are in force, and where each comes from')
    .option('--json', 'print them as JSON')
    .addHelpText(
      'after',
      `
Settings come from ~/.config/agent/config.json (or $XDG_CONFIG_HOME), then from agent.config.json in this folder; the
later one wins, key by key. Unknown keys are refused. A variable (AGENT_MODEL) wins over both, a flag over all.

Examples:
  agent config
  agent config --json`,
    )
    .action(async (options: { json?: boolean }) => {
      const { runConfig } = await import('../configCommand.js');
      await runConfig(options.json === true);
    });
}
