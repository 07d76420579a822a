import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './support/cli.js';
import { listFiles } from './support/files.js';

/** Who may import whom. Nothing points up; type imports count. */
const BELOW_STEP = ['contracts', 'page'];
const LAYERS: Record<string, string[]> = {
  contracts: [],
  page: ['contracts'],
  inPage: ['page'],
  resolve: BELOW_STEP,
  verify: BELOW_STEP,
  services: BELOW_STEP,
  checkpoint: [...BELOW_STEP, 'services'],
  site: ['contracts'],
  run: BELOW_STEP,
  report: BELOW_STEP,
  browser: BELOW_STEP,
  model: BELOW_STEP,
  step: [...BELOW_STEP, 'resolve', 'verify', 'checkpoint', 'services', 'run', 'browser'],
  tools: [...BELOW_STEP, 'resolve', 'verify', 'checkpoint', 'services', 'run', 'browser', 'step'],
  agent: [...BELOW_STEP, 'resolve', 'verify', 'checkpoint', 'services', 'run', 'browser', 'model', 'step', 'tools'],
  replay: [...BELOW_STEP, 'resolve', 'verify', 'checkpoint', 'services', 'run', 'browser', 'step'],
  question: [...BELOW_STEP, 'checkpoint'],
  // Puts everything together, for the command line and for whoever uses agent as a library.
  work: [...BELOW_STEP, 'verify', 'checkpoint', 'services', 'run', 'browser', 'model', 'step', 'agent', 'replay'],
  library: [...BELOW_STEP, 'checkpoint', 'question', 'model', 'work'],
};
const FS_WRITES = [
  'appendFile',
  'chmod',
  'copyFile',
  'cp',
  'createWriteStream',
  'ftruncate',
  'fsync',
  'link',
  'mkdir',
  'mkdtemp',
  'open',
  'rename',
  'rm',
  'rmdir',
  'symlink',
  'truncate',
  'unlink',
  'utimes',
  'write',
  'writeFile',
];

/** Who uses agent as a library has no process to pass on: what the work needs to know of it is read here. */
const PROCESS_READER = 'work/machine.ts';

/** It opens the terminal that the human sits at, which is no file of anybody. */
const TERMINAL_READER = 'cli/prompt/device.ts';

interface Import {
  from: string;
  names: string;
}
interface Source {
  path: string;
  folder: string;
  text: string;
  imports: Import[];
}

const sources: Source[] = listFiles(join(root, 'src'))
  .filter((path) => path.endsWith('.ts'))
  .map((full) => {
    const path = relative(join(root, 'src'), full);
    const text = readFileSync(full, 'utf8');
    const statements = [...text.matchAll(/^\s*(?:import|export)\s+([^;'"]*?)\s*from\s*['"]([^'"]+)['"]/gm)];
    const bare = [...text.matchAll(/^\s*import\s*['"]([^'"]+)['"]/gm)].map(([, from = '']) => ({ names: '', from }));
    const dynamic = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map(([, from = '']) => ({ names: '*', from }));
    const imports = [...statements.map(([, names = '', from = '']) => ({ names, from })), ...bare, ...dynamic];
    return { path, folder: path.split('/')[0] ?? '', text, imports };
  });

/** The file below src/ that a relative import means. */
function target({ path }: Source, { from }: Import): string | undefined {
  return from.startsWith('.') ? join(dirname(path), from).replace(/\.js$/, '.ts') : undefined;
}

describe('architecture', () => {
  it('finds the sources and their imports', () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.find(({ path }) => path === 'contracts/validate.ts')?.imports.map(({ from }) => from)).toContain(
      './problems.js',
    );
    const validate = sources.find(({ path }) => path === 'cli/commands/validate.ts');
    expect(validate?.imports.map(({ from }) => from)).toContain('../validateCommand.js');
  });

  it('every folder has its place, and nothing points up', () => {
    const wrong = sources.flatMap((source) => {
      if (source.folder === 'cli') return [];
      const allowed = LAYERS[source.folder];
      if (!allowed) return [`${source.path}: the folder ${source.folder} has no place`];
      return source.imports.flatMap((line) => {
        const folder = target(source, line)?.split('/')[0];
        return folder === undefined || folder === source.folder || allowed.includes(folder)
          ? []
          : [`${source.path} imports ${line.from}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('there are no cycles, type imports included', () => {
    const edges = new Map(
      sources.map((source) => [source.path, source.imports.flatMap((line) => target(source, line) ?? [])]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      else if (!done.has(path)) {
        for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
        done.add(path);
      }
    };
    for (const path of edges.keys()) visit(path, []);
    expect(cycles).toEqual([]);
    // Every relative import must be a file we have read, or the walk would be blind.
    expect([...edges.values()].flat().filter((path) => !edges.has(path))).toEqual([]);
  });

  it.each([
    ['playwright', 'browser'],
    ['@anthropic-ai/sdk', 'model'],
    ['@inquirer/prompts', 'cli'],
    ['commander', 'cli'],
    ['chalk', 'cli'],
  ])('only one folder imports %s: %s', (name, folder) => {
    const importers = sources.filter(({ imports }) =>
      imports.some(({ from }) => from === name || from.startsWith(`${name}/`)),
    );
    expect(importers.filter((source) => source.folder !== folder).map(({ path }) => path)).toEqual([]);
  });

  it('only run/ writes files', () => {
    const writers = sources
      .filter(({ folder, path }) => folder !== 'run' && path !== TERMINAL_READER)
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ from }) => /^(?:node:)?fs(?:\/promises)?$/.test(from))
          .filter(
            ({ names }) =>
              names.includes('*') ||
              !names.includes('{') ||
              FS_WRITES.some((write) => new RegExp(`\\b${write}(?:Sync)?\\b`).test(names)),
          )
          .map(({ names }) => `${path}: ${names}`),
      );
    expect(writers).toEqual([]);
  });

  it('what reads the terminal by its name opens nothing else, and only to read', () => {
    const text = sources.find(({ path }) => path === TERMINAL_READER)?.text ?? '';
    expect([...text.matchAll(/openSync\((?!')|openSync\('[^)]*\)/g)].map(([call]) => call)).toEqual([
      "openSync('/dev/tty', 'r')",
    ]);
    expect(text).toContain("import { fstatSync, openSync } from 'node:fs';");
  });

  it('only cli/ touches the console and the process, and one file below it reads the process', () => {
    const offenders = sources.filter(
      ({ folder, path, text }) =>
        folder !== 'cli' &&
        path !== PROCESS_READER &&
        /(?<![\w.'"-])(?:console|process)\s*[.[]/.test(withoutComments(text)),
    );
    expect(offenders.map(({ path }) => path)).toEqual([]);
  });

  it('the code that runs inside the page imports nothing but its own files and types', () => {
    const wrong = sources
      .filter(({ folder }) => folder === 'inPage')
      .flatMap((source) =>
        source.imports
          .filter((line) => target(source, line)?.split('/')[0] !== 'inPage' && !line.names.startsWith('type '))
          .map((line) => `${source.path}: ${line.from}`),
      );
    expect(wrong).toEqual([]);
  });

  it('no file is longer than 250 lines', () => {
    const long = sources.filter(({ path, text }) => path !== 'contracts/generated.ts' && text.split('\n').length > 251);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}
