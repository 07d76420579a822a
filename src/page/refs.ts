import type { RawNode } from './raw.js';
import type { Projection } from './snapshot.js';

export type RefLookup =
  | { ok: true; node: RawNode }
  | { ok: false; error: 'ref_invalid' | 'invalid_params'; message: string };

/**
 * The element behind a ref. Numbering starts at 0 in every snapshot, so the string alone does not tell an old ref from
 * a new one: whoever uses it says which snapshot it was read from.
 */
export function findRef(current: Projection, ref: string, snapshotId: string): RefLookup {
  if (!/^@e\d+$/.test(ref)) {
    return { ok: false, error: 'invalid_params', message: `${JSON.stringify(ref)} is no ref; refs look like @e7` };
  }
  if (snapshotId !== current.snapshot.snapshot_id) {
    return {
      ok: false,
      error: 'ref_invalid',
      message: `${ref} is of an older snapshot; refs live for one snapshot only`,
    };
  }
  const node = current.nodes[Number(ref.slice(2))];
  return node ? { ok: true, node } : { ok: false, error: 'ref_invalid', message: `there is no ${ref} in the snapshot` };
}
