import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './cli.js';

const run = promisify(execFile);
const CACHE = join(root, 'node_modules', '.cache', 'third-party-pages');

/** Packages that ship whole demo pages. They are fetched once, as they were published, without their dependencies. */
const PACKAGES = {
  'admin-lte': '2.4.18',
  'startbootstrap-sb-admin-2': '4.1.4',
  gentelella: '4.2.0',
} as const;

const FETCH_MS = 240_000;
/** Older than this, an unfinished download belongs to nobody any more. */
const ABANDONED_MS = 2 * FETCH_MS;

let fetched: Promise<string> | undefined;

/** The folder with one subfolder per package. Safe to call from several tests and processes at once. */
export function thirdPartyFolder(): Promise<string> {
  fetched ??= fetchAll(CACHE, PACKAGES);
  return fetched;
}

/**
 * A package is unpacked in a folder that no other process knows, and moved to its place in one step: what is there
 * is whole, whoever was interrupted. Of two that fetch at once the later one finds it done.
 */
async function fetchAll(cache: string, packages: Readonly<Record<string, string>>): Promise<string> {
  mkdirSync(cache, { recursive: true });
  sweep(cache);
  await Promise.all(Object.entries(packages).map(([name, version]) => fetchPackage(cache, name, version)));
  return cache;
}

async function fetchPackage(cache: string, name: string, version: string): Promise<void> {
  const folder = join(cache, name);
  if (versionIn(folder) === version) return;
  const work = mkdtempSync(join(cache, 'unpacking-'));
  try {
    const isWindows = process.platform === 'win32';
    await run(isWindows ? 'npm.cmd' : 'npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', '.'], {
      cwd: work,
      timeout: FETCH_MS,
      shell: isWindows,
    });
    const archive = readdirSync(work).find((file) => file.endsWith('.tgz'));
    if (archive === undefined) throw new Error('npm pack left no archive');
    await run('tar', ['-xzf', archive], { cwd: work, timeout: FETCH_MS });
    if (versionIn(join(work, 'package')) !== version) throw new Error('the archive holds something else');
    moveIntoPlace(work, folder, version);
  } catch (cause) {
    throw new Error(`${name}@${version} cannot be fetched: npm needs its registry, once`, { cause });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** A folder that is there already is never overwritten by a rename; it goes only when it is not what was asked for. */
function moveIntoPlace(work: string, folder: string, version: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      renameSync(join(work, 'package'), folder);
      return;
    } catch (error) {
      if (versionIn(folder) === version) return;
      if (attempt === 3) throw error;
    }
    try {
      renameSync(folder, join(work, `replaced-${attempt}`));
    } catch {
      // Another process was faster.
    }
  }
}

function versionIn(folder: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: string };
    return version?.replace(/^v/, '');
  } catch {
    return undefined;
  }
}

/** Removes what interrupted downloads left. */
function sweep(cache: string): void {
  for (const entry of readdirSync(cache)) {
    if (!entry.startsWith('unpacking-') && !entry.endsWith('.tgz')) continue;
    const path = join(cache, entry);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > ABANDONED_MS) rmSync(path, { recursive: true, force: true });
  }
}

export const THIRD_PARTY_PAGES = [
  'admin-lte/index.html',
  'admin-lte/index2.html',
  'admin-lte/pages/calendar.html',
  'admin-lte/pages/widgets.html',
  'admin-lte/pages/UI/buttons.html',
  'admin-lte/pages/UI/general.html',
  'admin-lte/pages/UI/icons.html',
  'admin-lte/pages/UI/modals.html',
  'admin-lte/pages/UI/sliders.html',
  'admin-lte/pages/UI/timeline.html',
  'admin-lte/pages/examples/invoice.html',
  'admin-lte/pages/examples/lockscreen.html',
  'admin-lte/pages/examples/login.html',
  'admin-lte/pages/examples/profile.html',
  'admin-lte/pages/examples/register.html',
  'admin-lte/pages/forms/advanced.html',
  'admin-lte/pages/forms/editors.html',
  'admin-lte/pages/forms/general.html',
  'admin-lte/pages/layout/top-nav.html',
  'admin-lte/pages/mailbox/compose.html',
  'admin-lte/pages/mailbox/mailbox.html',
  'admin-lte/pages/mailbox/read-mail.html',
  'admin-lte/pages/tables/data.html',
  'admin-lte/pages/tables/simple.html',
  'startbootstrap-sb-admin-2/index.html',
  'startbootstrap-sb-admin-2/buttons.html',
  'startbootstrap-sb-admin-2/cards.html',
  'startbootstrap-sb-admin-2/login.html',
  'startbootstrap-sb-admin-2/register.html',
  'startbootstrap-sb-admin-2/tables.html',
  'gentelella/dist/production/form.html',
  'gentelella/dist/production/form_advanced.html',
  'gentelella/dist/production/general_elements.html',
  'gentelella/dist/production/playground.html',
  'gentelella/dist/production/settings.html',
  'gentelella/dist/production/tables.html',
] as const;
