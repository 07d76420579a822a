import type { CaptureOptions } from '../page/raw.js';
import { holdsValue, prepareFill, setValue } from './act.js';
import { addListeners, capture } from './capture.js';
import { choicesOf, chooseNative, query, scrollChoices } from './choices.js';
import { survey } from './dom.js';
import { counts, quiet, watch } from './events.js';
import { closedRoots } from './geometry.js';
import { arm, disarm, guardAll, listenForLooks, markSeen } from './guard.js';
import { elementOf } from './identity.js';
import { coversOver, frameOrigin, type Origin, pointsOf, probe } from './probe.js';
import { browserNames } from './roles.js';
import { bringIntoView, type ScrollWish, scrollBy } from './scroll.js';

const id = `${Math.random().toString(36).slice(2)}${performance.timeOrigin.toString(36)}`;

/** What the outside may ask. Answers are JSON texts, because those cross the border fastest. */
const api = {
  id,
  capture: (options: CaptureOptions): string => {
    markSeen();
    return JSON.stringify(capture(options, id));
  },
  survey: (limit: number): string => JSON.stringify({ ...survey(document, limit), browserNames }),
  probe: (handle: number, trust: boolean, origin: Origin): string => JSON.stringify(probe(handle, trust, origin)),
  /** Looks, and from this very moment on lets clicks through to this element only, as it is now. */
  probeAndArm: (handle: number, trust: boolean, origin: Origin): string => {
    arm(handle);
    return JSON.stringify(probe(handle, trust, origin));
  },
  /** Lets no click through to anything in here. */
  shut: (): string => {
    arm(null);
    return 'true';
  },
  /** While the button is down: whether the guard saw it go down. */
  hold: (): string => JSON.stringify(guardAll()),
  disarm: (): string => JSON.stringify(disarm()),
  coversOver: (handle: number, points: { x: number; y: number }[], origin: Origin): string =>
    JSON.stringify(coversOver(handle, points, origin)),
  pointsOf: (handle: number, origin: Origin): string => JSON.stringify(pointsOf(handle, origin)),
  frameOrigin: (handle: number, origin: Origin): string => JSON.stringify(frameOrigin(handle, origin)),
  quiet: async (quietMs: number, maxMs: number): Promise<string> => JSON.stringify(await quiet(quietMs, maxMs)),
  state: (): string => JSON.stringify({ ...counts, url: location.href, loading: document.readyState !== 'complete' }),
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
  /** Drawn by the outside; the same in all documents. */
  var __agentKey: string | undefined;
}

// A frame of the same process is looked after by the outermost document's script.
if (globalThis.__agent === undefined) {
  globalThis.__agent = api;
  guardAll();
  listenForLooks();
  let isOutermost = true;
  try {
    isOutermost = window.frameElement === null;
  } catch {
    isOutermost = true;
  }
  if (isOutermost) watch(document);
}
