import { fstatSync, openSync } from 'node:fs';
import { PassThrough } from 'node:stream';
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
  const { stdin } = process;
  if (stdin.isTTY) return stdin.readableEnded ? null : { input: stdin, release: () => void stdin.pause() };
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

const CTRL_C = 3;

/**
 * What was typed before the question stood there is no answer to it: keys go nowhere until there were none for a while.
 * Whether Ctrl-C was among them, which is a no at any time.
 */
export async function discardTypedAhead({ input }: Keys, signal: AbortSignal): Promise<boolean> {
  let last = performance.now();
  let isStopped = false;
  const drop = (keys: Buffer): void => {
    last = performance.now();
    isStopped ||= keys.includes(CTRL_C);
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
  return isStopped;
}

/**
 * The keys for one prompt. A reader of lines raises whatever happens to its input to nobody who listens; so it gets one
 * to which nothing happens. A reader that leaves by itself, at Ctrl-D or Ctrl-Z, would never answer: that ends it, too.
 */
export async function withKeys<T>(
  { input }: Keys,
  signal: AbortSignal,
  read: (keys: NodeJS.ReadableStream, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const left = new AbortController();
  const keys = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode(isRaw: boolean) {
      input.setRawMode(isRaw);
      return keys;
    },
  });
  keys.on('pause', () => left.abort());
  input.pipe(keys);
  try {
    return await read(keys, AbortSignal.any([signal, left.signal]));
  } finally {
    input.unpipe(keys);
    input.pause();
  }
}
