import { reasonFor } from './candidates.js';
import type { Level, Walk } from './found.js';
import { areaOf, type Box, type Place, toMain } from './geometry.js';
import { isElement, nextSiblingOf, rectOf, tagOf } from './safe.js';

const LONG = 64;
const STRETCH = 16;
const STRIDE = 7;
const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex="0"]';

/**
 * In a list of thousands of rows, a row more than a window's height away is counted and passed by, with all that is
 * in it; deep inside such a stretch every eighth row is measured and stands for its neighbours. Rows are as a rule
 * drawn one after the other, and a stretch ends a window's height before it could matter.
 */
export function passFarAway(element: Element, level: Level, result: Walk): boolean {
  level.met += 1;
  if (level.met < LONG || level.list !== null) return false;
  const box = toMain(level.place, rectOf(element));
  const side = areaOf(box) > 0 ? farSide(box, level.place) : null;
  if (side === null) {
    level.far = 0;
    return false;
  }
  const controls = controlsIn(element);
  result.passed[side] += controls;
  level.far += 1;
  if (level.far < STRETCH) return true;
  const room = Math.floor((level.place.clip.height * 0.8) / Math.max(1, box.height));
  for (let ahead = Math.min(STRIDE, room); ahead > 0 && level.next; ahead--) {
    if (isElement(level.next)) {
      result.visited += 1;
      result.passed[side] += controls;
    } else ahead += 1;
    level.next = nextSiblingOf(level.next);
  }
  return true;
}

function farSide(box: Box, { clip }: Place): 'above' | 'below' | null {
  if (box.y > clip.y + clip.height * 2) return 'below';
  return box.y + box.height < clip.y - clip.height ? 'above' : null;
}

function controlsIn(element: Element): number {
  return (
    (reasonFor(element, tagOf(element)) ? 1 : 0) + Element.prototype.querySelectorAll.call(element, CONTROLS).length
  );
}
