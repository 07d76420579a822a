import { readdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caused } from '../../src/browser/driver.js';
import type { Session } from '../../src/browser/session.js';
import { actIn, actOn, goneOf, lookAfter, namesIn, routes } from '../support/faults.js';
import { CLICK, fillWith, lookNow, useSession } from '../support/session.js';
import { type Site, serve } from '../support/site.js';

const { fresh } = useSession();
let site: Site;

const SCRIPTS = {
  alert: `alert('Hello')`,
  confirm: `document.title = confirm('Delete everything?')`,
  prompt: `document.title = prompt('Your name?', 'me')`,
  'hundred dialogs': `for (let i = 0; i < 100; i++) alert(i)`,
  'endless dialogs': `setInterval(() => alert('again'), 1)`,
  'late dialog': `setTimeout(() => alert('late'), 20)`,
  print: 'print()',
  fullscreen: 'document.body.requestFullscreen()',
  'pointer lock': 'document.body.requestPointerLock()',
  geolocation: `navigator.geolocation.getCurrentPosition(() => { document.title = 'granted' }, () => { document.title = 'denied' })`,
  notifications: `Notification.requestPermission().then((answer) => { document.title = answer })`,
  clipboard: `navigator.clipboard.readText().then(() => { document.title = 'granted' }, () => { document.title = 'denied' })`,
  camera: `navigator.mediaDevices?.getUserMedia({ video: true }).then(() => { document.title = 'granted' }, () => { document.title = 'denied' })`,
  'service worker': `navigator.serviceWorker.register('/worker.js').then(async () => { document.title = (await navigator.serviceWorker.getRegistrations()).length > 0 ? 'granted' : 'denied' })`,
};
const LINKS = {
  'by attribute': '/plain" download="report.exe',
  'by header': '/file',
  'by redirect': '/to-file',
  endless: '/endless',
  hostile: '/hostile',
  'in a tab': '/file" target="_blank',
  mail: 'mailto:a@b.example',
  protocol: 'weird-protocol:x',
};

beforeAll(async () => {
  const attachment = (name: string): Record<string, string> => ({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"`,
  });
  site = await serve(
    routes({
      '/page': `<title>Page</title>${Object.entries(SCRIPTS)
        .map(([name, script]) => `<button onclick="${script.replaceAll('"', '&quot;')}">${name}</button>`)
        .join(' ')}<br>${Object.entries(LINKS)
        .map(([name, href]) => `<a href="${href}">${name}</a>`)
        .join(
          ' ',
        )}<br><input type=file aria-label=Upload><iframe srcdoc="<button onclick=&quot;alert('framed')&quot;>inside</button>"></iframe>`,
      '/on-load': `<title>Loaded</title><button>Here</button><script>alert('on load')</script>`,
      '/unload': `<title>Stay</title><input aria-label=Field><a href="/plain">leave</a><script>addEventListener('beforeunload', (e) => e.preventDefault())</script>`,
      '/pagehide': `<title>Old</title><a href="/plain">leave</a><script>addEventListener('pagehide', () => alert('bye')); addEventListener('unload', () => alert('bye'))</script>`,
      '/plain': '<title>Plain</title><button>Here</button>',
      '/file': (response) => response.writeHead(200, attachment('evil.exe')).end('x'),
      '/to-file': (response) => response.writeHead(302, { location: '/file' }).end(),
      '/endless': (response) => {
        response.writeHead(200, attachment('endless.bin'));
        const more = setInterval(() => response.write(Buffer.alloc(10_000)), 20);
        response.on('close', () => clearInterval(more));
      },
      '/hostile': (response) => {
        const header = `attachment; filename*=UTF-8''${encodeURIComponent('../../evil\u001b[31m\u009b2J\u202e.sh')}`;
        response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': header }).end('x');
      },
      '/worker.js': (response) => response.setHeader('content-type', 'text/javascript').end(''),
    }),
  );
});
afterAll(() => site.close());

async function at(path: string): Promise<Session> {
  const session = await fresh();
  await session.goTo(site.url + path, 3_000);
  return session;
}

describe('dialogs', () => {
  it('F21 are dismissed and told with the action that opened them', async () => {
    const session = await at('/page');
    for (const [name, kind, message, title] of [
      ['alert', 'alert', 'Hello', 'Page'],
      ['confirm', 'confirm', 'Delete everything?', 'false'],
      ['prompt', 'prompt', 'Your name?', 'null'],
      ['inside', 'alert', 'framed', 'null'],
      ['late dialog', 'alert', 'late', 'null'],
    ]) {
      const { acted, caused } = await actOn(session, name as string, CLICK);
      expect([name, acted.ok, caused.dialogs]).toEqual([name, true, [{ kind, message, accepted: false }]]);
      const view = await lookAfter(session);
      expect([view.raw.title, view.notes]).toEqual([title, []]);
    }
  });

  it('F21 that come without an action are told by the next look, once', async () => {
    const session = await at('/on-load');
    const view = await lookAfter(session);
    expect([namesIn(view), view.notes]).toEqual([['Here'], ['a dialog (alert) came up and was dismissed: "on load"']]);
    expect((await lookAfter(session)).notes).toEqual([]);
  });

  it('F21 before leaving: the page is not left, and that is told', async () => {
    const session = await at('/unload');
    await actOn(session, 'Field', fillWith('unsaved'));
    const { acted, caused } = await actOn(session, 'leave', CLICK);
    expect([acted.ok, caused.navigated, caused.dialogs]).toEqual([
      true,
      false,
      [{ kind: 'beforeunload', message: 'the page asked whether to leave it', accepted: false }],
    ]);
    expect((await lookAfter(session)).raw.title).toBe('Stay');
  });

  it('F21 while leaving hold nobody up', async () => {
    const session = await at('/pagehide');
    expect((await actOn(session, 'leave', CLICK)).caused.navigated).toBe(true);
    expect((await lookAfter(session)).raw.title).toBe('Plain');
  });

  it('F22 a hundred of them: ten are dismissed, then the page is given up and opened again', async () => {
    const session = await at('/page');
    const { acted, caused } = await actOn(session, 'hundred dialogs', CLICK);
    expect(acted).toMatchObject({ ok: false, dispatched: true, error: 'timeout' });
    expect(acted).toMatchObject({ message: expect.stringContaining('one dialog after the other') });
    expect(caused.dialogs).toHaveLength(10);
    const view = await lookAfter(session);
    expect([view.raw.title, view.notes]).toEqual([
      'Page',
      [`the page did not answer any more; it was opened again at ${site.url}/page`],
    ]);
  });

  it('F22 one after the other from a timer: the page is given up and opened again', async () => {
    const session = await at('/page');
    const eyes = session.eyes();
    let dialogs = 0;
    eyes.guests.watchers.add(() => void dialogs++);
    expect((await actOn(session, 'endless dialogs', CLICK)).acted.dispatched).toBe(true);
    await goneOf(eyes);
    expect(dialogs).toBe(10);
    const view = await lookAfter(session);
    expect([view.raw.title, view.notes.at(-1)]).toEqual(['Page', expect.stringContaining('opened again')]);
    expect((await actOn(session, 'alert', CLICK)).acted.ok).toBe(true);
  });

  it('F22 F23 a storm of them while the page is looked at: the look is of the page opened again', async () => {
    const session = await at('/plain');
    const eyes = session.eyes();
    const looking = lookAfter(session);
    eyes.page.evaluate(`setInterval(() => alert('again'), 1)`).catch(() => {});
    const during = await looking;
    await goneOf(eyes);
    const view = await lookAfter(session);
    expect(view.raw.title).toBe('Plain');
    // The storm may have come before the end of the look, or after it.
    expect([...during.notes, ...view.notes].join()).toContain('opened again');
  });

  it('F23 one that opens during a look is no deadlock, with and without a picture', async () => {
    const session = await at('/plain');
    const { page, guests } = session.eyes();
    let dialogs = 0;
    guests.watchers.add(() => void dialogs++);
    for (let run = 0; run < 6; run++) {
      const opening = page.evaluate(`void setTimeout(() => { confirm('sure ${run}?') }, ${run})`);
      const during = run % 2 ? await lookAfter(session) : await lookNow(session);
      await opening;
      await expect.poll(() => dialogs).toBe(run + 1);
      const notes = [...during.notes, ...(await lookAfter(session)).notes];
      expect(notes).toEqual([`a dialog (confirm) came up and was dismissed: "sure ${run}?"`]);
    }
  });
});

describe('downloads', () => {
  const told = ({ events }: Caused): string[] => events.map(({ kind, words }) => `${kind}: ${words}`);

  /** Everything in the places where a browser puts downloads. */
  function filesAround(): string[] {
    const places = [
      ...readdirSync(tmpdir())
        .filter((name) => name.startsWith('playwright'))
        .map((name) => join(tmpdir(), name)),
      join(homedir(), 'Downloads'),
      '.',
    ];
    return places.flatMap((place) => {
      try {
        return readdirSync(place, { recursive: place !== '.' }).map(String);
      } catch {
        return [];
      }
    });
  }

  it.each([
    ['by attribute', 'download: a download was refused: "report.exe"'],
    ['by header', 'download: a download was refused: "evil.exe"'],
    ['by redirect', 'download: a download was refused: "evil.exe"'],
    ['endless', 'download: a download was refused: "endless.bin"'],
    ['in a tab', 'download: a download was refused: "evil.exe"'],
  ])('F27 %s: refused, told, and no file is left', async (name, words) => {
    const session = await at('/page');
    const { acted, caused } = await actOn(session, name, CLICK);
    expect(acted.ok).toBe(true);
    expect(told(caused)).toContain(words);
    expect((await lookAfter(session)).raw.title).toBe('Page');
    expect(filesAround().filter((file) => /report\.exe|evil|endless\.bin|\.crdownload/.test(file))).toEqual([]);
  });

  it('F27 a hostile name is told without a single character that a terminal would obey', async () => {
    const session = await at('/page');
    const [words = ''] = told((await actOn(session, 'hostile', CLICK)).caused);
    expect(words).toMatch(/^download: a download was refused: ".*evil.*\.sh"$/);
    expect(words).toMatch(/^[\x20-\x7e]*$/);
    expect(filesAround().filter((file) => /evil/.test(file))).toEqual([]);
  });
});

describe('everything else that a page may ask for', () => {
  it('F28 a file: none is given, and that is told', async () => {
    const session = await at('/page');
    const view = await lookNow(session);
    const upload = view.raw.nodes.find(({ inputType }) => inputType === 'file');
    expect(upload).toBeDefined();
    const { acted, caused } = await actIn(session, view, upload?.name ?? '', CLICK);
    expect([acted.ok, caused.events]).toEqual([
      true,
      [{ kind: 'chooser', words: 'the page asked for a file; files are not uploaded' }],
    ]);
    expect((await lookAfter(session)).raw.title).toBe('Page');
  });

  it('F28 F29 permissions and service workers: nothing is granted', async () => {
    const session = await at('/page');
    for (const name of ['geolocation', 'notifications', 'clipboard', 'camera', 'service worker']) {
      await session.eyes().page.evaluate(`document.title = 'waiting'`);
      expect((await actOn(session, name, CLICK)).acted.ok).toBe(true);
      // Chromium takes a second or two to say no for a person that is not there.
      const title = async (): Promise<string> => (await lookNow(session)).raw.title;
      await expect.poll(title, { message: name, timeout: 10_000 }).toBe('denied');
    }
    await lookAfter(session);
  });

  it.each(['print', 'fullscreen', 'pointer lock', 'mail'])(
    'F28 %s: nothing hangs, and clicks go where they are aimed',
    async (name) => {
      const session = await at('/page');
      expect((await actOn(session, name, CLICK)).acted.ok).toBe(true);
      expect((await lookAfter(session)).raw.title).toBe('Page');
      const { acted, caused } = await actOn(session, 'alert', CLICK);
      expect([acted, caused.dialogs.length]).toEqual([{ ok: true, dispatched: true, read: {} }, 1]);
    },
  );

  it('F28 a link to another program: a page that takes no input any more is told, and opened again', async () => {
    const session = await at('/page');
    expect((await actOn(session, 'protocol', CLICK)).acted.ok).toBe(true);
    expect((await lookAfter(session)).raw.title).toBe('Page');
    // Sometimes the browser puts a question in front of the page that swallows every click, sometimes it does not.
    const first = await actOn(session, 'alert', CLICK);
    if (first.caused.dialogs.length === 1) return;
    expect(first.acted).toMatchObject({ ok: false, message: expect.stringContaining('did not arrive') });
    expect((await lookAfter(session)).notes).toEqual([expect.stringContaining('opened again')]);
    expect((await actOn(session, 'alert', CLICK)).caused.dialogs).toHaveLength(1);
  });
});
