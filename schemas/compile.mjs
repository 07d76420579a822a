// Part of `npm run build`: writes what checks the contracts as two programs, dist/reading.cjs and dist/writing.cjs. Making
// them anew in each process would take longer than all the checks of a run together.
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { buildSync } from 'esbuild';
import { contractNames, exportOf, isExact, loadSchema, schemaFileOf, tolerant } from '../dist/contracts/schemas.js';

const root = fileURLToPath(new URL('../', import.meta.url));

for (const manner of ['reading', 'writing']) {
  const ajv = new Ajv2020({
    ...{ strict: true, allErrors: true, discriminator: true, verbose: true },
    code: { source: true },
  });
  addFormats.default(ajv);
  for (const name of contractNames()) {
    const schema = loadSchema(name);
    ajv.addSchema(manner === 'reading' && !isExact(name) ? tolerant(schema) : schema, schemaFileOf(name));
  }
  const exported = Object.fromEntries(contractNames().map((name) => [exportOf(name), schemaFileOf(name)]));
  buildSync({
    stdin: { contents: standaloneCode.default(ajv, exported), resolveDir: root },
    outfile: `${root}dist/${manner}.cjs`,
    ...{ bundle: true, platform: 'node', format: 'cjs', minify: true, logLevel: 'warning' },
  });
}
