import type { View } from '../browser/driver.js';
import { type Projection, projectSnapshot } from '../page/snapshot.js';
import type { Recorder } from '../run/recorder.js';

export interface Keeper {
  recorder: Recorder;
  newId(): string;
  now(): Date;
}

/** A look as a snapshot, kept with its picture beside the events. */
export async function keepView(
  { recorder, newId, now }: Keeper,
  { raw, png }: View,
  viewportOnly = true,
): Promise<Projection> {
  const screenshot = png.toString('base64');
  const projection = projectSnapshot(raw, { id: newId(), timestamp: now().toISOString(), screenshot, viewportOnly });
  const { snapshot_id, page } = projection.snapshot;
  const files = await recorder.keepSnapshot(projection.snapshot, png);
  await recorder.record('snapshot_taken', { snapshot_id, url: page.url, ...files });
  return projection;
}
