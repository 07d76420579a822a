import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodePng, encodePng, type Picture } from '../../src/page/png.js';
import { actOn, nodeLike, pageLike } from '../support/acts.js';
import { type ActQuestion, type Asked, type AskOptions, askAtTerminal } from '../support/asked.js';
import { temporaryFolder } from '../support/fixtures.js';
import { CTRL_C, DOWN, ENTER } from '../support/pty.js';

const [RED, BLUE] = [
  [200, 16, 16],
  [16, 16, 200],
] as const;
const MARK = [224, 0, 80];
const BOX = { x: 600, y: 400, width: 80, height: 40 };

/** A red page with a blue button. */
function pageInRed(): Buffer {
  const [width, height] = [1280, 800];
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isButton = x >= BOX.x && x < BOX.x + BOX.width && y >= BOX.y && y < BOX.y + BOX.height;
    data.set([...(isButton ? BLUE : RED), 255], at * 4);
  }
  return Buffer.from(encodePng({ width, height, data }));
}

const picture = pageInRed();

function question(): ActQuestion {
  const node = nodeLike({ name: 'Delete account', text: 'Delete account', box: BOX, details: {} });
  const act = actOn(node, pageLike({ title: 'Account', url: 'https://shop.example/account' }));
  return { kind: 'act', reason: { id: 'test', words: 'it may not be taken back' }, act, picture };
}

const SHOWN = 'Ctrl-C is no';

async function shown(options: AskOptions = {}): Promise<Asked> {
  const { env, ...rest } = options;
  const terminal = askAtTerminal(question(), { env: { TERM: 'xterm', ...env }, ...rest });
  await terminal.until(env?.['TERM'] === 'dumb' ? 'anything else is no' : SHOWN);
  return terminal;
}

describe('answers at the prompt', () => {
  it('Enter alone is a no, with words or without', async () => {
    const terminal = await shown();
    terminal.type(ENTER);
    await terminal.until('What should it do instead?');
    terminal.type(`keep it${ENTER}`);
    expect(await terminal.answer()).toMatchObject({ approved: false, message: 'keep it' });
    const other = await shown();
    other.type(ENTER);
    await other.until('What should it do instead?');
    other.type(ENTER);
    expect(await other.answer()).toMatchObject({ approved: false, message: 'no' });
  });

  it('T21 a yes tells what was shown; details tell all that is known, and are no answer', async () => {
    const terminal = await shown();
    terminal.type(`${DOWN}${DOWN}${ENTER}`);
    await terminal.until('"button"');
    await terminal.until(SHOWN);
    terminal.type(`${DOWN}${ENTER}`);
    const answer = await terminal.answer();
    expect(answer.approved).toBe(true);
    const told =
      'The system wants to proceed with: click button "Delete account". Approve?\nelement: tag button\npage: "Account"\n';
    expect(answer.shown?.startsWith(told)).toBe(true);
  });

  it.each([
    ['Ctrl-C', CTRL_C, false],
    ['Ctrl-D', '\u0004', false],
    ['Ctrl-C at the words', CTRL_C, true],
    ['Ctrl-D at the words', '\u0004', true],
  ])('T12 %s is a no', async (_, key, isLate) => {
    const terminal = await shown();
    if (isLate) {
      terminal.type(ENTER);
      await terminal.until('What should it do instead?');
    }
    terminal.type(key);
    expect(await terminal.answer()).toMatchObject({ approved: false, message: 'no answer' });
  });

  it('T12 what was typed before the question stood there is no answer to it', async () => {
    const terminal = askAtTerminal(question(), { env: { TERM: 'xterm' } });
    const typing = setInterval(() => terminal.type(`${DOWN}${ENTER}`), 20);
    await terminal.until('picture ');
    clearInterval(typing);
    await terminal.until(SHOWN);
    terminal.type(CTRL_C);
    expect(await terminal.answer()).toMatchObject({ approved: false, message: 'no answer' });
  });

  it.each([['xterm'], ['dumb']])('F56 the terminal goes away while it asks, TERM=%s: no', async (term) => {
    const terminal = await shown({ env: { TERM: term } });
    terminal.vanish();
    expect(await terminal.answer()).toMatchObject({ approved: false });
  });

  it.each([['xterm'], ['dumb']])('a run that is to end does not wait for an answer, TERM=%s', async (term) => {
    const terminal = await shown({ env: { TERM: term } });
    terminal.end().catch(() => {});
    terminal.signal('SIGTERM');
    expect(await terminal.answer()).toMatchObject({ approved: false });
  });

  it.each([
    ['an empty input', (command: string) => `${command} < /dev/null`],
    ['a closed input', (command: string) => `${command} <&-`],
    ['no terminal to show it on', (command: string) => `${command} 2> /dev/null`],
    ['no terminal at all', (command: string) => `echo y | setsid -w ${command}`],
  ])('F56 %s: no, without asking', async (_, shell) => {
    const terminal = askAtTerminal(question(), { shell });
    expect(await terminal.answer()).toEqual({
      approved: false,
      message: 'there is no terminal to ask at, so the answer is no',
    });
    expect(terminal.screen()).not.toContain('Approve?');
  });

  it('T2 T12 what is piped in answers nothing; the human at the terminal still can', async () => {
    const terminal = askAtTerminal(question(), { env: { TERM: 'xterm' }, shell: (command) => `yes yes | ${command}` });
    await terminal.until(SHOWN);
    terminal.type(`${DOWN}${ENTER}`);
    expect(await terminal.answer()).toMatchObject({ approved: true });
  });

  it.each([
    [`yes${ENTER}`, { approved: true }],
    [ENTER, { approved: false, message: 'no' }],
    [`y${ENTER}`, { approved: false, message: 'y' }],
    [`not this one${ENTER}`, { approved: false, message: 'not this one' }],
  ])('F69 where the cursor cannot move, a word is the answer: %j', async (keys, answer) => {
    const terminal = await shown({ env: { TERM: 'dumb' } });
    terminal.type(keys);
    expect(await terminal.answer()).toMatchObject(answer);
    expect(terminal.screen()).not.toContain('\u001b');
  });
});

/** The colour of a pixel, as three numbers. */
function at({ width, data }: Picture, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
}

describe('the picture at the prompt', () => {
  it('the one that is kept has a frame around what the question is about, and opens without a shell', async () => {
    const folder = temporaryFolder();
    const opened = join(folder, 'opened');
    writeFileSync(
      join(folder, 'xdg-open'),
      `#!/bin/sh\nprintf '%s\\n' "$#" "$1" "\${AGENT_API_KEY-none}" > '${opened}.part'; mv '${opened}.part' '${opened}'\n`,
    );
    chmodSync(join(folder, 'xdg-open'), 0o755);
    const env = { DISPLAY: ':7', PATH: `${folder}:${process.env['PATH']}`, AGENT_API_KEY: 'canary' };
    const terminal = await shown({ env });
    terminal.type(`${DOWN}${DOWN}${DOWN}${ENTER}`);
    await expect.poll(() => existsSync(opened)).toBe(true);
    terminal.type(CTRL_C);
    await terminal.answer();
    expect(readFileSync(opened, 'utf8')).toBe(`1\n${terminal.picture}\nnone\n`);
    const kept = decodePng(readFileSync(terminal.picture));
    expect([at(kept, 640, 420), at(kept, 598, 420), at(kept, 640, 441), at(kept, 590, 420)]).toEqual([
      BLUE,
      MARK,
      MARK,
      RED,
    ]);
  });

  it('without a screen there is nothing to open it on', async () => {
    const terminal = await shown();
    terminal.type(CTRL_C);
    await terminal.answer();
    expect(terminal.screen()).not.toContain('open the picture');
  });

  it.each([
    ['any colour', { COLORTERM: 'truecolor' }, [0xc81010, 0x1010c8, 0xe00050]],
    ['256 colours', {}, [160, 20, 161]],
  ])('half blocks of %s: the surroundings, the element, and the frame around it', async (_, env, [red, blue, mark]) => {
    const terminal = await shown({ env: { TERM: 'xterm-256color', ...env } });
    const { lines, colours } = await terminal.seen();
    terminal.type(CTRL_C);
    await terminal.answer();
    const rows = lines.flatMap((line, row) => (line.includes('▀') ? [row] : []));
    const cells = rows.flatMap((row) =>
      [...(lines[row] ?? '')].flatMap((sign, column) => (sign === '▀' ? [colours(row, column)] : [])),
    );
    const count = (colour: number | undefined): number =>
      cells.filter(({ front, back }) => front === colour || back === colour).length;
    expect(count(blue)).toBeGreaterThan(10);
    expect(count(mark)).toBeGreaterThan(10);
    expect(count(red)).toBeGreaterThan(count(blue));
    expect(lines.findIndex((line) => line.includes('The system wants'))).toBeGreaterThan(rows.at(-1) ?? 99);
  });

  it('kitty gets the whole picture in pieces, and is told to answer nothing', async () => {
    const terminal = await shown({ env: { TERM: 'xterm-kitty' } });
    terminal.type(CTRL_C);
    await terminal.answer();
    const pieces = [...terminal.screen().matchAll(/\u001b_G([^;]*);([^\u001b]*)\u001b\\/g)];
    expect(pieces.every(([, keys = '', data = '']) => keys.includes('q=2') && data.length <= 4096)).toBe(true);
    expect(pieces.map(([, keys = '']) => keys.slice(-1)).join('')).toMatch(/^1*0$/);
    const sent = decodePng(Buffer.from(pieces.map(([, , data]) => data).join(''), 'base64'));
    expect([sent.width, at(sent, 640, 420), at(sent, 598, 420)]).toEqual([1280, BLUE, MARK]);
  });

  it.each([
    ['iTerm', { TERM_PROGRAM: 'iTerm.app' }, true],
    ['WezTerm', { TERM_PROGRAM: 'WezTerm' }, true],
    ['iTerm inside of tmux', { TERM_PROGRAM: 'iTerm.app', TMUX: '/tmp/x,1,0' }, false],
    ['kitty inside of screen', { TERM: 'screen-256color', KITTY_WINDOW_ID: '1' }, false],
    ['iTerm without colours', { TERM_PROGRAM: 'iTerm.app', NO_COLOR: '1' }, false],
    ['a narrow iTerm', { TERM_PROGRAM: 'iTerm.app', COLUMNS: '40' }, false],
  ])('%s gets its picture, or none that it could not show', async (_, env: Record<string, string>, isDrawn) => {
    const columns = Number(env['COLUMNS'] ?? 120);
    const terminal = askAtTerminal(question(), { env: { TERM: 'xterm-256color', ...env }, columns });
    await terminal.until('show details');
    terminal.type(CTRL_C);
    await terminal.answer();
    const data = /\u001b\]1337;File=[^:]*inline=1[^:]*:([^\u0007]*)\u0007/.exec(terminal.screen())?.[1];
    expect(terminal.screen()).not.toContain('\u001b_G');
    expect(data !== undefined).toBe(isDrawn);
    if (data !== undefined) expect(at(decodePng(Buffer.from(data, 'base64')), 598, 420)).toEqual(MARK);
  });
});
