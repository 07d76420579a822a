import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

function run(goal: string): Terminal {
  const args = ['run', '--goal', goal, '--url', `${site.url}/`, '--model', 'playbook'];
  return atTerminal(args, { cwd: temporaryFolder() });
}

describe('at a terminal', () => {
  it('what cannot be taken back is asked for: what, where, why, and a picture; no is the default', async () => {
    const terminal = run('click "Delete account"');
    await terminal.until('The system wants to proceed with: click button "Delete account". Approve?');
    await terminal.until(`page      ${site.url}/`);
    await terminal.until('"delete" (in its name) may not be taken back');
    await terminal.until('.png');
    await terminal.until('yes, go on');
    expect(deleted).toBe(0);
    terminal.type(ENTER);
    await terminal.until('What should it do instead?');
    terminal.type(`keep it${ENTER}`);
    expect([await terminal.end(), deleted]).toEqual([3, 0]);
    expect(terminal.screen()).toContain('keep it');
  });

  it('yes lets it through, once', async () => {
    const terminal = run('click "Delete account"');
    await terminal.until('yes, go on');
    terminal.type(`${DOWN}${ENTER}`);
    expect([await terminal.end(), deleted]).toEqual([0, 1]);
  });

  it('T12 what was typed before the question stood there is no answer to it; Ctrl-C is a no', async () => {
    const terminal = run('click "Delete account"');
    terminal.type(`${DOWN}${ENTER}${DOWN}${ENTER}`);
    await terminal.until('yes, go on');
    expect(deleted).toBe(0);
    terminal.type(CTRL_C);
    expect([await terminal.end(), deleted]).toEqual([3, 0]);
  });

  it('a turn is one line that is rewritten, and a page cannot paint on it', async () => {
    const terminal = run('click "Show\\u{1b}[31m plan"');
    expect(await terminal.end()).toBe(0);
    expect(terminal.screen()).toContain('the model is asked');
    expect(terminal.screen()).not.toContain('\u001b[31m plan');
  });
});
