import type { Contracts } from './generated.js';
import { problemsOfMeaning } from './meaning.js';
import type { Problem } from './problems.js';
import { type ContractName, isExact } from './schemas.js';
import { type JsonLimits, parseStrictJson } from './strictJson.js';
import { problemsReading, problemsWriting } from './validate.js';
import {
  type ContractFamily,
  CURRENT,
  familyOf,
  isReadable,
  READABLE,
  supportedVersions,
  VERSION_FIELD,
} from './versions.js';

export type ReadResult<N extends ContractName = ContractName> =
  | { ok: true; name: N; value: Contracts[N]; warnings: Problem[] }
  | { ok: false; problems: Problem[] };

interface Limits extends JsonLimits {
  maxBytes: number;
}

/** Files people hand over are programs from strangers; what we recorded ourselves holds pictures. */
const HANDED_OVER: Limits = { maxBytes: 1024 * 1024, maxDepth: 32, maxStringLength: 4096 };
const RECORDED: Limits = { maxBytes: 32 * 1024 * 1024, maxDepth: 64, maxStringLength: 16 * 1024 * 1024 };
export const MAX_FILE_BYTES = RECORDED.maxBytes;
const RECORDED_CONTRACTS: ReadonlySet<ContractName> = new Set<ContractName>([
  'snapshot',
  'stored_snapshot.v1',
  'browser_tool.result',
  'task_result.v1',
  'task_event.v1',
  'task_event_line',
  'page_state_request',
  'verification_request',
  // What sites keep in a browser can be long.
  'profile.v1',
]);

function limitsOf(name: ContractName): Limits {
  return RECORDED_CONTRACTS.has(name) ? RECORDED : HANDED_OVER;
}

const refuse = (message: string, pointer = ''): { ok: false; problems: Problem[] } => ({
  ok: false,
  problems: [{ pointer, message }],
});

/** Reads a document of a contract that is known beforehand. */
export function readAs<N extends ContractName>(name: N, bytes: Uint8Array): ReadResult<N> {
  const parsed = parseWithin(bytes, limitsOf(name));
  return parsed.ok ? checkShape(name, parsed.value) : parsed;
}

/** Reads a document that must be of this family, in any version this build knows. */
export function readFamily(family: ContractFamily, bytes: Uint8Array): ReadResult {
  const parsed = parseWithin(bytes, limitsOf(READABLE[CURRENT[family]]));
  if (!parsed.ok) return parsed;
  const name = contractOf(parsed.value, family);
  return typeof name === 'string' ? checkShape(name, parsed.value) : name;
}

/** Reads a document whose contract is found by its version field. */
export function readAny(bytes: Uint8Array): ReadResult {
  const parsed = parseWithin(bytes, RECORDED);
  if (!parsed.ok) return parsed;
  const name = contractOf(parsed.value);
  if (typeof name !== 'string') return name;
  // Only now is it known how large this kind of file may be.
  return readAs(name, bytes);
}

/** Reads one line of an event log. Without a payload version it is an old one and is read as v1. */
export function readEventLine(line: string): ReadResult<'task_event_line'> {
  const parsed = parseWithin(new TextEncoder().encode(line), RECORDED);
  if (!parsed.ok) return parsed;
  const { payload } = (parsed.value ?? {}) as { payload?: unknown };
  if (typeof payload !== 'object' || payload === null) return checkShape('task_event_line', parsed.value);
  const version = (payload as { schema_version?: unknown }).schema_version ?? CURRENT.task_event;
  if (typeof version !== 'string' || familyOf(version) !== 'task_event' || !isReadable(version)) {
    const supported = supportedVersions('task_event').join(', ');
    return refuse(
      `${JSON.stringify(version)} is not supported; this build reads ${supported}`,
      '/payload/schema_version',
    );
  }
  return checkShape('task_event_line', {
    ...(parsed.value as object),
    payload: { ...payload, schema_version: version },
  });
}

function parseWithin(
  bytes: Uint8Array,
  limits: Limits,
): { ok: true; value: unknown } | { ok: false; problems: Problem[] } {
  if (bytes.byteLength > limits.maxBytes) {
    return refuse(`is ${bytes.byteLength} bytes long; at most ${limits.maxBytes} are read`);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('is not valid UTF-8');
  }
  if (text.trim() === '') return refuse('is empty');
  const parsed = parseStrictJson(text, limits);
  if (parsed.ok) return parsed;
  const { pointer, line, column, message } = parsed.fault;
  return refuse(`line ${line}, column ${column}: ${message}`, pointer);
}

function contractOf(value: unknown, expected?: ContractFamily): ContractName | { ok: false; problems: Problem[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('must be a JSON object');
  const fields = expected ? [VERSION_FIELD[expected]] : [...new Set(Object.values(VERSION_FIELD))];
  const field = fields.find((candidate) => Object.hasOwn(value, candidate));
  const known = expected ? supportedVersions(expected) : Object.keys(READABLE);
  if (field === undefined) {
    return refuse(`is missing; it names the contract and must be one of ${known.join(', ')}`, `/${fields[0]}`);
  }
  const version = (value as Record<string, unknown>)[field];
  if (typeof version !== 'string') return refuse(`must be one of ${known.join(', ')}`, `/${field}`);
  const family = familyOf(version);
  if (family === undefined || (expected !== undefined && family !== expected) || VERSION_FIELD[family] !== field) {
    return refuse(
      `${JSON.stringify(version)} is not a contract that can be read here; known: ${known.join(', ')}`,
      `/${field}`,
    );
  }
  if (!isReadable(version)) {
    const supported = supportedVersions(family).join(', ');
    return refuse(
      `${JSON.stringify(version)} is not supported; this build reads ${supported}. Update agent to read it`,
      `/${field}`,
    );
  }
  return READABLE[version];
}

function checkShape<N extends ContractName>(name: N, value: unknown): ReadResult<N> {
  const problems = problemsReading(name, value);
  if (problems.length > 0) return { ok: false, problems };
  const meaning = problemsOfMeaning(name, value);
  if (meaning.length > 0) return { ok: false, problems: meaning };
  // What only the strict form refuses is something newer or misspelled: readable, but worth a word.
  const warnings = isExact(name) ? [] : problemsWriting(name, value);
  return { ok: true, name, value: value as Contracts[N], warnings };
}
