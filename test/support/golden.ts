import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'vitest';

/** Compares with the file, or writes it when UPDATE_GOLDEN is set. */
export function expectGolden(file: string, text: string): void {
  if (process.env['UPDATE_GOLDEN']) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(existsSync(file), `${file} is missing: UPDATE_GOLDEN=1 writes it`).toBe(true);
  expect(text).toBe(readFileSync(file, 'utf8'));
}
