import type { Command } from 'commander';

export function addProfiles(program: Command): void {
  const profiles = program
    .command('profiles')
    .description('list the sessions that agent login has kept: name, site, age')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExamples:\n  agent profiles\n  agent profiles remove netflix')
    .action(async (options: { json?: boolean }) => {
      const { runProfiles } = await import('../profilesCommand.js');
      await runProfiles(options.json === true);
    });
  profiles
    .command('remove')
    .description('forget one')
    .argument('<name>', 'which one')
    .action(async (name: string) => {
      const { runProfilesRemove } = await import('../profilesCommand.js');
      await runProfilesRemove(name);
    });
}
