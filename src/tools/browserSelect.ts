import type { BrowserSelectInput } from '../contracts/generated.js';
import { actOnRef } from './show.js';
import type { Tool } from './tool.js';

export const browserSelect: Tool<BrowserSelectInput> = {
  name: 'browser_select',
  input: 'browser_select.input',
  description: `Choose an option of a dropdown: a native select, a combobox or a listbox. It is opened, searched and read back for you.
Refs: only refs of the newest snapshot work, for one action. You get a fresh snapshot with new refs.
Use it instead of clicking a dropdown open. Give the option's value or its visible text, whole, not a part of it.
Patterns:
- {"value": "Spain"} by text, {"value": "es"} by value
- {"value": "red", "additional_values": ["blue"]} for lists that take several
- no such option: the message lists what there is; choose one of those
Errors: ref_invalid, element_disabled, element_obscured, element_not_visible, action_failed (no dropdown, or no such option), timeout, human_rejected, invalid_params.
Example: {"ref": "@e5", "value": "Spain"} -> {"success": true, "snapshot": {...}, "error": null}`,
  run(context, { ref, value, additional_values: more = [] }, call) {
    return actOnRef(context, call, ref, { kind: 'select', values: [value, ...more] });
  },
};
