import { closest } from '../contracts/closest.js';
import { usageError } from '../contracts/failure.js';
import type { Values } from '../contracts/placeholders.js';
import type { ReplayFile } from './replayFile.js';
import { varsOf } from './varFlags.js';

/** What the names in the files stand for; every one of them, and no others. */
export function valuesFor(files: readonly Pick<ReplayFile, 'file' | 'variables'>[], flags: readonly string[]): Values {
  const values = varsOf(flags, process.env);
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
  if (missing.length > 0) {
    throw usageError(
      `${missing.length === 1 ? 'a value is' : 'values are'} missing: ${missing.join(', ')}; nothing was started`,
      ...missing.map((name) => `give it with --var ${name}=VALUE, or with --var ${name} and AGENT_VAR_${name} set`),
    );
  }
  return values;
}
