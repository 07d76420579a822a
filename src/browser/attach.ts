import type { Browser } from 'playwright';
import { EXIT } from '../contracts/exitCodes.js';
import { AgentError, firstLine, usageError } from '../contracts/failure.js';
import { withDeadline } from './deadline.js';
import { playwright } from './playwright.js';

const ANSWER_MS = 3_000;
const ATTACH_MS = 10_000;

/** The place where a browser of this machine can be talked to: whoever can, is the user in it. */
export function endpointOf(given: string): URL {
  const said = JSON.stringify(given);
  if (!/^(?:http|ws):\/\//i.test(given) || !URL.canParse(given)) {
    const near = /^(?:localhost|127\.0\.0\.1|\[::1\])?:?(\d{2,5})\/?$/.exec(given)?.[1];
    throw usageError(
      `--cdp ${said} is not where a browser can be attached to`,
      near ? `did you mean http://127.0.0.1:${near} ?` : 'give http://127.0.0.1:9222, or the ws:// address it prints',
    );
  }
  const url = new URL(given);
  if (isLoopback(url)) return url;
  throw usageError(
    `--cdp ${said} is not on this machine, and anybody on the way could take the browser over`,
    `forward its port: ssh -L 9222:127.0.0.1:${url.port || '9222'} ${url.hostname}, then --cdp http://127.0.0.1:9222`,
  );
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

export interface Attached {
  /** To close it lets go of it and leaves it running. */
  browser: Browser;
  /** Whether somebody can see it and act in it. */
  hasWindow: boolean;
}

/** A browser that runs already. */
export async function attachBrowser(endpoint: URL): Promise<Attached> {
  const socket = endpoint.protocol === 'ws:' ? endpoint : await socketOf(endpoint);
  const { chromium } = playwright();
  // Without defaults, so that nothing changes for the pages that are open in it.
  const attaching = chromium.connectOverCDP(socket.href, { noDefaults: true, timeout: ATTACH_MS });
  try {
    const browser = await withDeadline('attaching to the browser', ATTACH_MS + 1_000, attaching);
    return { browser, hasWindow: await isVisible(browser).catch((error) => letGo(browser, error)) };
  } catch (error) {
    throw notThere(endpoint, firstLine(error));
  }
}

async function socketOf(endpoint: URL): Promise<URL> {
  const address = new URL('/json/version', endpoint);
  const told = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
    .then((response) => response.json() as Promise<{ webSocketDebuggerUrl?: unknown }>)
    .catch((error: unknown) => Promise.reject(notThere(endpoint, causeOf(error))));
  const socket = told?.webSocketDebuggerUrl;
  if (typeof socket === 'string' && URL.canParse(socket) && isLoopback(new URL(socket))) return new URL(socket);
  throw notThere(endpoint, 'what answers there is no browser');
}

function causeOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'what answers there is no browser';
  // What fetch raises itself says no more than that it failed.
  const cause: unknown = (error instanceof Error && error.cause) || error;
  return (cause as { code?: string }).code === 'ECONNREFUSED' ? 'nothing listens there' : firstLine(cause);
}

function notThere(endpoint: URL, why: string): AgentError {
  return new AgentError(`no browser can be attached to at ${endpoint.href}: ${why}`, EXIT.environment, [
    `start yours with: google-chrome --remote-debugging-port=${endpoint.port || '9222'} --user-data-dir=FOLDER`,
    'Chrome opens that port only with a --user-data-dir of its own, and only when no other Chrome runs on that folder',
  ]);
}

/** A connection that is left open would keep the process from ending. */
async function letGo(browser: Browser, error: unknown): Promise<never> {
  await browser.close();
  throw error;
}

async function isVisible(browser: Browser): Promise<boolean> {
  const session = await browser.newBrowserCDPSession();
  const { userAgent } = await withDeadline('asking the browser', ANSWER_MS, session.send('Browser.getVersion'));
  await session.detach();
  return !userAgent.includes('Headless');
}
