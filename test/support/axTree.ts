import type { CDPSession } from 'playwright';
import type { Capture, Process } from '../../src/browser/capture.js';
import { contextOf, objectOf } from '../../src/browser/world.js';

/** An element as Chromium's own accessibility tree has it, its dialect put into ARIA's words. */
export interface AxElement {
  /** The debugger's number of the element, the same whoever asks. */
  id: number;
  role: string;
  name: string;
  focusable: boolean;
  /** The opening tag as it stands in the DOM now. */
  html: string;
  attributes: ReadonlyMap<string, string>;
}

/** What the debugger sees in one process: the accessibility tree of all its documents, and every element. */
export interface AxProcess {
  elements: Map<number, AxElement>;
  /** Opening tags of all elements, also of those that are not in the accessibility tree. */
  tags: Map<number, string>;
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
};

/** The accessibility tree of everything one process draws, by element. */
export async function axTreeOf({ world: { session } }: Process): Promise<AxProcess> {
  const [nodes, root] = await Promise.all([axNodes(session), domOf(session)]);
  const dom = listElements(root);
  const tags = new Map([...dom].map(([id, node]) => [id, openingTag(node)]));
  const elements = new Map<number, AxElement>();
  for (const node of nodes) {
    const id = node.backendDOMNodeId;
    const element = id === undefined ? undefined : dom.get(id);
    if (node.ignored || id === undefined || !element) continue;
    const attributes = attributesOf(element);
    const focusable = property(node, 'focusable') === true;
    elements.set(id, {
      id,
      role: ariaRole(node, focusable),
      name: String(node.name?.value ?? ''),
      focusable,
      html: tags.get(id) ?? '',
      attributes,
    });
  }
  return { elements, tags };
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

/** All elements that the author wrote: what Chromium itself builds inside of a control is a part of that control. */
function listElements(root: DomNode): Map<number, DomNode> {
  const elements = new Map<number, DomNode>();
  const stack = [root];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.nodeType === 1) elements.set(next.backendNodeId, next);
    const shadow = (next.shadowRoots ?? []).filter(({ shadowRootType }) => shadowRootType !== 'user-agent');
    stack.push(...(next.children ?? []), ...shadow, ...(next.contentDocument ? [next.contentDocument] : []));
  }
  return elements;
}

function ariaRole(node: AxNode, focusable: boolean): string {
  const role = String(node.role?.value ?? '');
  // ARIA has no word for an area that takes text; whoever fills it calls it a textbox.
  if (role === 'generic' && focusable && property(node, 'editable') !== undefined) return 'textbox';
  return DIALECT[role] ?? role;
}

function property(node: AxNode, name: string): unknown {
  return node.properties?.find((one) => one.name === name)?.value.value;
}

function attributesOf({ attributes = [] }: DomNode): Map<string, string> {
  const pairs = attributes.flatMap((name, i): [string, string][] =>
    i % 2 === 0 ? [[name, attributes[i + 1] ?? '']] : [],
  );
  return new Map(pairs);
}

function openingTag(node: DomNode): string {
  const attributes = [...attributesOf(node)].map(([name, value]) => ` ${name}="${value.slice(0, 80)}"`);
  return `<${node.localName}${attributes.join('')}>`;
}

/** The debugger's numbers of our elements, in the order of the handles. */
export async function idsOf({ world }: Process, handles: number[]): Promise<(number | undefined)[]> {
  const list = `[${handles.join(',')}].map((handle) => globalThis.__agent.element(handle))`;
  const objectId = await objectOf(world, list);
  if (objectId === undefined) return handles.map(() => undefined);
  const { session } = world;
  const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true });
  const ids = new Map<string, number>();
  await Promise.all(
    result.map(async ({ name, value }) => {
      if (value?.subtype !== 'node' || value.objectId === undefined) return;
      const { node } = await session.send('DOM.describeNode', { objectId: value.objectId });
      ids.set(name, node.backendNodeId);
    }),
  );
  await session.send('Runtime.releaseObject', { objectId });
  return handles.map((_, index) => ids.get(String(index)));
}

/** Why no person can see or use an element, in the words of the DOM; "" when nothing speaks against it. */
export async function whyUnseen({ world }: Process, ids: number[]): Promise<string[]> {
  const { session } = world;
  const { contextId: executionContextId } = await contextOf(world);
  return Promise.all(
    ids.map(async (backendNodeId) => {
      const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId });
      const { result } = await session.send('Runtime.callFunctionOn', {
        functionDeclaration: UNSEEN,
        ...(object.objectId === undefined ? {} : { objectId: object.objectId }),
        returnByValue: true,
      });
      return String(result.value ?? '');
    }),
  );
}

/** Runs in the page. Written apart from the code under test, so that the two can disagree. */
const UNSEEN = `function () {
  const reasonFor = (element) => {
    const view = element.ownerDocument.defaultView;
    if (!view) return 'no view';
    if (!element.checkVisibility({ visibilityProperty: true })) return 'not drawn';
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host ?? null) {
      if (Number(view.getComputedStyle(at).opacity) === 0) return 'transparent';
    }
    const box = element.getBoundingClientRect();
    const boxes = [box, ...[...element.querySelectorAll('*')].map((inner) => inner.getBoundingClientRect())];
    if (boxes.every(({ width, height }) => width * height <= 4)) return 'no box';
    if (box.right + view.scrollX <= 0 || box.bottom + view.scrollY <= 0) return 'off the page';
    const frame = view.frameElement;
    return frame ? reasonFor(frame) && 'in a frame that is ' + reasonFor(frame) : '';
  };
  return reasonFor(this);
}`;

/** How often the page has changed so far, over all processes that draw it. */
export function processesOf({ processes }: Capture): Process[] {
  return processes;
}
