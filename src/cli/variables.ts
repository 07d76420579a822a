import type { Command, Option } from 'commander';
import { usageError } from '../contracts/failure.js';
import { variableFor } from '../work/variableFor.js';

/** Options that are read from the environment elsewhere, or must be said each time anew. */
const NOT_FROM_HERE: ReadonlySet<string> = new Set([
  'help',
  'version',
  // AGENT_BROWSER_PATH, which is told apart from the flag when that browser is not there.
  'browser',
  // AGENT_VAR_NAME holds a value, not an option.
  'var',
  // What may be done twice is decided for one run, not for all that follow.
  'force-new',
]);
/** Where a flag means something else than in other commands, or a setting for them would be in the way. */
const NOT_OF: Readonly<Record<string, readonly string[]>> = { plan: ['out'], report: ['out'], demo: ['model', 'goal'] };
const YES = /^(?:1|true|yes|on)$/i;
const NO = /^(?:0|false|no|off)$/i;

type Environment = Readonly<Record<string, string | undefined>>;

/** The command line as it would be with every flag written out that a variable stands for. A flag that is given wins. */
export function withVariables(argv: readonly string[], program: Command, env: Environment): string[] {
  const [node = '', script = '', name, ...rest] = argv;
  const command = program.commands.find((one) => one.name() === name);
  if (!command || name === undefined) return [...argv];
  const isRead = (option: Option): boolean => !isGiven(option, rest) && !NOT_OF[name]?.includes(option.name());
  const flags = command.options.filter(isRead).flatMap((option) => flagsFor(option, env));
  return [node, script, name, ...flags, ...rest];
}

function isGiven({ long, short }: Option, args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  return own.some((arg) => arg === short || arg === long || (long !== undefined && arg.startsWith(`${long}=`)));
}

function flagsFor(option: Option, env: Environment): string[] {
  const flag = option.name();
  const name = variableFor(flag);
  const value = env[name];
  // Empty is as good as not set, as for any other variable.
  if (!value || NOT_FROM_HERE.has(flag)) return [];
  if (option.required || option.optional) {
    const values = option.variadic ? value.split('\n').filter((line) => line.trim() !== '') : [value];
    return values.map((one) => `--${flag}=${one}`);
  }
  if (YES.test(value)) return [`--${flag}`];
  if (NO.test(value)) return [];
  throw usageError(`${name}=${JSON.stringify(value)} is neither yes nor no`, 'set it to 1 or 0, or leave it out');
}
