import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/contracts/canonical.js';
import { AgentError } from '../../src/contracts/failure.js';
import type { ServiceV1 } from '../../src/contracts/generated.js';
import { problemsReading } from '../../src/contracts/validate.js';
import { chooseService, type Wanted } from '../../src/services/choose.js';
import { NETFLIX } from '../../src/services/netflix.js';
import { policyHash } from '../../src/services/policy.js';
import { builtInServices, type Service } from '../../src/services/services.js';
import { parseFixture, temporaryFolder } from '../support/fixtures.js';

const FILE = parseFixture('contracts/v1/service.v1.json') as ServiceV1;
const HULU: Service = {
  ...NETFLIX,
  name: 'hulu',
  goals: ['my tv'],
  start_url: 'https://hulu.com',
  allowed_domains: ['hulu.com'],
};

/** Name, whether it is built in, and where it begins. */
function choice(wanted: Wanted, known?: readonly Service[]) {
  const { service, isBuiltIn, url, loginTarget } = chooseService(wanted, known);
  return [service.name, isBuiltIn, url, loginTarget];
}

function refusal(wanted: Wanted, known?: readonly Service[]): string {
  try {
    chooseService(wanted, known);
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    expect(error.exitCode).toBe(2);
    return [error.message, ...error.remedies].join('\n');
  }
  throw new Error('nothing was refused');
}

function fileWith(change: object): string {
  const path = join(temporaryFolder(), 'my-service.json');
  writeFileSync(path, JSON.stringify({ ...FILE, ...change }));
  return path;
}

const ACCOUNT = 'https://www.netflix.com/account';

describe('the service of a task', () => {
  it.each(['cancel netflix', 'Cancel my NETFLIX subscription, please', 'Netflix kündigen', 'netflix: cancel it'])(
    'is found by the goal %j',
    (goal) => {
      expect(choice({ goal })).toEqual(['netflix', true, ACCOUNT, 'netflix']);
    },
  );

  it('is found in whole words, by its name or by a phrase', () => {
    expect(refusal({ goal: 'cancel netflixes' })).toContain('did you mean netflix?');
    expect(choice({ goal: 'cancel My TV now' }, [...builtInServices(), HULU])[0]).toBe('hulu');
    expect(refusal({ goal: 'cancel my old tv' }, [...builtInServices(), HULU])).toContain('names no service');
  });

  it('is the one that was named', () => {
    expect(choice({ goal: 'stop it', service: 'Netflix' })).toEqual(['netflix', true, ACCOUNT, 'netflix']);
    const url = 'https://shop.example/a';
    expect(choice({ goal: 'cancel netflix', service: 'generic', url })).toEqual(['generic', true, url, url]);
  });

  it('is any site where only an address is given, and where the address is elsewhere than the name in the goal', () => {
    const url = 'https://news.example/article';
    expect(choice({ goal: 'find the opening hours', url })).toEqual(['generic', true, url, url]);
    expect(choice({ goal: 'read the article about netflix', url })).toEqual(['generic', true, url, url]);
    expect(choice({ goal: 'cancel hulu', url })[0]).toBe('generic');
  });

  it('begins at the address that was given, if that is its own', () => {
    const url = 'https://help.netflix.com/cancel';
    expect(choice({ goal: 'cancel netflix', url })).toEqual(['netflix', true, url, 'netflix']);
    expect(choice({ goal: 'x', service: 'netflix', url })[2]).toBe(url);
    for (const elsewhere of ['https://evil.example/', 'http://127.0.0.1:1/', 'file:///etc/passwd', 'about:blank']) {
      expect(refusal({ goal: 'x', service: 'netflix', url: elsewhere })).toContain(
        `--url ${elsewhere} is not among the allowed domains of netflix (netflix.com)`,
      );
    }
  });

  it('that nobody knows is told with the nearest one', () => {
    expect(refusal({ goal: 'x', service: 'netflx' })).toMatch(/there is no service "netflx"\ndid you mean netflix\?/);
    expect(refusal({ goal: 'x', service: 'hulu' })).toContain('known: netflix, generic');
    expect(refusal({ goal: 'cancel netflx' })).toMatch(
      /"netflx" is no service that agent knows\ndid you mean netflix\?/,
    );
    expect(refusal({ goal: 'cancel hulu' })).toBe(
      '"hulu" is no service that agent knows\ngive --url, or --service FILE; known: netflix',
    );
    expect(refusal({ goal: 'find the opening hours' })).toContain('the goal names no service that agent knows');
    expect(refusal({ goal: 'x', service: 'generic' })).toContain('give --url');
  });

  it('002-C4 is one: a goal for two is refused, and so is a name that the goal contradicts', () => {
    const known = [...builtInServices(), HULU];
    const words = 'one task is for one service, and this one is for netflix and hulu';
    expect(refusal({ goal: 'cancel netflix and hulu' }, known)).toContain(words);
    expect(refusal({ goal: 'cancel hulu and netflix', url: 'https://hulu.com/' }, known)).toContain(words);
    expect(refusal({ goal: 'cancel hulu', service: 'netflix' }, known)).toContain(words);
  });
});

describe('a service file', () => {
  it('is given by its path and begins where it says', () => {
    const path = fileWith({});
    expect(choice({ goal: 'x', service: path })).toEqual([
      'example',
      false,
      'https://shop.example/',
      'https://shop.example/',
    ]);
    // Somebody's own idea of Netflix is theirs; it does not become agent's by its name.
    const own = fileWith({ name: 'netflix' });
    expect(choice({ goal: 'cancel netflix', service: own }).slice(0, 2)).toEqual(['netflix', false]);
  });

  it.each([
    ['no such field', { auto_approve: true }, '/auto_approve'],
    [
      'no such field in a checkpoint',
      { checkpoints: [{ ...FILE.checkpoints[0], approve: 'always' }] },
      '/checkpoints/0',
    ],
    ['no such condition', { success: [{ title_is: 'x' }] }, '/success/0'],
    ['a misspelled field', { checkpoint: [] }, '/checkpoint'],
    ['the same id twice', { checkpoints: [FILE.checkpoints[0], FILE.checkpoints[0]] }, '/checkpoints/1/id'],
    ['another scheme', { start_url: 'file:///etc/passwd' }, '/start_url'],
    [
      'a start elsewhere',
      { start_url: 'https://evil.example/' },
      '/start_url evil.example is not among allowed_domains',
    ],
    ['everything', { allowed_domains: ['*'] }, '/allowed_domains/0'],
    ['a whole country', { allowed_domains: ['shop.example', 'co.uk'] }, '/allowed_domains/1'],
    ['a scheme in a domain', { allowed_domains: ['https://shop.example'] }, '/allowed_domains/0'],
    ['no domain', { allowed_domains: [] }, '/allowed_domains'],
    ['a goal without words', { goals: ['!'] }, '/goals/0'],
    ['another version', { schema_version: 'service.v2' }, '/schema_version'],
    ['another contract', { schema_version: 'task_command.v1' }, '/schema_version'],
  ])('T13 T1 with %s is refused before anything starts, with file and pointer', (_, change, pointer) => {
    const path = fileWith(change);
    const words = refusal({ goal: 'x', service: path });
    expect(words).toContain(`the service file ${path} cannot be used`);
    expect(words).toContain(pointer);
  });

  it('that is empty, no JSON, a folder or not there is refused', () => {
    const path = fileWith({});
    for (const text of ['', ' ', '{', 'null', '[]']) {
      writeFileSync(path, text);
      expect(refusal({ goal: 'x', service: path })).toContain('cannot be used');
    }
    expect(refusal({ goal: 'x', service: './nowhere.json' })).toContain('it does not exist');
    expect(refusal({ goal: 'x', service: `${temporaryFolder()}/` })).toContain('it is a folder');
  });
});

describe('the policy', () => {
  it('T13 cannot be changed once it is chosen, and what is built in stays as it is', () => {
    const { service } = chooseService({ goal: 'cancel netflix' });
    expect(() => service.checkpoints.pop()).toThrow(TypeError);
    expect(() => service.allowed_domains?.push('evil.example')).toThrow(TypeError);
    expect(Object.isFrozen(service.checkpoints[0]?.when)).toBe(true);
    expect(Object.isFrozen(NETFLIX)).toBe(false);
  });

  it('T13 has one hash for the same content, and another for any other', () => {
    const hash = policyHash(FILE as Service, false, 'r1');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const turned = Object.fromEntries(Object.entries(FILE).reverse()) as unknown as Service;
    expect(policyHash(turned, false, 'r1')).toBe(hash);
    const others = [
      policyHash({ ...FILE, checkpoints: [] }, false, 'r1'),
      policyHash({ ...FILE, allowed_domains: ['shop.example', 'evil.example'] }, false, 'r1'),
      policyHash(FILE, true, 'r1'),
      policyHash(FILE, false, 'r2'),
    ];
    expect(new Set([hash, ...others]).size).toBe(5);
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
  });
});

describe('what is built in', () => {
  it('Netflix is a service file like any other', () => {
    expect(problemsReading('service.v1', NETFLIX)).toEqual([]);
    expect(builtInServices().map(({ name }) => name)).toEqual(['netflix', 'generic', 'bundled-site']);
    expect(choice({ goal: 'x', service: fileWith(NETFLIX) })[2]).toBe(ACCOUNT);
  });
});
