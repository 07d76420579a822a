import type { PageStateRequest, PageStateResponse } from '../contracts/generated.js';
import type { Problem } from '../contracts/problems.js';
import { problemsReading } from '../contracts/validate.js';
import { MAX_DOM } from './domHash.js';
import type { DomMode, HybridPicture } from './pageState.js';

/** Then the planner side has to do with what there is. */
export const MAX_ROUNDS = 2;

export type Artifact = 'skeletonDom' | 'screenshot' | 'dom';

/** What an answer asks for. A picture alone is no mode of its own: the tree stays the primary thing. */
export interface Wanted {
  mode: DomMode;
  artifacts: Artifact[];
  reason: string;
}

/** What the page side has taken. What could not be taken is left out. */
export interface Artifacts {
  /** Of the same look as the tree: its ids are those of the tree. */
  skeletonDom?: string;
  dom?: string;
  /** Taken now, because it was asked for, with its own hash; never one of before. */
  picture?: HybridPicture;
}

/** What the planner side asks for, by whichever of the fields it says so; null when it asks for nothing. */
export function requestedMode(response: PageStateResponse): Wanted | null {
  const { status, requestedDomMode, needsSkeletonDom, needsScreenshot, reason } = response;
  const isVague = status === 'needs_context' && !requestedDomMode && !needsSkeletonDom && !needsScreenshot;
  const dom = requestedDomMode === 'full' || status === 'needs_full_dom' || isVague;
  const skeleton = requestedDomMode === 'skeleton' || requestedDomMode === 'hybrid' || needsSkeletonDom === true;
  const screenshot = requestedDomMode === 'hybrid' || needsScreenshot === true;
  if (!dom && !skeleton && !screenshot) return null;
  return {
    mode: modeOf(dom, skeleton, screenshot),
    artifacts: [
      ...(skeleton ? ['skeletonDom' as const] : []),
      ...(screenshot ? ['screenshot' as const] : []),
      ...(dom ? ['dom' as const] : []),
    ],
    reason: reason?.trim() || 'no reason was given',
  };
}

function modeOf(dom: boolean, skeleton: boolean, screenshot: boolean): DomMode {
  if (dom) return 'full';
  if (skeleton) return screenshot ? 'hybrid' : 'skeleton';
  return 'semantic';
}

/**
 * The same call again: the same address, query and tree, what earlier rounds brought, and of the artifacts exactly
 * those that were asked for. The task is the one that the answer names.
 */
export function retryRequest(
  first: PageStateRequest,
  response: PageStateResponse,
  artifacts: Artifacts,
): PageStateRequest {
  const { screenshot, screenshotHash, skeletonDom, dom, domMode, taskId, ...same } = first;
  const wanted = requestedMode(response);
  const isWanted = (one: Artifact): boolean => wanted?.artifacts.includes(one) ?? false;
  const carried = screenshot && screenshotHash ? { jpeg: screenshot, hash: screenshotHash } : undefined;
  const picture = isWanted('screenshot') ? artifacts.picture : carried;
  const skeleton = isWanted('skeletonDom') ? (artifacts.skeletonDom ?? skeletonDom) : skeletonDom;
  const html = isWanted('dom') ? (artifacts.dom ?? dom) : dom;
  const task = response.taskId ?? taskId;
  return {
    ...same,
    ...(task === undefined ? {} : { taskId: task }),
    domMode: wanted ? wireMode(wanted.mode, html, skeleton, picture) : domMode,
    ...(skeleton === undefined ? {} : { skeletonDom: skeleton }),
    ...(picture ? { screenshot: picture.jpeg, screenshotHash: picture.hash } : {}),
    ...(html === undefined ? {} : { dom: html.slice(0, MAX_DOM) }),
  };
}

/** The mode that was asked for; where something of it could not be taken, the mode of what is really there. */
function wireMode(
  mode: DomMode,
  dom?: string,
  skeleton?: string,
  picture?: HybridPicture,
): PageStateRequest['domMode'] {
  const isThere =
    (mode === 'full' && dom !== undefined) ||
    (mode === 'hybrid' && skeleton !== undefined && picture !== undefined) ||
    (mode === 'skeleton' && skeleton !== undefined);
  const real = isThere ? mode : modeOf(dom !== undefined, skeleton !== undefined, picture !== undefined);
  return real === 'semantic' ? 'semantic_v3' : real;
}

export interface Round extends Wanted {
  /** 1 is the first retry. */
  round: number;
  /** Asked for, and could not be taken. */
  missing: Artifact[];
}

export interface Negotiated {
  /** What was sent last, and the answer to it. */
  request: PageStateRequest;
  response: PageStateResponse;
  rounds: Round[];
  /** The last answer still asks for more; nothing more is sent. */
  isExhausted: boolean;
}

export interface Parties {
  /** The planner side. */
  ask(request: PageStateRequest): PageStateResponse | Promise<PageStateResponse>;
  /** The page side takes exactly these. */
  capture(wanted: Wanted): Artifacts | Promise<Artifacts>;
  onRound?(round: Round): void;
}

/** Asks, brings what is wanted and asks again, at most twice; then goes on with what there is. */
export async function negotiate({ ask, capture, onRound }: Parties, first: PageStateRequest): Promise<Negotiated> {
  const rounds: Round[] = [];
  let request = first;
  let response = await ask(request);
  for (;;) {
    const wanted = requestedMode(response);
    if (!wanted || rounds.length === MAX_ROUNDS) return { request, response, rounds, isExhausted: wanted !== null };
    const artifacts = await capture(wanted);
    request = retryRequest(request, response, artifacts);
    const round = { ...wanted, round: rounds.length + 1, missing: missingOf(wanted, artifacts) };
    rounds.push(round);
    onRound?.(round);
    response = await ask(request);
  }
}

function missingOf({ artifacts: wanted }: Wanted, { skeletonDom, dom, picture }: Artifacts): Artifact[] {
  const taken = { skeletonDom, dom, screenshot: picture };
  return wanted.filter((one) => taken[one] === undefined);
}

export type ReadRequest = { ok: true; request: PageStateRequest } | { ok: false; problems: Problem[] };

/** A request as it came over a wire: both names of the semantic mode, and a dom that is missing, null or empty. */
export function readRequest(value: unknown): ReadRequest {
  const known = isObject(value) && value['dom'] === null ? { ...value, dom: undefined } : value;
  const problems = problemsReading('page_state_request', known);
  if (problems.length > 0) return { ok: false, problems };
  const { dom, ...request } = known as PageStateRequest;
  const domMode = request.domMode === 'semantic' ? 'semantic_v3' : request.domMode;
  return { ok: true, request: { ...request, domMode, ...(dom === undefined ? {} : { dom }) } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
