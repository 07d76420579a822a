import { decodePng, encodePng, type Picture } from '../../page/png.js';
import type { Box } from '../../page/raw.js';
import { scaleDown } from '../../page/scale.js';

/** A picture of the page, with what the question is about in a frame. */
export interface Marked {
  picture: Picture;
  /** In pixels of the picture; null when the element is not in it. */
  target: Box | null;
}

/** Boxes are told in the page's own measure, pictures may be finer. Null for what cannot be read as a picture. */
export function markable(png: Buffer, box: Box | null, pageWidth: number): Marked | null {
  const picture = readPicture(png);
  if (!picture) return null;
  const scale = picture.width / pageWidth;
  const target = box && within(scaled(box, scale), picture);
  return { picture, target };
}

function readPicture(png: Buffer): Picture | null {
  if (png.length === 0) return null;
  try {
    return decodePng(png);
  } catch {
    // The question is asked without it: its words say all that counts.
    return null;
  }
}

function scaled({ x, y, width, height }: Box, scale: number): Box {
  return { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
}

/** The part of a box that is inside a picture. */
function within(box: Box, { width, height }: Picture): Box | null {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const [right, bottom] = [
    Math.min(width, Math.ceil(box.x + box.width)),
    Math.min(height, Math.ceil(box.y + box.height)),
  ];
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

const MARK = [224, 0, 80] as const;

/** A frame around the target, so many pixels thick, outside of it. */
export function outlined({ picture, target }: Marked, thick: number): Picture {
  if (!target) return picture;
  const data = new Uint8Array(picture.data);
  const outer = {
    x: target.x - thick,
    y: target.y - thick,
    width: target.width + 2 * thick,
    height: target.height + 2 * thick,
  };
  const isInside = (x: number, y: number): boolean =>
    x >= target.x && x < target.x + target.width && y >= target.y && y < target.y + target.height;
  for (let y = Math.max(0, outer.y); y < Math.min(picture.height, outer.y + outer.height); y++)
    for (let x = Math.max(0, outer.x); x < Math.min(picture.width, outer.x + outer.width); x++)
      if (!isInside(x, y)) data.set([...MARK, 255], (y * picture.width + x) * 4);
  return { ...picture, data };
}

export function outlinedPng(marked: Marked): Buffer {
  return Buffer.from(encodePng(outlined(marked, 3)));
}

/** The surroundings of the target, since the whole page in so few pixels would show nothing. */
export function cropped({ picture, target }: Marked, width: number, height: number): Marked {
  if (!target) return { picture, target };
  const wide = Math.min(picture.width, Math.max(width, target.width * 2));
  const high = Math.min(picture.height, Math.max(height, target.height * 2));
  const left = clamp(Math.round(target.x + target.width / 2 - wide / 2), picture.width - wide);
  const top = clamp(Math.round(target.y + target.height / 2 - high / 2), picture.height - high);
  const data = new Uint8Array(wide * high * 4);
  for (let row = 0; row < high; row++) {
    const from = ((top + row) * picture.width + left) * 4;
    data.set(picture.data.subarray(from, from + wide * 4), row * wide * 4);
  }
  return { picture: { width: wide, height: high, data }, target: { ...target, x: target.x - left, y: target.y - top } };
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(0, value), most);
}

/** Made to fit, the place of the target with it. */
export function fitted({ picture, target }: Marked, width: number, height: number): Marked {
  const small = scaleDown(picture, width, height);
  return { picture: small, target: target && within(scaled(target, small.width / picture.width), small) };
}
