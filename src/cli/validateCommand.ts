import { readFileSync, statSync } from 'node:fs';
import { readEventLog } from '../contracts/eventLog.js';
import { EXIT, type ExitCode } from '../contracts/exitCodes.js';
import type { TaskCommandV1 } from '../contracts/generated.js';
import { formatProblem, type Problem } from '../contracts/problems.js';
import { MAX_FILE_BYTES, type ReadResult, readAny, readAs } from '../contracts/read.js';
import { type ContractName, isContractName } from '../contracts/schemas.js';
import { guardTask } from '../replay/guard.js';
import { type LintReport, lintTask } from '../resolve/lint.js';
import { lintLines } from './lintLines.js';
import { unknownContract } from './schemaCommand.js';
import { colorsFor, oneLine, print, printJson, tell } from './terminal.js';

interface FileReport {
  file: string;
  ok: boolean;
  contract: ContractName | null;
  problems: Problem[];
  warnings: Problem[];
  /** Of tasks, when it was asked for. */
  lint?: LintReport;
}

export interface ValidateOptions {
  as?: string;
  lint?: boolean;
  json?: boolean;
}

export async function runValidate(files: string[], options: ValidateOptions): Promise<void> {
  const { as, lint = false } = options;
  if (as !== undefined && !isContractName(as)) throw unknownContract(as);
  const reports = files.map((file) => validateFile(file, as as ContractName | undefined, lint));
  const code = exitCodeOf(reports);
  if (code !== EXIT.completed) process.exitCode = code;
  if (options.json) return printJson({ ok: code === EXIT.completed, files: reports });
  const color = await colorsFor('stdout');
  for (const { file, ok, contract, problems, warnings, lint: linted } of reports) {
    print(
      ok ? `${color.green('valid')}    ${oneLine(file)}  ${contract}` : `${color.red('invalid')}  ${oneLine(file)}`,
    );
    for (const problem of problems) print(`         ${oneLine(formatProblem(problem))}`);
    for (const line of linted ? lintLines(linted) : []) print(`         ${line}`);
    for (const warning of warnings) tell(`warning: ${oneLine(file)}: ${oneLine(formatProblem(warning))}`);
  }
}

/** A file that cannot be read at all weighs more than one that cannot be relied on. */
function exitCodeOf(reports: readonly FileReport[]): ExitCode {
  if (reports.some(({ ok }) => !ok)) return EXIT.usage;
  return reports.some(({ lint }) => lint?.ok === false) ? EXIT.failed : EXIT.completed;
}

function validateFile(file: string, as: ContractName | undefined, lint: boolean): FileReport {
  const bytes = readBytes(file);
  if (typeof bytes === 'string')
    return { file, ok: false, contract: null, problems: [{ pointer: '', message: bytes }], warnings: [] };
  const result = readWith(file, bytes, as);
  if (!result.ok) return { file, ok: false, contract: as ?? null, problems: result.problems, warnings: [] };
  const warnings = [...result.warnings, ...guardWarnings(result)];
  const report = { file, ok: true, contract: result.name, problems: [], warnings };
  return lint && result.name === 'task_command.v1' ? { ...report, lint: lintTask(taskIn(result)) } : report;
}

function readWith(file: string, bytes: Buffer, as: ContractName | undefined): ReadResult {
  if (as !== undefined && as !== 'task_event_line') return readAs(as, bytes);
  return as === 'task_event_line' || file.endsWith('.jsonl') ? readEventLog(bytes) : readAny(bytes);
}

/** A readable task may still be one that replay would refuse; better said now. */
function guardWarnings(result: ReadResult): Problem[] {
  if (!result.ok || result.name !== 'task_command.v1') return [];
  const task = taskIn(result);
  const failure = guardTask(task);
  const ended = task.recorded_status && HOW_ENDED[task.recorded_status];
  return [
    ...(failure ? [warn('/commands', `replay would reject it (${failure.error_code}): ${failure.message}`)] : []),
    ...(ended
      ? [warn('/recorded_status', `the run it was recorded of ${ended}: it holds only what that got done`)]
      : []),
  ];
}

const HOW_ENDED = { completed: null, failed: 'failed', rejected: 'was rejected' } as const;

function warn(pointer: string, message: string): Problem {
  return { pointer, message };
}

/** The reader has seen to it that this is what it is. */
function taskIn({ value }: Extract<ReadResult, { ok: true }>): TaskCommandV1 {
  return value as TaskCommandV1;
}

/** The bytes, or why there are none. */
function readBytes(file: string): Buffer | string {
  try {
    if (file !== '-') {
      const { size } = statSync(file);
      if (size > MAX_FILE_BYTES) return `is ${size} bytes long; at most ${MAX_FILE_BYTES} are read`;
    }
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'does not exist';
    if (code === 'EISDIR') return 'is a folder, not a file';
    return `cannot be read: ${message}`;
  }
}
