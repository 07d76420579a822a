import type { CDPSession, Frame } from 'playwright';
import type { Capture } from '../../src/browser/capture.js';
import type { Eyes } from '../../src/browser/eyes.js';
import { contextOf, objectOf } from '../../src/browser/world.js';

/** An element as Chromium's own accessibility tree has it, its dialect put into ARIA's words. */
export interface AxElement {
  /** The debugger's number of the element, the same whoever asks. */
  id: number;
  role: string;
  name: string;
  focusable: boolean;
}

/** What one process draws, as the debugger sees it. */
export interface AxProcess {
  session: CDPSession;
  /** Where our own questions about its elements run: a world that no script of the page can reach. */
  contextId: number;
  /** Everything in its accessibility trees, by the element's number. */
  elements: Map<number, AxElement>;
  /** The opening tags of all elements, also of those that are in no accessibility tree. */
  tags: Map<number, string>;
  /** Why no person sees the frame it draws into; "" when nothing speaks against it. */
  unseen: string;
}

type AxNode = Awaited<ReturnType<typeof axNodes>>[number];
type DomNode = Awaited<ReturnType<typeof domOf>>;

const DIALECT: Readonly<Record<string, string>> = {
  Date: 'textbox',
  DateTime: 'textbox',
  InputTime: 'textbox',
  ColorWell: 'textbox',
  DisclosureTriangle: 'button',
  DisclosureTriangleGrouped: 'button',
  PopUpButton: 'combobox',
  Iframe: 'iframe',
  IframePresentational: 'iframe',
  SvgRoot: 'image',
  img: 'image',
  presentation: 'none',
  Video: 'group',
  Audio: 'group',
  LayoutTable: 'table',
  LayoutTableRow: 'row',
  LayoutTableCell: 'cell',
};

/** Kinds of content for which ARIA has no word: ours calls them generic. */
const WORDLESS = /^(?:LabelText|Ruby|RubyAnnotation|MathML\w*|Canvas|EmbeddedObject|PluginObject|Pre|Abbr)$/;

/** All processes that draw the page: first those that were looked at, in their order, then those that were not. */
export async function axTreesOf(eyes: Eyes, { processes }: Capture): Promise<AxProcess[]> {
  const known = await Promise.all(
    processes.map(async ({ world }) => readProcess(world.session, (await contextOf(world)).contextId, '')),
  );
  const seen = new Set(processes.map(({ world }) => world.frameId));
  const others = await Promise.all(
    eyes.page.frames().map(async (frame) => {
      const session = frame === eyes.page.mainFrame() ? undefined : await sessionOf(eyes, frame);
      if (!session) return [];
      const frameId = (await session.send('Page.getFrameTree')).frameTree.frame.id;
      if (seen.has(frameId)) return [];
      const owner = await frame.frameElement();
      const world = { frameId, worldName: 'test', grantUniveralAccess: true };
      const { executionContextId } = await session.send('Page.createIsolatedWorld', world);
      return [await readProcess(session, executionContextId, await owner.evaluate(reasonNotToSee))];
    }),
  );
  return [...known, ...others.flat()];
}

/** Only frames of another process have a session of their own; Playwright says so by refusing. */
function sessionOf({ page }: Eyes, frame: Frame): Promise<CDPSession | undefined> {
  return page
    .context()
    .newCDPSession(frame)
    .catch(() => undefined);
}

async function readProcess(session: CDPSession, contextId: number, unseen: string): Promise<AxProcess> {
  const [nodes, root] = await Promise.all([axNodes(session), domOf(session)]);
  const tags = openingTags(root);
  const elements = new Map<number, AxElement>();
  for (const node of nodes) {
    const id = node.backendDOMNodeId;
    if (node.ignored || id === undefined || !tags.has(id)) continue;
    const focusable = property(node, 'focusable') === true;
    elements.set(id, { id, role: ariaRole(node, focusable), name: String(node.name?.value ?? ''), focusable });
  }
  return { session, contextId, elements, tags, unseen };
}

async function axNodes(session: CDPSession) {
  const { frameTree } = await session.send('Page.getFrameTree');
  const frames = [frameTree];
  for (let i = 0; i < frames.length; i++) frames.push(...(frames[i]?.childFrames ?? []));
  const trees = await Promise.all(
    frames.map(({ frame: { id: frameId } }) => session.send('Accessibility.getFullAXTree', { frameId })),
  );
  return trees.flatMap(({ nodes }) => nodes);
}

async function domOf(session: CDPSession) {
  return (await session.send('DOM.getDocument', { depth: -1, pierce: true })).root;
}

function ariaRole(node: AxNode, focusable: boolean): string {
  const role = String(node.role?.value ?? '');
  // ARIA has no word for an area that takes text either; whoever fills it calls it a textbox.
  if (role === 'generic' && focusable && property(node, 'editable') !== undefined) return 'textbox';
  return WORDLESS.test(role) ? 'generic' : (DIALECT[role] ?? role);
}

function property(node: AxNode, name: string): unknown {
  return node.properties?.find((one) => one.name === name)?.value.value;
}

/** All elements that an author wrote: what Chromium itself builds inside a control is a part of that control. */
function openingTags(root: DomNode): Map<number, string> {
  const tags = new Map<number, string>();
  const stack = [root];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.nodeType === 1) tags.set(next.backendNodeId, openingTag(next));
    const shadow = (next.shadowRoots ?? []).filter(({ shadowRootType }) => shadowRootType !== 'user-agent');
    stack.push(...(next.children ?? []), ...shadow, ...(next.contentDocument ? [next.contentDocument] : []));
  }
  return tags;
}

function openingTag({ localName, attributes = [] }: DomNode): string {
  const pairs = attributes.map((text, i) => (i % 2 === 0 ? ` ${text}` : `="${text.slice(0, 80)}"`));
  return `<${localName}${pairs.join('')}>`;
}

/** The debugger's numbers of our elements, in the order of the handles. */
export async function idsOf({ world }: Capture['processes'][number], handles: number[]): Promise<number[]> {
  const list = `[${handles.join(',')}].map((handle) => globalThis.__agent.element(handle))`;
  const objectId = await objectOf(world, list);
  if (objectId === undefined) throw new Error('the script in the page does not answer');
  const { session } = world;
  const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true });
  const ids = handles.map(() => -1);
  await Promise.all(
    result.map(async ({ name, value }) => {
      if (value?.subtype !== 'node' || value.objectId === undefined) return;
      const { node } = await session.send('DOM.describeNode', { objectId: value.objectId });
      ids[Number(name)] = node.backendNodeId;
    }),
  );
  return ids;
}

/** For each of the elements: why no person can see or use it, "" when nothing speaks against it. */
export async function whyUnseen({ session, contextId, unseen }: AxProcess, ids: number[]): Promise<string[]> {
  if (unseen !== '') return ids.map(() => `its frame: ${unseen}`);
  return Promise.all(
    ids.map(async (backendNodeId) => {
      const own = await session.send('DOM.resolveNode', { backendNodeId, executionContextId: contextId });
      // A document of another origin in the same process keeps its elements to itself.
      const { object } = own.object.objectId ? own : await session.send('DOM.resolveNode', { backendNodeId });
      if (object.objectId === undefined) return '';
      const { result } = await session.send('Runtime.callFunctionOn', {
        functionDeclaration: `function () { return (${reasonNotToSee.toString()})(this); }`,
        objectId: object.objectId,
        returnByValue: true,
      });
      return String(result.value ?? '');
    }),
  );
}

/** Runs in the page, so it must stand alone. Written apart from the code under test: the two may disagree. */
function reasonNotToSee(node: Node): string {
  const styleOf = (element: Element) => getComputedStyle(element);
  const parentOf = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const chainOf = (element: Element): Element[] => {
    const chain: Element[] = [];
    for (let at: Element | null = element; at; at = parentOf(at)) chain.push(at);
    return chain;
  };
  const isModal = (element: Element) => element.matches(':modal, [aria-modal=true]') && element.checkVisibility();
  const reasonFor = (element: Element): string => {
    const { ownerDocument: document } = element;
    const view = document.defaultView;
    if (!view) return 'not drawn';
    if (element.localName === 'area') {
      const name = element.closest('map')?.name ?? '';
      const picture = document.querySelector(`img[usemap="#${CSS.escape(name)}"]`);
      return picture ? reasonFor(picture) : 'not drawn';
    }
    const chain = chainOf(element);
    // An element without a box of its own is drawn where its parent is.
    const drawn = chain.find((at) => styleOf(at).display !== 'contents') ?? element;
    if (!drawn.checkVisibility() || styleOf(element).visibility !== 'visible') return 'not drawn';
    if (chain.some((at) => Number(styleOf(at).opacity) === 0)) return 'transparent';
    const range = document.createRange();
    range.selectNodeContents(element);
    const boxes = [...element.getClientRects(), ...range.getClientRects()].filter((box) => box.width * box.height > 4);
    if (boxes.length === 0) return 'no box';
    const isReached = (box: DOMRect) => box.right + view.scrollX > 0 && box.bottom + view.scrollY > 0;
    if (!boxes.some(isReached)) return 'off the page';
    const isClipped = chain.some((at) => {
      const { width, height } = at.getBoundingClientRect();
      const { overflowX, overflowY, clipPath, display } = styleOf(at);
      const isTiny = (width <= 1 && overflowX !== 'visible') || (height <= 1 && overflowY !== 'visible');
      return (isTiny && display !== 'inline' && display !== 'contents') || /^inset\((?:50|100)%/.test(clipPath);
    });
    if (isClipped) return 'clipped to nothing';
    const modals = [...document.querySelectorAll(':modal, [aria-modal=true]')].filter(isModal);
    if (modals.length > 0 && !chain.some(isModal)) return 'outside an open modal';
    const frame = view.frameElement;
    const outer = frame ? reasonFor(frame) : '';
    return outer === '' ? '' : `its frame: ${outer}`;
  };
  return node.nodeType === 1 ? reasonFor(node as Element) : 'not an element';
}
