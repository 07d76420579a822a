import type { ChalkInstance } from 'chalk';
import type { Picture } from '../../page/png.js';
import { edgeOf } from './frame.js';
import { cropped, fitted, type Marked, outlined, outlinedPng } from './picture.js';
import type { Screen } from './screen.js';

const MAX_COLUMNS = 100;
/** Two cells of the edge in front, one free behind. */
const ASIDE = 4;

/** What the choices take below the words. */
const BELOW = 8;
const MIN_ROWS = 8;

/** What to write so that the picture stands above so many lines; empty where the terminal shows none. */
export function drawingOf(marked: Marked, screen: Screen, paint: ChalkInstance, lines: number): string {
  const columns = Math.min(MAX_COLUMNS, screen.columns - ASIDE);
  const rows = Math.max(MIN_ROWS, Math.min(Math.floor(screen.rows / 2), screen.rows - lines - BELOW));
  const edge = `${paint.yellow(edgeOf(screen))} `;
  switch (screen.pictures) {
    case 'none':
      return '';
    case 'blocks':
      return blocks(marked, columns, rows, screen.colours === 3)
        .map((line) => `${edge}${line}\n`)
        .join('');
    case 'kitty':
    case 'iterm': {
      const size = cellsFor(marked.picture, columns, rows);
      const png = outlinedPng(marked);
      return placed(screen.pictures === 'kitty' ? kitty(png, size) : iterm(png, size), size.rows, edge);
    }
  }
}

interface Cells {
  columns: number;
  rows: number;
}

/** A cell is about twice as high as it is wide. */
function cellsFor({ width, height }: Picture, columns: number, rows: number): Cells {
  const wide = Math.min(columns, Math.floor((rows * 2 * width) / height));
  return { columns: wide, rows: Math.max(1, Math.round((wide * height) / width / 2)) };
}

/** Room is made first, then it is drawn there: so it neither scrolls away nor moves what comes after it. */
function placed(drawing: string, rows: number, edge: string): string {
  return `${`${edge}\n`.repeat(rows)}\u001b7\u001b[${rows}A\u001b[3G${drawing}\u001b8`;
}

const KITTY_CHUNK = 4096;

/** q=2: the terminal is to answer nothing, for an answer would arrive where the human's is read. */
function kitty(png: Buffer, { columns, rows }: Cells): string {
  const data = png.toString('base64');
  const chunks = data.match(new RegExp(`.{1,${KITTY_CHUNK}}`, 'g')) ?? [];
  return chunks
    .map((chunk, index) => {
      const head = index === 0 ? `a=T,f=100,C=1,c=${columns},r=${rows},` : '';
      return `\u001b_G${head}q=2,m=${index === chunks.length - 1 ? 0 : 1};${chunk}\u001b\\`;
    })
    .join('');
}

function iterm(png: Buffer, { columns, rows }: Cells): string {
  const how = `inline=1;size=${png.length};width=${columns};height=${rows};preserveAspectRatio=1;doNotMoveCursor=1`;
  return `\u001b]1337;File=${how}:${png.toString('base64')}\u0007`;
}

/** Two pixels a cell: the upper one is the colour of the sign, the lower one that behind it. */
function blocks(marked: Marked, columns: number, rows: number, isAnyColour: boolean): string[] {
  const near = fitted(cropped(marked, columns * 8, rows * 16), columns, rows * 2);
  const { width, height, data } = outlined(near, 1);
  const colourAt = (x: number, y: number, layer: 38 | 48): string => {
    const at = (y * width + x) * 4;
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    return isAnyColour ? `${layer};2;${red};${green};${blue}` : `${layer};5;${paletteOf(red, green, blue)}`;
  };
  return Array.from({ length: Math.floor(height / 2) }, (_, row) => {
    const cells = Array.from(
      { length: width },
      (_, x) => `\u001b[${colourAt(x, row * 2, 38)};${colourAt(x, row * 2 + 1, 48)}m▀`,
    );
    return `${cells.join('')}\u001b[0m`;
  });
}

/** The nearest of the 6x6x6 colours that every palette of 256 has. */
function paletteOf(red: number, green: number, blue: number): number {
  const step = (value: number): number => (value < 48 ? 0 : value < 115 ? 1 : Math.floor((value - 35) / 40));
  return 16 + 36 * step(red) + 6 * step(green) + step(blue);
}
