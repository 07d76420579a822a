import { buildRegistry, isStale, type Registry } from '../page/registry.js';
import { type Capture, capturePage } from './capture.js';
import type { Eyes } from './eyes.js';
import { ask } from './world.js';

/** The registry, and the look it was built from: the way to the elements. */
export interface LiveRegistry {
  registry: Registry;
  capture: Capture;
}

/** Looks at the whole page and lists everything on it that can be acted on. */
export async function observe(eyes: Eyes): Promise<LiveRegistry> {
  const capture = await capturePage(eyes, { scope: 'page' });
  return { registry: buildRegistry(capture.raw), capture };
}

/** The same registry while the page is as it was, else a new one. */
export async function freshRegistry(eyes: Eyes, known: LiveRegistry): Promise<LiveRegistry> {
  return (await isOutdated(known)) ? observe(eyes) : known;
}

/** Changed, gone elsewhere, or a frame that was looked at is not there any more. */
export async function isOutdated({ registry, capture }: LiveRegistry): Promise<boolean> {
  const states = await Promise.all(
    capture.processes.map(async ({ world, documentId }) => {
      const state = await ask<{ url: string; mutations: number }>(world, 'state()').catch(() => null);
      return state && world.current?.documentId === documentId ? state : null;
    }),
  );
  const [main] = states;
  if (!main || states.some((state) => state === null)) return true;
  const mutations = states.reduce((sum, state) => sum + (state?.mutations ?? 0), 0);
  return isStale(registry, { url: main.url, mutations });
}
