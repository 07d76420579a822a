import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { TaskEventLine, TaskResultV1 } from '../../src/contracts/generated.js';
import { problemsWriting } from '../../src/contracts/validate.js';
import { NETFLIX } from '../../src/services/netflix.js';
import { type NetflixSite, startNetflixSite } from '../../src/site/netflix.js';
import { cancels } from '../support/cancelling.js';
import { KEY } from '../support/claude.js';
import { runCli } from '../support/cli.js';
import { temporaryFolder } from '../support/fixtures.js';
import { startMessagesApi } from '../support/messagesApi.js';
import { atTerminal, DOWN, ENTER, type Terminal } from '../support/pty.js';

let site: NetflixSite | undefined;
afterEach(async () => {
  await site?.close();
});

/** A folder with a service of the user's own in it: Netflix, but on this machine. */
async function prepare(): Promise<{ cwd: string; site: NetflixSite; args: string[] }> {
  site = await startNetflixSite();
  const cwd = temporaryFolder();
  const service = { ...NETFLIX, start_url: site.url, allowed_domains: ['127.0.0.1'] };
  writeFileSync(join(cwd, 'my-service.json'), JSON.stringify(service));
  return { cwd, site, args: ['run', '--goal', 'cancel netflix', '--service', './my-service.json'] };
}

function folderIn(cwd: string): string {
  const runs = join(cwd, '.agent/runs');
  return join(runs, readdirSync(runs).find((name) => name.startsWith('run-')) ?? '');
}

function eventsIn(folder: string): TaskEventLine[] {
  const lines = readFileSync(join(folder, 'task_events.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as TaskEventLine);
}

async function answerYes(terminal: Terminal, to: string): Promise<void> {
  await terminal.until(to);
  await terminal.until('yes');
  terminal.type(`${DOWN}${ENTER}`);
}

/** The command lines of all that a process has started, and those in turn. */
function startedBy(pid: number): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.flatMap((child) => [
    readFileSync(`/proc/${child}/cmdline`, 'utf8').replaceAll('\0', ' '),
    ...startedBy(Number(child)),
  ]);
}

describe('cancel netflix, from the shell', () => {
  it('CARD-1 CARD-4 CARD-5 with Claude, at a terminal, by a service of the user', async () => {
    const { cwd, site, args } = await prepare();
    const api = await startMessagesApi(({ body }) => cancels(body));
    const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: api.url };
    const terminal = atTerminal([...args, '--model', 'claude-sonnet-5-5'], { cwd, env });
    // A file knows no links of its own that are harmless.
    await answerYes(terminal, 'Cancel Membership');
    await answerYes(terminal, 'Continue to Cancel');
    await terminal.until('Finish Cancellation');
    await terminal.until('yes');
    expect([site.effects(), api.requests.length]).toEqual([[], 4]);
    const folder = folderIn(cwd);
    if (process.platform === 'linux') {
      const { pid } = JSON.parse(readFileSync(join(folder, 'run.lock'), 'utf8')) as { pid: number };
      const started = startedBy(pid);
      expect(started.filter((line) => /\bnode\b/.test(line.split(' ')[0] ?? ''))).toEqual([]);
      expect(started.some((line) => line.includes('--headless'))).toBe(true);
    }
    terminal.type(`${DOWN}${ENTER}`);
    expect(await terminal.end()).toBe(0);
    await api.close();
    expect(site.effects()).toEqual([{ what: 'cancelled', method: 'POST', path: '/cancel' }]);
    const result = JSON.parse(readFileSync(join(folder, 'task_result.json'), 'utf8')) as TaskResultV1;
    expect(problemsWriting('task_result.v1', result)).toEqual([]);
    expect(result).toMatchObject({
      status: 'completed',
      verified: true,
      final_url: new URL('/complete', site.url).href,
    });
    for (const event of eventsIn(folder)) expect(problemsWriting('task_event_line', event)).toEqual([]);
  });

  it.each([
    ['/account', 'irreversible_words'],
    ['/confirm', 'finish_cancellation'],
  ])('002-F81 T13 from %s without a terminal the answer is no, and nothing is done', async (from, rule) => {
    const { cwd, site, args } = await prepare();
    const url = new URL(from, site.url).href;
    const { code, stdout } = await runCli([...args, '--url', url, '--model', 'playbook', '--json', '--quiet'], { cwd });
    const result = JSON.parse(stdout) as TaskResultV1;
    expect([code, result.status, result.failure?.error_code]).toEqual([3, 'rejected', 'CAP_HUMAN_REJECTED']);
    expect(site.effects()).toEqual([]);
    const [asked, answered] = eventsIn(folderIn(cwd)).filter(({ event_type }) => event_type.startsWith('checkpoint_'));
    expect(asked?.payload.message).toContain(rule);
    expect(answered?.payload).toMatchObject({ status: 'rejected', message: expect.stringContaining('no terminal') });
  });
});
