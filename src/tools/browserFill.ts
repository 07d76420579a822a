import type { BrowserFillInput } from '../contracts/generated.js';
import { actOnRef } from './show.js';
import type { Tool } from './tool.js';

export const browserFill: Tool<BrowserFillInput> = {
  name: 'browser_fill',
  input: 'browser_fill.input',
  description: `Enter text into a field (textbox, searchbox, spinbutton, editable combobox, date, time or colour field).
Refs: only refs of the newest snapshot work, for one action. You get a fresh snapshot with new refs.
Use it for anything that is typed. What the field holds afterwards is read back and compared.
Patterns:
- {"clear_first": false} adds to what is there instead of replacing it
- {"submit": true} presses Enter afterwards, for search fields and forms without a button
- dates are written 2026-11-18, times 14:30, colours #ff8800
Errors: ref_invalid, element_disabled, element_obscured, element_not_visible, action_failed (takes no text, or shows something else afterwards), timeout, human_rejected, invalid_params.
Example: {"ref": "@e3", "value": "a@b.example"} -> {"success": true, "snapshot": {...}, "error": null}`,
  run(context, { ref, value, clear_first: clear = true, submit = false }, call) {
    return actOnRef(context, call, ref, { kind: 'fill', value, clear, submit });
  },
};
