import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TaskEventLine, TaskResultV1 } from '../../src/contracts/generated.js';
import { listFiles } from '../support/files.js';
import { temporaryFolder } from '../support/fixtures.js';
import { atTerminal, CTRL_C, DOWN, ENTER, type Terminal } from '../support/pty.js';
import { type Site, serve } from '../support/site.js';

let site: Site;
let deleted = 0;
beforeAll(async () => {
  site = await serve((request, response) => {
    if (request.url === '/delete') deleted += 1;
    const page = `<title>Account</title><button onclick="fetch('/delete'); document.title = 'Gone'">Delete account</button>
      <button onclick="document.title = 'Seen'">Show\u001b[31m plan</button>`;
    response.setHeader('content-type', 'text/html').end(page);
  });
});
afterAll(() => site.close());
beforeEach(() => {
  deleted = 0;
});

function run(goal: string, folder = temporaryFolder()): Terminal {
  const args = ['run', '--goal', goal, '--url', `${site.url}/`, '--model', 'playbook'];
  // Without the picture the words stand together.
  return atTerminal(args, { cwd: folder, env: { TERM: 'xterm' } });
}

describe('at a terminal', () => {
  it('CARD-3 002-F78 what cannot be taken back is asked for; no is the default, and is on record with what was shown', async () => {
    const folder = temporaryFolder();
    const terminal = run('click "Delete account"', folder);
    await terminal.until('The system wants to proceed with: click button "Delete account". Approve?');
    await terminal.until(`${site.url}/`);
    await terminal.until('"delete" (in its name) may not be taken back');
    await terminal.until('.png');
    await terminal.until('yes, go on');
    expect(deleted).toBe(0);
    terminal.type(ENTER);
    await terminal.until('What should it do instead?');
    terminal.type(`keep it${ENTER}`);
    expect([await terminal.end(), deleted]).toEqual([3, 0]);
    expect(terminal.screen()).toContain('keep it');
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(approvalsIn(folder)).toEqual([
      { answer: 'no', channel: 'terminal', shown_hash: hash, descriptor_hash: hash },
    ]);
  });

  it('002-F79 002-AC-T7 nothing happens until the answer is there; yes lets it through, once', async () => {
    const terminal = run('click "Delete account"');
    await terminal.until('yes, go on');
    const idle = terminal.screen();
    await quiet(400);
    expect([terminal.screen(), deleted]).toEqual([idle, 0]);
    terminal.type(`${DOWN}${ENTER}`);
    await terminal.until('verified');
    expect(deleted).toBe(1);
    await terminal.end();
    expect(deleted).toBe(1);
  });

  it('T12 what was typed before the question stood there is no answer to it; Ctrl-C is a no', async () => {
    const terminal = run('click "Delete account"');
    terminal.type(`${DOWN}${ENTER}${DOWN}${ENTER}`);
    await terminal.until('yes, go on');
    expect(deleted).toBe(0);
    terminal.type(CTRL_C);
    expect([await terminal.end(), deleted]).toEqual([3, 0]);
  });

  it('F56 the terminal goes away while it asks: no, and the run ends', async () => {
    const folder = temporaryFolder();
    const terminal = run('click "Delete account"', folder);
    await terminal.until('yes, go on');
    terminal.vanish();
    await expect.poll(() => resultsIn(folder), { timeout: 15_000 }).toHaveLength(1);
    expect(resultsIn(folder)[0]).toMatchObject({ success: false, reason: 'interrupted' });
    expect([approvalsIn(folder)[0]?.answer, deleted]).toEqual(['no', 0]);
  });

  it('a turn is one line that is rewritten, and a page cannot paint on it', async () => {
    const terminal = run('click "Show\\u{1b}[31m plan"');
    expect(await terminal.end()).toBe(0);
    expect(terminal.screen()).toContain('the model is asked');
    expect(terminal.screen()).not.toContain('\u001b[31m plan');
  });
});

function filesIn(folder: string, name: string): string[] {
  return listFiles(folder).filter((path) => path.endsWith(`/${name}`));
}

function resultsIn(folder: string): TaskResultV1[] {
  return filesIn(folder, 'task_result.json').map((file) => JSON.parse(readFileSync(file, 'utf8')) as TaskResultV1);
}

function approvalsIn(folder: string) {
  const lines = filesIn(folder, 'task_events.jsonl').flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'));
  return lines
    .map((line) => (JSON.parse(line) as TaskEventLine).payload.approval)
    .filter((approval) => approval !== undefined);
}

/** Nothing can be waited for where nothing is to happen. */
function quiet(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
