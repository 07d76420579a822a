import { spawn } from 'node:child_process';
import { withoutSecrets } from '../../browser/launch.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The program that opens a file in whatever shows such files; null without a screen to show it on. */
export function viewerOf(platform: NodeJS.Platform, env: Env): string | null {
  if (platform === 'darwin') return env['SSH_CONNECTION'] === undefined ? 'open' : null;
  const hasScreen = (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '';
  return platform === 'linux' && hasScreen ? 'xdg-open' : null;
}

/** Without a shell in between, and without waiting for it. Says what went wrong, or null. */
export function openPicture(viewer: string, path: string, env: Env): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(viewer, [path], { stdio: 'ignore', detached: true, env: withoutSecrets(env) });
    child.once('error', () => resolve(`${viewer} could not be started`));
    child.once('spawn', () => {
      child.unref();
      resolve(null);
    });
  });
}
