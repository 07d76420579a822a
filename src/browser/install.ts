import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { isProgram } from './find.js';
import { type Host, isLinuxRoot } from './host.js';

export interface Installer {
  /** What the user is told before it starts. */
  does: string;
  commands: string[][];
}

export const THREE_THINGS_TO_TRY = [
  'install Chrome or Chromium with your system (Debian: sudo apt-get install chromium)',
  "download Playwright's Chromium: npx playwright install --with-deps chromium",
  'name a browser you have: --browser /path/to/chrome, or AGENT_BROWSER_PATH',
];

/** The ways to get a browser on this machine, in the order to try them. */
export function installersFor(host: Host): Installer[] {
  const playwright = [host.nodePath, playwrightCli()];
  const installers: Installer[] = [
    { does: "download Playwright's Chromium", commands: [[...playwright, 'install', '--no-shell', 'chromium']] },
  ];
  const apt = programOnPath(host, 'apt-get');
  if (apt !== undefined && isLinuxRoot(host)) {
    installers.push({
      does: "install Debian's chromium package with apt-get",
      commands: [
        [apt, 'update', '-q'],
        [apt, 'install', '-q', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
      ],
    });
  }
  return installers;
}

function playwrightCli(): string {
  const manifest = createRequire(import.meta.url).resolve('playwright/package.json');
  return join(dirname(manifest), 'cli.js');
}

function programOnPath({ env }: Host, name: string): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

/** Runs one installer, its output line by line to `tell`. False when a command of it failed. */
export async function runInstaller(
  host: Host,
  { commands }: Installer,
  tell: (line: string) => void,
): Promise<boolean> {
  for (const [program, ...args] of commands) {
    if (program === undefined || (await runCommand(host, program, args, tell)) !== 0) return false;
  }
  return true;
}

function runCommand(host: Host, program: string, args: string[], tell: (line: string) => void): Promise<number | null> {
  return new Promise((resolve) => {
    const env = { ...host.env, DEBIAN_FRONTEND: 'noninteractive', NO_COLOR: '1', FORCE_COLOR: undefined };
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let rest = '';
    const listen = (chunk: Buffer): void => {
      const lines = (rest + chunk.toString('utf8')).split(/[\r\n]+/);
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') tell(line);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('error', (error) => {
      tell(error.message);
      resolve(null);
    });
    child.on('close', (code) => {
      if (rest.trim() !== '') tell(rest);
      resolve(code);
    });
  });
}
