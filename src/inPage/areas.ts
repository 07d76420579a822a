import type { Box } from './geometry.js';
import { attr, closest, documentOf, findIn, rectOf } from './safe.js';

/** Where an area of an image map lies: it has no box of its own, its picture has. */
export function areaBox(area: Element): Box | null {
  const map = closest(area, 'map');
  const name = map && (attr(map, 'name') ?? attr(map, 'id'));
  const image = name ? findIn(documentOf(area), `img[usemap="#${CSS.escape(name)}"]`) : null;
  if (!image) return null;
  const { x, y, width, height } = rectOf(image);
  const coords = (attr(area, 'coords') ?? '')
    .slice(0, 2000)
    .split(/[\s,]+/)
    .map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = coords;
  const shape = (attr(area, 'shape') ?? 'rect').toLowerCase();
  if (shape === 'default') return { x, y, width, height };
  if (shape.startsWith('circ')) return { x: x + a - c, y: y + b - c, width: 2 * c, height: 2 * c };
  if (!shape.startsWith('poly')) return { x: x + a, y: y + b, width: c - a, height: d - b };
  const across = coords.filter((_, index) => index % 2 === 0);
  const down = coords.filter((_, index) => index % 2 === 1);
  const [left, top] = [Math.min(...across), Math.min(...down)];
  return { x: x + left, y: y + top, width: Math.max(...across) - left, height: Math.max(...down) - top };
}
