import type { Command } from 'commander';
import type { ReportOptions } from '../reportCommand.js';

const KEPT = 'where runs are kept; runs_dir of the config, else .agent/runs';

export function addRuns(program: Command): void {
  program
    .command('runs')
    .description('list what was run, and what became of it')
    .option('--limit <n>', 'at most so many, the newest first', '20')
    .option('--out <dir>', KEPT)
    .option('--json', 'print the list as JSON')
    .addHelpText('after', '\nExamples:\n  agent runs\n  agent runs --limit 100 --json')
    .action(async (options: { limit: string; out?: string; json?: boolean }) => {
      const { runRuns } = await import('../runsCommand.js');
      await runRuns(options);
    });
}

export function addShow(program: Command): void {
  program
    .command('show <id>')
    .description('tell a run step by step: outcomes, approvals, tokens and cost')
    .option('--out <dir>', KEPT)
    .option('--json', 'print its result, its events and what is wrong with its files as JSON')
    .addHelpText('after', `${MEANT}\n\nExamples:\n  agent show latest\n  agent show run-20261118-1634 --json`)
    .action(async (id: string, options: { out?: string; json?: boolean }) => {
      const { runShow } = await import('../showCommand.js');
      await runShow(id, options);
    });
}

export function addReport(program: Command): void {
  program
    .command('report <id>')
    .description('make one HTML file of a run, with its pictures, to look at or to hand on')
    .option('--out <file>', 'where to write it; report.html in the run folder by default')
    .option('--open', 'show it in a browser')
    .option('--runs-dir <dir>', KEPT)
    .option('--json', 'print the path of the file as JSON')
    .addHelpText(
      'after',
      `${MEANT}\n\nExamples:\n  agent report latest --open\n  agent report latest --out netflix.html`,
    )
    .action(async (id: string, options: ReportOptions) => {
      const { runReport } = await import('../reportCommand.js');
      await runReport(id, options);
    });
}

const MEANT = `
The ID may be cut short, as long as only one run begins like that; "latest" is the newest.`;
