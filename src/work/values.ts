import { closest } from '../contracts/closest.js';
import { usageError } from '../contracts/failure.js';
import type { Values } from '../contracts/placeholders.js';
import type { ReplayFile } from './replayFile.js';

/** What a value may be called. */
export const VALUE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Every name in the files has to have a value, and no others may. */
export function checkValues(files: readonly Pick<ReplayFile, 'variables'>[], values: Values): void {
  const known = [...new Set(files.flatMap(({ variables }) => variables))];
  const unknown = [...values.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const near = closest(unknown, known);
    throw usageError(
      `--var ${unknown} is in none of the files`,
      ...(near ? [`did you mean ${near}?`] : []),
      `they have: ${known.join(', ') || 'no variables'}`,
    );
  }
  const missing = known.filter((name) => !values.has(name));
  if (missing.length === 0) return;
  throw usageError(
    `${missing.length === 1 ? 'a value is' : 'values are'} missing: ${missing.join(', ')}; nothing was started`,
    ...missing.map((name) => `give it with --var ${name}=VALUE, or with --var ${name} and AGENT_VAR_${name} set`),
  );
}
