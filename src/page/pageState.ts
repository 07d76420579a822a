import type { PageStateRequest } from '../contracts/generated.js';
import { MAX_DOM } from './domHash.js';
import type { RawPage } from './raw.js';
import { percent, semanticTree } from './semantic.js';
import { skeletonDom } from './skeleton.js';
import type { Projection } from './snapshot.js';

export type DomMode = 'semantic' | 'skeleton' | 'hybrid' | 'full';

/** A picture for the hybrid mode: base64 JPEG and the hash of that very picture. */
export interface HybridPicture {
  jpeg: string;
  hash: string;
}

export interface PageStateOptions {
  query: string;
  mode: DomMode;
  tabId: number;
  picture?: HybridPicture;
}

/** What the page side tells the planner side: the semantic tree always, and of the rest only what the mode asks for. */
export function pageStateRequest(raw: RawPage, projection: Projection, options: PageStateOptions): PageStateRequest {
  const { query, mode, tabId, picture } = options;
  const { width, height } = raw.viewport;
  return {
    url: raw.url,
    query,
    tabId,
    domMode: mode === 'semantic' ? 'semantic_v3' : mode,
    pageTitle: raw.title.slice(0, 500),
    viewport: { width, height },
    interactiveTree: treeOf(raw, projection),
    ...scrollPosition(raw),
    ...scrollContainers(raw, projection),
    ...(raw.recentEvents.length > 0 ? { recentEvents: raw.recentEvents.map((text) => text.slice(0, 200)) } : {}),
    hasErrors: hasErrors(raw),
    hasSuccess: hasSuccess(raw),
    ...(mode === 'skeleton' || mode === 'hybrid' ? { skeletonDom: skeletonDom(raw, projection) } : {}),
    ...(mode === 'hybrid' && picture ? { screenshot: picture.jpeg, screenshotHash: picture.hash } : {}),
    ...(mode === 'full' ? { dom: (raw.dom ?? '').slice(0, MAX_DOM) } : {}),
  };
}

/** A page without a single element still has itself to tell: an empty tree would read as a failed look. */
function treeOf(raw: RawPage, projection: Projection): PageStateRequest['interactiveTree'] {
  const tree = semanticTree(raw, projection);
  return tree.length > 0 ? tree : [{ i: 'page', r: 'page', n: raw.title.slice(0, 100) }];
}

/** Of a page that cannot be scrolled there is no position to tell. */
function scrollPosition({ viewport: { scrollY, scrollHeight, height } }: RawPage): { scrollPosition?: string } {
  const room = scrollHeight - height;
  return room > 0 ? { scrollPosition: percent(Math.min(1, scrollY / room)) } : {};
}

function scrollContainers(raw: RawPage, { positions }: Projection): Pick<PageStateRequest, 'scrollableContainers'> {
  if (raw.scrollables.length === 0) return {};
  return {
    scrollableContainers: raw.scrollables.map(({ node, name, depth, moreBelow }) => {
      const index = positions.indexOf(node);
      return { id: index >= 0 ? String(index) : name, depth: percent(depth), hasMore: moreBelow };
    }),
  };
}

/** Something on the page tells the user of an error: a message, or a field marked wrong. */
export function hasErrors({ messages, nodes }: RawPage): boolean {
  return messages.some(({ kind }) => kind === 'error') || nodes.some(({ invalid }) => invalid === true);
}

export function hasSuccess({ messages }: RawPage): boolean {
  return messages.some(({ kind }) => kind === 'success');
}
