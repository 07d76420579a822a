import { pointerOf } from './strictJson.js';

/** What a compiled check says is wrong. */
export interface ErrorObject {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
  schema?: unknown;
  parentSchema?: unknown;
  data?: unknown;
}

export interface Problem {
  /** JSON pointer of what is wrong; "" is the whole document. */
  pointer: string;
  message: string;
}

export function formatProblem({ pointer, message }: Problem): string {
  return `${pointer || '(the document)'} ${message}`;
}

/** A validator's errors as sentences with the pointer a person would look at. */
export function describeErrors(errors: readonly ErrorObject[]): Problem[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf');
  const told = errors.filter((error) => error.keyword !== 'if' && !isNoise(error, errors, choices));
  const problems = new Map<string, Problem>();
  for (const problem of told.map(describe)) problems.set(formatProblem(problem), problem);
  return [...problems.values()];
}

/** A failed choice reports every branch it tried; keep what tells the writer which branch was meant. */
function isNoise(error: ErrorObject, errors: readonly ErrorObject[], choices: readonly ErrorObject[]): boolean {
  const choice = choices.find(({ instancePath }) => instancePath === error.instancePath);
  if (!choice) return false;
  const branchesWithoutNull = (choice.schema as { type?: string }[]).filter(({ type }) => type !== 'null');
  if (branchesWithoutNull.length === 1) {
    // "X or null", and it is not null: then X was meant and X's own errors say what is wrong.
    return error === choice || (error.keyword === 'type' && error.params['type'] === 'null');
  }
  const deeper = errors.some(({ instancePath }) => instancePath.startsWith(`${choice.instancePath}/`));
  return deeper || error !== choice;
}

function describe({ instancePath, keyword, params, message, schema, parentSchema, data }: ErrorObject): Problem {
  const at = (key: unknown): string => instancePath + pointerOf([String(key)]);
  const here = (text: string): Problem => ({ pointer: instancePath, message: text });
  switch (keyword) {
    case 'required':
      return { pointer: at(params['missingProperty']), message: 'is missing' };
    case 'additionalProperties':
      return { pointer: at(params['additionalProperty']), message: 'is not a known field' };
    case 'const':
      return here(`must be ${JSON.stringify(params['allowedValue'])}, not ${show(data)}`);
    case 'enum':
      return here(`must be one of ${listed(params['allowedValues'])}, not ${show(data)}`);
    case 'discriminator': {
      const tag = String(params['tag']);
      const value = (data as Record<string, unknown>)[tag];
      const allowed = `must be one of ${tagValues(parentSchema, tag)}`;
      return {
        pointer: at(tag),
        message: value === undefined ? `is missing; it ${allowed}` : `${allowed}, not ${show(value)}`,
      };
    }
    case 'type':
      return here(`must be ${withArticle(String(params['type']))}, not ${kindOf(data)}`);
    case 'pattern':
      return here(`must match ${String(params['pattern'])}, and ${show(data)} does not`);
    case 'anyOf':
      return here(`must have exactly one of these forms: ${formsOf(schema)}`);
    default:
      return here(message ?? `fails the rule ${keyword}`);
  }
}

function tagValues(parentSchema: unknown, tag: string): string {
  const { oneOf = [] } = parentSchema as { oneOf?: { properties?: Record<string, { const?: unknown }> }[] };
  return listed(oneOf.map(({ properties }) => properties?.[tag]?.const));
}

function formsOf(schema: unknown): string {
  return (schema as { required?: string[] }[]).map(({ required = [] }) => required.join(' and ')).join(', ');
}

function listed(values: unknown): string {
  return (values as unknown[]).map((value) => JSON.stringify(value)).join(', ');
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return value === null ? 'null' : withArticle(typeof value);
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
