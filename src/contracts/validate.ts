import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Contracts } from './generated.js';
import { describeErrors, formatProblem, type Problem } from './problems.js';
import { type ContractName, contractNames, isExact, loadSchema, schemaFileOf, tolerant } from './schemas.js';

type Manner = 'reading' | 'writing';

/** Compiling takes longer than all checks of a run together. That the schemas themselves are sound is for the tests. */
const QUICK = {
  ...{ strict: true, allErrors: true, discriminator: true, verbose: true },
  ...{ validateSchema: false, code: { optimize: false } },
} as const;

const validators = new Map<Manner, Ajv2020>();

function ajvFor(manner: Manner): Ajv2020 {
  const existing = validators.get(manner);
  if (existing) return existing;
  const ajv = new Ajv2020(QUICK);
  addFormats.default(ajv);
  for (const name of contractNames()) {
    const schema = loadSchema(name);
    ajv.addSchema(manner === 'reading' && !isExact(name) ? (tolerant(schema) as object) : schema, schemaFileOf(name));
  }
  validators.set(manner, ajv);
  return ajv;
}

function check(name: ContractName, value: unknown, manner: Manner): Problem[] {
  const validate = ajvFor(manner).getSchema(schemaFileOf(name)) as ValidateFunction;
  return validate(value) ? [] : describeErrors(validate.errors ?? []);
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
