import type { Command } from 'commander';

export function addValidate(program: Command): void {
  program
    .command('validate')
    .description('check files against their contracts; nothing is started')
    .argument('<file...>', 'JSON files, .jsonl event logs, or - for standard input')
    .option('--as <contract>', 'the contract, for files that carry no version field (see agent schema)')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
The contract is found by the file's version field. Each problem is told with its JSON pointer.
Exit code 2 when a file is invalid, 0 when all are valid.

Examples:
  agent validate task.json
  agent validate --as snapshot snapshot.json
  agent validate .agent/runs/*/task_result.json --json`,
    )
    .action(async (files: string[], options: { as?: string; json?: boolean }) => {
      const { runValidate } = await import('../validateCommand.js');
      await runValidate(files, options);
    });
}
