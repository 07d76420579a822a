// Writes src/contracts/generated.ts from schemas/. `npm run gen` writes, `renderTypes` is what the drift test compares with.
import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));

export async function renderTypes() {
  const suffix = '.schema.json';
  const files = readdirSync(`${root}schemas`)
    .filter((file) => file.endsWith(suffix))
    .sort();
  const names = files.map((file) => file.slice(0, -suffix.length));
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `${name}${suffix}` }]));
  const contracts = {
    title: 'Contracts',
    description: 'Every contract by the name of its schema file.',
    type: 'object',
    properties,
    required: names,
    additionalProperties: false,
  };
  return compile(contracts, 'Contracts', {
    cwd: `${root}schemas/`,
    bannerComment: '// Generated from schemas/ by `npm run gen`. Do not edit: change the schema.',
    style: { singleQuote: true, printWidth: 120 },
    maxItems: 10,
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(`${root}src/contracts/generated.ts`, await renderTypes());
}
