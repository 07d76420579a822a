import { isStale } from '../page/registry.js';
import type { Capture } from './capture.js';
import { stateNow } from './settle.js';

/** Nothing has changed since this look, nothing went elsewhere, and no frame that was looked at is gone. */
export async function isCurrent({ raw, processes }: Capture): Promise<boolean> {
  const states = await Promise.all(
    processes.map(async ({ world, documentId }) => {
      const state = await stateNow(world);
      return state && world.current?.documentId === documentId ? state : null;
    }),
  );
  const [main] = states;
  if (!main || states.some((state) => state === null)) return false;
  const changes = states.reduce((sum, state) => sum + (state?.changes ?? 0), 0);
  return !isStale(raw, { url: main.url, changes });
}
