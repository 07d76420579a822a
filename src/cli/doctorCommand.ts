import { resolve } from 'node:path';
import { type FoundBrowser, findBrowser } from '../browser/find.js';
import { isLinuxRoot } from '../browser/host.js';
import { installersFor, runInstaller, THREE_THINGS_TO_TRY } from '../browser/install.js';
import { NO_SANDBOX_WARNING, type Trial, tryBrowser } from '../browser/launch.js';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, firstLine } from '../contracts/failure.js';
import { ensureRunsFolder, reasonNoRunsFolder } from '../run/folder.js';
import { loadConfig } from '../work/config.js';
import { thisHost } from '../work/machine.js';
import { colorsFor, oneLine, print, printJson, tell, wrap } from './terminal.js';

interface Check {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  detail: string;
  /** What to do about it; none where all is well. */
  todo: string[];
}

interface DoctorOptions {
  fix?: boolean;
  browser?: string;
  json?: boolean;
}

const MINIMUM_NODE = [20, 17] as const;

export async function runDoctor(options: DoctorOptions): Promise<void> {
  const config = await loadConfig();
  const checks = [
    checkNode(process.versions.node),
    ...(await checkBrowser(options, config.browser_path)),
    checkKey(process.env['ANTHROPIC_API_KEY']),
    await checkRunsFolder(resolve(config.runs_dir ?? '.agent/runs'), options.fix === true),
  ];
  const ok = checks.every(({ status }) => status !== 'fail');
  if (!ok) process.exitCode = EXIT.environment;
  if (options.json) return printJson({ ok, checks });
  const color = await colorsFor('stdout');
  const mark = { ok: color.green('ok  '), warn: color.yellow('warn'), fail: color.red('fail') };
  for (const { name, status, detail, todo } of checks) {
    print(`${mark[status]}  ${name.padEnd(10)}  ${wrap(oneLine(detail), ' '.repeat(18))}`);
    for (const line of todo) print(`${' '.repeat(18)}- ${wrap(oneLine(line), ' '.repeat(20))}`);
  }
}

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fine = major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1]);
  const needed = MINIMUM_NODE.join('.');
  if (fine) return { name: 'node', status: 'ok', detail: `Node ${version}`, todo: [] };
  return {
    name: 'node',
    status: 'fail',
    detail: `Node ${version} is too old`,
    todo: [`install Node ${needed} or newer`],
  };
}

export function checkKey(key: string | undefined): Check {
  const name = 'api key';
  if (key?.trim()) return { name, status: 'ok', detail: 'ANTHROPIC_API_KEY is set', todo: [] };
  const detail = `ANTHROPIC_API_KEY is ${key === undefined ? 'not set' : 'empty'}; replay, validate and the demo work without it`;
  return { name, status: 'warn', detail, todo: ['export ANTHROPIC_API_KEY=... before a run with Claude'] };
}

async function checkRunsFolder(folder: string, fix: boolean): Promise<Check> {
  const name = 'run folder';
  const reason = await reasonNoRunsFolder(folder);
  if (reason !== null) {
    const todo = ['choose another place with runs_dir in the config, or make this one writable'];
    return { name, status: 'fail', detail: `runs cannot be kept in ${folder}: ${reason}`, todo };
  }
  if (fix) await ensureRunsFolder(folder);
  return { name, status: 'ok', detail: `${folder} is writable`, todo: [] };
}

type Attempt = { found: FoundBrowser | undefined; trial?: Trial; reason?: string };

async function checkBrowser(options: DoctorOptions, configured: string | undefined): Promise<Check[]> {
  let attempt = await attemptBrowser(options, configured);
  if (!attempt.trial && options.fix) attempt = await installAndRetry(options, configured, attempt);
  const { found, trial, reason } = attempt;
  if (!found) {
    const todo = options.fix ? THREE_THINGS_TO_TRY : ['agent doctor --fix installs one', ...THREE_THINGS_TO_TRY];
    return [{ name: 'browser', status: 'fail', detail: 'no Chromium-based browser was found', todo }];
  }
  const browser: Check = { name: 'browser', status: 'ok', detail: `${found.path} (${found.source})`, todo: [] };
  if (!trial) {
    return [
      browser,
      { name: 'launch', status: 'fail', detail: `it does not start: ${reason}`, todo: THREE_THINGS_TO_TRY },
    ];
  }
  const detail = `Chromium ${trial.version} opened a page titled ${JSON.stringify(trial.title)}`;
  const checks: Check[] = [browser, { name: 'launch', status: 'ok', detail, todo: [] }];
  if (isLinuxRoot(thisHost())) checks.push({ name: 'sandbox', status: 'warn', detail: NO_SANDBOX_WARNING, todo: [] });
  return checks;
}

async function attemptBrowser(options: DoctorOptions, configured: string | undefined): Promise<Attempt> {
  const host = thisHost();
  const found = await findBrowser(host, { flag: options.browser, config: configured });
  if (!found) return { found };
  try {
    return { found, trial: await tryBrowser(host, found) };
  } catch (error) {
    if (error instanceof AgentError) throw error;
    return { found, reason: firstLine(error) };
  }
}

async function installAndRetry(
  options: DoctorOptions,
  configured: string | undefined,
  before: Attempt,
): Promise<Attempt> {
  const host = thisHost();
  let attempt = before;
  tell(before.found ? `The browser at ${before.found.path} does not start.` : 'No browser was found on this machine.');
  for (const installer of installersFor(host)) {
    tell(`agent will now ${installer.does}.`);
    const installed = await runInstaller(host, installer, (line) => tell(`  | ${oneLine(line)}`));
    if (!installed) {
      tell('That did not work.');
      continue;
    }
    attempt = await attemptBrowser(options, configured);
    if (attempt.trial) return attempt;
  }
  return attempt;
}
