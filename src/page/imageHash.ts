import type { Picture } from './png.js';

const SIDE = 8;
const SIMILAR_BITS = 10;

/**
 * 64 characters of 0 and 1: is each part of an 8x8 grid as light as the whole picture? Two screenshots that look alike
 * have nearly the same one, whatever their size and however they were packed.
 */
export function averageHash(picture: Picture): string {
  const parts = Array.from({ length: SIDE * SIDE }, (_, at) => lightness(picture, at % SIDE, Math.floor(at / SIDE)));
  const sum = parts.reduce((total, part) => total + part, 0);
  // "As light as" and not "lighter than": a mark on an otherwise white page then changes one bit and not all.
  return parts.map((part) => (part * parts.length >= sum ? '1' : '0')).join('');
}

/** The average of one part, rounded: what packing changes about an even area must not decide a bit. */
function lightness({ width, height, data }: Picture, column: number, row: number): number {
  const [left, right] = range(column, width);
  const [top, bottom] = range(row, height);
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let i = (y * width + left) * 4; i < (y * width + right) * 4; i += 4) {
      const grey = 0.299 * (data[i] as number) + 0.587 * (data[i + 1] as number) + 0.114 * (data[i + 2] as number);
      // Transparent shows as white, as on a page that paints no background.
      sum += 255 + ((grey - 255) * (data[i + 3] as number)) / 255;
    }
  }
  return Math.round(sum / ((right - left) * (bottom - top)));
}

/** The pixels of one part of a side; at least one, so that a picture of fewer than eight has a hash too. */
function range(part: number, length: number): [start: number, end: number] {
  const start = Math.floor((part * length) / SIDE);
  return [start, Math.max(start + 1, Math.floor(((part + 1) * length) / SIDE))];
}

/** In how many places two hashes differ. */
export function hammingDistance(a: string, b: string): number {
  if (a.length !== b.length) throw new Error(`hashes of ${a.length} and ${b.length} characters cannot be compared`);
  let distance = 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) distance++;
  return distance;
}

export function isSimilar(a: string, b: string): boolean {
  return hammingDistance(a, b) <= SIMILAR_BITS;
}
