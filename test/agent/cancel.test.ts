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
    ['login', 3, 'this page asks you to sign in; only you can do that', []],
  ] as const)('%s: ends with exit code %i: %s', async (variant, code, why, effects) => {
    const { result, exitCode, did } = await play(variant);
    expect([exitCode, result.success, result.reason]).toEqual([code, false, why]);
    expect(did).toEqual(effects);
  });

  it('002-F86 002-F87 002-F88 what speaks for a failure is on record with the page and the reason', async () => {
    const { events, result, exitCode, did } = await play('error');
    expect([exitCode, did]).toEqual([1, ['cancel_failed']]);
    const verdict = events.find(({ event_type }) => event_type === 'verification_result');
    expect(verdict?.payload.url).toMatch(/\/error$/);
    expect(verdict?.payload.message).toContain('failed was claimed: Netflix says that it could not cancel');
    expect(verdict?.payload.message).toContain('signs of failure: 2');
    expect(result.failure?.error_code).toBe('TASK_NOT_POSSIBLE');
  });

  it('what is cancelled already is not cancelled again', async () => {
    site = await startNetflixSite();
    await fetch(new URL('/cancel', site.url), { method: 'POST' });
    const { result, gate } = await onNetflix(await fresh(), site.url, YES);
    expect([result.success, result.reason]).toEqual([
      false,
      'the membership is cancelled already and will end by itself',
    ]);
    expect([gate.asked.length, site.effects().length]).toEqual([0, 1]);
  });
});
