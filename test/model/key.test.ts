import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/contracts/exitCodes.js';
import { claudeModel } from '../../src/model/claude.js';
import { accessFrom, apiKeyProblem } from '../../src/model/key.js';

const KEY = 'sk-ant-test-0123456789';

describe('the key', () => {
  it.each([
    ['missing', {}, 'not set'],
    ['empty', { ANTHROPIC_API_KEY: '' }, 'is empty'],
    ['blank', { ANTHROPIC_API_KEY: ' \n' }, 'is empty'],
    ['with a line break inside', { ANTHROPIC_API_KEY: `${KEY}\n${KEY}` }, 'line break'],
    ['in curly quotes', { ANTHROPIC_API_KEY: `“${KEY}”` }, 'character that no key has'],
  ])('T29 %s: a usage error before anything starts, which says what to do and never the key', (_title, env, words) => {
    const problem = apiKeyProblem(env);
    expect(problem?.exitCode).toBe(EXIT.usage);
    expect(problem?.message).toContain(words);
    expect(problem?.message).toContain('ANTHROPIC_API_KEY');
    expect(problem?.remedies.join()).toContain('--model playbook');
    expect(`${problem?.message}${problem?.remedies.join()}`).not.toContain(KEY);
    expect(() => accessFrom(env)).toThrow(problem?.message);
  });

  it('a key with a line break at its end is taken without it', () => {
    expect(accessFrom({ ANTHROPIC_API_KEY: `${KEY}\r\n` })).toEqual({ apiKey: KEY });
  });

  it('an address is passed on, an empty one is none, and what is no address is told', () => {
    const env = { ANTHROPIC_API_KEY: KEY };
    const baseURL = 'http://127.0.0.1:1/pre/';
    expect(accessFrom({ ...env, ANTHROPIC_BASE_URL: baseURL })).toEqual({ apiKey: KEY, baseURL });
    expect(accessFrom({ ...env, ANTHROPIC_BASE_URL: '' })).toEqual({ apiKey: KEY });
    for (const bad of ['localhost:8080', 'ftp://x', 'https://']) {
      expect(apiKeyProblem({ ...env, ANTHROPIC_BASE_URL: bad })?.message).toContain('ANTHROPIC_BASE_URL');
    }
  });

  it('no model is made without one, whatever the environment holds', () => {
    expect(() => claudeModel({ apiKey: ' ', model: 'claude-sonnet-5-5' })).toThrow('ANTHROPIC_API_KEY is empty');
  });
});
