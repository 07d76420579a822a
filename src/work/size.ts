import type { Size } from '../browser/context.js';
import { usageError } from '../contracts/failure.js';

const DEFAULT_SIZE = '1280x800';

export function sizeOf(text = DEFAULT_SIZE): Size {
  const match = /^(\d{2,5})x(\d{2,5})$/i.exec(text);
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  if (match && width >= 200 && height >= 200 && width <= 10_000 && height <= 10_000) return { width, height };
  throw usageError(
    `--viewport ${JSON.stringify(text)} is no size`,
    'give width x height in pixels, for example 1280x800',
  );
}
