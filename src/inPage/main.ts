import type { CaptureOptions } from '../page/raw.js';
import { compareValue, focusAgain, prepareFill, setValue } from './act.js';
import { addListeners, capture } from './capture.js';
import { choicesOf, chooseNative } from './choices.js';
import { survey } from './dom.js';
import { changed, changesSoFar, counts, quiet, watch } from './events.js';
import { closedRoots } from './geometry.js';
import { aim, arm, disarm, guardAll, listenForLooks, markSeen } from './guard.js';
import { elementOf } from './identity.js';
import { countLeads, leadsTo } from './leads.js';
import { coversOver, frameOrigin, type Origin, pointsOf, probe, readText } from './probe.js';
import { type QueryKind, query } from './query.js';
import { browserNames } from './roles.js';
import { bringIntoView, type ScrollWish, scrollBy } from './scroll.js';
import { seekChoice } from './seek.js';
import { holdKeys, releaseKeys } from './typing.js';

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
  probeAndArm: (handle: number, trust: boolean, origin: Origin, bindsForm: boolean): string => {
    arm(handle, bindsForm);
    return JSON.stringify(probe(handle, trust, origin, aim));
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
  changed: async (since: number | null, maxMs: number): Promise<string> => JSON.stringify(await changed(since, maxMs)),
  readText: (handle: number): string => JSON.stringify(readText(handle)),
  state: (): string => {
    const loading = document.readyState !== 'complete';
    return JSON.stringify({ ...counts, id, changes: changesSoFar(), url: location.href, loading });
  },
  prepareFill: async (handle: number, clear: boolean): Promise<string> =>
    JSON.stringify(await prepareFill(handle, clear)),
  setValue: (handle: number, value: string): string => JSON.stringify(setValue(handle, value)),
  compareValue: (handle: number, entered: string): string => JSON.stringify(compareValue(handle, entered)),
  focusAgain: (handle: number): string => JSON.stringify(focusAgain(handle)),
  holdKeys: (handle: number): string => JSON.stringify(holdKeys(handle)),
  releaseKeys: (): string => JSON.stringify(releaseKeys()),
  scrollBy: (wish: ScrollWish): string => JSON.stringify(scrollBy(wish)),
  bringIntoView: (handle: number, block: ScrollLogicalPosition, inline: ScrollLogicalPosition): string =>
    JSON.stringify(bringIntoView(handle, block, inline)),
  choices: (handle: number, before: number[] | null): string => JSON.stringify(choicesOf(handle, before)),
  chooseNative: (handle: number, options: number[]): string => JSON.stringify(chooseNative(handle, options)),
  seekChoice: async (handle: number, before: number[] | null, wanted: string, milliseconds: number): Promise<string> =>
    JSON.stringify(await seekChoice(handle, before, wanted, milliseconds)),
  query: (by: QueryKind, selector: string, limit: number): string => JSON.stringify(query(by, selector, limit)),
  leadsTo: (handle: number, trust: boolean): string => JSON.stringify(leadsTo(handle, trust)),
  countLeads: (selectors: string[], like: { role: string; name: string }, trust: boolean): string =>
    JSON.stringify(countLeads(selectors, like, trust)),
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
