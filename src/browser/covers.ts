import { cleanText } from '../page/cleanText.js';
import type { Part } from '../page/join.js';
import { ask, type World } from './world.js';

export interface Point {
  x: number;
  y: number;
}

/** Where a process's viewport lies in the main one. */
export interface Origin extends Point {
  scale: number;
}

export interface Cover {
  coveredBy: string;
  coveredById: string;
}

/** What lies over an iframe, in the process that holds it, at each of these points; null where nothing does. */
export async function coversOver(
  holder: World,
  iframe: number,
  points: readonly Point[],
  { x, y, scale }: Origin,
): Promise<(Cover | null)[]> {
  const call = `coversOver(${iframe}, ${JSON.stringify(points)}, ${JSON.stringify({ x, y, scale })})`;
  const covers = await ask<(Cover | null)[]>(holder, call);
  return covers.map((cover) => cover && { ...cover, coveredBy: cleanText(cover.coveredBy) });
}

/** Inside its own process a frame cannot know what lies over it, nor that its elements are named after its iframe. */
export async function markCovered(
  holder: World,
  { handle, vaultyId }: { handle: number; vaultyId: string },
  origin: Origin,
  tree: Part,
): Promise<void> {
  nameCovers(tree, vaultyId);
  const nodes = tree.part.nodes.flatMap((node) => (node.freePoint ? [{ node, point: node.freePoint }] : []));
  if (nodes.length === 0) return;
  const points = nodes.map(({ point }) => point);
  const covers = await coversOver(holder, handle, points, origin);
  nodes.forEach(({ node }, index) => {
    const cover = covers[index];
    if (!cover) return;
    Object.assign(node, { occluded: true, ...cover });
    delete node.freePoint;
  });
}

function nameCovers({ part, inner }: Part, owner: string): void {
  for (const node of part.nodes) {
    if (node.coveredById !== undefined) node.coveredById = `${owner}/${node.coveredById}`;
  }
  for (const { tree } of inner) if (tree) nameCovers(tree, owner);
}
