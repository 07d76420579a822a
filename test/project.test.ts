import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../src/cli/main.js';
import { readAs } from '../src/contracts/read.js';
import { FILES } from '../src/run/names.js';
import { TOOL_NAMES } from '../src/tools/tool.js';
import { root } from './support/cli.js';

interface Manifest {
  type: string;
  engines: { node: string };
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Manifest;
const readme = readFileSync(`${root}README.md`, 'utf8');

describe('the project', () => {
  it('CARD-6 has the top level of the design card and nothing unexpected', () => {
    for (const name of ['src', 'bin', 'schemas', 'fixtures', 'test', 'package.json', 'tsconfig.json', 'README.md']) {
      expect(existsSync(`${root}${name}`), name).toBe(true);
    }
    const folders = readdirSync(root, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
    );
    const known = ['bin', 'coverage', 'dist', 'fixtures', 'node_modules', 'schemas', 'src', 'test'];
    expect(folders.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('CARD-6 uses the packages of the design card, every one pinned', () => {
    const packages = { ...manifest.dependencies, ...manifest.devDependencies };
    for (const name of [
      'playwright',
      'commander',
      '@anthropic-ai/sdk',
      'ajv',
      'chalk',
      '@inquirer/prompts',
      'vitest',
    ]) {
      expect(Object.keys(packages)).toContain(name);
    }
    for (const [name, version] of Object.entries(packages)) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(manifest).toMatchObject({ type: 'module', engines: { node: '>=20.17' } });
  });

  it('002-C8 what is out of scope stays out: other models and protocols, several services at once, kept conversations', () => {
    const models = Object.keys(manifest.dependencies).filter((name) => /\b(?:ai|llm|openai|sdk|mcp)\b/i.test(name));
    expect(models).toEqual(['@anthropic-ai/sdk']);
    const commands = buildProgram().commands;
    expect(commands.map((command) => command.name()).filter((name) => /serve|mcp|daemon|chat/.test(name))).toEqual([]);
    const service = commands
      .find((command) => command.name() === 'run')
      ?.options.find(({ long }) => long === '--service');
    expect(service?.variadic).toBe(false);
    expect(Object.values(FILES).filter((name) => /conversation|messages|history/.test(name))).toEqual([]);
    expect(TOOL_NAMES).toHaveLength(7);
  });

  it('the lock file names no host to download from', () => {
    expect(readFileSync(`${root}package-lock.json`, 'utf8')).not.toContain('"resolved"');
  });

  it('the README names every command and every flag', () => {
    const commands = buildProgram().commands;
    const missing = commands.flatMap((command) => [
      ...(readme.includes(`agent ${command.name()}`) ? [] : [command.name()]),
      ...command.options
        .filter(({ long }) => long && !readme.includes(long))
        .map(({ long }) => `${command.name()} ${long}`),
    ]);
    expect(missing).toEqual([]);
  });

  it('the examples of the README are valid: its service, its program, its picture', () => {
    const [, example = ''] = /```json\n(\{\n {2}"schema_version": "service\.v1"[\s\S]*?)```/.exec(readme) ?? [];
    expect(readAs('service.v1', Buffer.from(example))).toMatchObject({ ok: true });
    expect(readme).toContain(readFileSync(`${root}fixtures/library/example.ts`, 'utf8').trimEnd());
    expect(existsSync(`${root}fixtures/golden/demo.png`)).toBe(true);
  });

  it('the two commands of the README exist, and .ci/run calls the test line', () => {
    expect(readme).toContain('npm ci && npm run demo');
    expect(readme).toContain('npm ci && npm test');
    expect(manifest.scripts).toHaveProperty('demo');
    expect(readFileSync(`${root}.ci/run`, 'utf8')).toContain('\nnpm ci && npm test\n');
  });
});
