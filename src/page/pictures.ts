import { averageHash } from './imageHash.js';
import { encodeJpeg } from './jpeg.js';
import type { HybridPicture } from './pageState.js';
import { decodePng, encodePng } from './png.js';
import { scaleDown } from './scale.js';

const HYBRID_WIDTH = 1024;
const HYBRID_QUALITY = 70;
/** About 500 tokens: 768 x 480 out of 1280 x 800. */
const MODEL_WIDTH = 768;

/** The picture that goes with a skeleton: JPEG, and the hash of that very picture. */
export function hybridPicture(png: Uint8Array): HybridPicture {
  const small = scaleDown(decodePng(png), HYBRID_WIDTH);
  return { jpeg: Buffer.from(encodeJpeg(small, HYBRID_QUALITY)).toString('base64'), hash: averageHash(small) };
}

/** The picture that the model sees. */
export function modelPicture(png: Uint8Array): { png: Uint8Array; width: number; height: number } {
  const { width, height, data } = scaleDown(decodePng(png), MODEL_WIDTH);
  return { png: encodePng({ width, height, data }), width, height };
}
