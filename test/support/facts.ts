import { readFileSync } from 'node:fs';
import type { Snapshot } from '../../src/contracts/generated.js';
import type { PageFacts } from '../../src/page/conditions.js';
import { root } from './cli.js';

/** What a sample snapshot says, with texts beside it. */
export function sampleFacts(name: string, ...texts: string[]): PageFacts {
  const snapshot: Snapshot = JSON.parse(readFileSync(`${root}fixtures/snapshots/${name}.json`, 'utf8'));
  return { snapshot, texts };
}

/** A page in a few words: elements as `role: name`. */
export function factsFor(title: string, elements: readonly string[] = [], more: Partial<PageFacts> = {}): PageFacts {
  const pairs = elements.map((one) => {
    const [role = '', name = ''] = one.split(': ');
    return { role, name };
  });
  return { snapshot: { page: { url: 'https://example.com/account', title }, elements: pairs }, texts: [], ...more };
}
