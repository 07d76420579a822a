import { CHAIN_BEGIN, hashOfLine } from './chain.js';
import type { TaskEventLine } from './generated.js';
import type { Problem } from './problems.js';
import { type ReadResult, readEventLine } from './read.js';

/** What can be read of a log: the lines up to the first that is wrong, and what is wrong with it. */
export interface EventLog {
  events: TaskEventLine[];
  /** Empty when the whole log can be trusted. */
  problems: Problem[];
  warnings: Problem[];
}

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Reads a log line by line. A last line that was not written to its end is left out with a warning: that is what a
 * process that was killed leaves behind. Anything else that is wrong ends the reading there. Lines of older builds
 * carry no chain, and none is asked of them.
 */
export function readEvents(bytes: Uint8Array): EventLog {
  const log: EventLog = { events: [], problems: [], warnings: [] };
  const hasMark = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte);
  if (hasMark) log.warnings.push(at(1, 'byte_order_mark: begins with a byte order mark, which agent never writes'));
  const lines = linesOf(hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes);
  const follow = followChain();
  for (const [index, { text, isWhole }] of lines.entries()) {
    const number = index + 1;
    const read = text === null ? NOT_UTF8 : readEventLine(text);
    if (!read.ok && !isWhole) {
      log.warnings.push(at(number, 'truncated_tail: the last line was not written to its end and is left out'));
      return log;
    }
    if (!read.ok) return { ...log, problems: read.problems.map((problem) => placed(problem, number)) };
    const { problem, warning } = follow(JSON.parse(text ?? '') as TaskEventLine, number);
    if (problem) return { ...log, problems: [at(number, problem)] };
    if (warning) log.warnings.push(at(number, warning));
    if (text?.endsWith('\r'))
      log.warnings.push(at(number, 'crlf: ends with a carriage return, which agent never writes'));
    log.warnings.push(...read.warnings.map((one) => placed(one, number)));
    log.events.push(read.value);
  }
  return log;
}

/** The same, as an answer to whether the file is a log. */
export function readEventLog(bytes: Uint8Array): ReadResult<'task_event_line'> {
  const { events, problems, warnings } = readEvents(bytes);
  if (problems.length > 0) return { ok: false, problems };
  const last = events.at(-1);
  if (last) return { ok: true, name: 'task_event_line', value: last, warnings };
  return { ok: false, problems: warnings.length > 0 ? warnings : [{ pointer: '', message: 'is empty' }] };
}

const NOT_UTF8: { ok: false; problems: Problem[] } = {
  ok: false,
  problems: [{ pointer: '', message: 'is not valid UTF-8' }],
};

function at(line: number, message: string, pointer = ''): Problem {
  return { pointer, message: `${message} (line ${line})` };
}

function placed({ pointer, message }: Problem, line: number): Problem {
  return at(line, message, pointer);
}

interface Line {
  /** Null when it is no text. */
  text: string | null;
  /** It ends with a newline. */
  isWhole: boolean;
}

function linesOf(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, from);
    const to = end < 0 ? bytes.length : end;
    lines.push({ text: textOf(bytes.subarray(from, to)), isWhole: end >= 0 });
    from = to + 1;
  }
  return lines;
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

interface Link {
  problem?: string;
  warning?: string;
}

/** Holds each line against the one before: its number, its task and, where there is one, the chain. */
function followChain(): (line: TaskEventLine, number: number) => Link {
  let before: TaskEventLine | undefined;
  return (line, number) => {
    const last = before;
    before = line;
    const hasChain = line.hash !== undefined || line.prev !== undefined || last?.hash !== undefined;
    if (hasChain) return linkOf(line, last, number);
    if (!last || line.id === last.id + 1) return {};
    if (line.id <= last.id) return { problem: `duplicate_id: the number ${line.id} comes after ${last.id}` };
    return { warning: `missing_id: the number ${line.id} comes after ${last.id}` };
  };
}

function linkOf(line: TaskEventLine, last: TaskEventLine | undefined, number: number): Link {
  const { id, task_id, prev, hash } = line;
  if (hash === undefined || prev === undefined) return { problem: 'broken_chain: the line carries no hash' };
  if (hash !== hashOfLine(line)) return { problem: 'changed_line: the line is not the one that was written' };
  if (last && id <= last.id) return { problem: `duplicate_id: the number ${id} comes after ${last.id}` };
  if (id !== number) return { problem: `missing_id: the number ${id} stands where ${number} belongs` };
  if (prev !== (last?.hash ?? CHAIN_BEGIN)) return { problem: 'broken_chain: it does not follow on the line before' };
  if (last && task_id !== last.task_id) return { problem: `foreign_task: it is of ${task_id}, not of ${last.task_id}` };
  return {};
}
