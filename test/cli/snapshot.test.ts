import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemsWriting } from '../../src/contracts/validate.js';
import { decodePng } from '../../src/page/png.js';
import { runCli } from '../support/cli.js';
import { fixturePath, temporaryFolder } from '../support/fixtures.js';
import { type Site, serve } from '../support/site.js';

let site: Site;
beforeAll(async () => {
  site = await serve(fixturePath('sites/netflix'));
});
afterAll(() => site.close());

describe('agent snapshot', () => {
  it('prints the very text that the model reads', async () => {
    const { code, stdout } = await runCli(['snapshot', `${site.url}/confirm.html`]);
    const golden = readFileSync(fixturePath('golden/text/netflix-confirm.txt'), 'utf8');
    expect(code).toBe(0);
    expect(stdout.replace(site.url, 'https://example.com')).toBe(golden);
  });

  it('looks at a saved file too', async () => {
    const { code, stdout } = await runCli(['snapshot', fixturePath('pages/list.html')]);
    expect(code).toBe(0);
    expect(stdout).toContain('"2042 | Globex | 80.50"');
  });

  it('--json prints a snapshot that fits its contract, --screenshot writes the picture, for its owner only', async () => {
    const file = join(temporaryFolder(), 'page.png');
    const { code, stdout } = await runCli([
      'snapshot',
      `${site.url}/login.html`,
      '--json',
      '--screenshot',
      file,
      '--viewport',
      '800x600',
    ]);
    expect(code).toBe(0);
    const snapshot = JSON.parse(stdout) as { viewport: unknown; elements: unknown[] };
    expect(problemsWriting('snapshot', snapshot)).toEqual([]);
    expect(snapshot.viewport).toMatchObject({ width: 800, height: 600 });
    expect(decodePng(readFileSync(file))).toMatchObject({ width: 800, height: 600 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('--full goes beyond the viewport', async () => {
    const page = fixturePath('pages/states.html');
    const [part, all] = [await runCli(['snapshot', page]), await runCli(['snapshot', page, '--full'])];
    expect(part.stdout).not.toContain('"Below"');
    expect(part.stdout).toContain('more controls: 1 below');
    expect(all.stdout).toContain('button "Below" [offscreen]');
  });

  it.each(['skeleton', 'hybrid', 'full'])(
    '--mode %s --json prints a page-state request that fits its contract',
    async (mode) => {
      const { code, stdout } = await runCli(['snapshot', `${site.url}/survey.html`, '--mode', mode, '--json']);
      expect(code).toBe(0);
      const request = JSON.parse(stdout) as Record<string, unknown>;
      expect(problemsWriting('page_state_request', request)).toEqual([]);
      expect(request['domMode']).toBe(mode);
      expect('dom' in request).toBe(mode === 'full');
      expect('screenshot' in request).toBe(mode === 'hybrid');
      expect('skeletonDom' in request).toBe(mode !== 'full');
    },
  );

  it('--mode skeleton and full print HTML without --json', async () => {
    const skeleton = await runCli(['snapshot', `${site.url}/survey.html`, '--mode', 'skeleton']);
    expect(skeleton.stdout).toContain('<button data-llm-id=');
    const full = await runCli(['snapshot', `${site.url}/survey.html`, '--mode', 'full']);
    expect(full.stdout).toContain('<legend>Reason</legend>');
  });

  it.each([
    ['nowhere', ['snapshot', 'no-such-file.html'], /neither a URL nor a file/],
    ['a bare host name', ['snapshot', 'example.com'], /did you mean https:\/\/example\.com/],
    ['another scheme', ['snapshot', 'javascript:alert(1)'], /not a page that can be opened/],
    ['a size that is none', ['snapshot', 'about:blank', '--viewport', 'huge'], /--viewport "huge" is no size/],
    ['a mode that is none', ['snapshot', 'about:blank', '--mode', 'half'], /Allowed choices are semantic/],
    [
      'a folder that does not exist',
      ['snapshot', 'about:blank', '--screenshot', '/no/such/folder/a.png'],
      /--screenshot .* does not exist/,
    ],
  ])('%s is refused before anything starts', async (_, args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('a server that is not there is told in one sentence, with exit code 1', async () => {
    const { code, stderr } = await runCli(['snapshot', 'http://127.0.0.1:9/']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot be opened: ERR_/);
    expect(stderr).not.toMatch(/at .*\.js:\d+/);
  });

  it('a missing browser is told with what to do, with exit code 2 or 5', async () => {
    const { code, stderr } = await runCli(['snapshot', 'about:blank', '--browser', '/no/such/browser']);
    expect(code).toBe(2);
    expect(stderr).toContain('--browser');
    expect(existsSync('/no/such/browser')).toBe(false);
  });

  it('escape sequences of a page never reach the terminal', async () => {
    const hostile = await serve((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end('<title>a\u009b31mb\u202e</title><button>\u001b[2Jx\u200b</button>');
    });
    const { stdout } = await runCli(['snapshot', hostile.url]);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/);
    expect(stdout).toContain('\\u{9b}');
    await hostile.close();
  });

  it('a page that never finishes loading is looked at as it is', async () => {
    const drip = await serve((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.write('<title>Slow</title><button>Already here</button>');
    });
    const { code, stdout } = await runCli(['snapshot', drip.url]);
    expect(code).toBe(0);
    expect(stdout).toContain('"Already here"');
    await drip.close();
  });
});
