import type { Human } from '../checkpoint/gate.js';

/** Who is asked in a run: the picture of each question is kept there, and questions end when the run is to end. */
export type AsksHuman = (
  keepPicture: (png: Buffer) => Promise<string>,
  hasWindow: boolean,
  ending: AbortSignal,
) => Human;
