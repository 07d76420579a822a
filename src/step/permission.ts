import type { View } from '../browser/driver.js';
import { deniedKeyOf, descriptorOf, placeOf } from '../checkpoint/descriptor.js';
import type { PlannedAct, Reason } from '../checkpoint/gate.js';
import type { Consequence, Descriptor } from '../checkpoint/memory.js';
import type { Action } from '../page/action.js';
import type { LiveUrls } from '../page/live.js';
import type { RawNode } from '../page/raw.js';
import type { ArriveDeps } from './arrival.js';
import { askHuman } from './asking.js';
import type { Located } from './locate.js';
import type { Caution } from './step.js';

export type Permission =
  | { ok: true; action: Action /** Used up when the act was dispatched. */; approval?: Descriptor }
  | { ok: false; error: 'human_rejected' | 'ref_invalid' | 'action_failed'; message: string; reason?: string };

/** Asks the rules, with the element as it is. What was approved has to be there still, unchanged, when the answer comes. */
export async function permit(
  deps: ArriveDeps,
  stepId: string,
  wanted: Action,
  located: Located | null,
  shown: View,
  caution?: Caution,
): Promise<Permission> {
  const { rules, memory } = deps.gate;
  const view = located?.view ?? shown;
  const act: PlannedAct = { action: wanted, node: located?.live ?? null, page: view.raw };
  if (wanted.kind === 'scroll' || wanted.kind === 'reveal') return { ok: true, action: wanted };
  const refusal = rules.reasonToRefuse(act);
  if (refusal !== null) return { ok: false, error: 'action_failed', message: refusal, reason: 'domain_not_allowed' };
  const key = deniedKeyOf(act);
  const consequence = memory.consequenceOf(key);
  const ruled = consequence ? reasonOf(consequence) : (rules.reasonToAsk(act) ?? closedReason(deps, act));
  const reason = withCaution(ruled, caution);
  if (reason === null) return { ok: true, action: wanted };
  if (located?.uncertain || caution?.uncertain) {
    const message = 'it was found again by what it is only, and what needs an approval is never found that way';
    return { ok: false, error: 'ref_invalid', message };
  }
  const planned: PlannedAct = consequence ? { ...act, action: { ...wanted, ...consequence } } : act;
  const denied = memory.deniedWith(deniedKeyOf(planned));
  if (denied !== undefined) return rejected(denied);
  const approval = descriptorOf(planned, view.document);
  if (!memory.isApproved(approval)) {
    const question = { kind: 'act', reason, act: planned, picture: shown.png } as const;
    const answer = await askHuman(deps, stepId, question, approval);
    if (!answer.approved) {
      memory.deny(deniedKeyOf(planned), answer.message);
      return rejected(answer.message);
    }
    memory.approve(approval);
  }
  if (await isUnchanged(deps, planned, located, view, approval)) return { ok: true, action: planned.action, approval };
  memory.spend(approval);
  const message = 'it changed while it waited for approval, so the approval is void';
  return { ok: false, error: 'ref_invalid', message };
}

function withCaution(ruled: Reason | null, { words, asks }: Partial<Caution> = {}): Reason | null {
  const reason = ruled ?? (asks === undefined ? null : { id: 'recorded', words: asks });
  return reason && words !== undefined ? { id: reason.id, words: `${reason.words}; ${words}` } : reason;
}

function rejected(words: string): Permission {
  return { ok: false, error: 'human_rejected', message: `User feedback: ${words}` };
}

function reasonOf(consequence: Consequence): Reason {
  if ('dialog' in consequence) {
    return { id: 'dialog', words: `the page asks back (${consequence.dialog.kind}), and OK would be answered` };
  }
  const said = JSON.stringify(consequence.request.command);
  return { id: 'request', words: `what it sends says ${said}, whatever stands on it` };
}

/** On a page that the human said no to, whatever is more than a way out of it needs a yes of its own. */
function closedReason({ gate: { rules, memory } }: ArriveDeps, { node, page }: PlannedAct): Reason | null {
  const place = placeOf(page.url);
  const isClosed = rules.stopsOn(page).some(({ reason, node: about }) => {
    return memory.stateOf({ id: reason.id, place, element: about?.vaultyId ?? '' })?.approved === false;
  });
  if (!isClosed || (node?.href !== undefined && node.role === 'link')) return null;
  return { id: 'closed', words: 'you said no to this page before' };
}

async function isUnchanged(
  { driver }: ArriveDeps,
  planned: PlannedAct,
  located: Located | null,
  view: View,
  approval: Descriptor,
): Promise<boolean> {
  if (!located) return true;
  const now = await driver.probe(view, located.live);
  if (!now.connected || !now.visible || !isSamePlace(view, now.node, now.urls)) return false;
  return descriptorOf({ ...planned, node: now.node }, view.document) === approval;
}

/** A script can give its page another address without loading another one. */
function isSamePlace({ raw }: View, { frame }: RawNode, urls: LiveUrls | undefined): boolean {
  const own = raw.frames[frame];
  if (!urls || !own) return urls === undefined;
  // A frame that another process draws does not know the page around it.
  return own.url === urls.frame && (own.process !== 0 || raw.url === urls.page);
}
