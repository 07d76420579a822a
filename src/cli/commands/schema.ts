import type { Command } from 'commander';

export function addSchema(program: Command): void {
  program
    .command('schema')
    .description('list the contracts, or print the JSON Schema of one')
    .argument('[name]', 'a contract, for example task_command.v1')
    .option('--json', 'print the list as JSON (a schema always is)')
    .addHelpText('after', '\nExamples:\n  agent schema\n  agent schema task_result.v1 > task_result.v1.schema.json')
    .action(async (name: string | undefined, options: { json?: boolean }) => {
      const { runSchema } = await import('../schemaCommand.js');
      runSchema(name, options.json === true);
    });
}
