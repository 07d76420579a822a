import type { Choice } from '../page/choice.js';
import { drawnParent } from './geometry.js';
import { elementOf } from './identity.js';
import { listsFor, optionsIn } from './lists.js';
import { findAllIn, fold, rectOf, scrollTopOf, scrollToTop } from './safe.js';

/**
 * Goes through a list that draws only what is in view: on to its end, then once more from its start, until the option
 * is among what is drawn. Answers with all that was seen on the way.
 */
export async function seekChoice(
  handle: number,
  before: number[] | null,
  wanted: string,
  milliseconds: number,
): Promise<Choice[]> {
  const end = performance.now() + milliseconds;
  const seen = new Map<string, Choice>();
  let hasTurned = false;
  for (;;) {
    const element = elementOf(handle);
    const list = element && listsFor(element, before)[0];
    if (!list) break;
    const options = optionsIn(list);
    for (const option of options) seen.set(`${option.value} ${option.text}`, option);
    const area = scrollerOf(list);
    if (options.some((option) => mayBe(option, wanted)) || !area || performance.now() >= end) break;
    const top = scrollTopOf(area);
    scrollToTop(area, isWhole(options, area) ? area.scrollHeight : top + area.clientHeight * 0.9);
    if (scrollTopOf(area) === top) {
      if (hasTurned) break;
      hasTurned = true;
      scrollToTop(area, 0);
    }
    await redrawn(list, options);
  }
  return [...seen.values()];
}

/** Enough to stop for; which one is meant is decided outside. */
function mayBe({ value, text }: Choice, wanted: string): boolean {
  return value === wanted || plain(text) === plain(wanted);
}

function plain(text: string): string {
  return fold(text.normalize('NFKC')).toLowerCase();
}

/** Everything there is to scroll through is drawn; only the end can bring more. */
function isWhole(options: Choice[], area: Element): boolean {
  const [first, last] = [options[0], options.at(-1)].map((option) => option && elementOf(option.handle));
  return Boolean(first && last) && spanOf(first as Element, last as Element) > area.scrollHeight * 0.9;
}

function spanOf(first: Element, last: Element): number {
  return rectOf(last).bottom - rectOf(first).top;
}

function scrollerOf(list: Element): Element | undefined {
  const parent = drawnParent(list);
  const areas = [list, ...findAllIn(list, '*').slice(0, 50), ...(parent ? [parent] : [])];
  return areas.find(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight > 4 && clientHeight > 0);
}

const REDRAW_FRAMES = 4;

/** A list answers to scrolling in the next frame or in one of those after it, unless it has drawn all there is. */
async function redrawn(list: Element, before: Choice[]): Promise<void> {
  const was = before.map(({ text }) => text).join(' ');
  for (let frame = 0; frame < REDRAW_FRAMES; frame++) {
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const is = optionsIn(list);
    if (is.length > 0 && is.map(({ text }) => text).join(' ') !== was) return;
  }
}
