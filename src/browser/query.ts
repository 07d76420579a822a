import type { RawNode } from '../page/raw.js';
import { type Capture, type Process, processOf } from './capture.js';
import type { FindBy } from './driver.js';
import { probeElement } from './probe.js';
import { askHere } from './world.js';

const MAX_FOUND = 20;

/** What a selector finds in any of the page's documents, each element described; hidden ones are left out. */
export async function queryPage(
  capture: Capture,
  by: FindBy,
  selector: string,
): Promise<RawNode[] | { problem: string }> {
  const nodes: RawNode[] = [];
  for (const [index, place] of capture.processes.entries()) {
    // A frame that was not reached has nothing to ask.
    if (place.documentId === '') continue;
    const handles = await handlesOf(place, by, selector);
    if (!Array.isArray(handles)) return handles;
    for (const handle of handles) {
      const node = await nodeFor(capture, index, handle);
      if (node) nodes.push(node);
    }
  }
  return nodes;
}

function handlesOf(
  { world, documentId }: Process,
  by: FindBy,
  selector: string,
): Promise<number[] | { problem: string }> {
  return askHere(world, documentId, `query(${JSON.stringify(by)}, ${JSON.stringify(selector)}, ${MAX_FOUND})`);
}

/** The look's own description where there is one, with its identity; else one made now. */
async function nodeFor(capture: Capture, process: number, handle: number): Promise<RawNode | null> {
  const { raw, processes } = capture;
  const own = raw.nodes.find((node) => node.handle === handle && processOf(capture, node) === processes[process]);
  if (own) return own;
  const frame = raw.frames.findIndex((one) => one.process === process);
  const live = await probeElement(capture, { handle, frame } as RawNode);
  return live.connected && live.visible ? live.node : null;
}
