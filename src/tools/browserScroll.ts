import type { BrowserScrollInput } from '../contracts/generated.js';
import { act, actOnRef, lookAfresh, refuse } from './show.js';
import type { Tool } from './tool.js';

const DEFAULT_AMOUNT = 300;

export const browserScroll: Tool<BrowserScrollInput> = {
  name: 'browser_scroll',
  input: 'browser_scroll.input',
  description: `Scroll: give EITHER a ref to bring that element into view, OR a direction to move the page (or the dialog or area in front of it).
Refs: only refs of the newest snapshot work, for one action. You get a fresh snapshot with new refs.
Use it when what you need is out of view: the snapshot says how many controls are above and below.
Patterns:
- {"ref": "@e40"} for an element marked offscreen; direction and amount are ignored then
- {"direction": "down", "amount": 600} to read on
- {"direction": "bottom"} for the end of the page, {"direction": "top"} for its beginning
Errors: ref_invalid, element_not_visible, action_failed (nothing moved), timeout, invalid_params (neither ref nor direction).
Example: {"direction": "down"} -> {"success": true, "snapshot": {...}, "error": null}`,
  async run(context, { ref, direction, amount = DEFAULT_AMOUNT }, call) {
    if (ref !== undefined) return actOnRef(context, call, ref, { kind: 'reveal' });
    if (direction === undefined) return refuse(context, call, 'invalid_params', 'give a ref or a direction');
    const { view } = context.shown ?? (await lookAfresh(context, call.id));
    return act(context, call, { kind: 'scroll', direction, amount }, null, view);
  },
};
