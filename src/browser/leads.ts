import type { Leads } from '../page/leads.js';
import type { RawNode } from '../page/raw.js';
import { type Capture, type Process, processOf } from './capture.js';
import { askHere, warm } from './world.js';

/** Selectors of one process say nothing of what the others draw: those are asked, too. */
export async function leadsTo(capture: Capture, node: RawNode): Promise<Leads | null> {
  const own = processOf(capture, node);
  const trust = await warm(own.world);
  const leads = await askHere<Leads | null>(own.world, own.documentId, `leadsTo(${node.handle}, ${trust})`);
  const others = capture.processes.filter((place) => place !== own && place.documentId !== '');
  if (!leads || others.length === 0) return leads;
  const selectors = [...leads.strong, ...leads.weak, ...(leads.path === undefined ? [] : [leads.path])];
  const answers = await Promise.all(others.map((place) => countIn(place, selectors, node)));
  const isOnly = (selector: string): boolean =>
    answers.every(({ counts }) => counts[selectors.indexOf(selector)] === 0);
  const { text: _, path, alike, ...rest } = leads;
  return {
    ...rest,
    strong: leads.strong.filter(isOnly),
    weak: leads.weak.filter(isOnly),
    ...(path !== undefined && isOnly(path) ? { path } : {}),
    alike: alike && answers.reduce((sum, answer) => sum + answer.alike, alike),
  };
}

async function countIn(
  { world, documentId }: Process,
  selectors: string[],
  { role, name }: RawNode,
): Promise<{ counts: number[]; alike: number }> {
  const trust = await warm(world);
  const question = `countLeads(${JSON.stringify(selectors)}, ${JSON.stringify({ role, name })}, ${trust})`;
  return askHere(world, documentId, question);
}
