import xterm from '@xterm/headless';

/** What stands on a terminal, from the first line that was ever written. */
export interface SeenScreen {
  lines: string[];
  /** The colours of a cell: of its sign and of what is behind it, as 0xRRGGBB or the number in the palette. */
  colours(line: number, column: number): { sign: string; front: number; back: number };
}

export async function readScreen(bytes: string, columns: number, rows: number): Promise<SeenScreen> {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 1_000, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? '');
  return {
    lines,
    colours(line, column) {
      const cell = active.getLine(line)?.getCell(column);
      if (!cell) throw new Error(`there is no cell ${line}:${column}`);
      return { sign: cell.getChars(), front: cell.getFgColor(), back: cell.getBgColor() };
    },
  };
}
