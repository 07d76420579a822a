import { readdirSync, readFileSync } from 'node:fs';
import type { Contracts } from './generated.js';

export type ContractName = keyof Contracts;
export type JsonSchema = { [keyword: string]: unknown };

const folder = new URL('../../schemas/', import.meta.url);
const suffix = '.schema.json';

export function schemaFileOf(name: ContractName): string {
  return `${name}${suffix}`;
}

/** How the compiled check of a contract is called. */
export function exportOf(name: ContractName): string {
  return `check_${name.replace(/\W/g, '_')}`;
}

export function contractNames(): ContractName[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length) as ContractName)
    .sort();
}

export function isContractName(name: string): name is ContractName {
  return (contractNames() as string[]).includes(name);
}

/** The schema as it is published: strict, the way we write. */
export function loadSchema(name: ContractName): JsonSchema {
  return JSON.parse(readFileSync(new URL(schemaFileOf(name), folder), 'utf8')) as JsonSchema;
}

/** Contracts whose field sets are exact when read, too: a misspelled field there must not be a missing one. */
const EXACT: ReadonlySet<ContractName> = new Set<ContractName>([
  'planner.v1',
  'service.v1',
  'config.v1',
  'script.v1',
  'condition',
  'get_snapshot.input',
  'browser_click.input',
  'browser_fill.input',
  'browser_select.input',
  'browser_scroll.input',
  'request_human_approval.input',
  'complete_task.input',
]);

export function isExact(name: ContractName): boolean {
  return EXACT.has(name);
}

/** The same schema for reading: what a later version may have added is let through. */
export function tolerant(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tolerant);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !(key === 'additionalProperties' && value === false));
  return Object.fromEntries(entries.map(([key, value]) => [key, tolerant(value)]));
}
