import type { RawNode } from '../page/raw.js';
import type { Problem } from './act.js';
import { type Capture, type Process, processOf } from './capture.js';
import { DeadlineError } from './deadline.js';
import type { Eyes } from './eyes.js';
import { askHere } from './world.js';

interface Prepared {
  kind: 'keys' | 'value' | 'none';
  focused: boolean;
  gone?: true;
}

/** The keyboard, for one field: what would land anywhere else is stopped inside the page. */
export interface Typist {
  place: Process;
  /** Where the keyboard is guarded as well: the page around a frame of another process. */
  outer: Process | undefined;
  /** Focuses the field and selects what is to be replaced; or tells why nothing may be typed. */
  prepare(clear: boolean): Promise<{ kind: Prepared['kind']; problem?: Problem }>;
  /** These three only after that, and not after it was asked what went astray. */
  insert(text: string): Promise<void>;
  press(key: string): Promise<void>;
  /** Key by key, until it is done or time is up. */
  type(text: string): Promise<void>;
  /** Told when nothing that was typed has reached the field: then the page was not touched. */
  strayed(): Promise<Problem | null>;
  /** Presses Enter in the field; false when it cannot be reached any more. */
  submit(): Promise<boolean>;
}

const TAKEN: Problem = { error: 'action_failed', message: 'the page moves the focus away from it; nothing was typed' };
const REPLACED: Problem = {
  error: 'ref_invalid',
  message: 'the page took it away, or put another element in its place, as it got the focus; nothing was typed',
};
const NO_TEXT: Problem = { error: 'action_failed', message: 'it takes no text' };
const CHUNK = 20;

/** With the turn of the action that types: taken later, it could be the turn of the next one. */
export function typistFor(eyes: Eyes, capture: Capture, node: RawNode, end: number, touch: () => void): Typist {
  const { handle } = node;
  const place = processOf(capture, node);
  const started = performance.now();
  const [main] = capture.processes;
  const outer = main === place ? undefined : main;
  const { keyboard } = eyes.page;
  const wasTouched = eyes.touched;
  let isGuarded = false;
  // Whoever waited for us has given up by then, and was told that nothing more would happen.
  const inTime = async (work: () => Promise<void>): Promise<void> => {
    if (!isGuarded) throw new Error('nothing is typed while the keyboard is not guarded');
    if (performance.now() >= end) throw new DeadlineError('typing', Math.round(end - started));
    touch();
    await work();
  };
  const insert = (text: string): Promise<void> => inTime(() => keyboard.insertText(text));
  return {
    place,
    outer,
    async prepare(clear) {
      const { kind, focused, gone } = await tell<Prepared>(place, `prepareFill(${handle}, ${clear})`);
      isGuarded = focused;
      if (!focused) return { kind, problem: gone ? REPLACED : kind === 'none' ? NO_TEXT : TAKEN };
      if (outer) await tell(outer, 'holdKeys(0)');
      return { kind };
    },
    insert,
    press: (key) => inTime(() => keyboard.press(key)),
    async type(text) {
      for (const [index, line] of text.split('\n').entries()) {
        // The Enter key would submit a form or send a message; a line break as text does not.
        if (index > 0) await insert('\n');
        const signs = [...line];
        for (let at = 0; at < signs.length; at += CHUNK) {
          await inTime(() => keyboard.type(signs.slice(at, at + CHUNK).join('')));
        }
      }
    },
    async strayed() {
      isGuarded = false;
      if ((await countStrayed({ place, outer })) === 0) return null;
      eyes.touched = wasTouched;
      return TAKEN;
    },
    async submit() {
      await countStrayed({ place, outer });
      if (!(await tell<boolean>(place, `focusAgain(${handle})`))) return false;
      await tell(place, `holdKeys(${handle})`);
      if (outer) await tell(outer, 'holdKeys(0)');
      isGuarded = true;
      await inTime(() => keyboard.press('Enter'));
      isGuarded = false;
      return (await countStrayed({ place, outer }).catch(() => 0)) === 0;
    },
  };
}

type Places = Pick<Typist, 'place' | 'outer'>;

async function countStrayed({ place, outer }: Places): Promise<number> {
  const counts = [place, ...(outer ? [outer] : [])].map((one) => tell<number>(one, 'releaseKeys()'));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** A document that is gone has taken its guard with it. */
export async function releaseKeys(places: Places): Promise<void> {
  await countStrayed(places).catch(() => 0);
}

function tell<T>({ world, documentId }: Process, call: string): Promise<T> {
  return askHere<T>(world, documentId, call);
}
