/** What stands together on a terminal, and how many cells it takes. */
export interface Unit {
  text: string;
  cells: number;
}

/** Letters of East Asia and pictures take two cells. */
const WIDE =
  /[\u1100-\u115f\u231a\u231b\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

export function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  for (const char of text) {
    const last = units.at(-1);
    if (last && /\p{M}/u.test(char)) last.text += char;
    else units.push({ text: char, cells: WIDE.test(char) ? 2 : 1 });
  }
  return units;
}

export function cellsOf(units: readonly Unit[]): number {
  return units.reduce((sum, { cells }) => sum + cells, 0);
}

/** Cuts a text into lines of so many cells, between words where there are any. */
export function wrapCells(text: string, width: number): string[] {
  const lines: string[] = [];
  let line: Unit[] = [];
  for (const unit of unitsOf(text)) {
    if (cellsOf(line) + unit.cells > width && line.length > 0) {
      const blank = line.findLastIndex((one) => one.text === ' ');
      // A line that breaks early is no shorter than half, or long words would make it ragged.
      const end = unit.text !== ' ' && blank >= line.length / 2 ? blank + 1 : line.length;
      lines.push(lineOf(line.slice(0, end)));
      line = line.slice(end);
      if (line.length === 0 && unit.text === ' ') continue;
    }
    line.push(unit);
  }
  return [...lines, lineOf(line)];
}

function lineOf(units: readonly Unit[]): string {
  return units
    .map(({ text }) => text)
    .join('')
    .trimEnd();
}
