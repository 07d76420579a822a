import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AgentError } from '../../src/contracts/failure.js';
import { keepProfile } from '../../src/run/keepProfile.js';
import { ownerOf } from '../../src/run/owner.js';
import { lockProfile } from '../../src/run/profileLock.js';
import {
  checkProfileName,
  ensureProfileFolder,
  type ProfilesHome,
  readProfile,
  requireProfile,
} from '../../src/run/profiles.js';
import { failureOf } from '../support/claude.js';
import { temporaryFolder } from '../support/fixtures.js';
import { keptProfile, profileOf } from '../support/profiles.js';

const uid = process.getuid?.();

async function kept(name = 'work'): Promise<{ home: ProfilesHome; folder: string; file: string }> {
  const folder = await keptProfile(temporaryFolder(), profileOf(name, 'http://a.test'));
  return { home: { folder: dirname(folder), uid }, folder, file: join(folder, 'profile.json') };
}

async function wordsOf(failing: Promise<unknown>): Promise<string> {
  const { message, remedies, exitCode } = await failureOf(failing);
  expect(exitCode).toBe(2);
  return [message, ...remedies].join('\n');
}

describe('T15 a profile', () => {
  it('is for its owner only from the first byte on; the one before is kept', async () => {
    const { home, folder, file } = await kept();
    const before = readFileSync(file, 'utf8');
    await keepProfile(folder, profileOf('work', 'http://a.test', '2'));
    expect((await readProfile(home, 'work')).state.cookies[0]?.value).toBe('2');
    expect(readFileSync(join(folder, 'profile.prev.json'), 'utf8')).toBe(before);
    await keepProfile(folder, profileOf('work', 'http://a.test', '3'));
    expect(readFileSync(join(folder, 'profile.prev.json'), 'utf8')).toContain('"2"');
    expect(readdirSync(folder).sort()).toEqual(['profile.json', 'profile.prev.json']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const made = await ensureProfileFolder({ folder: join(home.folder, 'new', 'below'), uid }, 'other');
    expect([made, dirname(made)].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  it('that others may have read or written is refused, with what to do', async () => {
    for (const mode of [0o640, 0o604, 0o620, 0o666]) {
      const { home, file } = await kept();
      chmodSync(file, mode);
      const words = await wordsOf(readProfile(home, 'work'));
      expect(words).toContain(`open to other users (${mode.toString(8)})`);
      expect(words).toMatch(/chmod 600 .*profile\.json\n.*agent profiles remove work/);
    }
    const open = await kept();
    chmodSync(open.folder, 0o755);
    expect(await wordsOf(readProfile(open.home, 'work'))).toMatch(/open to other users \(755\)[\s\S]*chmod 700/);
    expect(await wordsOf(ensureProfileFolder(open.home, 'work'))).toContain('open to other users');
    const foreign = await kept();
    const strangers = { ...foreign.home, uid: 12_345 };
    expect(await wordsOf(readProfile(strangers, 'work'))).toContain('belongs to another user');
    chmodSync(foreign.file, 0o644);
    // Where there are no owners there is nothing to compare.
    expect((await readProfile({ ...foreign.home, uid: undefined }, 'work')).name).toBe('work');
  });

  it('that is a link, a folder, missing, too long, torn or of another version is refused', async () => {
    const linked = await kept();
    renameSync(linked.file, `${linked.file}.else`);
    symlinkSync(`${linked.file}.else`, linked.file);
    expect(await wordsOf(readProfile(linked.home, 'work'))).toContain('is a symbolic link');
    const whole = await kept();
    symlinkSync(whole.folder, join(whole.home.folder, 'alias'));
    expect(await wordsOf(readProfile(whole.home, 'alias'))).toContain('is not a folder');
    const folder = await kept();
    renameSync(folder.file, join(folder.folder, 'profile.prev.json'));
    expect(await wordsOf(readProfile(folder.home, 'work'))).toMatch(
      /is not there[\s\S]*mv .*profile\.prev\.json .*profile\.json/,
    );
    mkdirSync(folder.file, { mode: 0o700 });
    expect(await wordsOf(readProfile(folder.home, 'work'))).toContain('is not a file');
    const { home, file } = await kept();
    const text = readFileSync(file, 'utf8');
    for (const [content, words] of [
      [text.slice(0, 100), /line \d+, column \d+/],
      [text.replace('profile.v1', 'profile.v2'), /"profile\.v2" is not supported; this build reads profile\.v1/],
      [text.replace('"cookies"', '"biscuits"'), /\/state.*cookies/],
      [' '.repeat(33 * 1024 * 1024), /at most 33554432 are read/],
    ] as const) {
      writeFileSync(file, content);
      expect(await wordsOf(readProfile(home, 'work'))).toMatch(words);
    }
  });

  it('whose folder cannot be made, or not be written to, is said as what it is', async () => {
    const { folder, file } = await kept();
    const below = ensureProfileFolder({ folder: file, uid }, 'x');
    expect(await failureOf(below)).toMatchObject({ exitCode: 5, message: expect.stringContaining('cannot be made') });
    const deps = { pid: process.pid, isAlive: () => true };
    expect(await failureOf(lockProfile(deps, join(folder, 'gone'), 'x'))).toMatchObject({ exitCode: 5 });
  });

  it('that is not there: the nearest name, the list, and the command that makes it', async () => {
    const { home, folder } = await kept('netflix');
    await keepProfile(await ensureProfileFolder(home, 'work'), profileOf('work', 'http://a.test'));
    await ensureProfileFolder(home, 'given-up');
    const words = await wordsOf(requireProfile(home, 'netlfix', "http://a.test/it's"));
    expect(words.split('\n')).toEqual([
      'there is no profile "netlfix"',
      'did you mean netflix?',
      'there are: netflix, work',
      "agent login 'http://a.test/it'\\''s' --profile netlfix makes it",
    ]);
    expect(await wordsOf(requireProfile({ folder: join(folder, 'nowhere'), uid }, 'x'))).toContain('there is none yet');
  });

  it.each(['', '..', '../x', 'a/b', 'A', 'Work', '-x', '_x', 'a b', 'con', 'x'.repeat(65), 'a\u001b[31m', 'é', '.x'])(
    '%j is no name',
    (name) => expect(() => checkProfileName(name)).toThrow(AgentError),
  );
});

describe('F42 a profile is for one run at a time', () => {
  const deps = { pid: process.pid, isAlive: () => true };

  it('of twenty at once exactly one gets it, and the next one when it was given back', async () => {
    const { folder } = await kept();
    for (let round = 0; round < 3; round++) {
      const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockProfile(deps, folder, 'work')));
      const got = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(got).toHaveLength(1);
      for (const one of tries) {
        if (one.status === 'rejected') {
          expect(one.reason).toMatchObject({ exitCode: 3, failure: { error_code: 'CAP_RUN_IN_PROGRESS' } });
        }
      }
      await got[0]?.();
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('lock.'))).toHaveLength(1);
  });

  it.each([
    [
      'F67 of a process that is gone',
      async () => ({ ...(await ownerOf(process.pid)), pid: 2 ** 22 - 3, started: '7' }),
    ],
    ['F67 of a number that another process has now', async () => ({ ...(await ownerOf(process.pid)), started: '7' })],
    ['F67 of another start of the machine', async () => ({ ...(await ownerOf(process.pid)), boot_id: 'before' })],
    ['that was never written to its end', async () => 'nothing'],
  ])('a lock %s is taken over, by exactly one of twenty', async (_, holder) => {
    const { folder } = await kept();
    writeFileSync(join(folder, 'lock.9'), JSON.stringify(await holder()));
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockProfile(deps, folder, 'work')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
