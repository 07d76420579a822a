import { readFileSync, statSync } from 'node:fs';
import { readEventLog } from '../contracts/eventLog.js';
import { EXIT } from '../contracts/exitCodes.js';
import type { TaskCommandV1 } from '../contracts/generated.js';
import { formatProblem, type Problem } from '../contracts/problems.js';
import { MAX_FILE_BYTES, type ReadResult, readAny, readAs } from '../contracts/read.js';
import { type ContractName, isContractName } from '../contracts/schemas.js';
import { guardTask } from '../replay/guard.js';
import { unknownContract } from './schemaCommand.js';
import { colorsFor, oneLine, print, printJson, tell } from './terminal.js';

interface FileReport {
  file: string;
  ok: boolean;
  contract: ContractName | null;
  problems: Problem[];
  warnings: Problem[];
}

export async function runValidate(files: string[], options: { as?: string; json?: boolean }): Promise<void> {
  const { as } = options;
  if (as !== undefined && !isContractName(as)) throw unknownContract(as);
  const reports = files.map((file) => validateFile(file, as as ContractName | undefined));
  if (reports.some(({ ok }) => !ok)) process.exitCode = EXIT.usage;
  if (options.json) return printJson({ ok: reports.every(({ ok }) => ok), files: reports });
  const color = await colorsFor('stdout');
  for (const { file, ok, contract, problems, warnings } of reports) {
    print(
      ok ? `${color.green('valid')}    ${oneLine(file)}  ${contract}` : `${color.red('invalid')}  ${oneLine(file)}`,
    );
    for (const problem of problems) print(`         ${oneLine(formatProblem(problem))}`);
    for (const warning of warnings) tell(`warning: ${oneLine(file)}: ${oneLine(formatProblem(warning))}`);
  }
}

function validateFile(file: string, as: ContractName | undefined): FileReport {
  const bytes = readBytes(file);
  if (typeof bytes === 'string')
    return { file, ok: false, contract: null, problems: [{ pointer: '', message: bytes }], warnings: [] };
  const result = readWith(file, bytes, as);
  if (!result.ok) return { file, ok: false, contract: as ?? null, problems: result.problems, warnings: [] };
  const warnings = [...result.warnings, ...guardWarnings(result)];
  return { file, ok: true, contract: result.name, problems: [], warnings };
}

function readWith(file: string, bytes: Buffer, as: ContractName | undefined): ReadResult {
  if (as !== undefined && as !== 'task_event_line') return readAs(as, bytes);
  return as === 'task_event_line' || file.endsWith('.jsonl') ? readEventLog(bytes) : readAny(bytes);
}

/** A readable task may still be one that replay would refuse; better said now. */
function guardWarnings(result: ReadResult): Problem[] {
  if (!result.ok || result.name !== 'task_command.v1') return [];
  const failure = guardTask(result.value as TaskCommandV1);
  return failure
    ? [{ pointer: '/commands', message: `replay would reject it (${failure.error_code}): ${failure.message}` }]
    : [];
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
