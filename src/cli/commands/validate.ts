import type { Command } from 'commander';
import type { ValidateOptions } from '../validateCommand.js';

export function addValidate(program: Command): void {
  program
    .command('validate')
    .description('check files against their contracts; nothing is started')
    .argument('<file...>', 'JSON files, .jsonl event logs, or - for standard input')
    .option('--as <contract>', 'the contract, for files that carry no version field (see agent schema)')
    .option('--lint', 'score the selectors of tasks: how likely they are to find the same element next month')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
The contract is found by the file's version field. Each problem is told with its JSON pointer.
Exit code 2 when a file is invalid, 0 when all are valid. With --lint 1 when the selectors of a task cannot be relied on:
an average below 70, more than 5 fragile ones (below 65), or one of high risk (below 45).

Examples:
  agent validate task.json
  agent validate --lint .agent/runs/*/task_command.json
  agent validate --as snapshot snapshot.json
  agent validate .agent/runs/*/task_result.json --json`,
    )
    .action(async (files: string[], options: ValidateOptions) => {
      const { runValidate } = await import('../validateCommand.js');
      await runValidate(files, options);
    });
}
