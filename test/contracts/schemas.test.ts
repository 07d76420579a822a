import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { contractNames, loadSchema } from '../../src/contracts/schemas.js';
import { problemsReading, problemsWriting } from '../../src/contracts/validate.js';
import { CURRENT, familyOf, isReadable, READABLE, supportedVersions } from '../../src/contracts/versions.js';
import { root } from '../support/cli.js';
import { listFiles } from '../support/files.js';
import { renderTypes } from '../support/generateTypes.mjs';

const meta = new Ajv2020();

describe('contracts', () => {
  it('the committed types are the ones the schemas give', async () => {
    expect(readFileSync(`${root}src/contracts/generated.ts`, 'utf8')).toBe(await renderTypes());
  });

  it.each(contractNames())('%s compiles in the strict mode of the validator, for reading and for writing', (name) => {
    expect(loadSchema(name)['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(problemsReading(name, 0).length).toBeGreaterThan(0);
    expect(problemsWriting(name, 0).length).toBeGreaterThan(0);
    // At run time nobody looks whether a schema is one.
    expect([meta.validateSchema(loadSchema(name)), meta.errors]).toEqual([true, null]);
  });

  it('004-54 every version name stands in one file, and its schema carries the same constant', () => {
    for (const [family, version] of Object.entries(CURRENT)) {
      expect(isReadable(version)).toBe(true);
      expect(supportedVersions(family as keyof typeof CURRENT)).toContain(version);
      expect(familyOf(version)).toBe(family);
      const text = JSON.stringify(loadSchema(READABLE[version]));
      expect(text).toContain(`"const":"${version}"`);
    }
  });

  it('004-54 no other source file spells a version name', () => {
    const names = Object.values(CURRENT).join('|').replaceAll('.', '\\.');
    const literal = new RegExp(`schema_version['"]?: ['"](?:${names})['"]`);
    const offenders = sourceFiles().filter(
      (file) => !file.endsWith('generated.ts') && literal.test(readFileSync(file, 'utf8')),
    );
    expect(offenders).toEqual([]);
  });
});

function sourceFiles(): string[] {
  return listFiles(`${root}src`).filter((file) => file.endsWith('.ts'));
}
