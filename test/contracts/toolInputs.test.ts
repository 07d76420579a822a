import { describe, expect, it } from 'vitest';
import type { ContractName } from '../../src/contracts/schemas.js';
import { loadSchema } from '../../src/contracts/schemas.js';
import { problemsReading } from '../../src/contracts/validate.js';

interface InputSchema {
  type: string;
  required?: string[];
  properties: Record<string, Record<string, unknown>>;
}
const schemaOf = (tool: string): InputSchema => loadSchema(`${tool}.input` as ContractName) as unknown as InputSchema;
const accepts = (tool: string, input: unknown): boolean =>
  problemsReading(`${tool}.input` as ContractName, input).length === 0;
const ref = '^@e\\d+$';

/** Names, types, required, defaults, patterns and enums as the specification of the seven tools lists them. */
const SEED: Record<string, { required: string[]; properties: Record<string, object> }> = {
  get_snapshot: { required: [], properties: { viewport_only: { type: 'boolean', default: true } } },
  browser_click: { required: ['ref'], properties: { ref: { type: 'string', pattern: ref } } },
  browser_fill: {
    required: ['ref', 'value'],
    properties: {
      ref: { type: 'string', pattern: ref },
      value: { type: 'string' },
      clear_first: { type: 'boolean', default: true },
    },
  },
  browser_select: {
    required: ['ref', 'value'],
    properties: { ref: { type: 'string', pattern: ref }, value: { type: 'string' } },
  },
  browser_scroll: {
    required: [],
    properties: {
      ref: { type: 'string', pattern: ref },
      direction: { type: 'string', enum: ['up', 'down', 'top', 'bottom'] },
      amount: { type: 'integer', default: 300 },
    },
  },
  request_human_approval: {
    required: ['action', 'reason'],
    properties: { action: { type: 'string' }, reason: { type: 'string' } },
  },
  complete_task: {
    required: ['status', 'reason'],
    properties: { status: { type: 'string', enum: ['success', 'failed'] }, reason: { type: 'string' } },
  },
};
const ADDED: Record<string, string[]> = {
  get_snapshot: ['mode'],
  browser_fill: ['submit'],
  browser_select: ['additional_values'],
};

describe('tool inputs', () => {
  it.each(Object.keys(SEED))('002-F31 %s has the names, required, defaults, patterns and enums of the seed', (tool) => {
    const seed = SEED[tool] as (typeof SEED)[string];
    const { type, required = [], properties } = schemaOf(tool);
    expect(type).toBe('object');
    expect(required).toEqual(seed.required);
    expect(Object.keys(properties)).toEqual([...Object.keys(seed.properties), ...(ADDED[tool] ?? [])]);
    for (const [name, facts] of Object.entries(seed.properties)) {
      const { description, ...rest } = properties[name] ?? {};
      expect(description).toEqual(expect.any(String));
      expect(rest).toEqual(facts);
    }
  });

  it('002-F14 browser_click requires a ref of the form @eN', () => {
    for (const good of ['@e0', '@e7', '@e123']) expect(accepts('browser_click', { ref: good })).toBe(true);
    for (const bad of ['e7', '@e', '@e-1', '@E7', '@e7 ', ' @e7', '@e7x', '', 7, null, '@e7\n']) {
      expect(accepts('browser_click', { ref: bad })).toBe(false);
    }
    expect(accepts('browser_click', {})).toBe(false);
  });

  it('002-F15 browser_fill requires ref and value; clear_first is true by default', () => {
    expect(accepts('browser_fill', { ref: '@e1', value: '' })).toBe(true);
    expect(accepts('browser_fill', { ref: '@e1' })).toBe(false);
    expect(accepts('browser_fill', { value: 'x' })).toBe(false);
    expect(accepts('browser_fill', { ref: '@e1', value: 5 })).toBe(false);
    expect(accepts('browser_fill', { ref: '@e1', value: 'x', clear_first: 'yes' })).toBe(false);
    expect(schemaOf('browser_fill').properties['clear_first']?.['default']).toBe(true);
  });

  it('002-F18 browser_select requires ref and value', () => {
    expect(accepts('browser_select', { ref: '@e1', value: 'ES' })).toBe(true);
    expect(accepts('browser_select', { ref: '@e1', value: 'ES', additional_values: ['FR'] })).toBe(true);
    expect(accepts('browser_select', { ref: '@e1' })).toBe(false);
    expect(accepts('browser_select', { value: 'ES' })).toBe(false);
  });

  it('002-F26 browser_scroll refuses other directions', () => {
    for (const direction of ['up', 'down', 'top', 'bottom'])
      expect(accepts('browser_scroll', { direction })).toBe(true);
    for (const direction of ['left', 'DOWN', '', 5]) expect(accepts('browser_scroll', { direction })).toBe(false);
    expect(accepts('browser_scroll', { direction: 'down', amount: 1.5 })).toBe(false);
  });

  it('002-F27 request_human_approval requires action and reason', () => {
    expect(accepts('request_human_approval', { action: 'a', reason: 'b' })).toBe(true);
    expect(accepts('request_human_approval', { action: 'a' })).toBe(false);
    expect(accepts('request_human_approval', { reason: 'b' })).toBe(false);
  });

  it('002-F29 complete_task requires status success or failed, and a reason', () => {
    for (const status of ['success', 'failed']) expect(accepts('complete_task', { status, reason: 'x' })).toBe(true);
    for (const status of ['done', 'Success', true])
      expect(accepts('complete_task', { status, reason: 'x' })).toBe(false);
    expect(accepts('complete_task', { status: 'success' })).toBe(false);
    expect(accepts('complete_task', { reason: 'x' })).toBe(false);
  });

  it('an input with a field the tool does not know is refused', () => {
    expect(accepts('browser_click', { ref: '@e1', force: true })).toBe(false);
  });
});
