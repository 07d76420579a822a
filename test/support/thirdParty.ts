import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './cli.js';

const run = promisify(execFile);
const cache = join(root, 'node_modules', '.cache', 'third-party-pages');

/** Packages that ship whole demo pages. They are fetched once, as they were published, without their dependencies. */
const PACKAGES = {
  'admin-lte': '2.4.18',
  'startbootstrap-sb-admin-2': '4.1.4',
  gentelella: '4.2.0',
} as const;

/** The folder with one subfolder per package. */
export async function thirdPartyFolder(): Promise<string> {
  mkdirSync(cache, { recursive: true });
  for (const [name, version] of Object.entries(PACKAGES)) {
    const folder = join(cache, name);
    if (existsSync(folder)) continue;
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const { stdout } = await run(npm, ['pack', `${name}@${version}`, '--silent', '--pack-destination', cache], {
      cwd: cache,
    });
    const unpacked = join(cache, `unpacking-${name}`);
    mkdirSync(unpacked, { recursive: true });
    await run('tar', ['-xzf', join(cache, stdout.trim().split('\n').at(-1) ?? ''), '-C', unpacked]);
    renameSync(join(unpacked, 'package'), folder);
  }
  return cache;
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
] as const;
