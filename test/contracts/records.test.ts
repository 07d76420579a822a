import { describe, expect, it } from 'vitest';
import { limitReached } from '../../src/agent/limits.js';
import { createFailure } from '../../src/contracts/failure.js';
import type { TaskCommandV1, TaskEventLine } from '../../src/contracts/generated.js';
import { isAllowedHost } from '../../src/contracts/hosts.js';
import { createEvent, createResult } from '../../src/contracts/records.js';
import { guardTask } from '../../src/replay/guard.js';
import { parseFixture } from '../support/fixtures.js';

const head = (event_type: TaskEventLine['event_type']): Omit<TaskEventLine, 'payload'> => ({
  id: 1,
  task_id: 't',
  event_type,
  created_at: '2026-11-18T10:00:00.000Z',
});
const facts = { task_id: 't', duration_ms: 12, steps: [] };

describe('task_event.v1', () => {
  it('004-21 every payload is stamped task_event.v1, whatever the event', () => {
    for (const type of ['task_started', 'snapshot_taken', 'llm_call', 'system_cost_limit_reached'] as const) {
      expect(createEvent(head(type), { task_id: 't' }).payload.schema_version).toBe('task_event.v1');
    }
  });

  it('004-22 an event has a type and a JSON payload; a finished step has command_id, status and duration', () => {
    const event = createEvent(head('step_finished'), { command_id: '2', status: 'ok', duration_ms: 125 });
    expect(JSON.parse(JSON.stringify(event))).toMatchObject({
      event_type: 'step_finished',
      payload: { command_id: '2', status: 'ok', duration_ms: 125 },
    });
    expect(() => createEvent(head('step_finished'), { command_id: '2', status: 'ok' })).toThrow(
      '/payload/duration_ms is missing',
    );
    expect(() => createEvent(head('step_finished'), { status: 'ok', duration_ms: 1 })).toThrow(
      '/payload/command_id is missing',
    );
  });

  it('writing is strict: a field the contract does not know is a bug', () => {
    const payload = { task_id: 't', colour: 'red' };
    expect(() => createEvent(head('task_started'), payload)).toThrow('/payload/colour is not a known field');
  });
});

describe('task_result.v1', () => {
  const failed = createFailure({ code: 'TIMEOUT_OPERATION', stepId: '1', message: 'slow' });

  it('004-17 004-18 a success is completed, with version, id, status, duration and steps', () => {
    expect(createResult({ ...facts, success: true, verified: true })).toMatchObject({
      schema_version: 'task_result.v1',
      task_id: 't',
      status: 'completed',
      duration_ms: 12,
      steps: [],
    });
  });

  it('004-19 any other end is failed', () => {
    expect(createResult({ ...facts, success: false, failure: failed }).status).toBe('failed');
    expect(createResult({ ...facts, success: false, reason: 'the goal cannot be reached' }).status).toBe('failed');
  });

  it('004-20 an end caused by a guard, a budget or a human is rejected, and nothing else is', () => {
    for (const code of ['CAP_HUMAN_REJECTED', 'CAP_DOMAIN_NOT_ALLOWED', 'COST_USD_LIMIT'] as const) {
      const failure = createFailure({ code, stepId: '1', message: 'no' });
      expect(createResult({ ...facts, success: false, failure }).status).toBe('rejected');
    }
    for (const code of ['LLM_TIMEOUT', 'SEL_AMBIGUOUS', 'NAV_FAILED', 'ACT_CLICK_FAILED'] as const) {
      const failure = createFailure({ code, stepId: '1', message: 'no' });
      expect(createResult({ ...facts, success: false, failure }).status).toBe('failed');
    }
  });

  it('a wrong result is never written', () => {
    expect(() => createResult({ ...facts, success: true, duration_ms: -1 })).toThrow('/duration_ms');
  });
});

describe('guards', () => {
  const task = parseFixture('tasks/good/every-action.json') as TaskCommandV1;
  const [navigate, click] = task.commands;
  const only = (...commands: (TaskCommandV1['commands'][number] | undefined)[]): TaskCommandV1 =>
    ({ ...task, commands }) as TaskCommandV1;

  it('004-29 a task that acts before it navigates is rejected', () => {
    expect(guardTask(only(click, navigate))).toMatchObject({
      error_class: 'capability_rejected',
      error_code: 'CAP_NAV_REQUIRED',
      step_id: 'guard',
      url: 'www.netflix.com/account',
    });
    expect(guardTask(task)).toBeNull();
  });

  it('004-29 a host outside the allowed domains is rejected', () => {
    expect(guardTask(task, ['netflix.com'])).toBeNull();
    expect(guardTask(task, ['example.com'])).toMatchObject({
      error_class: 'capability_rejected',
      error_code: 'CAP_DOMAIN_NOT_ALLOWED',
    });
    expect(guardTask(task, [])).toMatchObject({ error_code: 'CAP_DOMAIN_NOT_ALLOWED' });
  });

  it('a task narrows what is allowed and never widens it', () => {
    expect(guardTask({ ...task, allowed_domains: ['example.com'] }, ['netflix.com'])).toMatchObject({
      error_code: 'CAP_DOMAIN_NOT_ALLOWED',
    });
    expect(guardTask({ ...task, allowed_domains: ['netflix.com'] }, ['example.com'])).toMatchObject({
      error_code: 'CAP_DOMAIN_NOT_ALLOWED',
    });
  });

  it.each([
    ['www.netflix.com', ['netflix.com'], true],
    ['NETFLIX.com.', ['netflix.com'], true],
    ['evilnetflix.com', ['netflix.com'], false],
    ['netflix.com.evil.example', ['netflix.com'], false],
    ['netflix.com', ['www.netflix.com'], false],
    ['netflix.com', [], false],
  ])('%s against %j is %s', (host, allowed, expected) => {
    expect(isAllowedHost(host, allowed)).toBe(expected);
  });

  it('004-30 a used-up budget is cost_rejected, before more is spent', () => {
    const spent = { turns: 3, milliseconds: 1_000, tokens: 1_000, usd: 0.5 };
    expect(limitReached(spent, { turns: 20 }, '3')).toBeNull();
    expect(limitReached(spent, { turns: 20, tokens: 1_001, usd: 0.51, milliseconds: 1_001 }, '3')).toBeNull();
    for (const [limits, code] of [
      [{ tokens: 1_000 }, 'COST_TOKEN_LIMIT'],
      [{ usd: 0.5 }, 'COST_USD_LIMIT'],
      [{ milliseconds: 1_000 }, 'COST_TIME_LIMIT'],
    ] as const) {
      expect(limitReached(spent, { turns: 20, ...limits }, '3')).toMatchObject({
        error_class: 'cost_rejected',
        error_code: code,
        step_id: '3',
      });
    }
  });
});
