import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../src/page/tokens.js';
import { TOOL_NAMES } from '../../src/tools/tool.js';
import { toolDefinitions } from '../../src/tools/tools.js';
import { fixturePath } from '../support/fixtures.js';

const CODES = [
  ...['ref_invalid', 'element_disabled', 'element_obscured', 'element_not_visible', 'action_failed', 'timeout'],
  ...['human_rejected', 'invalid_params'],
];
const TAKES_REF = ['browser_click', 'browser_fill', 'browser_select', 'browser_scroll'];

describe('tool definitions', () => {
  it('002-F1 there are exactly seven', () => {
    expect(toolDefinitions().map(({ name }) => name)).toEqual([
      'get_snapshot',
      'browser_click',
      'browser_fill',
      'browser_select',
      'browser_scroll',
      'request_human_approval',
      'complete_task',
    ]);
  });

  it.each(toolDefinitions())(
    '002-F71 $name says what it is for, what becomes of refs, when, how, its errors, an example',
    ({ name, description }) => {
      const [purpose = '', ...rest] = description.split('\n');
      expect(purpose).toMatch(/^[A-Z].*\.$/);
      expect(rest.filter((line) => line.startsWith('Refs: '))).toHaveLength(1);
      expect(rest.filter((line) => line.startsWith('Use it '))).toHaveLength(1);
      const patterns = rest.filter((line) => line.startsWith('- '));
      expect(patterns.length).toBeGreaterThanOrEqual(2);
      expect(patterns.length).toBeLessThanOrEqual(3);
      const errors = rest.find((line) => line.startsWith('Errors: ')) ?? '';
      for (const word of errors.match(/\b[a-z]+_[a-z_]+\b/g) ?? [])
        expect([...CODES, 'approved', 'no_dom_change']).toContain(word);
      if (TAKES_REF.includes(name)) {
        expect(description).toContain('only refs of the newest snapshot work');
        expect(errors).toContain('ref_invalid');
        expect(errors).toContain('invalid_params');
      }
      const example = /^Example: (\{.*?\}) -> (\{.*\})$/.exec(rest.at(-1) ?? '');
      expect(example).not.toBeNull();
      expect(() => JSON.parse(example?.[1] ?? '')).not.toThrow();
    },
  );

  it('002-F71 what the model reads is held by a golden file', () => {
    const file = fixturePath('golden/tools.json');
    const text = `${JSON.stringify(toolDefinitions(), null, 2)}\n`;
    if (process.env['UPDATE_GOLDEN'] || !existsSync(file)) writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  it('they are the same every time, and short enough to be sent with every call', () => {
    expect(JSON.stringify(toolDefinitions())).toBe(JSON.stringify(toolDefinitions()));
    expect(estimateTokens(JSON.stringify(toolDefinitions()))).toBeLessThan(4_500);
    expect(TOOL_NAMES).toHaveLength(7);
  });
});
