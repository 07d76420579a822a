import { crc32, deflateSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { averageHash, hammingDistance, isSimilar } from '../../src/page/imageHash.js';
import { encodeJpeg } from '../../src/page/jpeg.js';
import { blacken, decodePng, encodePng, type Picture } from '../../src/page/png.js';
import { scaleDown } from '../../src/page/scale.js';
import { pictureOf, startTestBrowser } from '../support/eyes.js';

/** Numbers that look random and are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

type Pixel = readonly [red: number, green: number, blue: number, alpha?: number];

function paint(width: number, height: number, pixel: (x: number, y: number) => Pixel): Picture {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const [red, green, blue, alpha = 255] = pixel(at % width, Math.floor(at / width));
    data.set([red, green, blue, alpha], at * 4);
  }
  return { width, height, data };
}

function noise(width: number, height: number, transparent = false): Picture {
  const random = seeded(width * 1000 + height);
  const byte = (): number => Math.floor(random() * 256);
  return paint(width, height, () => [byte(), byte(), byte(), transparent ? byte() : 255]);
}

const smooth = (width: number, height: number): Picture =>
  paint(width, height, (x, y) => [
    Math.round((255 * x) / width),
    Math.round((255 * y) / height),
    Math.round(128 + 100 * Math.sin((x + y) / 40)),
  ]);
const plain = (width: number, height: number, ...colour: Pixel): Picture => paint(width, height, () => colour);
const pixelAt = ({ width, data }: Picture, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];
const COLOUR_TYPE_AT = 25;

/** The first byte that differs, instead of a comparison of a million: that takes half a minute. */
function expectSame(is: Picture, wanted: Picture): void {
  expect([is.width, is.height, is.data.length]).toEqual([wanted.width, wanted.height, wanted.data.length]);
  expect(is.data.findIndex((byte, at) => byte !== wanted.data[at])).toBe(-1);
}

function meanError(a: Picture, b: Picture): number {
  expect([b.width, b.height]).toEqual([a.width, a.height]);
  return a.data.reduce((sum, value, at) => sum + Math.abs(value - (b.data[at] ?? 0)), 0) / ((a.data.length * 3) / 4);
}

interface Parts {
  width?: number;
  height?: number;
  depth?: number;
  colour?: number;
  compression?: number;
  interlace?: number;
  lines?: Uint8Array;
  packed?: Uint8Array;
  /** How many chunks the pixels are spread over. */
  pieces?: number;
  extra?: Record<string, Uint8Array>;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG put together by other code than the one that is tested; one white RGB pixel unless told otherwise. */
function writePng(parts: Parts = {}): Buffer {
  const { width = 1, height = 1, depth = 8, colour = 2, compression = 0, interlace = 0, pieces = 1 } = parts;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, compression, 0, interlace], 8);
  const packed = parts.packed ?? deflateSync(parts.lines ?? Uint8Array.of(0, 255, 255, 255));
  const size = Math.ceil(packed.length / pieces);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...Object.entries(parts.extra ?? {}).map(([type, data]) => chunk(type, data)),
    ...Array.from({ length: pieces }, (_, at) => chunk('IDAT', packed.subarray(at * size, (at + 1) * size))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The lines of a picture, each with the filter that `filterOf` names, by the definition of the standard. */
function filtered(samples: number[][], step: number, filterOf: (y: number) => number): Uint8Array {
  const at = (x: number, y: number): number => samples[y]?.[x] ?? 0;
  const predict = (filter: number, left: number, above: number, corner: number): number => {
    const guess = left + above - corner;
    const nearest = [left, above, corner].sort((a, b) => Math.abs(guess - a) - Math.abs(guess - b))[0] ?? 0;
    return [0, left, above, Math.floor((left + above) / 2), nearest][filter] ?? 0;
  };
  return Uint8Array.from(
    samples.flatMap((line, y) => [
      filterOf(y),
      ...line.map((value, x) => value - predict(filterOf(y), at(x - step, y), at(x, y - 1), at(x - step, y - 1))),
    ]),
  );
}

function samplesOf({ width, height, data }: Picture, channels: number): number[][] {
  return Array.from({ length: height }, (_, y) =>
    [...data.subarray(y * width * 4, (y + 1) * width * 4)].filter((_value, at) => at % 4 < channels),
  );
}

describe('reading and writing PNG', () => {
  it.each([
    [1, 1],
    [1, 9],
    [9, 1],
    [7, 5],
    [33, 17],
    [300, 211],
  ])('%i x %i comes back as it was, with and without transparency', (width, height) => {
    for (const picture of [noise(width, height), noise(width, height, true), smooth(width, height)]) {
      expectSame(decodePng(encodePng(picture)), picture);
    }
  });

  it('stores alpha only where there is some', () => {
    expect(encodePng(noise(4, 4))[COLOUR_TYPE_AT]).toBe(2);
    const almost = plain(4, 4, 1, 2, 3);
    almost.data[63] = 254;
    expect(encodePng(almost)[COLOUR_TYPE_AT]).toBe(6);
    expect(pixelAt(decodePng(encodePng(almost)), 3, 3)).toEqual([1, 2, 3, 254]);
  });

  it('reads bytes that lie inside a larger buffer', () => {
    const picture = noise(5, 4);
    const png = encodePng(picture);
    const padded = new Uint8Array(png.length + 20);
    padded.set(png, 7);
    expectSame(decodePng(padded.subarray(7, 7 + png.length)), picture);
  });

  it.each([0, 1, 2, 3, 4])('undoes filter %i, also in the first line', (filter) => {
    for (const [colour, channels] of [
      [2, 3],
      [6, 4],
    ] as const) {
      for (const picture of [noise(13, 6, colour === 6), smooth(64, 9)]) {
        const { width, height } = picture;
        const lines = filtered(samplesOf(picture, channels), channels, () => filter);
        expect(lines[0]).toBe(filter);
        expectSame(decodePng(writePng({ width, height, colour, lines })), picture);
      }
    }
  });

  it('reads lines of different filters, spread over several chunks', () => {
    const picture = noise(40, 25);
    const lines = filtered(samplesOf(picture, 3), 3, (y) => (y * 3) % 5);
    const png = writePng({ width: 40, height: 25, lines, pieces: 7 });
    expect(png.toString('latin1').split('IDAT')).toHaveLength(8);
    expectSame(decodePng(png), picture);
  });

  it('reads grey, grey with alpha, and palettes', () => {
    const grey = filtered([[0, 100, 255]], 1, () => 1);
    expect([...decodePng(writePng({ width: 3, colour: 0, lines: grey })).data]).toEqual(
      [0, 0, 0, 255].concat([100, 100, 100, 255], [255, 255, 255, 255]),
    );
    const withAlpha = filtered([[10, 20, 200, 0]], 2, () => 1);
    expect([...decodePng(writePng({ width: 2, colour: 4, lines: withAlpha })).data]).toEqual(
      [10, 10, 10, 20].concat([200, 200, 200, 0]),
    );
    const extra = { PLTE: Uint8Array.of(1, 2, 3, 4, 5, 6), tRNS: Uint8Array.of(9) };
    const lines = Uint8Array.of(0, 1, 0);
    expect([...decodePng(writePng({ width: 2, colour: 3, lines, extra })).data]).toEqual([4, 5, 6, 255, 1, 2, 3, 9]);
  });

  it('passes over chunks that may be ignored', () => {
    expect([...decodePng(writePng({ extra: { tEXt: Buffer.from('a\0b') } })).data]).toEqual([255, 255, 255, 255]);
  });

  it.each<[problem: string, message: string, bytes: Uint8Array]>([
    ['nothing', 'signature', new Uint8Array()],
    ['a JPEG', 'signature', encodeJpeg(noise(4, 4), 50)],
    ['no chunks', 'the end is missing', SIGNATURE],
    ['no header', 'the header is missing', Buffer.concat([SIGNATURE, chunk('IEND', Buffer.alloc(0))])],
    ['16 bits a sample', '16 bits', writePng({ depth: 16 })],
    ['an unknown colour type', 'colour type 5', writePng({ colour: 5 })],
    ['interlaced lines', 'interlaced', writePng({ interlace: 1 })],
    ['an unknown compression', 'packed in an unknown way', writePng({ compression: 1 })],
    ['no pixels', '0x1 pixels', writePng({ width: 0 })],
    ['an absurd size', '4294967295x4294967295 pixels', writePng({ width: 2 ** 32 - 1, height: 2 ** 32 - 1 })],
    ['a size that is not there', '4 bytes of pixels instead of', writePng({ width: 9000, height: 9000 })],
    ['more pixels than promised', 'cannot be unpacked', writePng({ lines: new Uint8Array(1_000_000) })],
    ['pixels that are not packed', 'cannot be unpacked', writePng({ packed: Uint8Array.of(1, 2, 3) })],
    ['no packed pixels', 'cannot be unpacked', writePng({ pieces: 0 })],
    ['an unknown filter', 'filter 5', writePng({ lines: Uint8Array.of(5, 1, 2, 3) })],
    ['an unknown chunk that matters', 'ABCD is unknown', writePng({ extra: { ABCD: Uint8Array.of(1) } })],
    ['no palette', 'the palette is missing', writePng({ colour: 3, lines: Uint8Array.of(0, 0) })],
    [
      'a colour outside the palette',
      'colour 1 is not in the palette',
      writePng({ colour: 3, lines: Uint8Array.of(0, 1), extra: { PLTE: Uint8Array.of(1, 2, 3) } }),
    ],
    ['a transparent colour', 'declared transparent', writePng({ extra: { tRNS: new Uint8Array(6) } })],
  ])('refuses %s', (_problem, message, bytes) => {
    expect(() => decodePng(bytes)).toThrow(message);
    expect(() => decodePng(bytes)).toThrow(/PNG/);
  });

  it('refuses a file that is cut off or changed anywhere', () => {
    const png = encodePng(noise(6, 6));
    for (let length = 0; length < png.length; length++) {
      expect(() => decodePng(png.subarray(0, length)), `${length} bytes`).toThrow(/PNG/);
    }
    for (let at = 0; at < png.length; at++) {
      const changed = Uint8Array.from(png);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      expect(() => decodePng(changed), `byte ${at}`).toThrow(/PNG/);
    }
  });

  it('refuses to write what is no picture', () => {
    expect(() => encodePng({ width: 2, height: 2, data: new Uint8Array(15) })).toThrow('15 bytes for 2x2 pixels');
    expect(() => encodePng({ width: 0, height: 0, data: new Uint8Array() })).toThrow('not a picture');
    expect(() => encodeJpeg({ width: 2, height: 2, data: new Uint8Array(15) }, 70)).toThrow('not a picture');
  });
});

describe('blackening', () => {
  const black = (picture: Picture): string[] =>
    Array.from({ length: picture.height }, (_, y) =>
      Array.from({ length: picture.width }, (_value, x) => {
        const colour = pixelAt(picture, x, y).join();
        return colour === '0,0,0,255' ? '#' : colour === '200,200,200,100' ? '.' : '?';
      }).join(''),
    );
  const picture = plain(6, 4, 200, 200, 200, 100);

  it.each([
    ['a box inside', [{ x: 1, y: 1, width: 2, height: 2 }], ['......', '.##...', '.##...', '......']],
    ['a box partly outside', [{ x: -3, y: -1, width: 5, height: 3 }], ['##....', '##....', '......', '......']],
    ['a box over the far corner', [{ x: 4, y: 3, width: 50, height: 50 }], ['......', '......', '......', '....##']],
    [
      'fractions, rounded outwards',
      [{ x: 1.9, y: 0.9, width: 1.2, height: 0.2 }],
      ['.###..', '.###..', '......', '......'],
    ],
    ['everything', [{ x: -1, y: -1, width: Infinity, height: 99 }], ['######', '######', '######', '######']],
    [
      'nothing, for boxes outside',
      [
        { x: -5, y: 0, width: 5, height: 4 },
        { x: 6, y: 0, width: 5, height: 4 },
        { x: 0, y: -9, width: 6, height: 9 },
        { x: 0, y: 4, width: 6, height: 9 },
      ],
      ['......', '......', '......', '......'],
    ],
    [
      'several boxes',
      [
        { x: 0, y: 0, width: 1, height: 1 },
        { x: 5, y: 2, width: 1, height: 2 },
      ],
      ['#.....', '......', '.....#', '.....#'],
    ],
  ])('paints %s', (_title, boxes, expected) => {
    expect(black(blacken(picture, boxes))).toEqual(expected);
  });

  it('leaves the original as it was, also when its bytes are a Buffer', () => {
    for (const data of [picture.data, Buffer.from(picture.data)]) {
      blacken({ ...picture, data }, [{ x: 0, y: 0, width: 6, height: 4 }]);
      expect([...data]).toEqual([...plain(6, 4, 200, 200, 200, 100).data]);
    }
  });

  it('refuses a box that has no place or size, instead of showing what it was to hide', () => {
    for (const wrong of [{ x: NaN }, { y: NaN }, { width: NaN }, { height: -1 }])
      expect(() => blacken(picture, [{ x: 0, y: 0, width: 1, height: 1, ...wrong }])).toThrow('no place or size');
  });
});

describe('scaling down', () => {
  it.each([
    [1280, 800, 1024, undefined, 1024, 640],
    [1280, 800, 5000, 400, 640, 400],
    [1280, 800, 100, 400, 100, 63],
    [1000, 3, 10, undefined, 10, 1],
    [3, 1000, 2, 10, 1, 10],
  ])('%i x %i to at most %s x %s is %i x %i', (width, height, maxWidth, maxHeight, newWidth, newHeight) => {
    const scaled = scaleDown(plain(width, height, 12, 34, 56), maxWidth, maxHeight);
    expectSame(scaled, plain(newWidth, newHeight, 12, 34, 56));
  });

  it('returns the same picture when it is small enough', () => {
    const picture = noise(8, 6);
    expect(scaleDown(picture, 8)).toBe(picture);
    expect(scaleDown(picture, 100, 6)).toBe(picture);
    expect(scaleDown(picture, 8, 5)).not.toBe(picture);
  });

  it('averages what each new pixel covers, parts of pixels included', () => {
    const four = paint(4, 2, (x, y) => [x * 10, y * 100, 255]);
    expect([...scaleDown(four, 2).data]).toEqual([5, 50, 255, 255, 25, 50, 255, 255]);
    // Three to two: each new pixel is one old one and half of the one in the middle.
    const three = paint(3, 3, (x, y) => [x * 90, y * 90, 0]);
    const expected = paint(2, 2, (x, y) => [30 + x * 120, 30 + y * 120, 0]);
    expectSame(scaleDown(three, 2), expected);
  });

  it('a pixel that nobody sees gives no colour to its neighbours', () => {
    const mixed = paint(2, 1, (x) => (x === 0 ? [200, 100, 50, 255] : [0, 255, 0, 0]));
    expect(pixelAt(scaleDown(mixed, 1), 0, 0)).toEqual([200, 100, 50, 128]);
    expect(pixelAt(scaleDown(plain(2, 1, 9, 9, 9, 0), 1), 0, 0)).toEqual([0, 0, 0, 0]);
  });
});

describe('the hash of a picture', () => {
  const leftDark = (width: number, height: number): Picture =>
    paint(width, height, (x) => (x < width / 2 ? [20, 20, 20] : [220, 220, 220]));

  it('is 64 characters of 0 and 1, line by line, 1 for what is lighter than the average', () => {
    expect(averageHash(leftDark(64, 40))).toBe('00001111'.repeat(8));
    expect(averageHash(paint(40, 64, (_x, y) => (y < 16 ? [255, 255, 255] : [0, 0, 0])))).toBe(
      '1'.repeat(16) + '0'.repeat(48),
    );
    expect(averageHash(noise(101, 57))).toMatch(/^[01]{64}$/);
  });

  it('weighs colours as eyes do', () => {
    expect(averageHash(paint(16, 16, (x) => (x < 8 ? [0, 0, 255] : [0, 255, 0])))).toBe('00001111'.repeat(8));
  });

  it('is the same for every size, even one that has fewer than 8 pixels a side', () => {
    for (const side of [2, 4, 8, 30, 500])
      expect(averageHash(leftDark(side, side + 1)), `${side} pixels`).toBe('00001111'.repeat(8));
    expect(averageHash(plain(1, 1, 0, 0, 0))).toHaveLength(64);
  });

  it('a mark on a white page changes one bit', () => {
    const marked = paint(80, 80, (x, y) => (x < 10 && y < 10 ? [230, 230, 230] : [255, 255, 255]));
    expect(hammingDistance(averageHash(plain(80, 80, 255, 255, 255)), averageHash(marked))).toBe(1);
  });

  it('what is transparent is white', () => {
    const picture = paint(16, 16, (x) => (x < 8 ? [90, 90, 90, 255] : [0, 0, 0, 0]));
    expect(averageHash(picture)).toBe('00001111'.repeat(8));
  });

  it('two are similar up to a distance of 10', () => {
    const [zeros, bits] = ['0'.repeat(64), (count: number): string => '1'.repeat(count).padEnd(64, '0')];
    expect([0, 1, 10, 11, 64].map((count) => hammingDistance(zeros, bits(count)))).toEqual([0, 1, 10, 11, 64]);
    expect([0, 10, 11, 64].map((count) => isSimilar(zeros, bits(count)))).toEqual([true, true, false, false]);
    expect(() => hammingDistance(zeros, '')).toThrow('64 and 0 characters');
  });
});

describe('what a browser makes of them', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await startTestBrowser();
    page = await browser.newPage({ viewport: { width: 320, height: 200 } });
  });
  afterAll(() => browser?.close());

  /** The pixels that the browser itself reads from a file. */
  async function decodedByBrowser(type: 'jpeg' | 'png', bytes: Uint8Array): Promise<Picture> {
    const { width, height, data } = await page.evaluate(
      async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.naturalWidth;
        canvas.height = image.naturalHeight;
        const context = canvas.getContext('2d');
        if (!context) throw new Error('no canvas');
        context.drawImage(image, 0, 0);
        const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
        // As text: a list of a hundred thousand numbers takes seconds to hand over.
        let text = '';
        for (const byte of pixels.data) text += String.fromCharCode(byte);
        return { width: pixels.width, height: pixels.height, data: btoa(text) };
      },
      `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`,
    );
    return { width, height, data: Buffer.from(data, 'base64') };
  }

  it('a screenshot is read, pixel by pixel', async () => {
    await page.setContent(
      '<body style="margin:0;background:#102030"><div style="position:absolute;left:40px;top:20px;width:50px;height:30px;background:#fa8072">',
    );
    const shot = decodePng(await pictureOf(page));
    expect([shot.width, shot.height]).toEqual([320, 200]);
    for (const [x, y] of [
      [40, 20],
      [89, 49],
    ] as const)
      expect(pixelAt(shot, x, y)).toEqual([250, 128, 114, 255]);
    for (const [x, y] of [
      [0, 0],
      [39, 20],
      [90, 49],
      [89, 50],
      [319, 199],
    ] as const)
      expect(pixelAt(shot, x, y)).toEqual([16, 32, 48, 255]);
  });

  it('a transparent screenshot is read, and our reading is that of the browser', async () => {
    await page.setContent(
      '<body style="margin:0;background:transparent"><h1 style="color:#c00">Some text</h1><hr><p style="background:linear-gradient(90deg,#000,#ff0)">More text',
    );
    const clear = await pictureOf(page, { omitBackground: true });
    expect(clear[COLOUR_TYPE_AT]).toBe(6);
    expect(pixelAt(decodePng(clear), 319, 199)).toEqual([0, 0, 0, 0]);
    const opaque = await pictureOf(page);
    expectSame(decodePng(opaque), await decodedByBrowser('png', opaque));
  });

  it('a PNG of ours is read without loss', async () => {
    for (const picture of [noise(1, 1), noise(33, 17), smooth(120, 75)])
      expectSame(await decodedByBrowser('png', encodePng(picture)), picture);
    const holes = paint(9, 9, (x, y) => ((x + y) % 2 === 0 ? [9, 99, 200, 255] : [0, 0, 0, 0]));
    expectSame(await decodedByBrowser('png', encodePng(holes)), holes);
  });

  it('000-26 the hybrid screenshot is a JPEG that a browser decodes, and its hash matches that image', async () => {
    await page.setContent(
      '<body style="margin:0;background:linear-gradient(120deg,#fff,#468)"><h1 style="background:#333;color:#fff">Orders</h1><p>12 open',
    );
    for (const source of [smooth(320, 200), decodePng(await pictureOf(page))]) {
      const jpeg = encodeJpeg(source, 70);
      expect([...jpeg.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
      const shown = await decodedByBrowser('jpeg', jpeg);
      expect(meanError(source, shown)).toBeLessThan(6);
      expect(hammingDistance(averageHash(source), averageHash(shown))).toBeLessThanOrEqual(2);
      // The same measures tell another picture apart.
      const other = paint(320, 200, (x, y) => pixelAt(source, 319 - x, 199 - y) as unknown as Pixel);
      expect(meanError(other, shown)).toBeGreaterThan(20);
      expect(isSimilar(averageHash(other), averageHash(shown))).toBe(false);
    }
  });

  it.each([
    [1, 1],
    [7, 5],
    [8, 8],
    [9, 17],
    [100, 3],
  ])('a JPEG of %i x %i keeps its size and its pixels', async (width, height) => {
    expect(
      meanError(noise(width, height), await decodedByBrowser('jpeg', encodeJpeg(noise(width, height), 100))),
    ).toBeLessThan(1.5);
    const flat = plain(width, height, 250, 128, 114);
    expect(meanError(flat, await decodedByBrowser('jpeg', encodeJpeg(flat, 90)))).toBeLessThan(2);
  });

  it('a JPEG keeps each of the 64 frequencies that a block can have', async () => {
    const wave = (at: number, frequency: number): number => Math.cos(((2 * (at % 8) + 1) * frequency * Math.PI) / 16);
    const waves = paint(64, 64, (x, y) => {
      const value = Math.round(128 + 100 * wave(x, Math.floor(x / 8)) * wave(y, Math.floor(y / 8)));
      return [value, value, value];
    });
    // Coarse enough that a block has only its own wave, and all others are runs of zeros.
    const shown = await decodedByBrowser('jpeg', encodeJpeg(waves, 75));
    const worst = shown.data.reduce((most, value, at) => Math.max(most, Math.abs(value - (waves.data[at] ?? 0))), 0);
    expect(worst).toBeLessThan(24);
  });

  it('the bits of the last byte of a JPEG are written, filled up with ones', () => {
    // Grey is zero in all three channels: 00 1010 for brightness, 00 00 for each colour, 11, and the end.
    expect(Buffer.from(encodeJpeg(plain(8, 8, 128, 128, 128), 50)).toString('hex')).toMatch(/2803ffd9$/);
  });

  it('quality trades size for likeness, from 1 to 100', async () => {
    for (const picture of [smooth(160, 100), noise(160, 100)]) {
      const files = [1, 20, 50, 80, 100].map((quality) => encodeJpeg(picture, quality));
      const sizes = files.map(({ length }) => length);
      expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
      const errors: number[] = [];
      for (const file of files) errors.push(meanError(picture, await decodedByBrowser('jpeg', file)));
      expect(errors).toEqual([...errors].sort((a, b) => b - a));
      expect(errors.at(-1)).toBeLessThan(1.5);
    }
    expect(encodeJpeg(noise(9, 9), 0)).toEqual(encodeJpeg(noise(9, 9), 1));
    expect(encodeJpeg(noise(9, 9), 101)).toEqual(encodeJpeg(noise(9, 9), 100));
  });

  it('quality means what it means to the browser: the same tables of coarseness', async () => {
    // Marker, length, number of the table, and its 64 values.
    const tables = (jpeg: Buffer): string[] => jpeg.toString('hex').match(/ffdb004300.{128}|ffdb004301.{128}/g) ?? [];
    for (const quality of [10, 45, 58, 70, 95]) {
      const theirs = tables(await pictureOf(page, { type: 'jpeg', quality }));
      expect(theirs).toHaveLength(2);
      expect(tables(Buffer.from(encodeJpeg(noise(9, 9), quality)))).toEqual(theirs);
    }
  });

  it('what is transparent is white in a JPEG', async () => {
    const shown = await decodedByBrowser(
      'jpeg',
      encodeJpeg(
        paint(16, 8, (x) => [0, 0, 0, x < 8 ? 0 : 128]),
        95,
      ),
    );
    expect(pixelAt(shown, 2, 2)).toEqual([255, 255, 255, 255]);
    expect(Math.abs((pixelAt(shown, 12, 4)[0] ?? 0) - 127)).toBeLessThan(4);
  });
});
