import { describe, expect, it } from 'vitest';
import { parseStrictJson, pointerOf } from '../../src/contracts/strictJson.js';

const limits = { maxDepth: 32, maxStringLength: 4096 };

function fault(text: string): string {
  const result = parseStrictJson(text, limits);
  if (result.ok) throw new Error(`parsed: ${JSON.stringify(result.value)}`);
  const { pointer, line, column, message } = result.fault;
  return `${pointer} ${line}:${column} ${message}`;
}

describe('strict JSON', () => {
  it.each([
    '{}',
    '[]',
    'null',
    ' { "a" : [ 1 , -2.5e3 , true , false , null , "x\\n\\u00e9\\ud83d\\ude00" ] } ',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '{"a":{"b":{"c":[[[]]]}},"":0}',
    '0',
    '-0',
    '1E+2',
    '"\u2028 ünïcode 😀"',
  ])('agrees with the built-in parser on %s', (text) => {
    expect(parseStrictJson(text, limits)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  // A small seeded generator: whatever the built-in parser accepts must come out the same, whatever it refuses must be refused.
  it('agrees with the built-in parser on 3,000 mutated documents', () => {
    let seed = 42;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      return seed % below;
    };
    const source = '{"k": [1, 2.5, -3e2, "a\\u0041\\n", {"x": true, "y": null}], "s": "text", "e": {}}';
    const pool = '{}[]",:\\ntrue0123456789.eE+- \t\n';
    let refused = 0;
    for (let round = 0; round < 3000; round++) {
      const at = random(source.length);
      const text = source.slice(0, at) + pool.charAt(random(pool.length)) + source.slice(at + random(3));
      let expected: unknown;
      let valid = true;
      try {
        expected = JSON.parse(text);
      } catch {
        valid = false;
      }
      const result = parseStrictJson(text, limits);
      const twice = !result.ok && result.fault.message.includes('given twice');
      if (!twice) expect(result.ok, text).toBe(valid);
      if (result.ok) expect(result.value).toEqual(expected);
      else refused++;
    }
    expect(refused).toBeGreaterThan(500);
  });

  it('names the place of a fault', () => {
    expect(fault('{\n  "a": [1,\n    x]\n}')).toBe('/a/1 3:5 expected a value, found "x"');
    expect(fault('{"a/b": {"c~d": tru}}')).toBe('/a~1b/c~0d 1:17 expected a value, found "t"');
  });

  it('refuses what the built-in parser lets through', () => {
    expect(fault('{"a": 1, "a": 2}')).toContain('/a 1:10 the property "a" is given twice');
    expect(fault('{"__proto__": {}}')).toContain('"__proto__" is not allowed');
    expect(fault('{"x": {"constructor": 1}}')).toContain('/x/constructor');
    expect(fault('[1e999]')).toContain('too large');
    expect(fault(`"${'a'.repeat(4097)}"`)).toContain('longer than the 4096 characters');
    expect(fault('['.repeat(100_000))).toContain('nested deeper than the 32 levels');
  });

  it('is linear: a megabyte of escapes or spaces is read at once', () => {
    const wide = { maxDepth: 4, maxStringLength: 2_000_000 };
    expect(parseStrictJson(`"${'\\n'.repeat(500_000)}"`, wide)).toMatchObject({ ok: true });
    expect(parseStrictJson(`${' '.repeat(1_000_000)}1`, wide)).toEqual({ ok: true, value: 1 });
  });

  it('pointers are escaped', () => {
    expect(pointerOf(['a/b', 0, '~'])).toBe('/a~1b/0/~0');
  });
});
