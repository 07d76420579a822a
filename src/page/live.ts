import type { RawNode } from './raw.js';

/** One element looked at again: gone, there but out of sight, or what it is now. */
export type LiveElement =
  | { connected: false /** The page did not answer at all. */; unanswered?: true }
  | { connected: true; visible: false }
  | {
      connected: true;
      visible: true;
      node: RawNode /** The addresses of its page, as far as its process knows, and of its frame. */;
      urls?: LiveUrls;
    };

export interface LiveUrls {
  page: string;
  frame: string;
}

/** What an element means to a person. When one of these changes, it is no longer what was decided upon. */
const MEANING = ['role', 'name', 'href', 'submits', 'addressHash', 'inputType', 'text'] as const;

export interface MeaningChange {
  field: (typeof MEANING)[number];
  was: string;
  is: string;
}

/** How an element's meaning differs from what was seen before; empty when it is the same thing still. */
export function meaningChanges(before: RawNode, now: RawNode): MeaningChange[] {
  return MEANING.flatMap((field) => {
    // A field's text is its value: typing is no change of meaning.
    if (field === 'text' && before.value !== undefined) return [];
    const was = before[field] ?? '';
    const is = now[field] ?? '';
    return was === is ? [] : [{ field, was, is }];
  });
}

function changeInWords({ field, was, is }: MeaningChange): string {
  if (field === 'addressHash') return 'the far end of its address is another one';
  return `${field} was ${JSON.stringify(was)} and is ${JSON.stringify(is)}`;
}

/**
 * Why this is not what was looked at before; null when it is. A name that is merely gone says nothing else: tooltips take
 * the title away as the mouse comes, and the browser gives no name to what lies behind a modal dialog.
 */
export function whyOther(before: RawNode, now: RawNode): string | null {
  const changes = meaningChanges(before, now).filter(({ field, is }) => field !== 'name' || is !== '');
  return changes.length === 0 ? null : `it is no longer what it was: ${changes.map(changeInWords).join('; ')}`;
}
