import { fstatSync, openSync } from 'node:fs';
import { ReadStream } from 'node:tty';

/** Where a human's keys come from. */
export interface Keys {
  input: ReadStream;
  release(): void;
}

/**
 * Only a terminal answers: what is piped in may be anybody's words. A pipe does not keep the human from answering
 * either, for then their terminal is opened by its own name. Null where nobody can see the question, and where whoever
 * started this said that nobody is there: with nothing, or the empty device, for an input.
 */
export function openKeys(): Keys | null {
  if (!process.stderr.isTTY) return null;
  if (process.stdin.isTTY) return { input: process.stdin, release: () => void process.stdin.pause() };
  if (!isPiped()) return null;
  try {
    const input = new ReadStream(openSync('/dev/tty', 'r'));
    return { input, release: () => void input.destroy() };
  } catch {
    return null;
  }
}

function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile() || input.isSocket();
  } catch {
    return false;
  }
}

const CALM_MS = 150;

/** What was typed before the question stood there is no answer to it: keys go nowhere until there were none for a while. */
export async function discardTypedAhead({ input }: Keys, signal: AbortSignal): Promise<void> {
  let last = performance.now();
  const drop = (): void => {
    last = performance.now();
  };
  input.setRawMode(true);
  input.on('data', drop);
  input.resume();
  try {
    for (let calm = 0; calm < CALM_MS && !signal.aborted; calm = performance.now() - last) {
      await new Promise((resolve) => setTimeout(resolve, CALM_MS - calm + 1));
    }
  } finally {
    input.off('data', drop);
    input.pause();
    input.setRawMode(false);
  }
}
