import type { PlannedAct } from '../../src/checkpoint/gate.js';
import type { Action } from '../../src/page/action.js';
import type { RawDetails, RawNode, RawPage } from '../../src/page/raw.js';

/** An element with what the test says about it, and nothing special beyond. */
export function nodeLike({
  details,
  ...node
}: Omit<Partial<RawNode>, 'details'> & { details?: Partial<RawDetails> }): RawNode {
  return {
    frame: 0,
    handle: 1,
    parent: -1,
    vaultyId: 'one',
    tag: 'button',
    role: 'button',
    name: '',
    box: { x: 0, y: 0, width: 100, height: 20 },
    inView: 'full',
    focusable: true,
    text: '',
    ...node,
    ...(details ? { details: { attributes: {}, context: 'PAGE', domPath: '', ...details } } : {}),
  };
}

export function pageLike(page: Partial<RawPage> = {}): RawPage {
  const url = page.url ?? 'https://example.com/';
  return {
    url,
    title: '',
    viewport: { width: 1280, height: 800, scrollX: 0, scrollY: 0, scrollWidth: 1280, scrollHeight: 800 },
    frames: [{ index: 0, url, parent: -1, owner: -1, process: 0 }],
    nodes: [],
    texts: [],
    scrollables: [],
    messages: [],
    recentEvents: [],
    outOfView: { above: 0, below: 0, elsewhere: 0 },
    secretBoxes: [],
    truncated: [],
    registryVersion: 1,
    changes: 0,
    ...page,
  };
}

export function actOn(node: RawNode | null, page: RawPage, action: Action = { kind: 'click' }): PlannedAct {
  return { action, node, page };
}
