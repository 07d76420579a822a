import { readFileSync } from 'node:fs';

/** Alone in its file: whoever only asks for it, or for help, should not load a browser's worth of code. */
export function agentVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
