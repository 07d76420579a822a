import { oneLine, tell } from './terminal.js';

/** What the work tells while it goes on; words of strangers may stand in it. */
export function say(line: string): void {
  tell(oneLine(line));
}
