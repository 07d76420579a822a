import type { ConfigV1 } from '../contracts/generated.js';

/** Where runs are kept: as the user says, else the config, else in the current folder. */
export function runsDirOf(given: string | undefined, { runs_dir }: ConfigV1): string {
  return given ?? runs_dir ?? '.agent/runs';
}
