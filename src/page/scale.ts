import type { Picture } from './png.js';

/** The picture made to fit, its shape kept; every new pixel is the average of the area that it covers. */
export function scaleDown(picture: Picture, maxWidth: number, maxHeight = Number.POSITIVE_INFINITY): Picture {
  const scale = Math.min(maxWidth / picture.width, maxHeight / picture.height);
  if (scale >= 1) return picture;
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const scaled = { width, height, data: new Uint8Array(width * height * 4) };
  const line = new Float64Array(width * 4);
  const sums = new Float64Array(width * 4);
  // Lengths are counted in parts so small that old and new pixels both are whole numbers of them: no rounding.
  for (let y = 0, row = 0; y < picture.height; y++) {
    narrow(picture, y, line, width);
    for (let top = y * height; top < (y + 1) * height; ) {
      const bottom = (row + 1) * picture.height;
      const tall = Math.min(bottom, (y + 1) * height) - top;
      for (let i = 0; i < line.length; i++) sums[i] = (sums[i] as number) + tall * (line[i] as number);
      top += tall;
      if (top === bottom) writeLine(scaled, row++, sums, picture.width * picture.height);
    }
  }
  return scaled;
}

/** One line of the picture, summed up over the width of each new pixel: its colours by how opaque they are, and that. */
function narrow({ width, data }: Picture, y: number, line: Float64Array, newWidth: number): void {
  line.fill(0);
  for (let x = 0, at = y * width * 4, column = 0; x < width; x++, at += 4) {
    const opaque = data[at + 3] as number;
    for (let left = x * newWidth; left < (x + 1) * newWidth; ) {
      const right = (column + 1) * width;
      const wide = Math.min(right, (x + 1) * newWidth) - left;
      // A colour weighs as much as it is opaque, or what nobody sees would shine through.
      const weight = wide * opaque;
      const to = column * 4;
      line[to] = (line[to] as number) + weight * (data[at] as number);
      line[to + 1] = (line[to + 1] as number) + weight * (data[at + 1] as number);
      line[to + 2] = (line[to + 2] as number) + weight * (data[at + 2] as number);
      line[to + 3] = (line[to + 3] as number) + weight;
      left += wide;
      if (left === right) column++;
    }
  }
}

function writeLine({ width, data }: Picture, row: number, sums: Float64Array, area: number): void {
  for (let i = 0, to = row * width * 4; i < sums.length; i += 4, to += 4) {
    const opaque = sums[i + 3] as number;
    for (let colour = 0; colour < 3; colour++) data[to + colour] = (sums[i + colour] as number) / (opaque || 1) + 0.5;
    data[to + 3] = opaque / area + 0.5;
  }
  sums.fill(0);
}
