import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Box } from './raw.js';

export interface Picture {
  width: number;
  height: number;
  /** RGBA, 4 bytes a pixel. */
  data: Uint8Array;
}

interface Header extends Omit<Picture, 'data'> {
  colour: number;
  pixelBytes: number;
}

type Chunk = readonly [type: string, data: Uint8Array];

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const [RGB, PALETTE, RGBA] = [2, 3, 6] as const;
/** By colour type; 0 and 4 are grey, without and with alpha. */
const PIXEL_BYTES: Readonly<Record<number, number>> = { 0: 1, [RGB]: 3, [PALETTE]: 1, 4: 2, [RGBA]: 4 };
/** A header may claim any size: what it claims must not decide how much memory is taken. */
const MAX_PIXELS = 100_000_000;
const MAX_BUFFER = 16 * 1024 * 1024;

/** Non-interlaced pictures of 8 bits a sample, as browsers write them; an Error on any other and on a damaged one. */
export function decodePng(bytes: Uint8Array): Picture {
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte)) throw new Error('not a PNG: the signature is missing');
  const chunks = chunksOf(bytes);
  const header = headerOf(chunks[0] ?? ['', bytes]);
  const lines = inflateLines(chunks, header);
  unfilter(lines, header);
  const data = expand(lines, header);
  const find = (name: string): Uint8Array | undefined => chunks.find(([type]) => type === name)?.[1];
  if (header.colour === PALETTE) applyPalette(data, find('PLTE'), find('tRNS'));
  else if (find('tRNS')) throw new Error('unsupported PNG: one colour is declared transparent');
  return { width: header.width, height: header.height, data };
}

function chunksOf(bytes: Uint8Array): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  // A chunk is at least 12 bytes: length, type, checksum.
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const end = at + 8 + view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (end + 4 > bytes.length) throw new Error(`corrupt PNG: the chunk ${JSON.stringify(type)} is cut off`);
    if (view.getUint32(end) !== crc32(bytes.subarray(at + 4, end)))
      throw new Error(`corrupt PNG: the checksum of ${JSON.stringify(type)} is wrong`);
    if (type === 'IEND') return chunks;
    // A capital first letter means that the picture cannot be understood without it.
    if (/^(?!IHDR|PLTE|IDAT)[A-Z]/.test(type)) throw new Error(`unsupported PNG: the chunk ${type} is unknown`);
    chunks.push([type, bytes.subarray(at + 8, end)]);
    at = end + 4;
  }
  throw new Error('corrupt PNG: the end is missing');
}

function headerOf([type, data]: Chunk): Header {
  if (type !== 'IHDR' || data.length !== 13) throw new Error('corrupt PNG: the header is missing');
  const view = new DataView(data.buffer, data.byteOffset);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, colour = -1, compression, filter, interlace] = data.subarray(8);
  const pixelBytes = PIXEL_BYTES[colour];
  if (!width || !height || width * height > MAX_PIXELS) throw new Error(`unsupported PNG: ${width}x${height} pixels`);
  if (pixelBytes === undefined) throw new Error(`unsupported PNG: colour type ${colour}`);
  if (depth !== 8) throw new Error(`unsupported PNG: ${depth} bits a sample, only 8 can be read`);
  if (compression || filter || interlace) throw new Error('unsupported PNG: interlaced, or packed in an unknown way');
  return { width, height, colour, pixelBytes };
}

/** The lines as they were filtered, each behind the byte that names its filter. */
function inflateLines(chunks: readonly Chunk[], { width, height, pixelBytes }: Header): Uint8Array {
  const size = height * (1 + width * pixelBytes);
  const packed = Buffer.concat(chunks.filter(([type]) => type === 'IDAT').map(([, data]) => data));
  let lines: Uint8Array;
  try {
    // One large buffer instead of many small ones that are joined; never more in all than the header promised.
    lines = inflateSync(packed, { chunkSize: Math.min(Math.max(size, 64), MAX_BUFFER), maxOutputLength: size });
  } catch (error) {
    throw new Error('corrupt PNG: the pixels cannot be unpacked', { cause: error });
  }
  if (lines.length !== size) throw new Error(`corrupt PNG: ${lines.length} bytes of pixels instead of ${size}`);
  return lines;
}

/** Undoes the filters in place: every line is written as the difference to what is left of it or above it. */
function unfilter(lines: Uint8Array, { width, height, pixelBytes }: Header): void {
  const stride = width * pixelBytes;
  let above: Uint8Array = new Uint8Array(stride);
  for (let start = 0; start < height * (stride + 1); start += stride + 1) {
    const line = lines.subarray(start + 1, start + 1 + stride);
    unfilterLine(lines[start] as number, line, above, pixelBytes);
    above = line;
  }
}

/** One loop for each filter: a choice for every byte would take several times as long. */
function unfilterLine(filter: number, line: Uint8Array, above: Uint8Array, step: number): void {
  if (filter > 4) throw new Error(`corrupt PNG: filter ${filter}`);
  if (filter === 1) {
    for (let i = step; i < line.length; i++) line[i] = (line[i] as number) + (line[i - step] as number);
  } else if (filter === 2) {
    for (let i = 0; i < line.length; i++) line[i] = (line[i] as number) + (above[i] as number);
  } else if (filter === 3) {
    for (let i = 0; i < step; i++) line[i] = (line[i] as number) + ((above[i] as number) >> 1);
    for (let i = step; i < line.length; i++)
      line[i] = (line[i] as number) + (((line[i - step] as number) + (above[i] as number)) >> 1);
  } else if (filter === 4) {
    // Nothing to the left leaves only what is above.
    for (let i = 0; i < step; i++) line[i] = (line[i] as number) + (above[i] as number);
    for (let i = step; i < line.length; i++)
      line[i] = (line[i] as number) + paeth(line[i - step] as number, above[i] as number, above[i - step] as number);
  }
}

/** Whichever of left, above and corner is nearest to left + above - corner. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - corner - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

function expand(lines: Uint8Array, { width, height, pixelBytes }: Header): Uint8Array {
  const data = new Uint8Array(width * height * 4);
  // Grey is read three times from the same place; an even number of samples means that the last one is alpha.
  const step = pixelBytes > 2 ? 1 : 0;
  const alpha = pixelBytes % 2 === 0 ? pixelBytes - 1 : -1;
  // Every line has the byte of its filter in front.
  for (let to = 0, from = 1; to < data.length; from++) {
    for (const end = to + width * 4; to < end; to += 4, from += pixelBytes) {
      data[to] = lines[from] as number;
      data[to + 1] = lines[from + step] as number;
      data[to + 2] = lines[from + step + step] as number;
      data[to + 3] = alpha < 0 ? 255 : (lines[from + alpha] as number);
    }
  }
  return data;
}

function applyPalette(data: Uint8Array, palette: Uint8Array | undefined, alphas: Uint8Array | undefined): void {
  if (!palette || palette.length % 3 !== 0) throw new Error('corrupt PNG: the palette is missing or cut off');
  for (let to = 0; to < data.length; to += 4) {
    const entry = data[to] as number;
    if (entry * 3 >= palette.length) throw new Error(`corrupt PNG: colour ${entry} is not in the palette`);
    for (let i = 0; i < 3; i++) data[to + i] = palette[entry * 3 + i] as number;
    data[to + 3] = alphas?.[entry] ?? 255;
  }
}

/** RGB when nothing is transparent, else RGBA. Every pixel is the difference to the one left of it: cheap, and small. */
export function encodePng(picture: Picture): Uint8Array {
  checkPicture(picture);
  const { width, height, data } = picture;
  let pixelBytes = 3;
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) pixelBytes = 4;
  const lines = new Uint8Array(height * (1 + width * pixelBytes));
  for (let from = 0, to = 0; from < data.length; ) {
    lines[to++] = 1;
    for (let x = 0; x < width; x++, from += 4)
      for (let i = from; i < from + pixelBytes; i++)
        lines[to++] = (data[i] as number) - (x === 0 ? 0 : (data[i - 4] as number));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, pixelBytes === 3 ? RGB : RGBA], 8);
  const packed = deflateSync(lines, { level: 3 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
}

export function checkPicture({ width, height, data }: Picture): void {
  if (width < 1 || height < 1 || data.length !== width * height * 4)
    throw new Error(`not a picture: ${data.length} bytes for ${width}x${height} pixels`);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)]);
  bytes.writeUInt32BE(data.length);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, bytes.length - 4)), bytes.length - 4);
  return bytes;
}

/** A copy with solid black rectangles: every pixel that a box touches is gone. */
export function blacken(picture: Picture, boxes: readonly Box[]): Picture {
  // Not slice: that of a Buffer is no copy.
  const data = new Uint8Array(picture.data);
  for (const { x, y, width, height } of boxes) {
    // What was to be hidden must not stay in view because its box makes no sense.
    if (!(width >= 0 && height >= 0) || Number.isNaN(x + y)) throw new Error('a box to blacken has no place or size');
    const [left, right] = [Math.max(0, Math.floor(x)), Math.min(picture.width, Math.ceil(x + width))];
    const [top, bottom] = [Math.max(0, Math.floor(y)), Math.min(picture.height, Math.ceil(y + height))];
    for (let row = top; row < bottom; row++)
      for (let i = (row * picture.width + left) * 4; i < (row * picture.width + right) * 4; i++)
        data[i] = i % 4 === 3 ? 255 : 0;
  }
  return { ...picture, data };
}
