import type { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { whileThere } from '../../src/browser/eyes.js';
import { watchPage } from '../../src/browser/watch.js';
import { act, CLICK, useSession } from '../support/session.js';

const { on } = useSession();
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

describe('what stays behind after a long run', () => {
  it('F50 no answer of the page is kept for as long as the page lives', async () => {
    const eyes = (await on('<button>Go</button>')).eyes();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => new WeakRef(await whileThere(eyes, Promise.resolve({ big: 'tree' })))),
    );
    // The last one may still lie on the stack when it is first asked for.
    const kept = (): number => {
      collect();
      return answers.filter((one) => one.deref() !== undefined).length;
    };
    await expect.poll(kept).toBe(0);
  });

  it('F50 nobody listens any more when an action is over', async () => {
    const session = await on(`<button onclick="alert('hi')">Go</button>`);
    const eyes = session.eyes();
    // Playwright's pages are emitters; its types do not say so.
    const page = eyes.page as unknown as EventEmitter;
    const counts = (): number[] => [
      eyes.guests.watchers.size,
      eyes.ending.listeners.size,
      ...['request', 'response', 'framenavigated', 'popup', 'dialog'].map((type) => page.listenerCount(type)),
    ];
    await session.look({ scope: 'viewport', picture: true });
    const before = counts();
    for (let count = 0; count < 3; count++) await act(session, 'Go', CLICK);
    await session.look({ scope: 'viewport', picture: true });
    expect(counts()).toEqual(before);
    const watch = watchPage(eyes);
    const changed = watch.change();
    eyes.guests.welcome({ kind: 'chooser' });
    await changed;
    expect(watch.guests()).toEqual([{ kind: 'chooser' }]);
    watch.stop();
    expect(counts()).toEqual(before);
  });
});
