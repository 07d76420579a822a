// `npm run picture`: a real terminal session of `agent demo`, drawn as fixtures/golden/demo.png for the README.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { findBrowser } from '../../dist/browser/find.js';
import { launchBrowser } from '../../dist/browser/launch.js';
import { thisHost } from '../../dist/cli/host.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const COLUMNS = 112;
const ROWS = 34;
const DOWN = '\u001b[B';
/** Of a terminal with a dark ground. */
const PALETTE = ['#1c1f26', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d7dae0'];
const BRIGHT = ['#5c6370', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#ffffff'];
const GROUND = '#14161b';
const INK = '#d7dae0';

/** What a person would have seen from the first line to the last. */
async function session() {
  const cwd = mkdtempSync(join(tmpdir(), 'demo-'));
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, scrollback: 500, allowProposedApi: true });
  const { NO_COLOR: _, FORCE_COLOR: __, TMUX: ___, CI: ____, ...env } = process.env;
  // Called by the name that it has once it is installed.
  const agent = join(cwd, 'agent');
  symlinkSync(`${root}bin/agent.js`, agent);
  const child = spawn(process.execPath, [agent, 'demo'], {
    cwd,
    cols: COLUMNS,
    rows: ROWS,
    env: { ...env, TERM: 'xterm-256color', COLORTERM: 'truecolor', LANG: 'C.UTF-8' },
  });
  let isAnswered = false;
  let text = '';
  child.onData((data) => {
    terminal.write(data);
    text += data;
    if (isAnswered || !text.includes('Ctrl-C is no')) return;
    isAnswered = true;
    child.write(`${DOWN}\r`);
  });
  const code = await new Promise((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));
  await new Promise((resolve) => terminal.write('', resolve));
  rmSync(cwd, { recursive: true });
  if (code !== 0) throw new Error(`the demo ended with ${code}: ${text}`);
  return terminal.buffer.active;
}

function colour(cell, isBack) {
  const [isDefault, isRgb, value] = isBack
    ? [cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()]
    : [cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()];
  if (isDefault) return isBack ? GROUND : INK;
  if (isRgb) return `#${value.toString(16).padStart(6, '0')}`;
  if (value < 16) return value < 8 ? PALETTE[value] : BRIGHT[value - 8];
  if (value >= 232) return `rgb(${Array(3).fill((value - 232) * 10 + 8)})`;
  const level = (one) => (one === 0 ? 0 : one * 40 + 55);
  const at = value - 16;
  return `rgb(${[level(Math.floor(at / 36)), level(Math.floor(at / 6) % 6), level(at % 6)]})`;
}

/** A half block is drawn as two colours, since fonts leave gaps between lines. */
function cellHtml(cell) {
  const ink = colour(cell, false);
  const back = colour(cell, true);
  const said = cell.getChars() || ' ';
  const ground = said === '▀' ? `linear-gradient(${ink} 50%,${back} 50%)` : back;
  const style = `color:${ink};background:${ground};${cell.isDim() ? 'opacity:.6;' : ''}${cell.isBold() ? 'font-weight:bold;' : ''}`;
  const shown = said === '▀' ? ' ' : said.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<i style="${style}">${shown}</i>`;
}

function linesOf(buffer) {
  const lines = Array.from({ length: buffer.length }, (_, at) => buffer.getLine(at));
  const end = lines.findLastIndex((line) => line.translateToString(true) !== '') + 1;
  return lines.slice(0, end).filter((line) => !/running as root|n\.$/.test(line.translateToString(true)));
}

const buffer = await session();
const rows = linesOf(buffer).map(
  (line) => `<div>${Array.from({ length: COLUMNS }, (_, at) => cellHtml(line.getCell(at))).join('')}</div>`,
);
const html = `<style>body{margin:0;padding:18px;width:max-content;background:${GROUND};font:14px/18px 'DejaVu Sans Mono',monospace}
i{display:inline-block;width:8.5px;height:18px;font-style:normal;white-space:pre;vertical-align:top}div{height:18px;white-space:nowrap}</style>${rows.join('')}`;
const found = await findBrowser(thisHost());
if (!found) throw new Error('no browser: npm run setup:browser installs one');
const browser = await launchBrowser(thisHost(), found);
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 600 } });
  await page.setContent(html);
  await page.locator('body').screenshot({ path: `${root}fixtures/golden/demo.png` });
} finally {
  await browser.close();
}
