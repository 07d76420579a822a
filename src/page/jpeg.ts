import { checkPicture, type Picture } from './png.js';

/** The order in which the 64 frequencies of a block are written, lowest first. */
const ZIGZAG = zigzag();

// ITU-T T.81, annex K.1: how coarsely each frequency may be stored, for brightness and for colour; line by line.
const LUMINANCE = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];
const CHROMINANCE = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99,
];

// Annex K.3, as they are written: the number of the table (1x for all frequencies but the lowest), how many Huffman codes
// there are of each length from 1 to 16 bits, and what the codes stand for.
const TABLES = [
  '0000010501010101010100000000000000000102030405060708090a0b',
  '100002010303020403050504040000017d' +
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a34353637' +
    '38393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3' +
    'a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
  '0100030101010101010101010000000000000102030405060708090a0b',
  '1100020102040403040705040400010277' +
    '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a3536' +
    '3738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999a' +
    'a2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
].map((digits) => Buffer.from(digits, 'hex'));
const CODES = TABLES.map(codesOf) as [Codes, Codes, Codes, Codes];
const [C1, C2, C3, C4] = [cosine(1), cosine(2), cosine(3), cosine(4)];
const [C5, C6, C7] = [cosine(5), cosine(6), cosine(7)];
const [END_OF_BLOCK, SIXTEEN_ZEROS] = [0x00, 0xf0];

/** By value: the code in the upper bits, its length in the lowest five. */
type Codes = Int32Array;

interface Channel {
  /** One block of the picture, then of its frequencies. */
  block: Float64Array;
  /** What each frequency is multiplied with: the scale of the transform and the quantisation in one. */
  factors: Float64Array;
  dc: Codes;
  ac: Codes;
  /** The average of a block is stored as the difference to that of the block before. */
  average: number;
}

type Channels = readonly [luminance: Channel, blueness: Channel, redness: Channel];

interface Bits {
  bytes: Uint8Array;
  length: number;
  /** Bits that do not fill a byte yet. */
  held: number;
  count: number;
}

/**
 * A baseline JFIF picture, quality 1 to 100. Colour is stored as finely as brightness: it costs little where most of a
 * page is grey, and small coloured letters stay legible. JPEG knows no transparency: what shows through is white.
 */
export function encodeJpeg(picture: Picture, quality: number): Uint8Array {
  checkPicture(picture);
  const { width, height } = picture;
  if (width > 0xffff || height > 0xffff) throw new Error(`${width}x${height} is too large for a JPEG`);
  const quantisers = [LUMINANCE, CHROMINANCE].map((table) => scaledTable(table, quality)) as [number[], number[]];
  const scan = scanOf(picture, [
    channel(quantisers[0], CODES[0], CODES[1]),
    channel(quantisers[1], CODES[2], CODES[3]),
    channel(quantisers[1], CODES[2], CODES[3]),
  ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...quantisers.map((table, id) => segment(0xdb, [id, ...ZIGZAG.map((at) => table[at] as number)])),
    // Three channels, each sampled 1x1, with the number of its quantisation table.
    segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1]),
    ...TABLES.map((table) => segment(0xc4, [...table])),
    segment(0xda, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]),
    scan,
    Buffer.from([0xff, 0xd9]),
  ]);
}

function segment(marker: number, content: readonly number[]): Uint8Array {
  const length = content.length + 2;
  return Uint8Array.from([0xff, marker, length >> 8, length & 255, ...content]);
}

/** The scale that libjpeg made customary: 50 is the table of the standard, 100 is nearly lossless. */
function scaledTable(table: readonly number[], quality: number): number[] {
  const wanted = Math.min(100, Math.max(1, Math.round(quality)));
  const percent = wanted < 50 ? Math.floor(5000 / wanted) : 200 - 2 * wanted;
  return table.map((value) => Math.min(255, Math.max(1, Math.floor((value * percent + 50) / 100))));
}

function channel(table: readonly number[], dc: Codes, ac: Codes): Channel {
  // The transform below leaves out the constant factors of its definition; here they cost nothing.
  const scale = (frequency: number): number => (frequency === 0 ? Math.SQRT1_2 : 1) / 2;
  const factors = Float64Array.from(table, (value, at) => (scale(at >> 3) * scale(at & 7)) / value);
  return { block: new Float64Array(64), factors, dc, ac, average: 0 };
}

function scanOf(picture: Picture, channels: Channels): Uint8Array {
  const bits: Bits = { bytes: new Uint8Array(picture.width * picture.height + 4096), length: 0, held: 0, count: 0 };
  for (let top = 0; top < picture.height; top += 8) {
    for (let left = 0; left < picture.width; left += 8) {
      readBlock(picture, left, top, channels);
      for (const each of channels) {
        transform(each.block);
        each.average = writeBlock(bits, each);
      }
    }
  }
  // The last byte is filled with ones.
  put(bits, 0x7f, 7);
  return bits.bytes.subarray(0, bits.length);
}

/** 8x8 pixels as brightness and two colour differences, all around zero; at an edge the last pixel is repeated. */
function readBlock({ width, height, data }: Picture, left: number, top: number, channels: Channels): void {
  const [luminance, blueness, redness] = [channels[0].block, channels[1].block, channels[2].block];
  for (let at = 0; at < 64; at++) {
    const x = Math.min(left + (at & 7), width - 1);
    const y = Math.min(top + (at >> 3), height - 1);
    const from = (y * width + x) * 4;
    const opacity = (data[from + 3] as number) / 255;
    const red = 255 + ((data[from] as number) - 255) * opacity;
    const green = 255 + ((data[from + 1] as number) - 255) * opacity;
    const blue = 255 + ((data[from + 2] as number) - 255) * opacity;
    luminance[at] = 0.299 * red + 0.587 * green + 0.114 * blue - 128;
    blueness[at] = -0.168736 * red - 0.331264 * green + 0.5 * blue;
    redness[at] = 0.5 * red - 0.418688 * green - 0.081312 * blue;
  }
}

function transform(block: Float64Array): void {
  for (let line = 0; line < 64; line += 8) transformEight(block, line, 1);
  for (let column = 0; column < 8; column++) transformEight(block, column, 8);
}

/**
 * The cosine transform of eight values. The cosines are even or odd around the middle, so the even frequencies need
 * only the sums of values at the same distance from it, and the odd ones only the differences.
 */
function transformEight(block: Float64Array, start: number, step: number): void {
  const [b, c, d] = [start + step, start + 2 * step, start + 3 * step];
  const [e, f, g, h] = [d + step, d + 2 * step, d + 3 * step, d + 4 * step];
  const outer = (block[start] as number) + (block[h] as number);
  const outerDifference = (block[start] as number) - (block[h] as number);
  const second = (block[b] as number) + (block[g] as number);
  const secondDifference = (block[b] as number) - (block[g] as number);
  const third = (block[c] as number) + (block[f] as number);
  const thirdDifference = (block[c] as number) - (block[f] as number);
  const inner = (block[d] as number) + (block[e] as number);
  const innerDifference = (block[d] as number) - (block[e] as number);
  block[start] = outer + inner + (second + third);
  block[b] = outerDifference * C1 + secondDifference * C3 + thirdDifference * C5 + innerDifference * C7;
  block[c] = (outer - inner) * C2 + (second - third) * C6;
  block[d] = outerDifference * C3 - secondDifference * C7 - thirdDifference * C1 - innerDifference * C5;
  block[e] = (outer + inner - (second + third)) * C4;
  block[f] = outerDifference * C5 - secondDifference * C1 + thirdDifference * C7 + innerDifference * C3;
  block[g] = (outer - inner) * C6 - (second - third) * C2;
  block[h] = outerDifference * C7 - secondDifference * C5 + thirdDifference * C3 - innerDifference * C1;
}

function cosine(sixteenths: number): number {
  return Math.cos((sixteenths * Math.PI) / 16);
}

function writeBlock(bits: Bits, { block, factors, dc, ac, average }: Channel): number {
  // A block takes at most 64 codes of 27 bits, and twice that when every byte is 255.
  if (bits.length + 512 > bits.bytes.length)
    bits.bytes = Buffer.concat([bits.bytes, new Uint8Array(bits.bytes.length)]);
  const mean = quantise(block, factors, 0);
  putNumber(bits, dc, 0, mean - average);
  let zeros = 0;
  for (let i = 1; i < 64; i++) {
    const value = quantise(block, factors, ZIGZAG[i] as number);
    if (value === 0) {
      zeros++;
      continue;
    }
    for (; zeros > 15; zeros -= 16) putCode(bits, ac, SIXTEEN_ZEROS);
    putNumber(bits, ac, zeros, value);
    zeros = 0;
  }
  if (zeros > 0) putCode(bits, ac, END_OF_BLOCK);
  return mean;
}

function quantise(block: Float64Array, factors: Float64Array, at: number): number {
  const value = (block[at] as number) * (factors[at] as number);
  // To the nearest whole number, several times as fast as Math.round.
  return (value < 0 ? value - 0.5 : value + 0.5) | 0;
}

/** The code says how many zeros come before the number and how many bits it has; then those bits. */
function putNumber(bits: Bits, codes: Codes, zeros: number, value: number): void {
  const size = 32 - Math.clz32(Math.abs(value));
  putCode(bits, codes, (zeros << 4) | size);
  // A negative number is written one less: its first bit is then 0, and that of a positive one is 1.
  put(bits, value < 0 ? value + (1 << size) - 1 : value, size);
}

function putCode(bits: Bits, codes: Codes, value: number): void {
  const code = codes[value] as number;
  put(bits, code >> 5, code & 31);
}

/** At most 16 bits. */
function put(bits: Bits, value: number, count: number): void {
  bits.held = (bits.held << count) | value;
  bits.count += count;
  while (bits.count >= 8) {
    bits.count -= 8;
    const byte = (bits.held >> bits.count) & 255;
    bits.bytes[bits.length++] = byte;
    // 255 starts a marker; a 0 behind it says that it does not.
    if (byte === 255) bits.bytes[bits.length++] = 0;
  }
  bits.held &= (1 << bits.count) - 1;
}

/** Codes of one length are consecutive numbers, and go on from those of the length before. */
function codesOf(table: Uint8Array): Codes {
  const codes = new Int32Array(256);
  for (let length = 1, code = 0, at = 17; length <= 16; length++, code <<= 1) {
    for (const end = at + (table[length] as number); at < end; at++, code++)
      codes[table[at] as number] = (code << 5) | length;
  }
  return codes;
}

/** Along the diagonals, in turns up and down. */
function zigzag(): number[] {
  const diagonal = (at: number): number => (at >> 3) + (at & 7);
  return Array.from({ length: 64 }, (_, at) => at).sort(
    (a, b) => diagonal(a) - diagonal(b) || (diagonal(a) % 2 === 0 ? b - a : a - b),
  );
}
