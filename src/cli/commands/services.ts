import type { Command } from 'commander';

export function addServices(program: Command): void {
  program
    .command('services')
    .description('list the services that agent knows, or show one: where it starts, where it stops for you')
    .argument('[service]', 'a name, or the path of a file of your own')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      `
A service is data: a service.v1 file (agent schema service.v1). It can add stops, and nothing in it can take one away.

Examples:
  agent services
  agent services netflix
  agent services ./my-service.json --json`,
    )
    .action(async (service: string | undefined, options: { json?: boolean }) => {
      const { runServices } = await import('../servicesCommand.js');
      await runServices(service, options.json === true);
    });
}
