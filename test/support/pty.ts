import { spawn } from '@lydell/node-pty';
import { root } from './cli.js';

/** The built command line at a real terminal. */
export interface Terminal {
  /** Everything that was written so far, control sequences included. */
  screen(): string;
  /** Waits until the text stands there, after whatever was waited for before. */
  until(text: string | RegExp): Promise<void>;
  type(keys: string): void;
  /** The exit code. */
  end(): Promise<number>;
}

export const ENTER = '\r';
export const DOWN = '\u001b[B';
export const CTRL_C = '\u0003';
const PATIENCE_MS = 30_000;

export function atTerminal(
  args: string[],
  {
    env = {},
    cwd = root,
    program = 'bin/agent.js',
  }: { env?: Record<string, string>; cwd?: string; program?: string } = {},
): Terminal {
  const { ANTHROPIC_API_KEY: _, ...own } = process.env;
  const child = spawn(process.execPath, [root + program, ...args], {
    cwd,
    cols: 120,
    rows: 40,
    env: { ...own, TERM: 'xterm-256color', ...env } as Record<string, string>,
  });
  let text = '';
  let seen = 0;
  let listeners: (() => void)[] = [];
  child.onData((data) => {
    text += data;
    for (const tell of listeners) tell();
    listeners = [];
  });
  const ended = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));
  return {
    screen: () => text,
    async until(wanted) {
      const end = performance.now() + PATIENCE_MS;
      for (;;) {
        const rest = text.slice(seen);
        const at = typeof wanted === 'string' ? rest.indexOf(wanted) : rest.search(wanted);
        if (at >= 0) {
          seen += at + 1;
          return;
        }
        if (performance.now() > end)
          throw new Error(`${wanted} did not come; there is: ${JSON.stringify(rest.slice(-2_000))}`);
        await Promise.race([
          new Promise<void>((resolve) => listeners.push(resolve)),
          new Promise((resolve) => setTimeout(resolve, 250)),
        ]);
      }
    },
    type: (keys) => child.write(keys),
    end: () => ended,
  };
}
