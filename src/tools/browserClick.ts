import type { BrowserClickInput } from '../contracts/generated.js';
import { actOnRef } from './show.js';
import type { Tool } from './tool.js';

export const browserClick: Tool<BrowserClickInput> = {
  name: 'browser_click',
  input: 'browser_click.input',
  description: `Click an element: buttons, links, tabs, menu items, checkboxes, radio buttons, switches.
Refs: only refs of the newest snapshot work, for one action. You get a fresh snapshot with new refs.
Use it to follow links, press buttons, tick boxes and open menus. For dropdowns use browser_select, for text browser_fill.
Patterns:
- an element marked covered: first close what covers it
- an element marked offscreen: first browser_scroll with its ref
- success false with no_dom_change: the click was made and nothing changed; try something else, not the same again
Errors: ref_invalid, element_disabled, element_obscured, element_not_visible, action_failed, timeout, human_rejected, invalid_params.
Example: {"ref": "@e7"} -> {"success": true, "snapshot": {...}, "error": null, "observations": ["the URL changed from ... to ..."]}`,
  run: (context, { ref }, call) => actOnRef(context, call, ref, { kind: 'click' }),
};
