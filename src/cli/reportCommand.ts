import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, firstLine } from '../contracts/failure.js';
import { renderReport } from '../report/report.js';
import { writePrivateFile } from '../run/files.js';
import { readLooks } from '../run/keptRun.js';
import { FILES } from '../run/names.js';
import { standingOf } from '../run/standing.js';
import { findRun, runsDirOf } from './keptRuns.js';
import { checkFolderFor } from './outFile.js';
import { oneLine, print, printJson, tell } from './terminal.js';

export interface ReportOptions {
  runsDir?: string;
  out?: string;
  open?: boolean;
  json?: boolean;
}

export async function runReport(id: string, { runsDir, out, open, json }: ReportOptions): Promise<void> {
  if (out !== undefined) await checkFolderFor('--out', out);
  const run = await findRun(await runsDirOf(runsDir), id);
  const { looks, problems } = await readLooks(run);
  const { events, result, warnings } = run;
  const html = renderReport({
    events,
    result,
    looks,
    standing: standingOf(run),
    problems: [...run.problems, ...warnings, ...problems],
  });
  const file = out ?? join(run.folder, FILES.report);
  await write(file, Buffer.from(html));
  if (json) printJson({ ok: true, file: resolve(file) });
  else print(oneLine(file));
  if (open) await openFile(file);
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writePrivateFile(file, bytes);
  } catch (error) {
    const remedies = ['write it elsewhere with --out'];
    throw new AgentError(`${file} cannot be written: ${firstLine(error)}`, EXIT.environment, remedies);
  }
}

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** With whatever shows HTML on this machine; where nothing does, the path that was printed has to do. */
async function openFile(file: string): Promise<void> {
  const [command = '', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, resolve(file)], { stdio: 'ignore', detached: true });
  try {
    await once(child, 'spawn');
    child.unref();
  } catch (error) {
    tell(`the report cannot be opened from here (${firstLine(error)}); open ${oneLine(file)} in a browser`);
  }
}
