import { createRequire } from 'node:module';
import type { Contracts } from './generated.js';
import { describeErrors, type ErrorObject, formatProblem, type Problem } from './problems.js';
import { type ContractName, exportOf } from './schemas.js';

type Manner = 'reading' | 'writing';
type Check = ((value: unknown) => boolean) & { errors?: ErrorObject[] | null };

const checks = new Map<Manner, Record<string, Check>>();

/** `npm run build` makes them: `schemas/compile.mjs`. */
function checksFor(manner: Manner): Record<string, Check> {
  const known = checks.get(manner);
  if (known) return known;
  const made = createRequire(import.meta.url)(`../../dist/${manner}.cjs`) as Record<string, Check>;
  checks.set(manner, made);
  return made;
}

function check(name: ContractName, value: unknown, manner: Manner): Problem[] {
  const fits = checksFor(manner)[exportOf(name)];
  if (!fits) throw new Error(`there is no compiled check of ${name}; npm run build makes it`);
  return fits(value) ? [] : describeErrors(fits.errors ?? []);
}

/** What keeps a stored document from being read; unknown extra fields are no reason. */
export function problemsReading(name: ContractName, value: unknown): Problem[] {
  return check(name, value, 'reading');
}

/** What keeps a document from being written. */
export function problemsWriting(name: ContractName, value: unknown): Problem[] {
  return check(name, value, 'writing');
}

/** Everything we write or send passes here: a wrong shape is a bug of ours and must not reach a file. */
export function assertWritable<N extends ContractName>(name: N, value: Contracts[N]): Contracts[N] {
  const problems = problemsWriting(name, value);
  if (problems.length === 0) return value;
  throw new Error(`refusing to write an invalid ${name}: ${problems.map(formatProblem).join('; ')}`);
}
