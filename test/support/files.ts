import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder, with its full path. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}
