import { usageError } from '../contracts/failure.js';
import type { Values } from '../contracts/placeholders.js';
import { VALUE_NAME } from '../work/values.js';

/** `--var NAME=VALUE`, or `--var NAME` for what AGENT_VAR_NAME holds: a value on a command line can be read by others. */
export function varsOf(flags: readonly string[], env: Readonly<Record<string, string | undefined>>): Values {
  const values = new Map<string, string>();
  for (const flag of flags) {
    const [, name = '', , given] = /^([^=]*)(=(.*))?$/s.exec(flag) ?? [];
    if (!VALUE_NAME.test(name)) {
      throw usageError(
        `--var ${JSON.stringify(name)} is no name`,
        'write it as --var password=VALUE, or --var password',
      );
    }
    if (values.has(name)) throw usageError(`--var ${name} is given twice`, 'give each value once');
    const variable = `AGENT_VAR_${name}`;
    const value = given ?? env[variable];
    if (value === undefined) {
      throw usageError(`--var ${name} has no value`, `write it as --var ${name}=VALUE, or set ${variable}`);
    }
    if (value === '') throw usageError(`--var ${name} is empty`, 'leave it out, or give it a value');
    values.set(name, value);
  }
  return values;
}
