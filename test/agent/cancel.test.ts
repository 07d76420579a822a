import { afterEach, describe, expect, it } from 'vitest';
import type { Human, Question } from '../../src/checkpoint/gate.js';
import { type NetflixSite, startNetflixSite, type Variant } from '../../src/site/netflix.js';
import { onNetflix, type TestRun } from '../support/cancelling.js';
import { useSession } from '../support/session.js';

const { fresh } = useSession();
let site: NetflixSite | undefined;
afterEach(async () => {
  await site?.close();
});

const YES: Human['ask'] = async () => ({ approved: true });

async function play(
  variant: Variant,
  answer: Human['ask'] = YES,
): Promise<TestRun & { asked: Question[]; did: string[] }> {
  site = await startNetflixSite({ variant });
  const run = await onNetflix(await fresh(), site.url, answer);
  return { ...run, asked: run.gate.asked, did: site.effects().map(({ what }) => what) };
}

describe('the playbook of Netflix', () => {
  it.each([
    ['plain', 1],
    ['link', 1],
    ['banner', 1],
    ['confirm', 2],
    ['twice', 1],
    ['iframe', 1],
    ['shadow', 1],
  ] as const)('T002-1 T002-7 %s: cancels, and asks %i times', async (variant, questions) => {
    const { result, asked, did } = await play(variant);
    expect([result.status, result.reason, asked.length]).toEqual(['completed', 'completed', questions]);
    expect(did).toEqual(['cancelled']);
  });

  it.each([
    ['third-party', 1, 'the membership is billed by a partner, so it can only be cancelled there', []],
    ['error', 1, 'Netflix says that it could not cancel; the membership has not changed', ['cancel_failed']],
    ['login', 3, 'this page asks you to sign in; only you can do that', []],
  ] as const)('%s: ends with exit code %i: %s', async (variant, code, why, effects) => {
    const { result, exitCode, did } = await play(variant);
    expect([exitCode, result.success, result.reason]).toEqual([code, false, why]);
    expect(did).toEqual(effects);
  });
});
