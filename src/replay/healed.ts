import type { Drift, TaskCommandV1 } from '../contracts/generated.js';
import { parseStrictJson } from '../contracts/strictJson.js';

/**
 * The text of a task file with the selectors that were found instead of those that did not fit any more: everything else
 * stays as it was written, to the last blank, so that a comparison shows what healing did and nothing else.
 */
export function healedText(text: string, { commands }: TaskCommandV1, drifts: ReadonlyMap<string, Drift>): string {
  const places = placesIn(text);
  const edits = commands.flatMap(({ id }, index) => {
    const drift = drifts.get(id);
    const at = `/commands/${index}/params`;
    const selector = drift?.found.selector;
    return selector === undefined || selector === drift?.expected.selector
      ? []
      : editsAt(places.get(`${at}/selector`), JSON.stringify(selector));
  });
  return edits
    .sort((a, b) => b.from - a.from)
    .reduce((so, { from, to, value }) => so.slice(0, from) + value + so.slice(to), text);
}

interface Place {
  from: number;
  to: number;
}

function editsAt(place: Place | undefined, value: string): (Place & { value: string })[] {
  return place ? [{ ...place, value }] : [];
}

/** Where each value stands. */
function placesIn(text: string): Map<string, Place> {
  const places = new Map<string, Place>();
  parseStrictJson(text, {
    maxDepth: 64,
    maxStringLength: text.length,
    onValue: (pointer, from, to) => places.set(pointer, { from, to }),
  });
  return places;
}
