import { NOTHING_CAUSED } from '../../src/browser/caused.js';
import type { Acted, Caused, Deed, PageDriver, View, ViewOptions } from '../../src/browser/driver.js';
import type { Action } from '../../src/page/action.js';
import type { RawNode, RawPage } from '../../src/page/raw.js';
import { TINY_PNG } from './eyes.js';

/** A browser that plays a part: pages written beforehand, and for each action what becomes of it. */
export interface MockBrowser extends PageDriver {
  /** Everything that was asked of it, in order. */
  readonly calls: MockCall[];
}

export type MockCall =
  | { call: 'look'; options: ViewOptions }
  | { call: 'probe'; name: string }
  | { call: 'find'; selector: string }
  | { call: 'act'; name: string | null; action: Action };

export interface MockMove {
  /** Left out, it succeeds. */
  acted?: Acted;
  caused?: Partial<Caused>;
  /** The page from now on; left out, the next one in line. `stay` keeps the one that is there. */
  page?: RawPage | 'stay';
}

/** Pages follow one another with each action, unless a move says otherwise. */
export function mockBrowser(pages: RawPage[], moves: MockMove[] = []): MockBrowser {
  const calls: MockCall[] = [];
  let at = 0;
  let other: RawPage | undefined;
  let moved = 0;
  let looks = 0;
  const current = (): RawPage => other ?? (pages[Math.min(at, pages.length - 1)] as RawPage);
  const viewOf = (raw: RawPage, { scope, picture }: ViewOptions): View => {
    looks += 1;
    const png = picture ? Buffer.from(TINY_PNG, 'base64') : Buffer.alloc(0);
    return { raw: { ...raw, registryVersion: looks }, scope, document: raw.url, png, notes: [] };
  };
  return {
    calls,
    async look(options) {
      calls.push({ call: 'look', options });
      return viewOf(current(), options);
    },
    async isCurrent(view) {
      return view.raw.dom === current().dom && view.raw.url === current().url;
    },
    async probe(_view, node) {
      calls.push({ call: 'probe', name: node.name });
      const now = current().nodes.find(({ handle, vaultyId }) => handle === node.handle && vaultyId === node.vaultyId);
      return now ? { connected: true, visible: true, node: now } : { connected: false };
    },
    async find(_by, selector) {
      calls.push({ call: 'find', selector });
      const raw = current();
      return {
        view: viewOf(raw, { scope: 'page', picture: false }),
        nodes: raw.nodes.filter(({ tag }) => tag === selector),
      };
    },
    async leads() {
      return null;
    },
    async act(_view, node, action): Promise<Deed> {
      calls.push({ call: 'act', name: node?.name ?? null, action });
      const move = moves[moved] ?? {};
      moved += 1;
      const acted = move.acted ?? { ok: true, dispatched: true, read: readingOf(action) };
      if (move.page !== undefined && move.page !== 'stay') other = move.page;
      else if (acted.ok && move.page !== 'stay') {
        other = undefined;
        at += 1;
      }
      return { acted, caused: { ...NOTHING_CAUSED, ...move.caused } };
    },
  };
}

function readingOf(action: Action): Extract<Acted, { ok: true }>['read'] {
  switch (action.kind) {
    case 'click':
      return {};
    case 'fill':
      return { value: { expected: action.value, actual: action.value } };
    case 'select':
      return { choice: { expected: [...action.values], actual: action.values.map((text) => ({ value: text, text })) } };
    case 'scroll':
    case 'reveal':
      return { moved: true };
  }
}

export interface MockElement extends Partial<RawNode> {
  role: string;
  name: string;
}

/** A page from a title, an address and a few elements. */
export function mockPage(url: string, title: string, elements: MockElement[]): RawPage {
  const nodes = elements.map(
    (element, index): RawNode => ({
      frame: 0,
      handle: index + 1,
      parent: -1,
      vaultyId: `v-${element.role}-${element.name}`,
      tag: element.role === 'link' ? 'a' : element.role,
      box: { x: 10, y: 10 + index * 40, width: 120, height: 30 },
      inView: 'full',
      focusable: true,
      text: element.name,
      ...element,
    }),
  );
  return {
    url,
    title,
    viewport: { width: 1280, height: 800, scrollX: 0, scrollY: 0, scrollWidth: 1280, scrollHeight: 800 },
    frames: [{ index: 0, url, parent: -1, owner: -1, process: 0 }],
    nodes,
    texts: [],
    scrollables: [],
    messages: [],
    recentEvents: [],
    outOfView: { above: 0, below: 0, elsewhere: 0 },
    secretBoxes: [],
    truncated: [],
    dom: `<title>${title}</title>${nodes.map(({ role, name, value = '' }) => `<${role}>${name}${value}</${role}>`).join('')}`,
    registryVersion: 1,
    changes: 0,
  };
}
