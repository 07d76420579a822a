// `npm run bench`: every figure is a ratio measured in one run, because machines differ and are noisy.
// Prints a table and writes it as JSON to .agent/bench.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchActions } from './actions.mjs';
import { benchMemory } from './memory.mjs';
import { benchReplay } from './replay.mjs';
import { benchSnapshot } from './snapshot.mjs';
import { benchStartup } from './startup.mjs';
import { benchTokens } from './tokens.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sections = {
  startup: benchStartup,
  snapshot: benchSnapshot,
  actions: benchActions,
  replay: benchReplay,
  tokens: benchTokens,
  memory: benchMemory,
};

const wanted = process.argv.slice(2);
const rows = [];
for (const [name, bench] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`measuring ${name} ...\n`);
  rows.push(...(await bench(root)));
}

const cells = rows.map(({ what, value, goal, ok }) => [
  what,
  value,
  goal ?? '',
  ok === undefined ? '' : ok ? 'met' : 'MISSED',
]);
const table = [['measured', 'value', 'goal', ''], ...cells];
const widths = table[0].map((_, column) => Math.max(...table.map((row) => String(row[column]).length)));
for (const row of table)
  console.log(
    row
      .map((cell, column) => String(cell).padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );

mkdirSync(`${root}.agent`, { recursive: true });
writeFileSync(`${root}.agent/bench.json`, JSON.stringify({ node: process.version, rows }, null, 2));
if (rows.some(({ ok }) => ok === false)) process.exitCode = 1;
