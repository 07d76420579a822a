import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type NetflixSite, startNetflixSite } from '../../src/site/netflix.js';
import { type CliResult, root, runProgram } from '../support/cli.js';
import { fixturePath } from '../support/fixtures.js';
import { atTerminal, DOWN, ENTER } from '../support/pty.js';

/** An empty folder of somebody who has only the package. */
const home = mkdtempSync(join(tmpdir(), 'agent-package-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const NPM = { maxBuffer: 16 * 1024 * 1024 };
let packed: { filename: string; size: number; files: { path: string }[] };

function run(program: string, args: string[], input = ''): Promise<CliResult> {
  return runProgram(program, args, { cwd: home, input, env: { ANTHROPIC_API_KEY: undefined, AGENT_MODEL: undefined } });
}

/** The site of the demo, as `agent demo --serve` has it. */
async function served(port: string): Promise<NetflixSite> {
  const site = await startNetflixSite({ port: Number(port) });
  onTestFinished(() => site.close());
  return site;
}

beforeAll(async () => {
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', home];
  const { stdout } = await promisify(execFile)('npm', pack, { ...NPM, cwd: root });
  const told = JSON.parse(stdout) as (typeof packed)[] | Record<string, typeof packed>;
  packed = Object.values(told)[0] as typeof packed;
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'somebody', private: true, type: 'module' }));
  const install = ['install', '--prefer-offline', '--omit=dev', '--no-audit', '--no-fund', join(home, packed.filename)];
  const { code, stdout: said, stderr } = await run('npm', install);
  if (code !== 0) throw new Error(`npm install: ${said}\n${stderr}`);
}, 180_000);

describe('the package', () => {
  it('is small, and holds what it takes to run and to build upon, and no more', () => {
    const tops = new Set(
      packed.files.map(({ path }) =>
        path
          .split('/')
          .slice(0, path.startsWith('dist/') ? 2 : 1)
          .join('/'),
      ),
    );
    for (const name of [
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'bin',
      'schemas',
      'dist/app',
      'dist/library',
      'dist/inPage.js',
    ]) {
      expect(tops, name).toContain(name);
    }
    for (const name of ['src', 'test', 'node_modules', 'dist/bench', 'dist/test']) expect(tops).not.toContain(name);
    const fixtures = packed.files.filter(
      ({ path }) => path.startsWith('fixtures/') && !path.startsWith('fixtures/sites/netflix/'),
    );
    expect(fixtures).toEqual([]);
    expect(packed.size).toBeLessThan(600_000);
    const { private: isPrivate, scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    expect([isPrivate, scripts.prepack]).toEqual([true, expect.stringContaining('npm run --silent build')]);
    expect(readdirSync(join(home, 'node_modules'))).not.toContain('vitest');
  });

  it('CARD-2 agent demo and agent replay work with npx on a machine without the repository', async () => {
    const demo = await run('npx', ['agent', 'demo']);
    expect(demo.code, demo.stderr).toBe(0);
    const [, port = ''] = /npx agent demo --serve --port (\d+)/.exec(demo.stdout) ?? [];
    const [, file = ''] = /npx agent replay (\S+task_command\.json)/.exec(demo.stdout) ?? [];
    expect(statSync(join(home, file)).mode & 0o777).toBe(0o600);
    const site = await served(port);
    const terminal = atTerminal(['agent', 'replay', file], { cwd: home, program: 'npx' });
    await terminal.until('Approve?');
    await terminal.until('yes');
    terminal.type(`${DOWN}${ENTER}`);
    expect(await terminal.end(), terminal.screen()).toBe(0);
    expect(site.effects().map(({ what }) => what)).toEqual(['cancelled']);
  });

  it('the example of the README compiles against its types, and does what it says', async () => {
    copyFileSync(fixturePath('library/example.ts'), join(home, 'example.ts'));
    const compilerOptions = { target: 'ES2022', module: 'NodeNext', strict: true, exactOptionalPropertyTypes: true };
    const types = { typeRoots: [`${root}node_modules/@types`], types: ['node'], outDir: 'out' };
    writeFileSync(
      join(home, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...types }, files: ['example.ts'] }),
    );
    const compiled = await run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', '.']);
    expect(compiled, compiled.stdout).toMatchObject({ code: 0 });
    const site = await startNetflixSite();
    onTestFinished(() => site.close());
    const { code, stdout, stderr } = await run(process.execPath, ['out/example.js', site.url], 'yes\n');
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('link "Cancel Membership"');
    expect(stdout).toMatch(/^0 completed .*\n1 failed nothing was done: /m);
    expect(stderr).toContain('button "Finish Cancellation"');
    expect(site.effects().map(({ what }) => what)).toEqual(['cancelled']);
  });
});
