import type { CaptureOptions } from '../page/raw.js';
import { holdsValue, prepareFill, setValue } from './act.js';
import { addListeners, capture } from './capture.js';
import { choicesOf, chooseNative, query, scrollChoices } from './choices.js';
import { survey } from './dom.js';
import { changesSoFar, counts, quiet, watch } from './events.js';
import { closedRoots } from './geometry.js';
import { arm, disarm, guardWindow } from './guard.js';
import { elementOf, handleOf } from './identity.js';
import { frameOrigin, type Origin, probe, reaches } from './probe.js';
import { browserNames } from './roles.js';
import { bringIntoView, type ScrollWish, scrollBy } from './scroll.js';

const id = `${Math.random().toString(36).slice(2)}${performance.timeOrigin.toString(36)}`;

/** What the outside may ask. Answers are JSON texts, because those cross the border fastest. */
const api = {
  id,
  capture: (options: CaptureOptions): string => JSON.stringify(capture(options, id)),
  survey: (limit: number): string => JSON.stringify({ ...survey(document, limit), browserNames }),
  probe: (handle: number, trust: boolean, origin: Origin): string => JSON.stringify(probe(handle, trust, origin)),
  /** Looks, and from this very moment on lets clicks through to this element only, as it is now. */
  probeAndArm: (handle: number, trust: boolean, origin: Origin): string => {
    arm(handle);
    return JSON.stringify(probe(handle, trust, origin));
  },
  disarm: (): string => JSON.stringify(disarm(handleOf)),
  reaches: (handle: number, points: { x: number; y: number }[], origin: Origin): string =>
    JSON.stringify(reaches(handle, points, origin)),
  frameOrigin: (handle: number, origin: Origin): string => JSON.stringify(frameOrigin(handle, origin)),
  quiet: async (quietMs: number, maxMs: number): Promise<string> => JSON.stringify(await quiet(quietMs, maxMs)),
  state: (): string => {
    const loading = document.readyState !== 'complete';
    return JSON.stringify({ ...counts, id, changes: changesSoFar(), url: location.href, loading });
  },
  prepareFill: (handle: number, clear: boolean): string => JSON.stringify(prepareFill(handle, clear)),
  setValue: (handle: number, value: string): string => JSON.stringify(setValue(handle, value)),
  holdsValue: (handle: number, expected: string): string => JSON.stringify(holdsValue(handle, expected)),
  scrollBy: (wish: ScrollWish): string => JSON.stringify(scrollBy(wish)),
  bringIntoView: (handle: number): string => JSON.stringify(bringIntoView(handle)),
  choices: (handle: number): string => JSON.stringify(choicesOf(handle)),
  chooseNative: (handle: number, options: number[]): string => JSON.stringify(chooseNative(handle, options)),
  scrollChoices: (handle: number): string => JSON.stringify(scrollChoices(handle)),
  query: (by: 'css' | 'xpath', selector: string, limit: number): string => JSON.stringify(query(by, selector, limit)),
  element: (handle: number): Element | undefined => elementOf(handle),
  addListeners,
  addClosedRoot: (host: Element, root: ShadowRoot): void => {
    closedRoots.set(host, root);
    watch(root);
  },
};

declare global {
  var __agent: typeof api | undefined;
}

// A frame of the same process is looked after by the outermost document's script.
if (globalThis.__agent === undefined) {
  globalThis.__agent = api;
  guardWindow(window);
  let isOutermost = true;
  try {
    isOutermost = window.frameElement === null;
  } catch {
    isOutermost = true;
  }
  if (isOutermost) watch(document);
}
