import type { RecordedElement, TaskCommandV1 } from '../contracts/generated.js';
import { parseStrictJson } from '../contracts/strictJson.js';
import type { Healed } from './exactly.js';

/**
 * The text of a task file with the selectors that were found instead of those that did not fit any more: everything else
 * stays as it was written, to the last blank, so that a comparison shows what healing did and nothing else.
 */
export function healedText(text: string, { commands }: TaskCommandV1, healed: ReadonlyMap<string, Healed>): string {
  const places = placesIn(text);
  const edits = commands.flatMap((command, index) => {
    const now = healed.get(command.id);
    if (!now || !('selector' in command.params)) return [];
    const at = `/commands/${index}/params`;
    const { selector, recorded } = command.params;
    const elements = now.recorded && recorded ? differing(recorded, now.recorded) : [];
    return [
      ...(now.selector === selector ? [] : editsAt(places.get(`${at}/selector`), now.selector)),
      ...elements.flatMap(([key, value]) => editsAt(places.get(`${at}/recorded/${key}`), value)),
    ];
  });
  return edits
    .sort((a, b) => b.from - a.from)
    .reduce((so, { from, to, value }) => so.slice(0, from) + value + so.slice(to), text);
}

/** What stands there already and says something else now. */
function differing(was: RecordedElement, is: RecordedElement): [key: string, value: unknown][] {
  return Object.entries(is).filter(([key, value]) => Object.hasOwn(was, key) && was[key as keyof typeof was] !== value);
}

interface Place {
  from: number;
  to: number;
}

function editsAt(place: Place | undefined, value: unknown): (Place & { value: string })[] {
  return place ? [{ ...place, value: JSON.stringify(value) }] : [];
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
