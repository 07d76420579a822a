import { spawn } from '@lydell/node-pty';
import { root } from './cli.js';
import { readScreen, type SeenScreen } from './screen.js';

/** The built command line at a real terminal. */
export interface Terminal {
  /** Everything that was written so far, control sequences included. */
  screen(): string;
  /** Waits until the text stands there, after whatever was waited for before. */
  until(text: string | RegExp): Promise<void>;
  type(keys: string): void;
  /** What a person sees. */
  seen(): Promise<SeenScreen>;
  signal(name: string): void;
  /** Closes the terminal under the program, as when its window is closed. */
  vanish(): void;
  /** The exit code. */
  end(): Promise<number>;
}

export const ENTER = '\r';
export const DOWN = '\u001b[B';
export const CTRL_C = '\u0003';
const PATIENCE_MS = 30_000;

export interface TerminalOptions {
  env?: Record<string, string>;
  cwd?: string;
  columns?: number;
  rows?: number;
  /** Another program instead of the command line. */
  program?: string;
}

export function atTerminal(args: string[], options: TerminalOptions = {}): Terminal {
  const { env = {}, cwd = root, columns = 120, rows = 40, program } = options;
  const child = spawn(program ?? process.execPath, program ? args : [`${root}bin/agent.js`, ...args], {
    cwd,
    cols: columns,
    rows,
    env: { ...plainEnv(), TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
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
    seen: () => readScreen(text, columns, rows),
    signal: (name) => child.kill(name),
    // Its type does not tell that the terminal itself can be taken away.
    vanish: () => (child as unknown as { destroy(): void }).destroy(),
    end: () => ended,
  };
}

/** Nothing of the shell that runs the tests changes what is seen. */
function plainEnv(): Record<string, string> {
  const odd =
    /^(?:ANTHROPIC_API_KEY|NO_COLOR|FORCE_COLOR|COLORTERM|CI|TMUX|STY|KITTY_.*|TERM_PROGRAM|LC_.*|LANG|DISPLAY|WAYLAND_DISPLAY)$/;
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !odd.test(entry[0]),
    ),
  );
}
