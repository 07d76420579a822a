import type { ConfigV1 } from '../contracts/generated.js';
import { DEFAULT_MODEL } from '../model/prices.js';
import { type ConfigFile, configFiles, readConfigFiles } from '../work/config.js';
import { colorsFor, oneLine, print, printJson } from './terminal.js';

type Key = Exclude<keyof ConfigV1, '$schema' | 'schema_version'>;

interface Setting {
  key: Key;
  value: unknown;
  /** A file, a variable, or `default`. */
  source: string;
}

interface Known {
  variable?: string;
  /** What holds when nothing is said. */
  otherwise: unknown;
}

const KNOWN: { [K in Key]: Known } = {
  browser_path: { variable: 'AGENT_BROWSER_PATH', otherwise: 'the first one found' },
  runs_dir: { variable: 'AGENT_OUT', otherwise: '.agent/runs' },
  model: { variable: 'AGENT_MODEL', otherwise: DEFAULT_MODEL },
  prices: { otherwise: 'the built-in table' },
};

export async function runConfig(json: boolean): Promise<void> {
  const files = await readConfigFiles();
  const settings = (Object.keys(KNOWN) as Key[]).map((key) => settingOf(key, files));
  const looked = configFiles().map((file) => ({ file, found: files.some((one) => one.file === file) }));
  if (json) return printJson({ settings, files: looked });
  const color = await colorsFor('stdout');
  const width = Math.max(...settings.map(({ key }) => key.length));
  for (const { key, value, source } of settings) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    print(`${color.bold(key.padEnd(width))}  ${oneLine(text)}  ${color.dim(`(${oneLine(source)})`)}`);
  }
  for (const { file, found } of looked) print(color.dim(`${found ? 'read' : 'not there'}: ${oneLine(file)}`));
}

function settingOf(key: Key, files: readonly ConfigFile[]): Setting {
  const { variable, otherwise } = KNOWN[key];
  const said = variable === undefined ? undefined : process.env[variable];
  if (variable !== undefined && said) return { key, value: said, source: variable };
  const file = files.findLast(({ config }) => config[key] !== undefined);
  return file ? { key, value: file.config[key], source: file.file } : { key, value: otherwise, source: 'default' };
}
