import { seconds } from '../report/parts.js';
import { print } from './terminal.js';

export interface Column {
  title: string;
  /** Figures stand under each other. */
  isRight?: boolean;
}

/** A row is text without colours; `paint` colours what is padded already. */
export function printTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  paint: (cell: string, column: number, row: number) => string = (cell) => cell,
): void {
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...rows.map((row) => [...(row[at] ?? '')].length)),
  );
  const line = (cells: readonly string[], row: number): string =>
    columns
      .map(({ isRight }, at) => {
        const cell = cells[at] ?? '';
        const blanks = ' '.repeat((widths[at] ?? 0) - [...cell].length);
        const isLast = at === columns.length - 1;
        return paint(isRight ? blanks + cell : isLast ? cell : cell + blanks, at, row);
      })
      .join('  ')
      .trimEnd();
  print(
    line(
      columns.map(({ title }) => title),
      -1,
    ),
  );
  for (const [index, row] of rows.entries()) print(line(row, index));
}

/** At most this many characters, with a sign that there were more. */
export function short(text: string, most: number): string {
  const chars = [...text];
  return chars.length <= most ? text : `${chars.slice(0, most - 1).join('')}…`;
}

export function dollars(cost: number | null): string {
  return cost === null ? '' : `$${cost.toFixed(4)}`;
}

/** Nothing for what took no time. */
export function duration(milliseconds: number): string {
  return milliseconds > 0 ? seconds(milliseconds) : '';
}
