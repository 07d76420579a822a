import type { PageDriver, View } from '../browser/driver.js';
import type { Gate, PlannedAct } from '../checkpoint/gate.js';
import type { Action } from '../page/action.js';
import { meaningChanges } from '../page/live.js';
import type { Located } from './locate.js';

export type Permission = { ok: true } | { ok: false; error: 'human_rejected' | 'ref_invalid'; message: string };

/** Asks the gate, with the element as it is. What was approved has to be there still, unchanged, when the answer comes. */
export async function permit(
  { driver, gate }: { driver: PageDriver; gate: Gate },
  action: Action,
  located: Located | null,
  shown: View,
): Promise<Permission> {
  const act: PlannedAct = { action, node: located?.live ?? null, page: (located?.view ?? shown).raw };
  const reason = gate.reasonToAsk(act);
  if (reason === null) return { ok: true };
  if (located?.uncertain) {
    const message = 'it was found again by what it is only, and what needs an approval is never found that way';
    return { ok: false, error: 'ref_invalid', message };
  }
  const answer = await gate.ask({ kind: 'act', reason, act, picture: shown.png });
  if (!answer.approved) return { ok: false, error: 'human_rejected', message: `User feedback: ${answer.message}` };
  return located ? stillThere(driver, located) : { ok: true };
}

async function stillThere(driver: PageDriver, { view, live }: Located): Promise<Permission> {
  const now = await driver.probe(view, live);
  const isSame = now.connected && now.visible && meaningChanges(live, now.node).length === 0;
  if (isSame) return { ok: true };
  return {
    ok: false,
    error: 'ref_invalid',
    message: 'it changed while it waited for approval, so the approval is void',
  };
}
