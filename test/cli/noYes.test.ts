import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/main.js';
import { loadSchema } from '../../src/contracts/schemas.js';
import { runCli } from '../support/cli.js';
import { temporaryFolder } from '../support/fixtures.js';
import { type RiskySite, startRiskySite } from '../support/riskySite.js';

let site: RiskySite;
const effects: string[] = [];
beforeAll(async () => {
  site = await startRiskySite((_, what) => effects.push(what));
});
afterAll(() => site.close());

/** What a switch that answers in a human's place would be called. */
const SAYS_YES =
  /(?:^|[^a-z])(?:yes|yolo|approv\w*|accept\w*|confirm\w*|consent|auto\w*|force|unsafe|insecure|trust\w*|assume\w*|skip\w*|bypass\w*|unattended|non-?interactive|no-(?:input|prompts?|checkpoints?|gates?|human|ask|confirm))(?:[^a-z]|$)/i;

/** Lifts what keeps a task from being done twice; what it may do is asked about as ever, which is shown below. */
const NO_YES = ['--force-new'];

function flagsOf(command: Command): string[] {
  return [...command.options.map(({ flags }) => flags), ...command.commands.flatMap(flagsOf)];
}

/** The names of all fields that a file of this contract may have, at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, inner]) => [
    ...(key === 'properties' ? Object.keys(inner as object) : []),
    ...fieldsOf(inner),
  ]);
}

const words = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1-$2').replaceAll('_', '-');

describe('002-C5 T13 nothing but a human says yes', () => {
  it('no flag of any command is called so, and with the flags no variable of the environment', () => {
    const flags = flagsOf(buildProgram());
    expect(flags.length).toBeGreaterThan(15);
    expect(flags.filter((flag) => SAYS_YES.test(flag) && !NO_YES.includes(flag))).toEqual([]);
  });

  it.each(['config.v1', 'service.v1', 'task_command.v1', 'script.v1'] as const)('no field of %s is', (contract) => {
    const fields = fieldsOf(loadSchema(contract));
    expect(fields.length).toBeGreaterThan(3);
    expect(fields.filter((field) => SAYS_YES.test(words(field)))).toEqual([]);
  });

  it.each(['--yes', '-y', '--force', '--auto-approve', '--no-checkpoint', '--no-input', '--assume-yes'])(
    '%s is refused before anything is started',
    async (flag) => {
      const { code } = await runCli(['run', '--goal', 'click "Place your order"', '--url', `${site.url}/shop`, flag]);
      expect(code).toBe(2);
    },
  );

  it('002-C5 T12 without a terminal the answer is no, whatever the environment says and whatever is piped in', async () => {
    const names = [
      'YES',
      'FORCE',
      'APPROVE',
      'AUTO_APPROVE',
      'NO_PROMPTS',
      'NO_INPUT',
      'ASSUME_YES',
      'NON_INTERACTIVE',
      'PLAIN',
    ];
    const env = Object.fromEntries(['', 'AGENT_'].flatMap((prefix) => names.map((name) => [`${prefix}${name}`, '1'])));
    const goal = ['--goal', 'click "Place your order"', '--url', `${site.url}/shop`, '--model', 'playbook', '--json'];
    const cwd = temporaryFolder();
    const again = ['--idempotency-key', 'k', '--force-new'];
    const { code, stdout } = await runCli(['run', ...goal, ...again], {
      env: { ...env, CI: 'true' },
      cwd,
      input: 'y\ny\nyes\n\n',
    });
    expect(code, stdout).toBe(3);
    expect(effects).toEqual([]);
  });

  it('a config that says so is refused', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'agent.config.json'), JSON.stringify({ schema_version: 'config.v1', auto_approve: true }));
    const { code, stderr } = await runCli(['run', '--goal', 'x', '--url', site.url, '--model', 'playbook'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('auto_approve');
  });
});
