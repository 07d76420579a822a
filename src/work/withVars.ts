import { usageError } from '../contracts/failure.js';
import { filledIn, namesIn, type Values } from '../contracts/placeholders.js';

/** A text of the user with the values in it. A name that nobody gave a value is found before anything is started. */
export function withVars(flag: string, text: string, values: Values): string {
  const missing = namesIn(text).filter((name) => !values.has(name));
  if (missing.length === 0) return filledIn(text, values);
  throw usageError(
    `${flag} speaks of {{var:${missing[0]}}}, which has no value`,
    ...missing.map((name) => `give it with --var ${name}=VALUE, or with --var ${name} and AGENT_VAR_${name} set`),
  );
}
