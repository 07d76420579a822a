import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesFor } from '../../src/checkpoint/rules.js';
import { GENERIC } from '../../src/services/generic.js';
import { type Label, piecesOf, type Tried, tryOut } from '../support/gateSet.js';
import { useSession } from '../support/session.js';
import { page, type Site, serve } from '../support/site.js';

const sessions = useSession();
let site: Site;
beforeAll(async () => {
  site = await serve(page('<!doctype html><title>A site</title><body></body>'));
});
afterAll(() => site.close());

async function tryAll(label: Label): Promise<Tried[]> {
  const session = await sessions.at(site.url);
  const rules = rulesFor(GENERIC);
  const tried: Tried[] = [];
  for (const piece of piecesOf(label)) tried.push(...(await tryOut(session, rules, piece)));
  return tried;
}

const words = ({ file, control, reason }: Tried): string => `${file}: ${control} (${reason})`;

describe('T1 the decision by meaning, on sites that nobody has described', () => {
  it('asks about every one of the controls that cannot be taken back', async () => {
    const tried = await tryAll('irreversible');
    const missed = tried.filter(({ reason }) => reason === null);
    console.log(`irreversible: ${tried.length - missed.length} of ${tried.length} are asked about`);
    expect(missed.map(words)).toEqual([]);
    expect(tried.length).toBeGreaterThanOrEqual(150);
  });

  it('asks about at most one in twenty of the harmless ones', async () => {
    const tried = await tryAll('harmless');
    const asked = tried.filter(({ reason }) => reason !== null);
    console.log(`harmless: ${asked.length} of ${tried.length} are asked about\n${asked.map(words).join('\n')}`);
    expect(asked.length / tried.length).toBeLessThanOrEqual(0.05);
    expect(tried.length).toBeGreaterThanOrEqual(300);
  });
});
