import type { Host } from '../browser/host.js';

export function thisHost(): Host {
  return { platform: process.platform, env: process.env, uid: process.getuid?.(), nodePath: process.execPath };
}
