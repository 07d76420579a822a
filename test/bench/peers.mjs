// The peers of the comparison, installed into a temporary folder by the bench itself and driven the way their users do.
// Each is `{ name, open(url), snapshot(), floor(), act(action, value), close() }`, where the floor is the cheapest call
// that goes the same way and looks at nothing; a peer that cannot be had is left out with a word.
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const VERSIONS = { '@playwright/mcp': '0.0.83', 'agent-browser': '0.41.1' };

export async function startPeers(browserPath, tell) {
  const folder = join(tmpdir(), 'agent-bench-peers');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  const peers = [];
  for (const [name, start] of [
    ['@playwright/mcp', startPlaywrightMcp],
    ['agent-browser', startAgentBrowser],
  ]) {
    try {
      const installed = join(folder, 'node_modules', name);
      // agent-browser declares a newer Node than it needs: its program is native.
      if (!existsSync(installed)) {
        await run('npm', ['install', '--force', '--no-audit', '--no-fund', `${name}@${VERSIONS[name]}`], {
          cwd: folder,
        });
      }
      peers.push(await start(installed, browserPath, folder));
    } catch (error) {
      tell(`${name} is left out: ${String(error.message ?? error).split('\n')[0]}`);
    }
  }
  return peers;
}

async function startPlaywrightMcp(installed, browserPath, cwd) {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [
    '--headless',
    '--isolated',
    '--executable-path',
    browserPath,
    '--viewport-size',
    '1280x800',
    ...sandbox,
  ];
  const child = spawn(process.execPath, [join(installed, 'cli.js'), ...args], {
    cwd,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map();
  let rest = '';
  child.stdout.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines.filter((text) => text.trim() !== '')) {
      const message = JSON.parse(line);
      waiting.get(message.id)?.resolve(message);
      waiting.delete(message.id);
    }
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`it ended with code ${code}`));
  });
  let id = 0;
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      id += 1;
      waiting.set(id, { resolve, reject });
      send({ id, method, params });
    });
  const tool = async (name, input = {}) => {
    const { result } = await request('tools/call', { name, arguments: input });
    const text = result.content.map((part) => part.text ?? '').join('\n');
    if (result.isError) throw new Error(text);
    return text;
  };
  await request('initialize', {
    protocolVersion: '2024-11-05',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  let text = '';
  return {
    name: '@playwright/mcp',
    open: (url) => tool('browser_navigate', { url }),
    snapshot: () => tool('browser_snapshot'),
    floor: () => tool('browser_console_messages'),
    // Every answer brings a snapshot along, so the refs need no look of their own.
    act: async ({ name, target, role }, value) => {
      text = /\[ref=/.test(text) ? text : await tool('browser_snapshot');
      const ref = refIn(text, role, target, /\[ref=(\w+)\]/);
      const element = { element: target, target: ref, ref };
      if (name === 'fill') text = await tool('browser_type', { ...element, text: value });
      else if (name === 'select') text = await tool('browser_select_option', { ...element, values: [value] });
      else text = await tool('browser_click', element);
    },
    close: async () => {
      child.kill();
    },
  };
}

async function startAgentBrowser(installed, browserPath) {
  const program = join(installed, 'bin', `agent-browser-${process.platform}-${process.arch}`);
  if (!existsSync(program)) throw new Error(`no program for ${process.platform}-${process.arch}`);
  chmodSync(program, 0o755);
  const sandbox = process.getuid?.() === 0 ? { AGENT_BROWSER_ARGS: '--no-sandbox' } : {};
  const env = {
    ...process.env,
    AGENT_BROWSER_EXECUTABLE_PATH: browserPath,
    AGENT_BROWSER_SESSION: `bench-${process.pid}`,
    ...sandbox,
  };
  const command = async (...args) =>
    (await run(program, args, { env, maxBuffer: 64 * 1024 * 1024, timeout: 60_000 })).stdout;
  await command('open', 'about:blank');
  await command('set', 'viewport', '1280', '800');
  let text = '';
  return {
    name: 'agent-browser',
    open: (url) => command('open', url),
    snapshot: () => command('snapshot', '-i'),
    floor: () => command('get', 'url'),
    // An action answers with a word; the look after it is a call of its own.
    act: async ({ name, target, role }, value) => {
      text = text === '' ? await command('snapshot', '-i') : text;
      const ref = `@${refIn(text, role, target, /\bref=(\w+)/)}`;
      if (name === 'fill') await command('fill', ref, value);
      else if (name === 'select') await command('select', ref, value);
      else await command('click', ref);
      text = await command('snapshot', '-i');
    },
    close: () => command('close'),
  };
}

/** The ref of the first element of this role and name in a peer's text. */
function refIn(text, role, name, pattern) {
  const line = text.split('\n').find((one) => one.includes(`${role} "${name}"`));
  const ref = pattern.exec(line ?? '')?.[1];
  if (!ref) throw new Error(`no ${role} "${name}" in the peer's text`);
  return ref;
}
