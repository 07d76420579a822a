import { describe, expect, it } from 'vitest';
import { readEventLog } from '../../src/contracts/eventLog.js';
import { readAny, readAs, readFamily } from '../../src/contracts/read.js';
import { type ContractFamily, CURRENT } from '../../src/contracts/versions.js';
import { fixtureFiles, parseFixture, readFixture } from '../support/fixtures.js';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const messages = (result: ReturnType<typeof readAny>): string[] =>
  result.ok ? [] : result.problems.map(({ pointer, message }) => `${pointer} ${message}`);

/** A snapshot goes to a model or, as a stored_snapshot, to a file; by itself it is no file. */
const FAMILIES = (Object.keys(CURRENT) as ContractFamily[]).filter((family) => family !== 'snapshot');

describe('files of every version stay readable', () => {
  it.each(fixtureFiles('contracts/v1', '.json'))('004-53 stored file %s is read as it was written', (file) => {
    const result = readAny(readFixture(`contracts/v1/${file}`));
    expect(result).toMatchObject({ ok: true, warnings: [], value: parseFixture(`contracts/v1/${file}`) });
  });

  it('004-53 a stored event log is read, also one from before payloads were stamped', () => {
    expect(readEventLog(readFixture('contracts/v1/task_events.jsonl'))).toMatchObject({ ok: true, warnings: [] });
    const old = readEventLog(readFixture('contracts/v1/task_events.unstamped.jsonl'));
    expect(old).toMatchObject({ ok: true, value: { payload: { schema_version: 'task_event.v1' } } });
  });

  it.each(fixtureFiles('contracts/later', '.json'))(
    '004-52 %s with fields of a later build is read, and they are told',
    (file) => {
      const result = readAny(readFixture(`contracts/later/${file}`));
      expect(result).toMatchObject({ ok: true, value: parseFixture(`contracts/later/${file}`) });
      if (result.ok) {
        expect(result.warnings.length).toBeGreaterThan(0);
        for (const { message } of result.warnings) expect(message).toBe('is not a known field');
      }
    },
  );

  it.each(fixtureFiles('contracts/future', '.json'))(
    '004-9 004-55 %s from the future is refused, naming what is supported',
    (file) => {
      const family = file.replace(/\.v2\.json$/, '') as ContractFamily;
      const text = messages(readAny(readFixture(`contracts/future/${file}`))).join();
      expect(text).toContain(`"${family}.v2" is not supported`);
      expect(text).toContain(`this build reads ${CURRENT[family]}`);
      expect(messages(readFamily(family, readFixture(`contracts/future/${file}`))).join()).toBe(text);
    },
  );

  it('004-55 every family that is written has a stored fixture of its current version, and one of the next that is refused', () => {
    const stored = fixtureFiles('contracts/v1', '.json');
    for (const family of FAMILIES) {
      expect([family, stored.some((file) => file.startsWith(CURRENT[family]))]).toEqual([family, true]);
      expect(fixtureFiles('contracts/future', '.json')).toContain(`${family}.v2.json`);
    }
  });
});

describe('the contract is found by the version field', () => {
  it('tells what is missing', () => {
    expect(messages(readAny(bytes({ a: 1 })))[0]).toContain('/schema_version is missing; it names the contract');
  });
  it('does not take a version from the wrong field', () => {
    expect(messages(readAny(bytes({ schema_version: 'error.v1' })))[0]).toContain(
      '/schema_version "error.v1" is not a contract',
    );
  });
  it('refuses another family where one is expected', () => {
    const result = readFamily('task_command', readFixture('contracts/v1/task_result.v1.completed.json'));
    expect(messages(result)[0]).toContain(
      '"task_result.v1" is not a contract that can be read here; known: task_command.v1',
    );
  });
});

describe('limits on what is read', () => {
  const task = parseFixture('tasks/good/every-action.json') as { commands: unknown[] };

  it('a task file over one MiB is refused before it is parsed', () => {
    const large = Buffer.alloc(1024 * 1024 + 1, ' ');
    const text = `is ${large.length} bytes long; at most 1048576 are read`;
    expect(messages(readFamily('task_command', large))).toEqual([` ${text}`]);
    const valid = Buffer.concat([Buffer.from(JSON.stringify(task)), large]);
    expect(messages(readAny(valid))[0]).toContain('at most 1048576 are read');
  });

  it('exactly one MiB and 500 commands are read', () => {
    const commands = Array.from({ length: 500 }, (_, index) =>
      index === 0 ? task.commands[0] : { id: `c${index}`, action: 'get_title', params: {} },
    );
    const text = JSON.stringify({ ...task, commands });
    const padded = Buffer.from(text + ' '.repeat(1024 * 1024 - text.length));
    expect(readFamily('task_command', padded)).toMatchObject({ ok: true });
  });

  it('a byte order mark is no fault', () => {
    const text = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes(task)]);
    expect(readAny(text)).toMatchObject({ ok: true, name: 'task_command.v1' });
  });
});

describe('event logs', () => {
  const log = readFixture('contracts/v1/task_events.jsonl').toString('utf8');

  it('a torn last line is told with its number, and what is before it is read', () => {
    const torn = readEventLog(Buffer.from(log.slice(0, -20)));
    expect(torn).toMatchObject({ ok: true, value: { id: 4 } });
    expect(torn.ok && torn.warnings.map(({ message }) => message).join()).toMatch(/^truncated_tail: .*\(line 5\)$/);
  });
  it('a step_finished without a duration is refused', () => {
    const bad = log.replace(',"duration_ms":125', '').replace(', "duration_ms": 125', '');
    expect(messages(readEventLog(Buffer.from(bad)))).toEqual(['/payload/duration_ms is missing (line 3)']);
  });
  it('a foreign payload version is refused', () => {
    const bad = log.replace('task_event.v1', 'task_event.v7');
    expect(messages(readEventLog(Buffer.from(bad)))[0]).toContain(
      '"task_event.v7" is not supported; this build reads task_event.v1',
    );
  });
});

describe('exact contracts', () => {
  it('a service with an unknown field is refused: a misspelled rule must not be a missing one', () => {
    const service = parseFixture('contracts/v1/service.v1.json') as Record<string, unknown>;
    const { checkpoints, ...rest } = service;
    const result = readAs('service.v1', bytes({ ...rest, checkpoints: [], checkpiont: checkpoints }));
    expect(messages(result)).toEqual(['/checkpiont is not a known field']);
  });

  it('a condition names the innermost form that is wrong', () => {
    const service = parseFixture('contracts/v1/service.v1.json') as Record<string, unknown>;
    const success = [{ any: [{ title_contains: 'x' }, { not: { titel_contains: 'y' } }] }];
    expect(messages(readAs('service.v1', bytes({ ...service, success })))).toEqual([
      '/success/0/any/1/not must have exactly one of these forms: title_contains, url_contains, heading_contains, text_contains, element, any, all, not',
    ]);
    expect(messages(readAs('service.v1', bytes({ ...service, success: [{ title_contains: '' }] })))[0]).toContain(
      '/success/0/title_contains must NOT have fewer than 1 characters',
    );
  });

  it('a service must start on a web address and have distinct checkpoint ids', () => {
    const service = parseFixture('contracts/v1/service.v1.json') as { checkpoints: unknown[] };
    const checkpoints = [...service.checkpoints, ...service.checkpoints];
    expect(messages(readAs('service.v1', bytes({ ...service, start_url: 'ftp://x', checkpoints })))).toEqual([
      '/checkpoints/1/id repeats "pay", the id at /checkpoints/0/id',
      '/start_url must be a full http or https address, and "ftp://x" is not',
    ]);
  });
});
