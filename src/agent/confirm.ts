import type { View } from '../browser/driver.js';
import type { CompleteTaskInput, CompleteTaskResult } from '../contracts/generated.js';
import type { Model } from '../model/model.js';
import { factsOf } from '../page/conditions.js';
import type { ToolContext } from '../tools/tool.js';
import { type Criteria, judgeClaim, withVerdict } from '../verify/completion.js';
import { decideVerdict, noVerdict, parseVerdict, type Verdict, verdictPrompt } from '../verify/verdict.js';
import { verdictInput } from '../verify/verdictInput.js';
import { fingerprintOf } from './stagnation.js';

export interface ConfirmOptions {
  goal: string;
  criteria: Criteria;
  /** Asked when there are no criteria; without one, what was done has to speak for itself. */
  judge: Model | null;
  /** What was done so far: each action with what was observed of it. */
  history(): readonly Deed[];
}

export interface Deed {
  action: string;
  verified: boolean;
  observations: readonly string[];
}

const MAX_OBSERVATIONS = 40;
const MAX_LOOKS = 6;

/** Whether a claim counts: by the criteria, else by a verdict on what was observed, never by the claim alone. */
export async function confirmClaim(
  options: ConfirmOptions,
  claim: CompleteTaskInput,
  context: ToolContext,
): Promise<CompleteTaskResult> {
  const view = await settledView(context);
  const judged = judgeClaim(claim, factsOf(view.raw), options.criteria);
  const signs = judged.failure.filter(({ holds }) => holds).length;
  const judgement = judged.decidedBy === 'nobody' ? withVerdict(judged, ...(await verdictOn(options, view))) : judged;
  const { result } = judgement;
  await context.recorder.record('verification_result', {
    status: result.acknowledged ? 'ok' : 'failed',
    url: view.raw.url,
    message: `${claim.status} was claimed: ${claim.reason}; decided by ${judgement.decidedBy}; signs of failure: ${signs}${
      result.message === null ? '' : `; ${result.message}`
    }`,
  });
  return result;
}

/** The same page twice in a row: what is about to be taken back must not count. */
async function settledView({ driver }: ToolContext): Promise<View> {
  const look = (): Promise<View> => driver.look({ scope: 'page', picture: false });
  let view = await look();
  for (let count = 1; count < MAX_LOOKS; count++) {
    const next = await look();
    if (fingerprintOf(next.raw.url, next.raw.dom ?? '') === fingerprintOf(view.raw.url, view.raw.dom ?? ''))
      return next;
    view = next;
  }
  return view;
}

async function verdictOn(
  { goal, judge, history }: ConfirmOptions,
  { raw }: View,
): Promise<[ReturnType<typeof decideVerdict>, string]> {
  const deeds = history();
  const verdict = judge ? await askJudge(judge, goal, deeds, raw.title) : plainVerdict(deeds);
  return [decideVerdict(verdict), verdict.reason];
}

/** Nobody to ask: what was to be done word for word is done when each of its actions was verified. */
function plainVerdict(deeds: readonly Deed[]): Verdict {
  const failed = deeds.filter(({ verified }) => !verified);
  if (deeds.length > 0 && failed.length === 0) {
    return { action_succeeded: true, task_completed: true, confidence: 1, reason: 'every action was verified' };
  }
  return noVerdict(deeds.length === 0 ? 'nothing was done' : `not verified: ${failed[0]?.action}`);
}

async function askJudge(judge: Model, goal: string, deeds: readonly Deed[], title: string): Promise<Verdict> {
  const last = deeds.at(-1);
  const observations = deeds.flatMap(({ action, observations: lines }) => [`after ${action}:`, ...lines]);
  const lines = [...observations.slice(-MAX_OBSERVATIONS), `the page is now titled ${JSON.stringify(title)}`];
  const { system, user } = verdictPrompt(verdictInput(goal, last?.action ?? 'none', { lines }));
  const reply = await judge.ask({
    system,
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text: user }] }],
  });
  const text = reply.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return text.trim() === '' ? noVerdict('the verdict was empty') : parseVerdict(text);
}
