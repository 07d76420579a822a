import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from './cli.js';

export function fixturePath(path: string): string {
  return join(root, 'fixtures', path);
}

export function fixtureFiles(folder: string, ending: string): string[] {
  return readdirSync(fixturePath(folder))
    .filter((file) => file.endsWith(ending))
    .sort();
}

export function readFixture(path: string): Buffer {
  return readFileSync(fixturePath(path));
}

export function parseFixture(path: string): unknown {
  return JSON.parse(readFixture(path).toString('utf8'));
}

/** A folder of the test's own, gone when the test is. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
