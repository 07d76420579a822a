import type { GetSnapshotInput } from '../contracts/generated.js';
import { lookAfresh, rejectionOf } from './show.js';
import type { Tool } from './tool.js';

export const getSnapshot: Tool<GetSnapshotInput> = {
  name: 'get_snapshot',
  input: 'get_snapshot.input',
  description: `Look at the page: its elements with refs, its text, and a screenshot. Changes nothing.
Refs: all earlier refs become invalid; use those of the new snapshot.
Use it when the page may have changed by itself, when you need what is out of view, or to see a picture. Every other browser tool already answers with a fresh snapshot.
Patterns:
- {} after waiting for something the page does by itself
- {"viewport_only": false} to list controls that are out of view, before browser_scroll
- {"mode": "hybrid"} when names do not tell look-alike controls apart; "skeleton" for structure, "full" for the HTML
Errors: timeout (the page did not answer in time).
Example: {"viewport_only": true} -> {"success": true, "snapshot": {...}, "error": null}`,
  async run(context, { viewport_only = true }, call) {
    const scope = viewport_only ? 'viewport' : 'page';
    const { notes, rejected, ...shown } = await lookAfresh(context, call.id, scope);
    return {
      kind: 'browser',
      shown,
      result: {
        success: true,
        snapshot: shown.projection.snapshot,
        error: null,
        ...(rejected === undefined ? {} : rejectionOf(rejected)),
        ...(notes.length > 0 ? { observations: notes } : {}),
      },
    };
  },
};
